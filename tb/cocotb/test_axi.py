# SPDX-License-Identifier: 0BSD
"""Drives a unit behind AXI4-Lite or AXI4-Stream with the bus models of cocotbext-axi.

These models are not vidalu's, and so they check the wrapper against another reading of the bus.
Both sides pause at random. Each result is compared with a vector. On AXI4-Lite, operands are also
written byte by byte, and addresses without a register and registers that cannot be written must be
answered with SLVERR. Now and then a reset comes while instructions are in flight; CC.CF is 0 after
it, and the vectors begin again.

``run.py --axi`` starts it, with the environment of test_vidalu.py. VIDALU_COUNT is the number of
accesses (AXI4-Lite) or of instructions (AXI4-Stream).
"""

import json
import logging
import os
import random
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp, AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

from test_vidalu import of_file, of_model

# The ports of a unit, in the order in which an instruction has them on a bus.
OPERANDS = ("a_i", "b_i", "c_i")
RESULTS = ("d_o", "cf_o", "sat_o")

# The registers of AXI4-Lite. Operands have two halves each; these are the lower ones.
ID, CONTROL, WORD, D, FLAGS, INTERRUPT = 0x00, 0x04, 0x08, 0x28, 0x30, 0x34
LOW = {"a_i": 0x10, "b_i": 0x18, "c_i": 0x20}
READ_ONLY = (ID, D, FLAGS)
NOWHERE = (0x38, 0x3C)

# A reset comes in one of 40 instructions on AXI4-Lite.
RESETS = 40

# The greatest number of instructions on AXI4-Stream between two resets.
PACKETS = 600


class Wrong(AssertionError):
    """A result that is not the expected one."""


def pauses(chance):
    """Pauses with rhythms that change: none, now and then, most of the time."""
    while True:
        often = chance.choice((0, 0.2, 0.8))
        for _ in range(chance.randrange(1, 40)):
            yield chance.random() < often


class Unit:
    """The unit behind the bus: its vectors, its operands and its issue word."""

    def __init__(self, dut, manifest, chance):
        ports = {*OPERANDS, *RESULTS, "ctl_i", "ctx_i"}
        paths = [path for path in os.environ.get("VIDALU_FILES", "").split(os.pathsep) if path]
        seed = int(os.environ.get("VIDALU_SEED", "1"))
        count = int(os.environ.get("VIDALU_VECTORS", "2000"))
        self.cases = [case for path in paths[:1] for case in of_file(ports.__contains__, path)]
        if not self.cases:
            self.cases = of_model(ports.__contains__, manifest, count, seed)
        self.dut, self.chance = dut, chance
        self.operands = [name for name in OPERANDS if name in self.cases[0].inputs]
        self.count = int(os.environ.get("VIDALU_COUNT", "2000"))

    def word(self, case):
        """The issue word: the control word, and the context from bit 56 on."""
        return case.inputs["ctl_i"] | case.inputs.get("ctx_i", 0) << 56

    def check(self, case, found):
        for name, value in found.items():
            expected = case.outputs.get(name)
            if expected is not None and value != expected:
                raise Wrong(f"{name} is {value:#x} instead of {expected:#x}: {case.text}")

    async def reset(self, cycles=3):
        self.dut.aresetn.value = 0
        await ClockCycles(self.dut.aclk, cycles)
        self.dut.aresetn.value = 1
        await ClockCycles(self.dut.aclk, 1)


@cocotb.test()
async def results_are_those_of_the_vectors(dut):
    manifest = json.loads(Path(os.environ["VIDALU_MANIFEST"]).read_text())
    chance = random.Random(int(os.environ.get("VIDALU_SEED", "1")))
    unit = Unit(dut, manifest, chance)
    dut.aresetn.value = 1
    dut.aclk.value = 0
    cocotb.start_soon(Clock(dut.aclk, 10, "ns").start())
    # The models print each access.
    logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.ERROR)
    drive = lite if manifest["wrapper"] == "axi4-lite" else stream
    resets = await drive(unit)
    cocotb.log.info("%d transactions with %d resets agree with the vectors", unit.count, resets)


