"""The functions of the package, on the conformance vectors and on illegal input.

The argument is the folder of the vectors.
"""

import gzip
import json
import pickle
import sys
import threading
from pathlib import Path

import numpy as np
import vidalu
from vidalu import Profile, Unit


def lines(name):
    with gzip.open(Path(sys.argv[1]) / name, "rt") as file:
        yield from map(json.loads, file)


def refuses(error, function, *arguments, **more):
    try:
        function(*arguments, **more)
    except error as raised:
        return raised
    raise AssertionError(f"{function.__name__}{arguments} is not refused")


def conformance():
    """Every vector by its text; if its operands are registers, also by its word, alone and in a batch."""
    rows = []
    for case in lines("vectors.jsonl.gz"):
        registers = {name: int(value, 16) for name, value in case["regs"].items()}
        found = case.get("cc", 0)
        done = vidalu.eval(case["ptx"], registers, cc=found)
        assert done.d == int(case["d"], 16) and done.cc == case.get("cc_out", found), case
        operands = [operand.strip() for operand in case["ptx"].rstrip(";").split(",")[1:]]
        names = [operand.split(".")[0] for operand in operands]
        if all(name in (f"r{at}", f"rd{at}") for at, name in enumerate(names, 2)):
            unit, ctl = vidalu.assemble(case["ptx"])
            a, b, c = ([registers[name] for name in names] + [0])[:3]
            rows.append((vidalu.whole(unit, ctl), a, b, c, found, done.d, done.cc))
            if len(rows) % 10 == 0:
                assert vidalu.golden(unit, ctl, a, b, c, found)[:2] == (done.d, bool(done.cc))
                assert vidalu.assemble(vidalu.disassemble(unit, ctl)) == (unit, ctl)
                assert vidalu.encode(unit, **vidalu.decode(unit, ctl)) == ctl
                assert vidalu.assemble(case["ptx"], "video") == (Unit.ANY, vidalu.whole(unit, ctl))
                assert vidalu.assemble(case["ptx"], unit) == (unit, ctl)
    assert len(rows) > 40_000, len(rows)
    words, a, b, c, found, d, left = (np.array(column, dtype=np.uint64) for column in zip(*rows))
    results = vidalu.golden(Unit.ANY, words, a, b, c, found)
    assert results.legal.all() and (results.d == d).all() and (results.cc == left).all()
    for case in lines("packed.jsonl.gz"):
        registers = {name: int(value, 16) for name, value in case["regs"].items()}
        assert vidalu.eval(case["ptx"], registers, profile="ptxas").d == int(case["d"], 16), case
        unit, ctl = vidalu.assemble(case["ptx"])
        a, b = ([0] + list(registers.values()))[-2:]
        assert vidalu.golden(unit, ctl, a, b, 0).d == int(case["d"], 16), case
    for case in lines("chains.jsonl.gz"):
        registers = {name: int(value, 16) for name, value in case["regs"].items()}
        done = vidalu.eval(case["ptx"], registers, cc=case.get("cf", 0), profile="hardware")
        assert done.d == int(case["d"], 16) and done.cc == case.get("cf_out", done.cc), case


