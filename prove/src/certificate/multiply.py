"""Checks the multipliers of a certificate that are written out as rows and their reduction.

    python3 multiply.py

A bit is a polynomial in the bits that it depends on, with integer coefficients, and has only one:
two numbers are equal for all inputs exactly if their polynomials are. The program computes the
polynomials from the gates, at the full width, and checks, modulo a power of two:

- The rows, each at its place, add up to the product of the two factors and the addend.
- The numbers that a step makes have the sum of those that it takes. A step is a compressor, or
  moves bits within their columns and leaves out bits that are always 0.
- Every number is made once and taken once, after it was made. The last two remain.

So the last two numbers have the sum of the product and the addend.

Exit status: 0 all of this holds; 1 something does not, or cannot be read.
"""

import json
import sys
from collections import Counter
from os.path import dirname

# The script starts Python without the folder of the program. At its end, it hides no other module.
# A file that Python leaves there would be damage.
sys.dont_write_bytecode = True
sys.path.append(dirname(__file__))
from read import Damaged, need, read_aiger


class Module:
    """The gates of a module: its vectors as lists of literals, the lowest bit first."""

    def __init__(self, path):
        self.first, self.gates, outputs, names = read_aiger(path)
        self.first += 1
        literals = {"i": [2 * number for number in range(1, self.first)], "o": outputs}
        self.inputs, self.outputs = {}, {}
        for line in names.decode("ascii").splitlines():
            place, name = line.split()
            vector, bit = name.removesuffix("]").split("[")
            vectors = self.inputs if place[0] == "i" else self.outputs
            bits = vectors.setdefault(vector, [])
            need(int(bit) == len(bits), f"{path} does not name all bits of {vector} in their order")
            bits.append(literals[place[0]][int(place[1:])])

    def polynomial(self, literal, cut=frozenset()):
        """Returns the coefficients of a bit by sets of variables. These are the inputs, and the
        nodes in `cut`, whatever they depend on."""
        cone, variables, found = [], [], {literal >> 1}
        waiting = list(found)
        while waiting:
            node = waiting.pop()
            if node in cut or 0 < node < self.first:
                variables.append(node)
            elif node:
                cone.append(node)
                new = {own >> 1 for own in self.gates[node - self.first]} - found
                found |= new
                waiting.extend(new)
        need(len(variables) <= 12, "a bit depends on too many others")
        size = 1 << len(variables)
        ones = (1 << size) - 1
        values = {0: 0}
        for place, node in enumerate(variables):
            values[node] = sum(1 << row for row in range(size) if row >> place & 1)

        def of(literal):
            return values[literal >> 1] ^ (ones if literal & 1 else 0)

        for node in sorted(cone):
            high, low = self.gates[node - self.first]
            values[node] = of(high) & of(low)
        table = of(literal)
        counts = [table >> row & 1 for row in range(size)]
        for place in range(len(variables)):
            for row in range(size):
                if row >> place & 1:
                    counts[row] -= counts[row ^ 1 << place]
        names = [frozenset(own for place, own in enumerate(variables) if row >> place & 1) for row in range(size)]
        return {name: count for name, count in zip(names, counts) if count}

    def add(self, total, number, place=0, sign=1, cut=frozenset()):
        """Adds a number at a place to the coefficients of a sum."""
        for bit, literal in enumerate(number, place):
            for name, count in self.polynomial(literal, cut).items():
                total[name] += sign * count << bit


def is_zero(total, width):
    return all(count % (1 << width) == 0 for count in total.values())


def check_rows(plan, rows):
    """The rows less the addend and all products of two bits of the factors are 0."""
    width = plan["width"]
    factors = [rows.inputs[name] for name in ("a_i", "b_i")]
    need([len(bits) for bits in factors] == [width, width], "the factors have another width")
    signed = [[(bit, -1 if place == width - 1 else 1) for place, bit in enumerate(bits)] for bits in factors]
    total = Counter()
    for row in plan["rows"]:
        rows.add(total, rows.outputs[row["name"] + "_o"], row["lo"])
    for left, (a, a_sign) in enumerate(signed[0]):
        for right, (b, b_sign) in enumerate(signed[1]):
            total[frozenset({a >> 1, b >> 1})] -= a_sign * b_sign << left + right
    *addend, sign = rows.inputs["addend_i"]
    rows.add(total, addend, sign=-1)
    rows.add(total, [sign], len(addend))
    need(is_zero(total, 2 * width), "the rows do not add up to the product and the addend")


def maker(name, modules):
    """Returns the module that makes a number."""
    owners = [own for own in modules if name in own.outputs and name + "_i" not in own.inputs]
    need(len(owners) == 1, f"{name} is not made in one module")
    return owners[0]


def check_step(plan, step, rows, modules):
    """The numbers that are made less those that are taken are 0, and so is each bit that is left
    out."""
    makes, zeros = step["makes"], step.get("zeros", {})
    module, places = maker(makes[0], modules), {row["name"]: row["lo"] for row in plan["rows"]}
    taken = []
    for name in step["of"]:
        place = places.get(name, 0)
        bits = list(module.inputs.get(name + "_i") or module.outputs[name])
        for column in zeros.get(name, []):
            made = rows.outputs[name + "_o"] if name in places else maker(name, modules).outputs[name]
            need(column >= place and made[column - place] == 0, f"{name} has a bit that is left out and not 0")
            bits[column - place] = 0
        taken.append((bits, place))
    cut = frozenset(literal >> 1 for bits, _ in taken for literal in bits if literal > 1)
    total = Counter()
    for name in makes:
        made = module.outputs[name]
        need(module.outputs.get(name + "_o", made) == made, f"{name} leaves the module as another number")
        module.add(total, made, cut=cut)
    for bits, place in taken:
        module.add(total, bits, place, -1, cut)
    need(is_zero(total, 2 * plan["width"]), f"the step to {makes[0]} changes the sum")


def check(folder):
    with open(f"{folder}/plan.json", encoding="utf-8") as file:
        plan = json.load(file)
    rows = Module(f"{folder}/rows.aig")
    modules = [Module(f"{folder}/reduce_{number}.aig") for number in range(1, plan["reductions"] + 1)]
    need(set(rows.outputs) == {row["name"] + "_o" for row in plan["rows"]}, "the plan has other rows")
    check_rows(plan, rows)
    free = [row["name"] for row in plan["rows"]]
    for step in plan["steps"]:
        check_step(plan, step, rows, modules)
        for name in step["of"]:
            need(name in free, f"{name} is taken twice, or before it is made")
            free.remove(name)
        free += step["makes"]
    need(free == ["sum", "carry"], "other numbers than sum and carry remain")


def main():
    folder, count = "certificate.json", 0
    try:
        with open(folder, encoding="utf-8") as file:
            document = json.load(file)
        for module in document["modules"]:
            front = module["folder"] + "/identity"
            claims = [proof for proof in document["proofs"] if proof.get("folder", "").startswith(front)]
            need(len(module["multipliers"]) == len(claims), "a multiplier is missing")
            for name in module["multipliers"]:
                folder = f"{module['folder']}/{name}"
                check(folder)
                count += 1
    except (Damaged, LookupError, OSError, TypeError, ValueError) as error:
        print(f"differs        {folder}: {error}")
        return 1
    if count:
        print(f"agree          the rows and the reduction of each multiplier (multipliers: {count})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
