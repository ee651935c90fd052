"""Two functions of 16 floats that no CPU has: the nearest integer, and e to the x."""

from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.value import FLOATS, INTS, Value

# adding 1.5 * 2^23 leaves no bits for a fraction: the sum holds the nearest integer in its low bits
ROUNDER = 12582912.0
ROUNDER_BITS = 0x4B400000

LOG2_E = 1.44269504
# 2^f for f in -0.5..0.5, to 1e-7: Taylor's coefficients ln(2)^k / k!, k = 6 down to 0
POWERS = (1.5403530e-4, 1.3333558e-3, 9.6181291e-3, 5.5504109e-2, 2.4022651e-1, 6.9314718e-1, 1.0)


def nearest(x: Value) -> Value:
    """Round floats to int32, ties to even; for |x| below 2^22."""
    return (x + ROUNDER).seen_as(INTS) - ROUNDER_BITS


def exp(code: Code, x: Value) -> Value:
    """Return e^x as 2^(n + f): the integer n goes into the exponent's bits, 2^f is a polynomial.

    Results stay within 2^-126 and 2^127: the sums that they go into need no more. e^NaN is NaN.
    """
    power = (x * LOG2_E).larger(-126.0).smaller(127.0)
    whole = nearest(power)
    fraction = power - whole.floats()
    curve = code.number(FLOATS, POWERS[0])
    for coefficient in POWERS[1:]:
        curve = code.multiply_add(curve, fraction, code.number(FLOATS, coefficient))
    return curve * ((whole + 127) << 23).seen_as(FLOATS)