def arrays():
    ports = vidalu.draw("simd", 300, seed=4)
    again = vidalu.draw(Unit.SIMD, 100, seed=4, first=200)
    assert all((ports[name][200:] == again[name]).all() for name in ports)
    assert (vidalu.draw("simd", 300, seed=5)["a_i"] != ports["a_i"]).any()
    columns = [ports[name] for name in ("ctl_i", "a_i", "b_i", "c_i")]
    whole = vidalu.golden("simd", *columns, profile=Profile.HARDWARE)
    assert whole.d.dtype == np.uint64 and whole.legal.dtype == np.uint8 and whole.legal.all()
    for at in range(300):
        one = vidalu.golden("simd", *(int(column[at]) for column in columns))
        assert one == (whole.d[at], bool(whole.cc[at]), bool(whole.saturated[at]))
    # Every other element, backwards, read-only, in two dimensions, of another type.
    strided = [column[::-2].reshape(10, 15) for column in columns]
    for column in strided:
        column.flags.writeable = False
    assert (vidalu.golden("simd", *strided).d == whole.d[::-2].reshape(10, 15)).all()
    ctl = vidalu.assemble("vadd.s32.s32.s32 r1, r2, r3").ctl
    narrow = vidalu.golden("scalar", ctl, np.array([-1, -2], dtype=np.int8), [[1], [2]])
    assert narrow.d.tolist() == [[0, 0xFFFFFFFF], [1, 0]]
    some = vidalu.golden("scalar", [ctl, 1 << 40, 1 << 63], 1, 2, cc=[True, True, False])
    assert some.d.tolist() == [3, 0, 0] and some.legal.tolist() == [1, 0, 0] and some.cc.tolist() == [1, 1, 0]
    assert vidalu.golden("carry", [], [], []).d.shape == (0,)
    refuses(ValueError, vidalu.golden, "scalar", [ctl, ctl], [1, 2, 3], 4)
    refuses(TypeError, vidalu.golden, "scalar", [0.5], 1, 2)
    refuses(TypeError, vidalu.golden, "scalar", np.array([0.5]), 1, 2)
    refuses(TypeError, vidalu.golden, "scalar", ctl, 1.5, 2)
    refuses(TypeError, vidalu.golden, "scalar", ctl, "1", 2)
    # The earlier name of CC.CF.
    one = vidalu.golden("scalar", ctl, 1, 2, cf=1)
    assert some.cf is some.cc and one == vidalu.golden("scalar", ctl, 1, 2, cc=1) and one.cf is True
    assert vidalu.golden("scalar", ctl, range(3), 2, cc=np.True_).d.tolist() == [2, 3, 4]
    assert vidalu.golden("scalar", np.uint64(ctl), np.int8(-1), True, cc=np.True_) == (0, True, False)
    assert vidalu.golden("scalar", np.array(ctl), 1, 2).d.shape == ()


def configurations():
    config = {"ops": ["add.cc", "mul"], "wide": False, "contexts": 4}
    ports = vidalu.draw("carry", 200, config=config)
    assert set(ports) == {"ctl_i", "ctx_i", "a_i", "b_i"} and ports["ctx_i"].max() == 3
    assert {vidalu.decode("carry", int(ctl))["op"].name for ctl in ports["ctl_i"]} == {"ADD", "MUL"}
    assert {vidalu.decode(Unit.ANY, int(ctl))["op"] for ctl in vidalu.draw("lanes", 99)["ctl_i"]}
    refuses(ValueError, vidalu.draw, "carry", 1, config={"colour": 1})
    refuses(ValueError, vidalu.draw, "carry", 1, config={"ops": ["vmad"]})
    refuses(ValueError, vidalu.draw, "lanes", 1, config={"ops": ["vadd"]})
    refuses(ValueError, vidalu.draw, "carry", 1, config={"contexts": 65})
    assert set(vidalu.draw("select", 5)) == {"x_i", "sel_i", "signed_i"}
    refuses(ValueError, vidalu.draw, "fpu", 1)
    refuses(MemoryError, vidalu.draw, "carry", 1 << 62)
    refuses(ValueError, vidalu.draw, "carry", 2, first=(1 << 63) - 1)
    refuses(ValueError, vidalu.draw, "carry", 2, first=(1 << 64) - 1)
    for unit in ("scalar", "vmad", "simd", "carry", "video", "lanes"):
        last = vidalu.draw(unit, 1, first=(1 << 63) - 1)
        assert vidalu.is_legal(unit, last["ctl_i"][0]), unit


def traces():
    done = vidalu.eval("vadd.s32.s32.s32.sat d, a, b; add.u32 e, d, 1", registers={"a": 0x7FFFFFFF, "b": 1}, trace=True)
    first, plain = done.trace
    assert first.d == 0x7FFFFFFF and first.saturated and not plain.saturated and plain.stages == []
    assert plain.ptx == "add.u32 e, d, 0x1" and plain.d == 1 << 31
    values = {(value.stage, value.name): value.value for value in first.stages}
    assert values["primary", "tmp"] == 1 << 31 and values["saturate", "tmp"] == 0x7FFFFFFF
    skipped = vidalu.eval("@p add.cc.u32 d, a, a", a=-1, p=0, cc=1, trace=True).trace[0]
    assert skipped.d is None and skipped.cc == 1
    assert vidalu.eval("add.cc.u32 d, a, a", a=1).trace is None


