"""Time travel: the timeline of a recording that is played, and rewinding of a running world."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..observers.rewinding import History
from .json_encoding import encode

if TYPE_CHECKING:
    from ..clock import Pacer
    from ..observers.playback import Playback
    from ..sources.player import Player
    from ..world import World
    from .schema import live

IS_RECORDING = "this is a recording; nothing in it can be driven or changed"
IS_ELSEWHERE = (
    "this world is divided into regions, each in a process of its own: watch it; nothing in it can be driven or changed"
)
IS_LIVE = "this is a running world, not a recording; it can be rewound"


class Rewinding:
    """Rewinds a running world in the thread that steps it."""

    def __init__(self, world: "World", *, player: "Player", pacer: "Pacer") -> None:
        self.history = History(is_kept=pacer.world is world)
        self._world, self._player, self._pacer = world, player, pacer

    def message(self) -> str:
        """Return the message about the time by which the world can be rewound."""
        reason = self.history.refusal(self._world) or ""
        reach = 0.0 if reason else math.floor(self.history.reach(self._world))
        return encode({"type": "history", "seconds": reach, "reason": reason})

    def rewind(self, seconds: float, *, done: Callable[[float], None], refused: Callable[[str], None]) -> None:
        """Rewind the world before its next step; from any thread.

        Args:
            done: called in the simulation's thread with the time by which the world was set back [s].
            refused: called in that thread with the reason for a refusal.
        """

        def job() -> None:
            reason = self.history.refusal(self._world)
            if reason is not None:
                refused(reason)
                return
            went = self.history.rewind(self._world, seconds)
            self._player.reclaim(self._world)
            done(went)

        self._pacer.between_steps(job)


def trail_message(playback: "Playback", vehicle: int) -> str:
    """Return the message about a vehicle's track in the recording; reads all of it, which takes time."""
    time, x, y = (np.round(column, 2).tolist() for column in playback.recording.way(vehicle))
    points = [point for point in zip(time, x, y, strict=True) if math.isfinite(sum(point))]
    message: live.Trail = {"type": "trail", "vehicle": vehicle, "points": points}
    return encode(message)


def recording_message(playback: "Playback") -> str:
    """Return the message about the recording that is played."""
    recording = playback.recording
    marks: list[live.Mark] = [
        {"time": round(mark.time, 3), "kind": mark.kind, "vehicle": mark.vehicle, "other": mark.other}
        for mark in playback.marks
    ]
    message: live.Recording = {
        "type": "recording",
        "file": recording.path.name,
        "start": playback.start,
        "end": playback.end,
        "step": playback.dt,
        "note": "" if recording.is_complete else recording.faults,
        "people": playback.people,
        "marks": marks,
    }
    return encode(message)
