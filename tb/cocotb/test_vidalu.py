# SPDX-License-Identifier: 0BSD
"""Drives instructions into a unit that vidalu generated, and compares every result.

Finds the unit's ports by name and its configuration in ``manifest.json``. So it serves every unit:
with or without clock, handshake, clock enable, tag and contexts, of any depth. A bus is driven by
its host, which has the ports of the unit. ``run.py`` starts it.

Environment: VIDALU_MANIFEST is the path of the manifest. VIDALU_FILES has the paths of the files of
vectors. If it is empty, the golden model computes the results of VIDALU_VECTORS random
instructions, with the seed VIDALU_SEED. The seed also determines gaps and stalls.
"""

import functools
import json
import os
import random
from collections import deque
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

RESETS = {"rst_i": 1, "rst_ni": 0, "arst_i": 1, "arst_ni": 0}


class Case:
    """An instruction: the values of the inputs, those of the outputs, and its text."""

    def __init__(self, inputs, outputs, text):
        self.inputs, self.outputs, self.text = inputs, outputs, text


def of_file(has, path):
    """Reads a file of vectors in the format hex: a line has the values of the header's places.

    ``has`` says whether the unit has a port of this name.
    """
    lines = Path(path).read_text().splitlines()
    places = next(line.split(": ")[1] for line in lines if line.startswith("// places: "))
    cases = []
    for number, line in enumerate(lines, 1):
        if line.startswith("//") or not line.strip():
            continue
        word, inputs, outputs = int(line.replace("_", ""), 16), {}, {}
        for place in places.split():
            name, bits = place.rstrip("]").split("[")
            high, low = map(int, bits.split(":"))
            value = word >> low & ((1 << (high - low + 1)) - 1)
            # A value of a unit has the name of its port without the ending.
            ports = ["cf_o"] if name == "cc_out" else [name, f"{name}_i", f"{name}_o"]
            port = next((port for port in ports if has(port)), None)
            if port is not None:
                (inputs if port.endswith("_i") else outputs)[port] = value
        cases.append(Case(inputs, outputs, f"{path}:{number}"))
    return cases


def of_model(has, manifest, count, seed):
    """Draws legal instructions and computes their results with the golden model, in order."""
    import vidalu

    unit, config, flags, cases = manifest["unit"], manifest["config"], {}, []
    columns = vidalu.draw(unit, count, seed=seed, config=config)
    for row in zip(*columns.values()):
        inputs = dict(zip(columns, map(int, row)))
        context, registers = inputs.get("ctx_i", 0), [inputs.get(name, 0) for name in ("a_i", "b_i", "c_i")]
        found = flags.get(context, False)
        outcome = vidalu.golden(unit, inputs["ctl_i"], *registers, cc=found, profile=config["profile"])
        flags[context] = outcome.cc
        expected = {"d_o": outcome.d, "sat_o": outcome.saturated, "cf_o": outcome.cc}
        expected = {name: int(value) for name, value in expected.items() if has(name)}
        text = f"{vidalu.disassemble(unit, inputs['ctl_i'])}, CC.CF {int(found)}"
        cases.append(Case(inputs, expected, text))
    return cases


class Scoreboard:
    """The expected results, in the order in which the unit takes instructions."""

    def __init__(self, dut):
        self.dut = dut
        self.expected = deque()
        self.checked = 0

    def take(self, case, cycle):
        """Notes that the unit takes an instruction."""
        self.expected.append((cycle, case))

    def leave(self, cycle, latency):
        """Compares a result that the receiver takes; ``latency`` is None if the unit may stall."""
        assert self.expected, f"cycle {cycle}: a result of no instruction"
        taken, case = self.expected.popleft()
        assert latency is None or cycle == taken + latency, f"latency {cycle - taken} instead of {latency}"
        for name in case.outputs:
            value = getattr(self.dut, name).value
            shown = hex(int(value)) if value.is_resolvable else str(value)
            assert shown == hex(case.outputs[name]), (
                f"{name} is {shown} instead of {case.outputs[name]:#x}: {case.text} "
                f"with {', '.join(f'{port} {value:#x}' for port, value in case.inputs.items())}"
            )
        self.checked += 1


