"""Summaries of the vehicles that stand, by the reason: "3 stand: 2 in mud, 1 blocked"."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from . import reasons
from .wording import ground_under

_WORDS = {
    reasons.OBJECT: "blocked",
    reasons.VEHICLE: "blocked",
    reasons.CONVOY: "waiting for their convoys",
    reasons.PRIORITY: "giving way",
    reasons.OVERTURNED: "overturned",
    reasons.DAMAGED: "damaged",
    reasons.MAP_EDGE: "at the edge of the map",
    reasons.NO_WAY: "without a free path",
    reasons.OUT_OF_FUEL: "out of fuel",
}


def summary(world: Any, standing: Iterable[int]) -> str:
    """Return the number of standing vehicles, in total and by reason; empty for none."""
    found = [brief_reason(world, vehicle) for vehicle in standing]
    if not found:
        return ""
    words = tallied(found) if len(set(found)) > 1 else found[0]
    return f"{len(found)} stand{'s' if len(found) == 1 else ''}: {words}"


def brief_reason(world: Any, vehicle: int) -> str:
    """Return the reason for which a vehicle stands, without details: "in mud", "blocked"."""
    reason = int(world.vehicles.standing_reason[vehicle])
    if reason in (reasons.SOIL, reasons.SLOPE):
        return f"in {ground_under(world, vehicle)}" if reason == reasons.SOIL else "on slopes"
    return _WORDS.get(reason, "for no known reason")


def tallied(words: Iterable[str]) -> str:
    """Return each word with its number, the most frequent first: "2 in mud, 1 blocked"."""
    return ", ".join(f"{count} {word}" for word, count in Counter(words).most_common())
