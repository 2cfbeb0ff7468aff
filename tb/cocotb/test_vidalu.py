# SPDX-License-Identifier: 0BSD
"""Drives legal instructions into a unit that vidalu generated, and compares every result with the golden model.

Finds the unit's ports by name and its configuration in ``manifest.json``. So it serves every unit:
with or without clock, handshake, clock enable, tag and contexts, of any depth. ``run.py`` starts it.

Environment: VIDALU_MANIFEST is the path of the manifest, VIDALU_VECTORS the number of instructions
(2000), VIDALU_SEED the seed (1).
"""

import json
import os
import random
from collections import deque
from pathlib import Path

import cocotb
import vidalu
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

RESETS = {"rst_i": 1, "rst_ni": 0, "arst_i": 1, "arst_ni": 0}


class Scoreboard:
    """The expected results, in the order in which the unit takes instructions."""

    def __init__(self, dut, manifest):
        self.dut = dut
        self.unit = manifest["unit"]
        self.profile = manifest["config"]["profile"]
        self.outputs = [name for name in ("d_o", "sat_o", "cf_o", "tag_o") if hasattr(dut, name)]
        self.flags = {}
        self.expected = deque()
        self.checked = 0

    def take(self, vector, cycle):
        """Notes that the unit takes an instruction."""
        context = vector.get("ctx_i", 0)
        registers = [vector.get(name, 0) for name in ("a_i", "b_i", "c_i")]
        found = self.flags.get(context, False)
        outcome = vidalu.golden(self.unit, vector["ctl_i"], *registers, cf=found, profile=self.profile)
        self.flags[context] = outcome.cf
        values = {"d_o": outcome.d, "sat_o": outcome.saturated, "cf_o": outcome.cf, "tag_o": vector.get("tag_i")}
        self.expected.append((cycle, vector, found, values))

    def leave(self, cycle, latency):
        """Compares a result that the receiver takes; ``latency`` is None if the unit may stall."""
        assert self.expected, f"cycle {cycle}: a result of no instruction"
        taken, vector, found, values = self.expected.popleft()
        assert latency is None or cycle == taken + latency, f"latency {cycle - taken} instead of {latency}"
        for name in self.outputs:
            value = getattr(self.dut, name).value
            shown = hex(int(value)) if value.is_resolvable else str(value)
            assert shown == hex(values[name]), (
                f"{name} is {shown} instead of {int(values[name]):#x}: {vidalu.disassemble(self.unit, vector['ctl_i'])} "
                f"with {', '.join(f'{port} {value:#x}' for port, value in vector.items())}, CC.CF {int(found)}"
            )
        self.checked += 1


@cocotb.test()
async def results_are_those_of_the_golden_model(dut):
    manifest = json.loads(Path(os.environ["VIDALU_MANIFEST"]).read_text())
    config, latency = manifest["config"], manifest["latency"]
    count, seed = int(os.environ.get("VIDALU_VECTORS", "2000")), int(os.environ.get("VIDALU_SEED", "1"))
    chance = random.Random(seed)

    columns = vidalu.draw(manifest["unit"], count, seed=seed, config=config)
    vectors = [dict(zip(columns, map(int, row))) for row in zip(*columns.values())]
    if hasattr(dut, "tag_i"):
        for number, vector in enumerate(vectors):
            vector["tag_i"] = number % (1 << len(dut.tag_i))
    board = Scoreboard(dut, manifest)
    has_valid, has_ready, has_enable = (hasattr(dut, name) for name in ("valid_i", "ready_i", "ce_i"))
    reset = next((name for name in RESETS if hasattr(dut, name)), None)

    def drive(vector):
        for name, value in vector.items():
            getattr(dut, name).value = value

    # Defined inputs before the first instruction.
    drive(vectors[0])
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
        for cycle, vector in enumerate(vectors):
            drive(vector)
            if has_valid:
                dut.valid_i.value = 1
            await Timer(1, "ns")
            board.take(vector, cycle)
            board.leave(cycle, 0)
        return

    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    if reset:
        getattr(dut, reset).value = RESETS[reset]
    for _ in range(latency + 2):
        await FallingEdge(dut.clk_i)
    if reset:
        getattr(dut, reset).value = 1 - RESETS[reset]

    # Inputs change at the falling edge. At the rising edge, everything has settled and nothing has
    # moved yet.
    waiting, offered = deque(vectors), None
    held, cycle, idle = None, 0, 0
    while (waiting or offered or board.expected) and idle < 1000:
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
            shown = [str(getattr(dut, name).value) for name in board.outputs]
            assert held is None or (is_shown and shown == held), f"cycle {cycle}: a result that was not taken changes"
            leaves = is_shown and (not has_ready or dut.ready_i.value == 1)
            held = shown if is_shown and not leaves else None
            if leaves:
                board.leave(cycle, None if has_ready else latency)
            idle = 0 if is_taken or leaves else idle + 1
            offered = None if is_taken else offered
            cycle += 1
        await FallingEdge(dut.clk_i)
    assert board.checked == count, f"{board.checked} results of {count} instructions"
    dut._log.info("%d instructions in %d cycles agree with the golden model", count, cycle)
