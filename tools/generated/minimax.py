"""Fits the polynomials of ``motorpool/compile/vocabulary.py`` and prints them with their errors.

Method: Remez exchange in 60-digit arithmetic (mpmath) for the weighted error of a polynomial in the
squared argument, then rounding to the target precision. Run ``python tools/generated/minimax.py``.
Source of the method: Muller, "Elementary Functions", 3rd ed., chapter 3.
"""

import itertools

import mpmath as mp

mp.mp.dps = 60


def remez(function, weight, low, high, terms, rounds=12):
    """Coefficients c of sum(c[k] t^k), t in [low, high], minimising max |weight (function - sum)|."""
    points = [low + (high - low) * (1 - mp.cos(mp.pi * k / terms)) / 2 for k in range(terms + 1)]
    coefficients = []
    for _ in range(rounds):
        rows = [[t**k for k in range(terms)] + [(-1) ** i / weight(t)] for i, t in enumerate(points)]
        solution = mp.lu_solve(mp.matrix(rows), mp.matrix([function(t) for t in points]))
        coefficients = list(solution)[:terms]
        points = extrema(
            lambda t, c=coefficients: weight(t) * (function(t) - mp.polyval(c[::-1], t)), low, high, points
        )
    return coefficients


def extrema(error, low, high, points):
    """The alternating extrema of ``error`` near ``points``."""
    edges = [low] + [(a + b) / 2 for a, b in itertools.pairwise(points)] + [high]
    found = []
    for index in range(len(points)):
        left, right = edges[index], edges[index + 1]
        grid = [left + (right - left) * k / 40 for k in range(41)]
        found.append(max(grid, key=lambda t: abs(error(t))))
    return found


def show(name, coefficients, convert):
    """Print the rounded coefficients, lowest power first."""
    print(name, "=", [convert(c) for c in coefficients])


def main():
    """Fit every polynomial at both precisions."""
    import numpy as np

    tiny = mp.mpf(10) ** -20
    quarter = (mp.pi / 2 + mp.mpf("1e-6")) ** 2

    def sine_part(t):  # (sin r / r - 1) / r^2, t = r^2
        r = mp.sqrt(t)
        return (mp.sin(r) / r - 1) / t

    def cosine_part(t):  # (cos r - 1 + r^2 / 2) / r^4
        r = mp.sqrt(t)
        return (mp.cos(r) - 1 + t / 2) / t**2

    def arctangent_part(t):  # (atan r / r - 1) / r^2
        r = mp.sqrt(t)
        return (mp.atan(r) / r - 1) / t

    def exponential_part(r):  # (exp r - 1 - r) / r^2
        return (mp.exp(r) - 1 - r) / r**2 if abs(r) > mp.mpf("1e-15") else mp.mpf("0.5")

    half_ln2 = mp.log(2) / 2 + mp.mpf("1e-6")

    limit = (mp.tan(mp.pi / 8) + mp.mpf("1e-6")) ** 2
    low = mp.mpf("1e-12")
    for label, convert, counts in (
        ("float64", float, (8, 8, 11, 10)),
        ("float32", lambda c: float(np.float32(float(c))), (4, 4, 4, 5)),
    ):
        print(label)
        show("SINE", remez(sine_part, lambda t: t**1.5 + tiny, low, quarter, counts[0]), convert)
        show("COSINE", remez(cosine_part, lambda t: t**2 + tiny, low, quarter, counts[1]), convert)
        show("ARCTANGENT", remez(arctangent_part, lambda t: t + tiny, low, limit, counts[2]), convert)
        show(
            "EXPONENTIAL",
            remez(exponential_part, lambda _: mp.mpf(1), -half_ln2, half_ln2, counts[3]),
            convert,
        )
    ln2_high = float(mp.floor(mp.log(2) * 2**32) / 2**32)
    print("LN2 parts float64", repr(ln2_high), repr(float(mp.log(2) - mp.mpf(ln2_high))))
    ln2_high = float(mp.floor(mp.log(2) * 2**15) / 2**15)
    print("LN2 parts float32", repr(ln2_high), repr(float(np.float32(float(mp.log(2) - mp.mpf(ln2_high))))))
    pi_high = float(mp.floor(mp.pi * 2**31) / 2**31)
    pi_middle = float(mp.floor((mp.pi - pi_high) * 2**64) / 2**64)
    pi_low = float(mp.pi - mp.mpf(pi_high) - mp.mpf(pi_middle))
    print("PI parts float64", repr(pi_high), repr(pi_middle), repr(pi_low))
    high = float(mp.floor(mp.pi * 2**8) / 2**8)
    middle = float(mp.floor((mp.pi - high) * 2**19) / 2**19)
    print(
        "PI parts float32",
        repr(high),
        repr(middle),
        repr(float(np.float32(float(mp.pi - mp.mpf(high) - mp.mpf(middle))))),
    )


if __name__ == "__main__":
    main()
