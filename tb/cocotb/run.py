# SPDX-License-Identifier: 0BSD
"""Runs test_vidalu.py on a folder that vidalu generated, with cocotb's runner.

    python run.py [FOLDER] [--sim icarus] [--vectors 2000] [--seed 1]

FOLDER holds manifest.json and filelist.f; by default it is the parent of this file's
folder. Needs cocotb 2 and the package
vidalu. The exit status is 1 if a result is wrong.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

try:
    import vidalu  # noqa: F401  The bench needs it: say here that it is missing, not in the log.
    from cocotb_tools.check_results import get_results
    from cocotb_tools.runner import get_runner
except ModuleNotFoundError as error:
    sys.exit(f"{error.name} is missing: install cocotb 2 and vidalu's Python package (bindings/python of its sources)")


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description="compares a generated unit with the golden model")
    parser.add_argument("folder", nargs="?", type=Path, default=here.parent)
    parser.add_argument("--sim", default="icarus")
    parser.add_argument("--vectors", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    folder = args.folder.resolve()
    manifest = json.loads((folder / "manifest.json").read_text())
    files = [line for line in (folder / "filelist.f").read_text().split() if not line.startswith("+")]
    with tempfile.TemporaryDirectory() as build:
        runner = get_runner(args.sim)
        runner.build(
            sources=[folder / file for file in files],
            includes=[folder],
            hdl_toplevel=manifest["top"],
            build_dir=build,
            timescale=("1ns", "1ps"),
            always=True,
        )
        results = runner.test(
            test_module="test_vidalu",
            hdl_toplevel=manifest["top"],
            hdl_toplevel_lang="verilog",
            build_dir=build,
            test_dir=here,
            results_xml=str(Path(build) / "results.xml"),
            extra_env={
                "VIDALU_MANIFEST": str(folder / "manifest.json"),
                "VIDALU_VECTORS": str(args.vectors),
                "VIDALU_SEED": str(args.seed),
            },
        )
        tests, failed = get_results(Path(results))
    sys.exit(tests == 0 or failed > 0)


if __name__ == "__main__":
    main()