async def lite(unit):
    """Executes instructions by accesses to registers; returns the number of resets."""
    dut, chance = unit.dut, unit.chance
    master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axi"), dut.aclk, dut.aresetn, False)
    channels = (master.write_if.aw_channel, master.write_if.w_channel, master.write_if.b_channel)
    for channel in (*channels, master.read_if.ar_channel, master.read_if.r_channel):
        channel.set_pause_generator(pauses(chance))
    await unit.reset()
    done, resets = 0, 0

    async def write(address, value, size, expected=AxiResp.OKAY):
        nonlocal done
        response = await master.write(address, value.to_bytes(size, "little"))
        done += 1
        if response.resp != expected:
            raise Wrong(f"a write to {address:#x} is answered with {response.resp!r}")

    async def read(address, expected=AxiResp.OKAY):
        nonlocal done
        response = await master.read(address, 4)
        done += 1
        if response.resp != expected:
            raise Wrong(f"a read of {address:#x} is answered with {response.resp!r}")
        return int.from_bytes(response.data, "little")

    identity = await read(ID)
    if identity >> 16 != 0x5641:
        raise Wrong(f"the identification is {identity:#x}")
    is_wide, has_flags = identity & 1, identity & 0b1100

    async def put(address, value, is_double):
        """Writes an operand: whole words, or bytes and halves in any order."""
        for at in range(2 if is_double else 1):
            part = value >> 32 * at & 0xFFFFFFFF
            sizes = chance.choice(([4], [4], [4], [2, 2], [1, 1, 2], [1, 3], [3, 1]))
            pieces, low = [], 0
            for size in sizes:
                pieces.append((address + 4 * at + low, part >> 8 * low & (1 << 8 * size) - 1, size))
                low += size
            chance.shuffle(pieces)
            for piece in pieces:
                await write(*piece)

    async def stray():
        """An access that is refused and changes nothing."""
        kind = chance.randrange(3)
        if kind == 0:
            await write(chance.choice(NOWHERE), chance.getrandbits(32), 4, AxiResp.SLVERR)
        elif kind == 1:
            await write(chance.choice(READ_ONLY[: 3 if has_flags else 2]), chance.getrandbits(32), 4, AxiResp.SLVERR)
        else:
            await read(chance.choice(NOWHERE), AxiResp.SLVERR)

    at = 0
    held = {}
    while done < unit.count:
        case = unit.cases[at]
        values = {WORD: (unit.word(case), unit.word(case) > 0xFFFFFFFF or WORD in held and held[WORD] > 0xFFFFFFFF)}
        values |= {LOW[name]: (case.inputs[name], is_wide) for name in unit.operands}
        for address in chance.sample(sorted(values), len(values)):
            value, is_double = values[address]
            if held.get(address) != value:
                await put(address, value, is_double)
                held[address] = value
        if chance.randrange(20) == 0:
            await stray()
        # Every other result comes with an interrupt, which is enabled first.
        enabled = chance.randrange(2)
        await write(INTERRUPT, 2 | enabled, chance.choice((1, 4)))
        if dut.irq.value:
            raise Wrong("irq is 1 after the acknowledgement")
        before = await read(CONTROL)
        start = cocotb.start_soon(write(CONTROL, 1, 1))
        if chance.randrange(RESETS) == 0:
            # The models drop what is in flight, and so does the unit.
            await ClockCycles(dut.aclk, chance.randrange(6))
            start.cancel()
            await unit.reset(chance.randrange(1, 5))
            at, held, resets = 0, {}, resets + 1
            continue
        await start
        if enabled:
            if not dut.irq.value:
                await with_timeout(RisingEdge(dut.irq), 1, "ms")
        while (await read(CONTROL) ^ before) & 0xFF00 == 0:
            if enabled:
                raise Wrong("irq is 1 before the result")
        found = {"d_o": await read(D)}
        if is_wide:
            found["d_o"] |= await read(D + 4) << 32
        if has_flags:
            flags = await read(FLAGS)
            found |= {"cf_o": flags & 1, "sat_o": flags >> 1}
        unit.check(case, found)
        if await read(INTERRUPT) != 2 | enabled or dut.irq.value != enabled:
            raise Wrong("the interrupt does not follow its enable")
        at = (at + 1) % len(unit.cases)
        if at == 0:
            # CC.CF is that of the first vector after a reset alone.
            await unit.reset()
            held = {}
    return resets


async def stream(unit):
    """Sends instructions in packets of a few beats; returns the number of resets."""
    dut, chance = unit.dut, unit.chance
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.aclk, dut.aresetn, False)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.aclk, dut.aresetn, False)
    source.set_pause_generator(pauses(chance))
    sink.set_pause_generator(pauses(chance))
    beat, answer = len(dut.s_axis_tdata) // 8, len(dut.m_axis_tdata) // 8
    slot = 8 if answer == 8 or len(dut.s_axis_tdata) == 256 else 4
    size = beat - slot * len(unit.operands)
    done, resets = 0, 0
    while done < unit.count:
        await unit.reset(chance.randrange(1, 5))
        source.clear()
        sink.clear()
        # As many instructions as fit before the next reset, which drops the last of them.
        many = min(len(unit.cases), chance.randrange(1, PACKETS), unit.count - done)
        lengths, left = [], many
        while left > 0:
            lengths.append(min(left, chance.randrange(1, 6)))
            left -= lengths[-1]
        sent = iter(unit.cases)
        for length in lengths:
            data = b""
            for case in [next(sent) for _ in range(length)]:
                data += unit.word(case).to_bytes(size, "little")
                data += b"".join(case.inputs[name].to_bytes(slot, "little") for name in unit.operands)
            await source.send(AxiStreamFrame(data))
        is_whole = done + many >= unit.count
        wanted = lengths if is_whole else lengths[: chance.randrange(len(lengths) + 1)]
        taken = iter(unit.cases)
        for length in wanted:
            frame = await with_timeout(sink.recv(compact=False), 1, "ms")
            if len(frame.tdata) != length * answer:
                raise Wrong(f"a packet of {length} instructions has {len(frame.tdata) / answer} results")
            for number, case in enumerate([next(taken) for _ in range(length)]):
                piece = slice(number * answer, (number + 1) * answer)
                found = {"d_o": int.from_bytes(bytes(frame.tdata[piece]), "little")}
                if hasattr(dut, "m_axis_tuser"):
                    flags = frame.tuser[piece][0]
                    found |= {"cf_o": flags & 1, "sat_o": flags >> 1}
                unit.check(case, found)
        done, resets = done + sum(wanted), resets + 1
    return resets
