"""A second golden model, written from the manual and docs/semantics.md alone."""

import sys

# The source folder stays clean when a test runs the program.
sys.dont_write_bytecode = True

import argparse
import zlib

from cells import table
from compare import compare
from execute import PROFILES
from fill import fill
from ptx import PtxError
from questions import InputError


def arguments():
    parser = argparse.ArgumentParser(prog="conformance/reference", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="compare the answers of files with the reference")
    check.add_argument("files", nargs="*", default=["-"], help="text or jsonl; - is stdin")
    check.add_argument("--profile", choices=PROFILES, default="manual", help="if no header has it")
    check.add_argument("--show", type=int, default=10, help="the number of differences to print")
    filling = commands.add_parser("fill", help="write cases for every cell of the table")
    filling.add_argument("out", help="the compressed file to write")
    counting = commands.add_parser("cells", help="print how many cells the data meets")
    counting.add_argument("tools", help="the answers of other tools")
    counting.add_argument("reference", help="the answers of the reference")
    return parser.parse_args()


def check(files, profile, shown):
    """Compares all files, and returns whether one has a difference."""
    wrong = 0
    for path in files:
        try:
            wrong += compare(path, profile, shown)
        except KeyError as error:
            raise InputError(f"{path}: the key {error} is missing") from None
        except (InputError, OSError, EOFError, ValueError, zlib.error) as error:
            raise InputError(f"{path}: {error}") from None
    return wrong > 0


def main():
    chosen = arguments()
    try:
        if chosen.command == "fill":
            fill(chosen.out)
            return 0
        if chosen.command == "cells":
            text, unmet = table(chosen.tools, chosen.reference)
            print(text)
            return int(unmet > 0)
        return int(check(chosen.files, chosen.profile, chosen.show))
    except (InputError, PtxError, OSError, EOFError, ValueError, zlib.error) as error:
        print(f"error: {error}", file=sys.stderr)
        print("help: check reads text or jsonl; cells reads two files of cases", file=sys.stderr)
        return 2


sys.exit(main())