@cocotb.test()
async def results_are_those_of_the_golden_model(dut):
    manifest = json.loads(Path(os.environ["VIDALU_MANIFEST"]).read_text())
    seed = int(os.environ.get("VIDALU_SEED", "1"))
    chance = random.Random(seed)
    files = [path for path in os.environ.get("VIDALU_FILES", "").split(os.pathsep) if path]
    has = functools.partial(hasattr, dut)
    runs = [of_file(has, path) for path in files] or [
        of_model(has, manifest, int(os.environ.get("VIDALU_VECTORS", "2000")), seed)
    ]
    if hasattr(dut, "clk_i"):
        dut.clk_i.value = 0
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for cases in runs:
        assert cases, "no vectors"
        if hasattr(dut, "tag_i"):
            for number, case in enumerate(cases):
                case.inputs["tag_i"] = case.outputs["tag_o"] = number % (1 << len(dut.tag_i))
        cycles = await drive_all(dut, cases, manifest["latency"], chance)
        dut._log.info("%d instructions in %d cycles agree with the golden model", len(cases), cycles)


async def drive_all(dut, cases, latency, chance):
    """Resets the unit, drives all instructions, and compares the results; returns the cycles."""
    board, outputs = Scoreboard(dut), list(cases[0].outputs)
    has_valid, has_ready, has_enable = (hasattr(dut, name) for name in ("valid_i", "ready_i", "ce_i"))
    reset = next((name for name in RESETS if hasattr(dut, name)), None)

    def drive(case):
        for name, value in case.inputs.items():
            getattr(dut, name).value = value

    # Defined inputs before the first instruction.
    drive(cases[0])
    if hasattr(dut, "flush_i"):
        dut.flush_i.value = 0
    if has_valid:
        dut.valid_i.value = 0
    if has_ready:
        dut.ready_i.value = 1
    if has_enable:
        dut.ce_i.value = 1
    if not hasattr(dut, "clk_i"):
        # A combinational unit gives its result in the same cycle.
        for cycle, case in enumerate(cases):
            drive(case)
            if has_valid:
                dut.valid_i.value = 1
            await Timer(1, "ns")
            board.take(case, cycle)
            board.leave(cycle, 0)
        return len(cases)

    await FallingEdge(dut.clk_i)
    if reset:
        getattr(dut, reset).value = RESETS[reset]
    for _ in range(latency + 2):
        await FallingEdge(dut.clk_i)
    if reset:
        getattr(dut, reset).value = 1 - RESETS[reset]

    # Inputs change at the falling edge. At the rising edge, everything has settled and nothing has
    # moved yet.
    waiting, offered = deque(cases), None
    held, cycle, idle = None, 0, 0
    while (waiting or offered or board.expected) and idle < 4000:
        if offered is None and waiting and (not has_valid or chance.random() < 0.8):
            offered = waiting.popleft()
        if offered is not None:
            drive(offered)
        if has_valid:
            dut.valid_i.value = int(offered is not None)
        if has_ready:
            dut.ready_i.value = int(chance.random() < 0.7)
        if has_enable:
            dut.ce_i.value = int(chance.random() < 0.9)
        await RisingEdge(dut.clk_i)
        if not has_enable or dut.ce_i.value == 1:
            is_taken = offered is not None and (not has_ready or dut.ready_o.value == 1)
            if is_taken:
                board.take(offered, cycle)
            if has_valid:
                is_shown = dut.valid_o.value == 1
            else:
                is_shown = bool(board.expected) and cycle == board.expected[0][0] + latency
            shown = [str(getattr(dut, name).value) for name in outputs]
            assert held is None or (is_shown and shown == held), f"cycle {cycle}: a result that was not taken changes"
            leaves = is_shown and (not has_ready or dut.ready_i.value == 1)
            held = shown if is_shown and not leaves else None
            if leaves:
                board.leave(cycle, None if has_ready else latency)
            idle = 0 if is_taken or leaves else idle + 1
            offered = None if is_taken else offered
            cycle += 1
        await FallingEdge(dut.clk_i)
    assert board.checked == len(cases), f"{board.checked} results of {len(cases)} instructions"
    return cycle
