"""Actions that a program gives: numbers, or an error that names the value that came instead."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import UnitWarning, WorldError, warn

ROUNDING = 1e-6  # of an action at the edge of the space [1]


def as_numbers(given: Any, subject: str) -> NDArray[np.float64]:
    """Return actions as an array.

    Args:
        subject: beginning of the message, such as "BackTrailer-v0: actions are".

    Raises:
        WorldError: they are None, or no real numbers.
    """
    if given is None:
        raise WorldError(f"{subject} None; give numbers in -1..1")
    try:
        numbers = np.asarray(given)
        if numbers.dtype.kind == "c":
            raise TypeError(f"{numbers.dtype} is not real")
        return np.asarray(numbers, np.float64)
    except (TypeError, ValueError) as error:
        raise WorldError(f"{subject} not an array of numbers: {error}") from error


def refuse_others(numbers: NDArray[np.float64], given: Any, subject: str) -> None:
    """Refuse actions that are not finite.

    Args:
        numbers: (rows, actions), or (actions,) of one row.
        given: what they were made of, in which None became NaN.
        subject: beginning of the message, in which {row} is the first row of such an action.

    Raises:
        WorldError: an action is None, NaN or infinite.
    """
    if np.isfinite(numbers).all():
        return
    place = tuple(np.argwhere(~np.isfinite(numbers))[0].tolist())
    value: Any = np.asarray(given, object)[place]
    shown = "None" if value is None else "NaN" if np.isnan(numbers[place]) else f"{numbers[place]:g}"
    subject = subject.replace("{row}", str(place[0]))
    raise WorldError(f"{subject} is {shown}; it must be in -1..1")


def are_inside(numbers: NDArray[np.float64]) -> bool:
    """Return whether finite actions are in the action space, -1..1, but for rounding."""
    return bool(numbers.size == 0 or (numbers.max() <= 1.0 + ROUNDING and numbers.min() >= -1.0 - ROUNDING))


def warn_of_clipping(numbers: NDArray[np.float64], subject: str) -> None:
    """Warn of actions that are outside the action space, and are clipped as Gymnasium's own environments do.

    Args:
        numbers: (rows, actions), of which one is outside.
        subject: beginning of the message, in which {row} is the row of the action that is farthest outside.
    """
    row, number = np.unravel_index(int(np.abs(numbers).argmax()), numbers.shape)
    warn(
        f"{subject.replace('{row}', str(row))} is {numbers[row, number]:g}; actions are clipped to -1..1, the action "
        "space, and this is said once: gymnasium.wrappers.RescaleAction maps another range to it, ClipAction clips",
        UnitWarning,
    )
