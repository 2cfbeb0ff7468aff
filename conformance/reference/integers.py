"""Integers of a given width, on Python's integers of any width."""


def mask(bits):
    return (1 << bits) - 1


def extend(value, bits, is_signed):
    """Returns the low bits of a value, sign- or zero-extended."""
    value &= mask(bits)
    return value - (1 << bits) if is_signed and value >> (bits - 1) else value


def clamp(value, bits, is_signed):
    """Returns the nearest value within the range of a type."""
    low, high = (-1 << (bits - 1), mask(bits - 1)) if is_signed else (0, mask(bits))
    return min(max(value, low), high)


COMPARE = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
