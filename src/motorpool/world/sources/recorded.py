"""Recorded actions: a source that applies the actions of a recording again, each at the start of its step."""

from collections.abc import Iterable, Mapping
from typing import Any

from .actions import apply


class RecordedActions:
    """A source that applies actions at given ticks."""

    is_recorded = True

    def __init__(self) -> None:
        self._by_tick: dict[int, list[Any]] = {}

    def __repr__(self) -> str:
        return f"<RecordedActions of {len(self._by_tick)} ticks that are still to come>"

    def add(self, actions: Mapping[int, Iterable[Any]]) -> None:
        """Add actions, by the tick that their step ended with."""
        for tick, some in actions.items():
            self._by_tick.setdefault(tick, []).extend(some)

    def read(self, world: Any) -> None:
        """Apply the actions of this step.

        Raises:
            WorldError: the world refuses an action that it accepted in the recording.
        """
        for action in self._by_tick.pop(world.tick + 1, ()):
            apply(action, world)
