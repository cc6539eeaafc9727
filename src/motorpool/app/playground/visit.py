"""Messages of one visit to a playground, independent of the transport.

Each message is a dictionary as declared in `viewer.schema.playground`. A visit receives the time and the commands of
its page, and returns the messages for the page; it reads no clock and opens no connection.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...base.errors import ModelError
from ...models.registry import Model
from .exported import Exported
from .moment import continue_from
from .session import Session

TICK = 1.0 / 60.0  # interval between updates [s]
CREDIT = 30  # limit of states sent but not acknowledged; larger values delay a page that has been busy
SILENCE = 0.5  # time without a message about the keys after which they count as released [s]
PROGRAM_INTERVAL = 0.25  # smallest interval between programs, which change with every key [s]

Message = dict[str, Any]


class Visit:
    """A session and the record of the messages that its page has received.

    A page acknowledges states with every message about its keys, so that a page that was blocked receives at most half
    a second of old states. Without such a message for half a second the keys count as released.

    The ``find`` of a catalogue returns the model of a name; ``now`` is a time on any real-time clock [s].
    """

    def __init__(self, find: Callable[[str], Model], *, now: float) -> None:
        self.session = Session(find)
        self._sent, self._seen = 0, 0  # states
        self._sent_revision: int = -1
        self._sent_tick: int = -1
        self._has_unsent_state = False  # whether a state was withheld because `CREDIT` was used up
        self._programs: dict[str, str] = {}
        self._program_due, self._heard, self._before = 0.0, now, now

    def update(self, now: float) -> list[Message]:
        """Advance the session to ``now`` [s] and return messages about the changes."""
        elapsed = now - self._before
        self.stand_still(now)
        self.session.advance(elapsed)
        return list(self._changes(now))

    def stand_still(self, now: float) -> None:
        """Skip the time until ``now`` [s] without a step."""
        self._before = now
        if now - self._heard > SILENCE:
            self.session.drive(0.0, 0.0, 0.0)

    def continue_from(self, moment: dict[str, Any], *, now: float, age: float) -> None:
        """Continue from a moment of another session (`moment`), which was reached ``age`` [s] ago."""
        continue_from(self.session, moment)
        self._heard, self._before = now, now - age

    def obey(self, name: str, fields: Mapping[str, Any], *, now: float) -> list[Message]:
        """Execute a command of the page, its ``type`` and other fields, at a time [s]; return any answer."""
        values = dict(fields)
        if name == "drive":
            self._heard = now
            self._seen = min(self._sent, max(self._seen, values.pop("seen")))
        try:
            made = ACTS[name](self.session, **values)
        except ModelError as error:
            self.session.revision += 1  # so that the page shows the unchanged settings again
            return [{"type": "refused", "reason": str(error)}]
        return [{"type": "exported", **values, **made._asdict()}] if isinstance(made, Exported) else []

    def _changes(self, now: float) -> Iterator[Message]:
        session = self.session
        has_changed = session.revision != self._sent_revision
        if has_changed:
            self._sent_revision = session.revision
            yield {"type": "set-up"} | session.set_up()
        self._has_unsent_state |= has_changed or session.tick != self._sent_tick
        if self._has_unsent_state and self._sent - self._seen < CREDIT:
            self._has_unsent_state, self._sent_tick = False, session.tick
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
