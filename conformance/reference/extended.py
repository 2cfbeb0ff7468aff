"""9.7.2: add.cc, addc, sub.cc, subc, mad.cc, madc, and mul, add and sub without a flag."""

from integers import extend, mask
from ptx import PtxError

NAMES = ("add", "addc", "sub", "subc", "mad", "madc", "mul")


def compute(instruction, a, b, c, flag, profile):
    """Returns the result and CC.CF after the instruction."""
    (is_signed,) = instruction.signs(1)
    bits = int(instruction.types[0][1:])
    name = instruction.name
    reads_flag = name.endswith("c")
    if len(instruction.operands) != (4 if name.startswith("mad") else 3):
        raise PtxError(f'"{instruction.text}" has a wrong number of operands')
    a, b, c = (operand & mask(bits) for operand in (a, b, c))
    if name.startswith("add"):
        total = a + b + (flag if reads_flag else 0)
        carry = total >> bits
    elif name.startswith("sub") and profile == "hardware":
        # Decision H1: the flag is the complement of the borrow.
        total = a + (b ^ mask(bits)) + (flag if reads_flag else 1)
        carry = total >> bits
    elif name.startswith("sub"):
        # Decision D9: the flag is the borrow.
        total = a - (b + (flag if reads_flag else 0))
        carry = int(total < 0)
    else:
        half = instruction.one_of("hi", "lo")
        if half is None:
            raise PtxError(f'"{instruction.text}" has neither .hi nor .lo')
        # Decision D8: the high half has the sign of the type, and c is added as unsigned.
        t = extend(a, bits, is_signed) * extend(b, bits, is_signed)
        product = (t >> bits if half == "hi" else t) & mask(bits)
        total = product if name == "mul" else product + c + (flag if reads_flag else 0)
        carry = total >> bits
    return total & mask(bits), carry if instruction.has("cc") else flag
