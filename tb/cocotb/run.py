# SPDX-License-Identifier: 0BSD
"""Runs test_vidalu.py on a folder that vidalu generated, with cocotb's runner.

    python run.py [FOLDER] [--sim icarus] [--vectors N] [--seed 1] [--axi N]

FOLDER holds manifest.json and filelist.f, of a unit alone or behind a bus; by default it is the
parent of this file's folder. In a kit, the vectors are those of the kit, and cocotb 2 is all that
is needed. With --vectors, and in a folder without vectors, they are N random instructions (2000),
whose results the golden model in the package vidalu computes. The exit status is 1 if a result is
wrong.

With --axi, test_axi.py runs instead: N accesses to a unit behind AXI4-Lite, or N instructions
behind AXI4-Stream, by the bus models of the package cocotbext-axi.
"""

import argparse
import importlib.util
import json
import os
import sys
import tempfile
from pathlib import Path

try:
    from cocotb_tools.check_results import get_results
    from cocotb_tools.runner import get_runner
except ModuleNotFoundError as error:
    sys.exit(f"{error.name} is missing: install cocotb 2 (pip install cocotb)")


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description="compares a generated unit with its vectors or with the golden model")
    parser.add_argument("folder", nargs="?", type=Path, default=here.parent)
    parser.add_argument("--sim", default="icarus")
    parser.add_argument("--vectors", type=int, help="random instructions, from the Python package vidalu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--axi", type=int, metavar="N", help="transactions by the models of cocotbext-axi")
    args = parser.parse_args()

    folder = args.folder.resolve()
    manifest = json.loads((folder / "manifest.json").read_text())
    files = [line for line in (folder / "filelist.f").read_text().split() if not line.startswith("+")]
    vectors = [] if args.vectors else [str(folder / file["path"]) for file in manifest.get("vectors", [])]
    if not vectors and importlib.util.find_spec("vidalu") is None:
        sys.exit("vidalu is missing: install its Python package (bindings/python of its sources), or run a kit's vectors")
    bus = manifest.get("wrapper")
    if args.axi and bus not in ("axi4-lite", "axi4-stream"):
        sys.exit("--axi is for units behind axi4-lite or axi4-stream: vidalu gen --wrapper axi4-lite")
    if args.axi and importlib.util.find_spec("cocotbext") is None:
        sys.exit("cocotbext-axi is missing: install it (pip install cocotbext-axi)")
    # The host of a bus has the ports of the unit, and drives the bus.
    has_host = bus is not None and not args.axi
    top = manifest["top"] + ("_host" if has_host else "")
    files += [f"host/{top}.v"] if has_host else []
    with tempfile.TemporaryDirectory() as build:
        runner = get_runner(args.sim)
        runner.build(
            sources=[folder / file for file in files],
            includes=[folder],
            hdl_toplevel=top,
            build_dir=build,
            # Leaves out an optimization with which Verilator 5.006 simulates some adders wrongly.
            build_args=["-fno-const-bit-op-tree"] if args.sim == "verilator" else [],
            timescale=("1ns", "1ps"),
            always=True,
        )
        results = runner.test(
            test_module="test_axi" if args.axi else "test_vidalu",
            hdl_toplevel=top,
            hdl_toplevel_lang="verilog",
            build_dir=build,
            test_dir=here,
            results_xml=str(Path(build) / "results.xml"),
            extra_env={
                "VIDALU_MANIFEST": str(folder / "manifest.json"),
                "VIDALU_FILES": os.pathsep.join(vectors),
                "VIDALU_VECTORS": str(args.vectors or 2000),
                "VIDALU_SEED": str(args.seed),
                "VIDALU_COUNT": str(args.axi or 0),
            },
        )
        tests, failed = get_results(Path(results))
    sys.exit(tests == 0 or failed > 0)


if __name__ == "__main__":
    main()
