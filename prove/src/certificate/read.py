"""Compares the three texts of every problem in a certificate: AIGER, DIMACS and SMT-LIB.

    python3 read.py [CLAIM...]

An own reader of each format, which shares no code with the program that wrote them. The clauses of
the .cnf file must be exactly those of the gates in the .aig file. The .smt2 file is evaluated with
Python's integers and must agree with the gates for random inputs. problems.txt, which check.sh
reads, must have every problem of certificate.json, and a claim that is called proven must have
problems, all of them proven.

Exit status: 0 all agree; 1 something differs or cannot be read.
"""

import json
import random
import re
import sys

LANES = 256
ALL = (1 << LANES) - 1


class Damaged(Exception):
    """A text that says something else than it should."""


def need(condition, problem):
    if not condition:
        raise Damaged(problem)


def read_aiger(path):
    """Returns the number of inputs, the gates as pairs of literals, the outputs, and the names."""
    with open(path, "rb") as file:
        data = file.read()
    head, data = data.split(b"\n", 1)
    kind, *counts = head.split()
    most, inputs, latches, outputs, ands = map(int, counts)
    need(kind == b"aig" and latches == 0 and most == inputs + ands, "the .aig has another header")
    *roots, data = data.split(b"\n", outputs)
    roots = list(map(int, roots))
    need(all(0 <= root <= 2 * most + 1 for root in roots), "an output of the .aig is not a gate")
    place = 0

    def delta():
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    gates = []
    for number in range(inputs + 1, most + 1):
        high = 2 * number - delta()
        low = high - delta()
        need(0 <= low <= high < 2 * number, "a gate of the .aig reads a later one")
        gates.append((high, low))
    return inputs, gates, roots, data[place:]


def evaluate(gates, inputs, output):
    """Returns the lanes in which the output of the gates is 1."""
    values = [0, *inputs]

    def of(literal):
        return values[literal >> 1] ^ (ALL if literal & 1 else 0)

    for high, low in gates:
        values.append(of(high) & of(low))
    return of(output)


def compare_clauses(path, inputs, gates, output):
    """The variables of the .cnf are the inputs, a constant 0, and the gates in their order."""

    def variable(literal):
        number = literal >> 1
        number = inputs + 1 if number == 0 else number + (number > inputs)
        return -number if literal & 1 else number

    with open(path, encoding="ascii") as file:
        head = file.readline().split()
        lines = [list(map(int, line.split())) for line in file]
    need(head == ["p", "cnf", str(inputs + 1 + len(gates)), str(len(lines))], "the .cnf has another header")
    need(len(lines) == 3 * len(gates) + 2, "the .cnf has more or fewer clauses than the gates need")
    need(all(line[-1:] == [0] and 0 not in line[:-1] for line in lines), "a line of the .cnf is not one clause")
    clauses = [frozenset(line[:-1]) for line in lines]
    need(clauses[0] == {-(inputs + 1)}, "the first clause of the .cnf is not the constant")
    need(clauses[-1] == {variable(output)}, "the last clause of the .cnf is not the output")
    for place, (a, b) in enumerate(gates):
        own, a, b = inputs + 2 + place, variable(a), variable(b)
        found = clauses[3 * place + 1 : 3 * place + 4]
        expected = {frozenset({-own, a}), frozenset({-own, b}), frozenset({own, -a, -b})}
        need(set(found) == expected, f"the clauses of variable {own} of the .cnf are not those of the gate")


