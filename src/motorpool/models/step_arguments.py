"""Checks of the arguments of a step, the same for one vehicle and for a fleet."""

import math
import numbers
from typing import Any

from ..base.errors import ModelError
from .fields import shown_value
from .periods import is_period

MAX_STEPS = 2**63 - 1  # of a call; kernels count in int64


def check_dt(dt: Any, *, where: str) -> None:
    """Check that ``dt`` [s] is finite and not negative.

    Args:
        dt: a time step.
        where: beginning of the message, such as "bicycle/arc.step".

    Raises:
        ModelError: it is not.
    """
    try:
        is_allowed = isinstance(dt, (float, numbers.Real)) and 0.0 <= float(dt) < math.inf
    except OverflowError:  # a whole number that no float holds
        is_allowed = False
    if not is_allowed:
        raise ModelError(f"{where}: dt is {shown_value(dt)}; it must be a finite number of seconds, zero or positive")


def check_step(dt: Any, steps: Any, *, where: str) -> None:
    """Check that ``dt`` [s] is finite and not negative, and ``steps`` a whole number that kernels can count.

    Args:
        dt: a time step.
        steps: number of steps.
        where: beginning of the message, such as "bicycle/arc.step".

    Raises:
        ModelError: one of them is not.
    """
    check_dt(dt, where=where)
    if not (isinstance(steps, (int, numbers.Integral)) and 0 <= int(steps) <= MAX_STEPS):
        raise ModelError(f"{where}: steps is {shown_value(steps)}; it must be a whole number from 0 to 2**63 - 1")


def check_period(seconds: Any, dt: Any, *, where: str) -> None:
    """Check that ``seconds`` is finite and not negative, and ``dt`` [s] a positive step that can divide it.

    Args:
        seconds: length of a period [s].
        dt: a time step.
        where: beginning of the message, such as "bicycle/arc.run".

    Raises:
        ModelError: one of them is not.
    """
    check_dt(dt, where=where)
    if float(dt) == 0.0:
        raise ModelError(f"{where}: dt is 0; a period is divided into steps of a positive dt")
    if not is_period(seconds, float(dt)):
        raise ModelError(f"{where}: seconds is {shown_value(seconds)}; it must be a finite number, zero or positive")
