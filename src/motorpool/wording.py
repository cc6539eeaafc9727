"""Words of short descriptions: counts, values with their units, spans of values, lists that are cut short.

They make the ``repr`` of the public classes: two lines with what a thing is, how many it holds, and where.
"""

from collections.abc import Iterable
from typing import Any


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun: "1 vehicle", "40 000 vehicles".

    Args:
        count: how many.
        noun: of one.
        plural: of several; the noun with an s by default.
    """
    return f"{count:,}".replace(",", " ") + f" {noun if count == 1 else plural or noun + 's'}"


def valued(value: float, unit: str) -> str:
    """Return a value with its unit: "2.7 m"; a ratio has none."""
    return f"{value:.6g}" if unit in ("", "1") else f"{value:.6g} {unit}"


def span(values: Any, unit: str = "") -> str:
    """Return the least and the greatest of an array of numbers: "-3 to 4 m", or one number where all are alike."""
    finite = values[abs(values) < float("inf")]  # a NaN is not less, either
    if not len(finite):
        return "no number" if len(values) else "none"
    low, high = f"{float(finite.min()):.5g}", f"{float(finite.max()):.5g}"
    text = low if low == high else f"{low} to {high}"
    return text if unit in ("", "1") else f"{text} {unit}"


def listed(words: Iterable[str], most: int = 5) -> str:
    """Return words with commas between them, the first ones only where there are many: "a, b and 7 more"."""
    found = list(words)
    if len(found) <= most + 1:
        return ", ".join(found)
    return f"{', '.join(found[:most])} and {len(found) - most} more"


def numbered(vehicle_ids: Iterable[int]) -> str:
    """Return the vehicles of some ids: "vehicle 3", "the vehicles 0, 1, 2 and 97 more"."""
    ids = [str(vehicle_id) for vehicle_id in vehicle_ids]
    return f"vehicle {ids[0]}" if len(ids) == 1 else f"the vehicles {listed(ids)}" if ids else "no vehicle"