def batches():
    """A 128-bit sum of many numbers at once equals Python's own, and eval of each alone."""
    chain = "; ".join(
        f"{op}.u32 d{at}, a{at}, b{at}" for at, op in enumerate(("add.cc", "addc.cc", "addc.cc", "addc"))
    )
    drawn = vidalu.draw("carry", 4000, seed=9)
    registers = {f"{side}{at}": drawn[f"{side}_i"][at * 1000 : (at + 1) * 1000] & 0xFFFFFFFF
                 for side in "ab" for at in range(4)}
    done = vidalu.eval_batch(chain, registers)
    whole = lambda name, element, of: sum(int(of[f"{name}{at}"][element]) << 32 * at for at in range(4))
    for element in range(1000):
        total = whole("a", element, registers) + whole("b", element, registers)
        assert whole("d", element, done.registers) == total % (1 << 128)
    assert done.cc.dtype == np.uint8
    for profile in Profile:
        flags = np.arange(20, dtype=np.uint8).reshape(4, 5) % 2
        batch = vidalu.eval_batch("subc.cc.u32 d, a, 7", a=np.arange(5), cc=flags, profile=profile)
        assert batch.registers["d"].shape == (4, 5)
        for (row, column), found in np.ndenumerate(flags):
            one = vidalu.eval("subc.cc.u32 d, a, 7", a=column, cc=int(found), profile=profile)
            assert (one.d, one.cc) == (batch.registers["d"][row, column], batch.cc[row, column])
    guarded = "@p add.cc.u32 d, a, 1"
    error = refuses(ValueError, vidalu.eval_batch, guarded, a=[1, 2], p=[1, 0])
    assert "register d has no value in element 1" in str(error)
    assert vidalu.eval_batch(guarded, a=[1, 2], p=[1, 0], d=9).registers["d"].tolist() == [2, 9]
    error = refuses(vidalu.PtxError, vidalu.eval_batch, "addc.u32 d, a, b", a=[1, 2])
    assert "register b is read before it has a value in element 0" in error.message
    error = refuses(ValueError, vidalu.eval_batch, "addc.u32 d, a, a", a=[1, 1 << 32])
    assert "element 1 does not fit the 32 bits of register a" in str(error)
    error = refuses(ValueError, vidalu.eval_batch, "addc.u32 d, a, a", a=1, acc=2)
    assert "no register acc" in str(error)
    refuses(ValueError, vidalu.eval_batch, "addc.u32 d, a, b", a=[1, 2], b=[1, 2, 3])
    assert vidalu.eval_batch("addc.u32 d, a, a", a=[], cc=[]).registers["d"].shape == (0,)
    assert vidalu.eval_batch("addc.u32 d, a, a", a=5, cc=1).registers["d"] == 11