def expressions(text):
    """Returns the expressions of a text as nested lists of words."""
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(";.*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            need(len(stack) > 1, "the .smt2 closes what is not open")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    need(len(stack) == 1, "the .smt2 ends too early")
    return stack[0]


def signed(value, width):
    return value - (value >> width - 1 << width)


# By name: the result for two numbers of this width, before it is cut to the width.
WORDS = {
    "bvand": lambda x, y, w: x & y,
    "bvor": lambda x, y, w: x | y,
    "bvxor": lambda x, y, w: x ^ y,
    "bvadd": lambda x, y, w: x + y,
    "bvsub": lambda x, y, w: x - y,
    "bvmul": lambda x, y, w: x * y,
    "bvshl": lambda x, y, w: x << y if y < w else 0,
    "bvlshr": lambda x, y, w: x >> y if y < w else 0,
    "bvashr": lambda x, y, w: signed(x, w) >> min(y, w),
}
TESTS = {
    "=": lambda x, y, w: x == y,
    "distinct": lambda x, y, w: x != y,
    "bvult": lambda x, y, w: x < y,
    "bvslt": lambda x, y, w: signed(x, w) < signed(y, w),
}


class Smt:
    """A truth value is a number with a bit for each lane. A word is its width and a number for each
    lane."""

    def __init__(self, path, draw):
        self.names = {"true": ALL, "false": 0}
        self.inputs = []
        self.asserted = []
        with open(path, encoding="utf-8") as file:
            commands = expressions(file.read())
        need(commands[:1] == [["set-logic", "QF_BV"]] and commands[-1:] == [["check-sat"]], "the .smt2 has other ends")
        for command in commands[1:-1]:
            match command:
                case ["declare-const", name, ["_", "BitVec", width]]:
                    word = (int(width), [draw(int(width)) for _ in range(LANES)])
                    self.inputs.append(word)
                    self.define(name, word)
                case ["define-fun", name, [], "Bool", value]:
                    value = self.value(value)
                    need(isinstance(value, int), f"{name} is not a truth value")
                    self.define(name, value)
                case ["define-fun", name, [], ["_", "BitVec", width], value]:
                    value = self.value(value)
                    need(value[0] == int(width), f"{name} has another width")
                    self.define(name, value)
                case ["assert", value]:
                    self.asserted.append(self.value(value))
                case _:
                    raise Damaged(f"the .smt2 has an unknown command: {command}")

    def define(self, name, value):
        need(name not in self.names, f"{name} is defined twice")
        self.names[name] = value

    def value(self, term):
        match term:
            case str() if term.startswith("#b"):
                return len(term) - 2, [int(term[2:], 2)] * LANES
            case str():
                return self.names[term]
            case ["_", number, width] if number.startswith("bv"):
                return int(width), [int(number[2:])] * LANES
            case ["not", x]:
                return self.value(x) ^ ALL
            case ["and", x, y]:
                return self.value(x) & self.value(y)
            case ["or", *terms]:
                found = 0
                for own in terms:
                    found |= self.value(own)
                return found
            case ["ite", choice, x, y]:
                choice, (width, x), (other, y) = self.value(choice), self.value(x), self.value(y)
                need(width == other, "the words of an ite have two widths")
                return width, [a if choice >> lane & 1 else b for lane, (a, b) in enumerate(zip(x, y))]
            case ["bvnot", x]:
                width, x = self.value(x)
                return width, [a ^ (1 << width) - 1 for a in x]
            case ["concat", x, y]:
                (high, x), (low, y) = self.value(x), self.value(y)
                return high + low, [a << low | b for a, b in zip(x, y)]
            case [["_", "extract", high, low], x]:
                (width, x), high, low = self.value(x), int(high), int(low)
                need(low <= high < width, "an extract reaches beyond its word")
                return high - low + 1, [a >> low & (1 << high - low + 1) - 1 for a in x]
            case [["_", "zero_extend", more], x]:
                width, x = self.value(x)
                return width + int(more), x
            case [["_", "sign_extend", more], x]:
                width, x = self.value(x)
                wide = width + int(more)
                return wide, [signed(a, width) & (1 << wide) - 1 for a in x]
            case [name, x, y] if name in WORDS or name in TESTS:
                (width, x), (other, y) = self.value(x), self.value(y)
                need(width == other, f"the words of {name} have two widths")
                if name in WORDS:
                    return width, [WORDS[name](a, b, width) & (1 << width) - 1 for a, b in zip(x, y)]
                return sum(TESTS[name](a, b, width) << lane for lane, (a, b) in enumerate(zip(x, y)))
        raise Damaged(f"the .smt2 has an unknown term: {term}")


def compare(problem):
    """Compares the texts of a problem; returns whether its assumptions were met in some lane."""
    inputs, gates, outputs, rest = read_aiger(f"{problem}.aig")
    need(len(outputs) == 1 and not rest, "the .aig does not end where it should")
    output = outputs[0]
    compare_clauses(f"{problem}.cnf", inputs, gates, output)
    generator = random.Random(problem)

    def draw(width):
        # Numbers next to 0 and to the ends of the range are as frequent as all others.
        if generator.random() < 0.5:
            return generator.getrandbits(width)
        return (generator.choice([0, 1 << width - 1]) + generator.randint(-2, 2)) % (1 << width)

    smt = Smt(f"{problem}.smt2", draw)
    bits = [
        sum((value >> bit & 1) << lane for lane, value in enumerate(values))
        for width, values in smt.inputs
        for bit in range(width)
    ]
    need(len(bits) == inputs, "the .smt2 and the .aig have different inputs")
    need(smt.asserted, "the .smt2 asserts nothing")
    met = ALL
    for asserted in smt.asserted[:-1]:
        met &= asserted
    need(met & smt.asserted[-1] == evaluate(gates, bits, output), "the .smt2 and the .aig differ for random inputs")
    return met != 0


def listed():
    """Returns the claims and the paths of problems.txt, after a comparison with certificate.json."""
    with open("problems.txt", encoding="ascii") as file:
        lines = [(claim, problem) for claim, _, problem in (line.split() for line in file)]
    with open("certificate.json", encoding="utf-8") as file:
        proofs = [proof for proof in json.load(file)["proofs"] if "folder" in proof]
    need(lines == [(own["folder"], part["problem"]) for own in proofs for part in own["parts"]],
         "problems.txt does not have the problems of certificate.json")
    for proof in proofs:
        parts = proof["parts"]
        need(len(parts) == proof["problems"] > 0, f"{proof['folder']} lacks problems")
        is_whole = proof["verdict"] != "proven" or all(part["verdict"] == "proven" for part in parts)
        need(is_whole, f"{proof['folder']} is called proven, and a problem of it is not")
    return lines


def main(wanted):
    try:
        lines = listed()
    except (Damaged, LookupError, OSError, TypeError, ValueError) as error:
        print(f"differs        {error}")
        return 1
    status = compared = unmet = 0
    for claim, problem in lines:
        if wanted and claim not in wanted:
            continue
        try:
            unmet += not compare(problem)
        except (Damaged, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
            print(f"differs        {problem}: {error}")
            status = 1
        compared += 1
    if status == 0 and compared:
        print(f"agree          the three texts of each problem (problems: {compared})")
        if unmet:
            print(f"               random inputs did not meet the assumptions of {unmet}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
