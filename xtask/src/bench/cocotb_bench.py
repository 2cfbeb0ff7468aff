"""What people write in cocotb: drives a vector in every cycle and compares what comes out with a table.

    python cocotb_bench.py build SIM FOLDER TOP SOURCE...
    python cocotb_bench.py run SIM FOLDER TOP TABLE RESULT

TABLE is written by `cargo xtask bench`: the latency, the names of the inputs, those of the outputs, then a line of
hexadecimal numbers for each vector. RESULT gets the number of vectors and the seconds of the loop alone.
"""

import os
import sys
from pathlib import Path
from time import perf_counter

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge


@cocotb.test()
async def bench(dut):
    lines = Path(os.environ["BENCH_TABLE"]).read_text().splitlines()
    latency = int(lines[0])
    inputs = [getattr(dut, name) for name in lines[1].split()]
    outputs = [getattr(dut, name) for name in lines[2].split()]
    vectors = [[int(word, 16) for word in line.split()] for line in lines[3:]]
    driven = [vector[: len(inputs)] for vector in vectors]
    expected = [vector[len(inputs) :] for vector in vectors]
    count = len(vectors)

    dut.valid_i.value = 0
    dut.rst_i.value = 1
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    edge = FallingEdge(dut.clk_i)
    for _ in range(3):
        await edge
    dut.rst_i.value = 0

    start = perf_counter()
    for cycle in range(count + latency):
        await edge
        if cycle >= latency:
            assert dut.valid_o.value == 1, f"valid_o in cycle {cycle}"
            for handle, value in zip(outputs, expected[cycle - latency]):
                assert int(handle.value) == value, f"{handle._name} of vector {cycle - latency}"
        dut.valid_i.value = cycle < count
        if cycle < count:
            for handle, value in zip(inputs, driven[cycle]):
                handle.value = value
    seconds = perf_counter() - start
    Path(os.environ["BENCH_RESULT"]).write_text(f"{count} {seconds}\n")


def main():
    from cocotb_tools.runner import get_runner

    verb, sim, folder, top, *rest = sys.argv[1:]
    runner = get_runner(sim)
    build_args = []
    if sim == "verilator":
        # Its makefile may name the compilers of the machine on which it was made.
        make = "CXX=g++ LINK=g++ AR=ar OPT_FAST=-O3 OPT_SLOW=-O1 OPT_GLOBAL=-O3"
        build_args = ["-O3", "-fno-const-bit-op-tree", "--x-assign", "fast", "--noassert", "-Wno-fatal", "-CFLAGS", "-O3", "-MAKEFLAGS", make]
    if verb == "build":
        includes = sorted({str(Path(source).parent) for source in rest})
        sources = [source for source in rest if source.endswith(".v")]
        runner.build(
            sources=sources,
            includes=includes,
            hdl_toplevel=top,
            build_dir=folder,
            build_args=build_args,
            timescale=("1ns", "1ps"),
            always=True,
        )
        return
    table, result = rest
    runner.test(
        test_module="cocotb_bench",
        hdl_toplevel=top,
        hdl_toplevel_lang="verilog",
        build_dir=folder,
        test_dir=folder,
        extra_env={"BENCH_TABLE": table, "BENCH_RESULT": result},
    )


if __name__ == "__main__":
    main()
