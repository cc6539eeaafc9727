"""What a browser may say to its playground: one JSON object a message, each verb with exactly its fields.

Every byte here comes from a stranger. What is not understood wholly is refused with a `ViewerError`, and the
connection ends; what is understood but not possible (no such model, a value out of its range) is for the session to
refuse in a sentence.
"""

import json
import math
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, cast

from ..errors import ViewerError
from ..playground.session import Session

MAX_TEXT_BYTES = 4096
MAX_WORD = 1000  # letters of a name with its settings, or of a word


class Command(NamedTuple):
    """A verb and its fields, checked."""

    verb: str
    fields: dict[str, Any]


def decode(message: str) -> Command:
    """The command in a message.

    Raises:
        ViewerError: it is none, exactly.
    """
    fields = _fields(message)
    verb = fields.pop("type", None)
    shape = _VERBS.get(verb) if isinstance(verb, str) else None
    if shape is None or fields.keys() != shape.keys():
        raise ViewerError(f"a message is none of {', '.join(_VERBS)} with exactly its fields")
    for name, value in fields.items():
        if not shape[name](value):
            raise ViewerError(f"{verb}.{name} is not what it may be")
    return Command(str(verb), fields)


def obey(session: Session, command: Command) -> None:
    """Do what the browser asks.

    Raises:
        ModelError: the session refuses it.
    """
    fields = {name: value for name, value in command.fields.items() if name != "seen"}
    _ACTS[command.verb](session, **fields)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= 1e300 and math.isfinite(value)


def _is_signed_fraction(value: Any) -> bool:
    return _is_number(value) and -1.0 <= value <= 1.0


def _is_fraction(value: Any) -> bool:
    return _is_number(value) and 0.0 <= value <= 1.0


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**53


def _is_switch(value: Any) -> bool:
    return type(value) is bool


def _is_side(value: Any) -> bool:
    return value in ("left", "right")


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_WORD and value.isprintable()


def _is_number_or_word(value: Any) -> bool:
    return _is_number(value) or _is_word(value)


_VERBS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "drive": {"forward": _is_signed_fraction, "left": _is_signed_fraction, "brake": _is_fraction, "seen": _is_count},
    "choose": {"side": _is_side, "model": _is_word},
    "compare": {"left": _is_word, "right": _is_word},
    "set": {"side": _is_side, "name": _is_word, "value": _is_number_or_word},
    "dt": {"value": _is_number},
    "slope": {"value": _is_number},
    "scene": {"name": _is_word},
    "rule": {"name": _is_word},
    "target": {"x": _is_number, "y": _is_number},
    "hold": {"is_on": _is_switch},
    "autopilot": {"is_on": _is_switch},
    "pause": {},
    "resume": {},
    "step": {},
    "reset": {},
}

_ACTS: dict[str, Callable[..., None]] = {
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
}


def _fields(message: str) -> dict[str, Any]:
    try:
        fields = json.loads(message, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise ViewerError("a message is not JSON; send one JSON object") from None
    if not isinstance(fields, dict):
        raise ViewerError(f"a message is a JSON {type(fields).__name__}; send one JSON object")
    return cast(dict[str, Any], fields)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
