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
    assert len(rows) > 40_000, len(rows)
    words, a, b, c, found, d, left = (np.array(column, dtype=np.uint64) for column in zip(*rows))
    results = vidalu.golden(Unit.ANY, words, a, b, c, found)
    assert results.legal.all() and (results.d == d).all() and (results.cf == left).all()
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
        assert one == (whole.d[at], bool(whole.cf[at]), bool(whole.saturated[at]))
    # Every other element, backwards, read-only, in two dimensions, of another type.
    strided = [column[::-2].reshape(10, 15) for column in columns]
    for column in strided:
        column.flags.writeable = False
    assert (vidalu.golden("simd", *strided).d == whole.d[::-2].reshape(10, 15)).all()
    ctl = vidalu.assemble("vadd.s32.s32.s32 r1, r2, r3").ctl
    narrow = vidalu.golden("scalar", ctl, np.array([-1, -2], dtype=np.int8), [[1], [2]])
    assert narrow.d.tolist() == [[0, 0xFFFFFFFF], [1, 0]]
    some = vidalu.golden("scalar", [ctl, 1 << 40, 1 << 63], 1, 2, cf=[True, True, False])
    assert some.d.tolist() == [3, 0, 0] and some.legal.tolist() == [1, 0, 0] and some.cf.tolist() == [1, 1, 0]
    assert vidalu.golden("carry", [], [], []).d.shape == (0,)
    refuses(ValueError, vidalu.golden, "scalar", [ctl, ctl], [1, 2, 3], 4)
    refuses(TypeError, vidalu.golden, "scalar", [0.5], 1, 2)
    refuses(TypeError, vidalu.golden, "scalar", np.array([0.5]), 1, 2)
    refuses(TypeError, vidalu.golden, "scalar", ctl, 1.5, 2)
    refuses(TypeError, vidalu.golden, "scalar", ctl, "1", 2)
    assert vidalu.golden("scalar", ctl, range(3), 2, cf=np.True_).d.tolist() == [2, 3, 4]
    assert vidalu.golden("scalar", np.uint64(ctl), np.int8(-1), True, cf=np.True_) == (0, True, False)
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


def refusals():
    error = refuses(vidalu.PtxError, vidalu.assemble, "vshl.u32.u32.u32 r1, r2, r3")
    assert error.span == (0, 16) and "vshl needs a mode" in error.message and "syntax" in error.help
    assert "^^^^" in str(error) and isinstance(error, ValueError)
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


for test in (conformance, arrays, configurations, refusals, threads):
    test()
