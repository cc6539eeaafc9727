"""What a browser may say: two binary messages that come often, and a few rare ones in JSON.

Every byte here comes from a stranger. A message is either understood wholly, lengths and ranges included, or
refused with a `ViewerError`.
"""

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from ..errors import ViewerError
from ..surroundings.saved_places import SLOTS
from .names import printable

MAX_TEXT_BYTES = 4096
MIN_RATE, MAX_RATE = 0.05, 20.0  # simulated seconds a wall-clock second; beyond, no machine keeps up
MAX_NAME = 24  # characters
TURN = 6.3  # of a vehicle or a turret, at most: once round [rad]
FARTHEST = 1e7  # of a place from the middle of a map [m]
HAND_BRAKE = 1  # bit of an input's buttons

_INPUT = struct.Struct("<BIBbBb")  # kind, sequence, buttons, throttle, brake, steer
_ACKNOWLEDGEMENT = struct.Struct("<BI")  # kind, frame
_INPUT_KIND, _ACKNOWLEDGEMENT_KIND = 1, 2


@dataclass(frozen=True)
class Input:
    """Where the driver holds the controls."""

    sequence: int  # counts up by one an input, modulo 2**32
    throttle: float  # fraction -1..1
    brake: float  # fraction 0..1
    steer: float  # fraction of full lock -1..1, left positive


@dataclass(frozen=True)
class Acknowledgement:
    """The browser has this frame."""

    frame: int


@dataclass(frozen=True)
class Take:
    """The browser asks to drive a vehicle."""

    vehicle: int


@dataclass(frozen=True)
class Release:
    """The browser gives its vehicle back."""


@dataclass(frozen=True)
class Teleport:
    """Put the browser's vehicle elsewhere."""

    x: float  # [m]
    y: float  # [m]
    yaw: float  # [rad]


@dataclass(frozen=True)
class Place:
    """Save a place for everybody."""

    slot: int
    x: float  # [m]
    y: float  # [m]
    yaw: float  # [rad]
    title: str


@dataclass(frozen=True)
class Dynamics:
    """Let the browser's vehicle be moved by its model with inertia, or by the one without."""

    is_on: bool


@dataclass(frozen=True)
class Pause:
    """Hold the world."""


@dataclass(frozen=True)
class Resume:
    """Let the world go on."""


@dataclass(frozen=True)
class Step:
    """Hold the world and advance it by one step."""


@dataclass(frozen=True)
class Rate:
    """Let the world run faster or slower."""

    value: float  # simulated seconds a wall-clock second


@dataclass(frozen=True)
class Name:
    """What others shall call whoever sits at the browser."""

    name: str


@dataclass(frozen=True)
class Aim:
    """Where the turret of the own vehicle shall point, from its hull."""

    yaw: float  # left positive [rad]
    elevation: float  # up positive [rad]


@dataclass(frozen=True)
class Fire:
    """Fire a round from the own vehicle."""


@dataclass(frozen=True)
class Repair:
    """Make a vehicle whole."""

    vehicle: int


@dataclass(frozen=True)
class Watch:
    """The browser asks what a vehicle's autopilot thinks."""

    vehicle: int  # -1 for none


@dataclass(frozen=True)
class Switch:
    """How the switches of the browser's vehicle shall be."""

    cruise: bool
    side_brake: bool
    engine_stop: bool


Pacing = Pause | Resume | Step | Rate
Driving = Take | Release | Switch | Teleport | Dynamics | Aim | Fire
Command = Pacing | Driving | Repair | Name | Watch | Place
FAVOURS = (Teleport, Place, Dynamics, Name)  # that cost the world or everybody something


def decode_binary(message: bytes) -> Input | Acknowledgement:
    """The input or acknowledgement in a binary message.

    Raises:
        ViewerError: the message is neither.
    """
    if len(message) == _INPUT.size and message[0] == _INPUT_KIND:
        return _input(*_INPUT.unpack(message))
    if len(message) == _ACKNOWLEDGEMENT.size and message[0] == _ACKNOWLEDGEMENT_KIND:
        return Acknowledgement(_ACKNOWLEDGEMENT.unpack(message)[1])
    raise ViewerError(
        f"a binary message has {len(message)} bytes and kind {message[0] if message else 'none'}; it must be an input "
        f"(kind {_INPUT_KIND}, {_INPUT.size} bytes) or an acknowledgement "
        f"(kind {_ACKNOWLEDGEMENT_KIND}, {_ACKNOWLEDGEMENT.size} bytes)"
    )


