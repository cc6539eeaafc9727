"""The slowness of this machine, relative to the one for which the tests' deadlines were written.

A deadline catches a test that hangs; it must not fail one on a slow or busy machine. So each is given for the reference
(an idle desktop processor of 2023) and multiplied by the pace, which is measured once, at the start of a session.
"""

import functools
import os
import time

import numpy as np

VARIABLE = "MOTORPOOL_TESTS_PACE"  # parallel workers and the programs that tests start inherit it
REFERENCE = 0.004  # for the work below [s]
ROUNDS = 40


@functools.cache
def pace() -> float:
    """Return the time of the work as a multiple of the reference's; at least 1."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = f"{measured_pace():.3g}"
    return float(os.environ[VARIABLE])


def measured_pace() -> float:
    """Over some tenths of a second, so that what else the machine does counts, too."""
    work()
    began = time.perf_counter()
    for _ in range(ROUNDS):
        work()
    return max(1.0, (time.perf_counter() - began) / (ROUNDS * REFERENCE))


def work() -> float:
    """Plain Python and NumPy, about as tests mix them."""
    total, values = 0.0, np.linspace(0.0, 1.0, 20_000)
    for i in range(100_000):
        total += (i % 7) * 0.5
    for _ in range(10):
        values = np.sqrt(values * values + 1.0)
    return total + float(values[0])


def patience(seconds: float) -> float:
    """Return the time to wait here for what takes less than so many seconds on the reference."""
    return seconds * pace()
