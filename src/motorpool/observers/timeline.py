"""Marks of a timeline: the events of a recording and the actions of people."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..sources.actions import Take
from ..world.recovery.events import FREED
from ..world.recovery.events import WORDS as STANDSTILLS
from .journal import NOBODY, Entry

MOST_MARKS = 1000  # beyond it, marks of the most frequent kinds are left out
TOGETHER = 1.0  # repeated events of one vehicle within this time share a mark [s]


class Mark(NamedTuple):
    """Mark of a timeline."""

    time: float  # simulated [s]
    kind: str  # as ``journal.Event``, or the ``mark`` of an action
    vehicle: int  # id
    other: int = NOBODY  # id of the other vehicle; -1 for none


def marks_of(journal: Iterable[Entry], dt: float) -> list[Mark]:
    """Return the marks of a recording, by time; ``dt`` is that of a tick [s]."""
    last: dict[tuple[str, int, int], float] = {}
    marks: list[Mark] = []
    for mark in _all_marks(journal, dt):
        what = mark[1:]
        if mark.time - last.get(what, -TOGETHER) >= TOGETHER:
            marks.append(mark)
        last[what] = mark.time
    return _bounded(marks)


def people_in(journal: Iterable[Entry]) -> list[int]:
    """Return the vehicles that people took, in the order in which they first took them."""
    taken = (action.vehicle for entry in journal for action in entry.actions if isinstance(action, Take))
    return list(dict.fromkeys(taken))


def _all_marks(journal: Iterable[Entry], dt: float) -> Iterator[Mark]:
    for entry in journal:
        for action in entry.actions:
            if action.mark:
                yield Mark(entry.tick * dt, action.mark, getattr(action, "vehicle", NOBODY))
        for event in entry.events:
            if event.kind != STANDSTILLS[FREED]:  # each standstill has one mark, at its beginning
                yield Mark(entry.tick * dt, *event)


def _bounded(marks: list[Mark]) -> list[Mark]:
    """Return at most ``MOST_MARKS`` marks; the most frequent kinds are thinned evenly."""
    while len(marks) > MOST_MARKS:
        kinds = [mark.kind for mark in marks]
        often = max(set(kinds), key=kinds.count)
        some = [index for index, kind in enumerate(kinds) if kind == often]
        left = {index for number, index in enumerate(some) if number % 2}
        marks = [mark for index, mark in enumerate(marks) if index not in left]
    return marks
