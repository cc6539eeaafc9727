"""Texts of short descriptions: counts, values with units, ranges, and shortened lists.

They form the ``repr`` of the public classes: two lines with the type, the size and the position of an object.
"""

from collections.abc import Iterable
from typing import Any

from .terminal import in_one_line

KeyPath = tuple[str | int, ...]  # keys and list indices from the top of a file to a value


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun: "1 vehicle", "40 000 vehicles"; the plural has an s by default."""
    return f"{count:,}".replace(",", " ") + f" {noun if count == 1 else plural or noun + 's'}"


def singular(name: str) -> str:
    """Return the name of one member of a group: "supply truck" of "supply trucks", "lorry" of "lorries".

    A name is returned unchanged if its last word is not a plural in lower case, or if it names the group itself
    ("column of trucks").
    """
    last = name.split(" ")[-1]
    if " of " in name or not last.isalpha() or not last.islower() or last.endswith(_NO_PLURALS) or len(last) < 4:
        return name
    if last.endswith("ies"):
        return f"{name[:-3]}y"
    if last.endswith(("ses", "xes", "ches", "shes")):
        return name[:-2]
    return name[:-1] if last.endswith("s") else name


def member_name(fleet_name: str, title: str, *, number: int, count: int) -> str:
    """Return the name of one vehicle of a fleet: "supply truck 3" of "supply trucks".

    Args:
        fleet_name: name of the fleet.
        title: title of its model; a fleet that has it as its name is no plural.
        number: number of the vehicle in the fleet, counted from 1.
        count: number of vehicles of the fleet; a single one whose name ends in a number gets no second one.
    """
    name = fleet_name if fleet_name == title else singular(fleet_name)
    return name if count == 1 and name[-1:].isdigit() else f"{name} {number}"


_NO_PLURALS = ("ss", "us", "is")


def valued(value: float, unit: str) -> str:
    """Return a value with its unit: "2.7 m"; a ratio has none."""
    return f"{value:.6g}" if unit in ("", "1") else f"{value:.6g} {unit}"


def span(values: Any, unit: str = "") -> str:
    """Return the range of an array of numbers: "-3 to 4 m", or one number if all are equal."""
    finite = values[abs(values) < float("inf")]  # also excludes NaN
    if not len(finite):
        return "no number" if len(values) else "none"
    low, high = f"{float(finite.min()):.5g}", f"{float(finite.max()):.5g}"
    text = low if low == high else f"{low} to {high}"
    return text if unit in ("", "1") else f"{text} {unit}"


def listed(words: Iterable[str], most: int = 5) -> str:
    """Return words separated by commas, shortened if there are many: "a, b and 7 more"."""
    found = list(words)
    if len(found) <= most + 1:
        return ", ".join(found)
    return f"{', '.join(found[:most])} and {len(found) - most} more"


def numbered(vehicle_ids: Iterable[int]) -> str:
    """Return the vehicles of some ids as text: "vehicle 3", "the vehicles 0, 1, 2 and 97 more"."""
    ids = [str(vehicle_id) for vehicle_id in vehicle_ids]
    return f"vehicle {ids[0]}" if len(ids) == 1 else f"the vehicles {listed(ids)}" if ids else "no vehicle"


def shown_path(path: KeyPath) -> str:
    """Return the path of a value in a file for messages: ``vehicles[3].wheelbase``."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return in_one_line(text.removeprefix("."))