def refusals():
    error = refuses(ValueError, vidalu.eval, "@q add.cc.u32 d, a, b", a=1, b=2, acc=3)
    assert str(error) == "the text has no register acc; it has @q, a, b, d"
    assert "manual, " in str(refuses(ValueError, vidalu.golden, "scalar", 0, 1, 2, profile="maxwell"))
    assert "scalar, " in str(refuses(ValueError, vidalu.golden, "fpu", 0, 1, 2))
    assert "add, sub" in str(refuses(ValueError, vidalu.encode, "carry", op="div"))
    assert "contexts, " in str(refuses(ValueError, vidalu.draw, "carry", 1, config={"colour": 1}))
    unknown = str(refuses(ValueError, vidalu.draw, "fpu", 1))
    assert "the units are scalar, " in unknown and "adder34, " in unknown
    assert "the operations are vadd, " in str(refuses(ValueError, vidalu.draw, "scalar", 1, ops="vad"))
    lacking = str(refuses(ValueError, vidalu.draw, "scalar", 1, ops=["vadd2"]))
    assert "unit scalar has no instruction of scalar; add one of its operations: vadd, vsub, " in lacking
    assert "vadd2" not in lacking
    assert "operations: vadd2, " in str(refuses(ValueError, vidalu.draw, "lanes", 1, ops="vadd"))
    assert "twice" in str(refuses(ValueError, vidalu.draw, "carry", 1, ops="addc", config={"ops": []}))
    assert set(vidalu.draw("scalar", 50, ops=["vadd"])["ctl_i"] >> 10 & 7) == {0}
    error = refuses(vidalu.PtxError, vidalu.assemble, "vshl.u32.u32.u32 r1, r2, r3")
    assert error.span == (0, 16) and "vshl needs a mode" in error.message and "syntax" in error.help
    assert "^^^^" in str(error) and isinstance(error, ValueError)
    # A place far to the right is shown with a part of its line.
    far = refuses(vidalu.PtxError, vidalu.assemble, " " * 70_000 + "vshl.u32.u32.u32 r1, r2, r3")
    assert far.span == (70_000, 70_016) and "^^^^" in str(far) and len(str(far)) < 2000
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.message, again.span, again.help) == (str(error), error.message, error.span, error.help)
    error = refuses(vidalu.PtxError, vidalu.eval, "addc.u32 d, a, b", a=1)
    assert "register b" in error.message
    refuses(ValueError, vidalu.eval, "addc.u32 d, a, b", a=1, b=1 << 32)
    refuses(ValueError, vidalu.eval, "addc.u32 d, a, b", a=1, b=1, cc=2)
    # A register and a predicate of one name.
    both = "@p add.cc.u32 d, p, 1"
    assert vidalu.eval(both, {"p": 5, "@p": 0}).registers == {} and vidalu.eval(both, p=5).registers == {"d": 6}
    assert "register p is read" in refuses(vidalu.PtxError, vidalu.eval, both, {"@p": 1}).message
    refuses(vidalu.IllegalWord, vidalu.golden, "scalar", 1 << 30, 1, 2)
    refuses(vidalu.IllegalWord, vidalu.golden, "scalar", -1, 1, 2)
    refuses(vidalu.IllegalWord, vidalu.disassemble, "vmad", 1 << 41)
    # A word is for a unit that executes it: whole for video and lanes, its own for the others.
    for unit in ("scalar", "simd", "carry", "lanes"):
        refuses(ValueError, vidalu.assemble, "vmad.u32.u32.u32 r1, r2, r3, r4", unit)
    assert hex(vidalu.assemble("vmad.u32.u32.u32 r1, r2, r3, r4", "video").ctl) == "0x100000002d0"
    refuses(ValueError, vidalu.assemble, "vmad.u32.u32.u32 r1, r2, r3, r4", "warp")
    refuses(vidalu.IllegalWord, vidalu.disassemble, "vmad", -1)
    refuses(ValueError, vidalu.decode, "vmad", -1)
    assert vidalu.encode("simd", bsel=np.uint8(200)) == 200 << 28
    assert not vidalu.is_legal("scalar", 1 << 30) and not vidalu.is_legal("scalar", -1) and vidalu.is_legal("vmad", 0)
    refuses(ValueError, vidalu.golden, "fpu", 0, 1, 2)
    refuses(ValueError, vidalu.golden, "scalar", 0, 1, 2, profile="maxwell")
    refuses(ValueError, vidalu.encode, "carry", op="div")
    refuses(ValueError, vidalu.encode, "carry", hi=2)
    refuses(ValueError, vidalu.encode, "carry", colour=2)
    refuses(ValueError, vidalu.encode, "video", op=2)


def threads():
    """Batches in several threads at once give what they give alone."""
    ports = vidalu.draw("video", 50_000)
    columns = [ports[name] for name in ("ctl_i", "a_i", "b_i", "c_i")]
    expected, found = vidalu.golden("video", *columns).d, {}
    workers = [threading.Thread(target=lambda at: found.update({at: vidalu.golden("video", *columns).d}), args=(at,))
               for at in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 4 and all((d == expected).all() for d in found.values())


for test in (conformance, arrays, configurations, traces, batches, refusals, threads):
    test()
