"""Questions with the answers of others: the vectors of `vidalu vectors`, and conformance data."""

import gzip
import json
import sys
from typing import NamedTuple


class InputError(Exception):
    """An input that cannot be compared, with the place."""


class Question(NamedTuple):
    line: int
    ptx: str
    registers: dict
    flag: int
    expected: dict


def lines_of(path):
    """Yields the lines of a file, of a compressed file, or of stdin."""
    if path == "-":
        yield from sys.stdin
        return
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        yield from file


class Questions:
    """The questions of one file: `text` or `jsonl` of `vidalu vectors`, or conformance data.

    `unit` and `profile` are those of the header; conformance data has neither.
    """

    def __init__(self, path):
        self.unit = self.profile = None
        self.lines = enumerate(lines_of(path), 1)
        self.first = next(self.lines, (1, ""))
        if self.first[1].startswith("# vidalu_vectors:"):
            self.questions = self.text()
        elif self.first[1].startswith("{"):
            header = json.loads(self.first[1])
            self.questions = self.sealed_json(header) if "vidalu_vectors" in header else self.data()
        else:
            raise InputError("line 1: not vectors in the format text or jsonl")

    def begin(self, header):
        self.unit, self.profile = header["unit"], header["profile"]
        return int(header["count"])

    def text(self):
        header, number, line = {}, *self.first
        while line.startswith("# "):
            key, _, value = line[2:].rstrip("\n").partition(": ")
            header[key] = value
            if key == "columns":
                break
            number, line = next(self.lines, (number, ""))
        if "columns" not in header:
            raise InputError(f"line {number}: the header has no columns")
        names = [column.partition(":")[0] for column in header["columns"].split()][:-1]
        count = self.begin(header)
        return self.complete(self.text_vectors(names), count)

    def text_vectors(self, names):
        for number, line in self.lines:
            if line.startswith("# end:"):
                yield None
                return
            *numbers, ptx = line.rstrip("\n").split(" ", len(names))
            if len(numbers) != len(names):
                raise InputError(f"line {number}: {len(names)} numbers and a text expected")
            yield vector(number, ptx, dict(zip(names, (int(word, 16) for word in numbers))))

    def sealed_json(self, header):
        return self.complete(self.json_vectors(), self.begin(header))

    def json_vectors(self):
        for number, line in self.lines:
            columns = json.loads(line)
            if "end" in columns:
                yield None
                return
            ptx = columns.pop("ptx")
            yield vector(number, ptx, {name: integer(value) for name, value in columns.items()})

    def complete(self, vectors, count):
        """Yields the vectors, and fails if the file ends early."""
        read = 0
        for item in vectors:
            if item is None:
                break
            read += 1
            yield item
        else:
            raise InputError(f"the file ends after {read} of {count} vectors")
        if read != count:
            raise InputError(f"the header says {count} vectors, the file has {read}")

    def data(self):
        number, line = self.first
        while line:
            fields = json.loads(line)
            registers = {name: int(value, 16) for name, value in fields["regs"].items()}
            expected = {"d": int(fields["d"], 16)}
            for name in ("cc_out", "cf_out"):
                if name in fields:
                    expected["cc_out"] = fields[name]
            flag = fields.get("cc", fields.get("cf", 0))
            yield Question(number, fields["ptx"], registers, flag, expected)
            number, line = next(self.lines, (number, ""))


def integer(value):
    return int(value, 16) if isinstance(value, str) else value


def vector(line, ptx, columns):
    """Returns the question of a vector, whose columns a, b and c are registers 2, 3 and 4."""
    registers = {
        f"{prefix}{number}": columns[name]
        for number, name in enumerate("abc", 2)
        if name in columns
        for prefix in ("r", "rd")
    }
    expected = {name: columns[name] for name in ("d", "cc_out") if name in columns}
    return Question(line, ptx, registers, columns.get("cc_in", 0), expected)
