#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Sends golden vectors to a board and compares what it answers: ask.py /dev/ttyUSB1 vectors.csv

The vectors are those of `vidalu vectors --unit video --format csv`, in their order: CC.CF stays in the board from one to the
next, so begin with a board that was just loaded. Exit status 0: all answers are right, 1: one is wrong or did not come,
2: there is no such line.
"""

import csv
import os
import select
import sys
import termios


def open_line(path):
    """Opens a serial line: 115200 baud, eight bits, nothing translated."""
    line = os.open(path, os.O_RDWR | os.O_NOCTTY)
    settings = [0, 0, termios.CS8 | termios.CREAD | termios.CLOCAL, 0, termios.B115200, termios.B115200]
    termios.tcsetattr(line, termios.TCSANOW, settings + [termios.tcgetattr(line)[6]])
    return line


def ask(line, request, length):
    """The answer to a request, or what came of it within a second."""
    os.write(line, request)
    answer = b""
    while len(answer) < length and select.select([line], [], [], 1.0)[0]:
        answer += os.read(line, length - len(answer))
    return answer


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        line = open_line(sys.argv[1])
    except (OSError, termios.error) as error:
        print(f"{sys.argv[1]} cannot be opened as a serial line: {error}", file=sys.stderr)
        sys.exit(2)
    asked = wrong = 0
    with open(sys.argv[2], newline="") as file:
        for vector in csv.DictReader(row for row in file if not row.startswith("#")):
            number = {name: int(vector[name], 0) for name in ("ctl", "a", "b", "c", "d", "cc_out")}
            request = number["ctl"].to_bytes(6, "little")
            request += b"".join(number[name].to_bytes(8, "little") for name in "abc")
            expected = number["d"].to_bytes(8, "little") + bytes([number["cc_out"]])
            answer = ask(line, request, len(expected))
            asked += 1
            if answer != expected:
                wrong += 1
                print(f"{vector['ptx']}: got {answer[::-1].hex() or 'no answer'}, expected {expected[::-1].hex()}")
    print(f"{asked} vectors, {wrong} wrong")
    sys.exit(wrong > 0 or asked == 0)


main()