def encode_input(sequence: int, *, buttons: int = 0, throttle: float = 0, brake: float = 0, steer: float = 0) -> bytes:
    """The message that a browser sends for these fractions."""
    whole = (round(throttle * 127), round(brake * 255), round(steer * 127))
    return _INPUT.pack(_INPUT_KIND, sequence & 0xFFFF_FFFF, buttons, *whole)


def encode_acknowledgement(frame: int) -> bytes:
    """The message that a browser sends for a frame that it has."""
    return _ACKNOWLEDGEMENT.pack(_ACKNOWLEDGEMENT_KIND, frame)


def decode_text(message: str) -> Command:
    """The command in a JSON message.

    Raises:
        ViewerError: the message is not one of the commands, exactly.
    """
    fields = _fields(message)
    verb = fields.pop("type", None)
    known = _COMMANDS.get(verb) if isinstance(verb, str) else None
    if known is None or fields.keys() != known[1].keys():
        raise ViewerError(f"a text message is none of {', '.join(_COMMANDS)} with exactly its fields")
    command, checks = known
    return command(**{name: checks[name](value, f"{verb}.{name}") for name, value in fields.items()})


def _input(_kind: int, sequence: int, buttons: int, throttle: int, brake: int, steer: int) -> Input:
    held = bool(buttons & HAND_BRAKE)
    return Input(sequence, max(throttle / 127, -1.0), 1.0 if held else brake / 255, max(steer / 127, -1.0))


def _fields(message: str) -> dict[str, Any]:
    try:
        fields = json.loads(message, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise ViewerError("a text message is not JSON; send one JSON object") from None
    if not isinstance(fields, dict):
        raise ViewerError(f"a text message is a JSON {type(fields).__name__}; send one JSON object")
    return cast(dict[str, Any], fields)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _vehicle(value: Any, where: str) -> int:
    if type(value) is not int or value < 0:
        raise ViewerError(f"{where} must be a whole number from 0")
    return value


def _vehicle_or_none(value: Any, where: str) -> int:
    if type(value) is not int or value < -1:
        raise ViewerError(f"{where} must be a whole number from 0, or -1 for none")
    return value


def _is_on(value: Any, where: str) -> bool:
    if type(value) is not bool:
        raise ViewerError(f"{where} must be true or false")
    return value


def _between(low: float, high: float) -> "Check":
    def number(value: Any, where: str) -> float:
        if type(value) not in (int, float) or not low <= value <= high:  # NaN is not, and no integer is too long
            raise ViewerError(f"{where} must be a number from {low:g} to {high:g}")
        return float(value)

    return number


def _text(longest: int) -> "Check":
    def text(value: Any, where: str) -> str:
        if not isinstance(value, str) or len(value) > longest or not (said := printable(value)):
            raise ViewerError(f"{where} must have 1 to {longest} characters, not all of them invisible")
        return said

    return text


def _slot(value: Any, where: str) -> int:
    if type(value) is not int or not 0 <= value < SLOTS:
        raise ViewerError(f"{where} must be a whole number from 0 to {SLOTS - 1}")
    return value


Check = Callable[[Any, str], Any]  # of a field's value; the field's name is for the sentence that refuses it

_POSE: dict[str, Check] = {
    "x": _between(-FARTHEST, FARTHEST),
    "y": _between(-FARTHEST, FARTHEST),
    "yaw": _between(-TURN, TURN),
}
_COMMANDS: dict[str, tuple[Callable[..., Command], dict[str, Check]]] = {
    "take": (Take, {"vehicle": _vehicle}),
    "release": (Release, {}),
    "dynamics": (Dynamics, {"is_on": _is_on}),
    "teleport": (Teleport, _POSE),
    "place": (Place, {"slot": _slot, **_POSE, "title": _text(MAX_NAME)}),
    "pause": (Pause, {}),
    "resume": (Resume, {}),
    "step": (Step, {}),
    "rate": (Rate, {"value": _between(MIN_RATE, MAX_RATE)}),
    "name": (Name, {"name": _text(MAX_NAME)}),
    "aim": (Aim, {"yaw": _between(-TURN, TURN), "elevation": _between(-TURN, TURN)}),
    "fire": (Fire, {}),
    "repair": (Repair, {"vehicle": _vehicle}),
    "watch": (Watch, {"vehicle": _vehicle_or_none}),
    "switches": (Switch, {"cruise": _is_on, "side_brake": _is_on, "engine_stop": _is_on}),
}
