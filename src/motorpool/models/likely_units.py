"""Numbers that are likely to be in another unit than the one that is expected: degrees or per cent.

They are used as they are, because such a number may be meant; a ``UnitWarning`` says what it is taken for.
"""

import math
from collections.abc import Iterable

from ..base.errors import UnitWarning, warn
from .fields import Field

LARGEST_COMMAND = 0.5 * math.pi  # a command in -1..1 that overshoots stays below, and so does a steer angle [1]
FULL_TURN = 2.0 * math.pi  # [rad]


def is_command(value: float) -> bool:
    """Return whether a number can be meant as a command in -1..1, a little overshoot included; NaN is no degrees."""
    return not abs(value) > LARGEST_COMMAND


def warn_of_command(name: str, value: float, where: str) -> None:
    """Warn of a number that is clamped to a command, a share of the largest.

    Args:
        name: "steer", or an argument that may be given in per cent.
        value: value of the argument, beyond ``is_command``.
        where: beginning of the message, such as "bicycle/arc.drive".
    """
    meant = "degrees" if name == "steer" else "per cent"
    warn(
        f"{where}: {name} is {value:g}, which looks like {meant}; it is a share of the largest, 1, and is clamped",
        UnitWarning,
    )


def warn_of_degrees(field: Field, values: Iterable[float], where: str) -> None:
    """Warn of an angle that looks like degrees: a whole number beyond a full turn in radians.

    Args:
        field: whose value is set; fields with a range refuse degrees themselves.
        where: name of the model or fleet.
    """
    if field.unit != "rad" or math.isfinite(field.range.high):
        return
    for value in values:
        if abs(value) > FULL_TURN and value.is_integer():
            warn(
                f"{where}.{field.name} is {value:g} rad, which looks like degrees; give math.radians({value:g})",
                UnitWarning,
            )
            return
