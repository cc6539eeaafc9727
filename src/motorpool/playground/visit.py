"""One visit to a playground, as messages: every wire has the same ones at the same times.

Each message is a dictionary as `viewer.schema.playground` declares it. A visit knows no clock and no wire: it is given
the time, and the commands of its page, and returns what the page is to be told.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..errors import ModelError
from ..models.registry import Model
from .exported import Exported
from .session import Session

TICK = 1.0 / 60.0  # between looks at the clock [s]
CREDIT = 30  # states under way to a page that has not said that it saw them
SILENCE = 0.5  # without a word about the keys, they are let go of [s]
PROGRAM_INTERVAL = 0.25  # between programs, which change with every touch of the keys [s]

Message = dict[str, Any]


class Visit:
    """A session and what its page knows of it.

    A page says with every message about its keys how many states it has seen, so that one that hangs finds half a
    second of old states afterwards, not more; and one that says nothing about its keys for half a second has let go
    of them.

    Args:
        find: turns a name into a model: the ``find`` of a catalogue.
        now: on any clock that keeps real time [s].
    """

    def __init__(self, find: Callable[[str], Model], *, now: float) -> None:
        self.session = Session(find)
        self._sent, self._seen = 0, 0  # states
        self._told_revision: int = -1
        self._told_tick: int = -1
        self._owes_state = False  # which changed while the page was behind
        self._programs: dict[str, str] = {}
        self._program_due, self._heard, self._before = 0.0, now, now

    def update(self, now: float) -> list[Message]:
        """Let the session's clock go on to ``now`` [s]; return messages about what has changed."""
        elapsed = now - self._before
        self.stand_still(now)
        self.session.advance(elapsed)
        return list(self._changes(now))

    def stand_still(self, now: float) -> None:
        """Let the time until ``now`` [s] pass without a step."""
        self._before = now
        if now - self._heard > SILENCE:
            self.session.drive(0.0, 0.0, 0.0)

    def obey(self, name: str, fields: Mapping[str, Any], *, now: float) -> list[Message]:
        """Do what the page asks; return the answer, if there is one.

        Args:
            name: of the command, its ``type``.
            fields: of the command.
            now: time of the command [s].
        """
        values = dict(fields)
        if name == "drive":
            self._heard = now
            self._seen = min(self._sent, max(self._seen, values.pop("seen")))
        try:
            made = ACTS[name](self.session, **values)
        except ModelError as error:
            self.session.revision += 1  # so that the page shows what is, not what it asked for
            return [{"type": "refused", "reason": str(error)}]
        return [{"type": "exported", **values, **made._asdict()}] if isinstance(made, Exported) else []

    def _changes(self, now: float) -> Iterator[Message]:
        """Yield messages about what has changed since the last ones."""
        session = self.session
        has_changed = session.revision != self._told_revision
        if has_changed:
            self._told_revision = session.revision
            yield {"type": "set-up"} | session.set_up()
        self._owes_state |= has_changed or session.tick != self._told_tick
        if self._owes_state and self._sent - self._seen < CREDIT:
            self._owes_state, self._told_tick = False, session.tick
            self._sent += 1
            yield {"type": "state", "number": self._sent} | session.state()
        if now >= self._program_due:
            self._program_due = now + PROGRAM_INTERVAL
            programs = session.programs()
            if programs != self._programs:
                self._programs = programs
                yield {"type": "programs", **programs}


ACTS: dict[str, Callable[..., Exported | None]] = {  # by the name of the command
    "drive": Session.drive,
    "choose": Session.choose,
    "compare": Session.compare,
    "set": Session.set,
    "dt": Session.set_dt,
    "slope": Session.set_slope,
    "scene": Session.set_scene,
    "rule": Session.set_rule,
    "target": Session.set_target,
    "hold": Session.hold,
    "autopilot": Session.autopilot,
    "pause": Session.pause,
    "resume": Session.resume,
    "step": Session.step,
    "reset": Session.reset,
    "export": Session.exported,
}
