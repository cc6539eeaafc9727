"""Binary messages from a browser to the server: driver inputs, acknowledgements and viewpoints.

`schema.binary` has their layout. Messages are untrusted: each is decoded completely or refused with a `ViewerError`.
"""

import math
import struct
from dataclasses import dataclass

from ....base.errors import ViewerError
from ....world.sources.command import FARTHEST
from ..frames.interest import Viewpoint
from ..schema import binary
from ..schema.binary import (
    ACKNOWLEDGEMENT_KIND,
    BRAKE_UNIT,
    GAZE_UNIT,
    HAND_BRAKE,
    INPUT_KIND,
    NO_VEHICLE,
    STEER_UNIT,
    VIEWPOINT_KIND,
)

_INPUT = struct.Struct(binary.INPUT.code)
_ACKNOWLEDGEMENT = struct.Struct(binary.ACKNOWLEDGEMENT.code)
_VIEWPOINT = struct.Struct(binary.VIEWPOINT.code)


@dataclass(frozen=True)
class Input:
    """Positions of the driver's controls."""

    sequence: int  # counts up by one an input, modulo 2**32
    throttle: float  # fraction -1..1
    brake: float  # fraction 0..1
    steer: float  # fraction of full lock -1..1, left positive


@dataclass(frozen=True)
class Acknowledgement:
    """Acknowledgement of a frame."""

    frame: int


def decode_binary(message: bytes) -> Input | Acknowledgement | Viewpoint:
    """Return the input, acknowledgement or viewpoint in a binary message.

    Raises:
        ViewerError: the message is none of them.
    """
    if len(message) == _INPUT.size and message[0] == INPUT_KIND:
        return _input(*_INPUT.unpack(message))
    if len(message) == _ACKNOWLEDGEMENT.size and message[0] == ACKNOWLEDGEMENT_KIND:
        return Acknowledgement(_ACKNOWLEDGEMENT.unpack(message)[1])
    if len(message) == _VIEWPOINT.size and message[0] == VIEWPOINT_KIND:
        return _viewpoint(*_VIEWPOINT.unpack(message))
    raise ViewerError(
        f"a binary message has {len(message)} bytes and kind {message[0] if message else 'none'}; it must be an input "
        f"(kind {INPUT_KIND}, {_INPUT.size} bytes), an acknowledgement "
        f"(kind {ACKNOWLEDGEMENT_KIND}, {_ACKNOWLEDGEMENT.size} bytes) or a viewpoint "
        f"(kind {VIEWPOINT_KIND}, {_VIEWPOINT.size} bytes)"
    )


def encode_input(sequence: int, *, buttons: int = 0, throttle: float = 0, brake: float = 0, steer: float = 0) -> bytes:
    """Return the message that a browser sends for fractions; of its count ``sequence`` the lower 32 bits are sent.

    Args:
        throttle: -1..1, forward positive.
        brake: 0..1.
        steer: -1..1, left positive.
    """
    whole = (round(throttle / STEER_UNIT), round(brake / BRAKE_UNIT), round(steer / STEER_UNIT))
    return _INPUT.pack(INPUT_KIND, sequence & 0xFFFF_FFFF, buttons, *whole)


def encode_acknowledgement(frame: int) -> bytes:
    """Return the message that a browser sends for a frame that it has."""
    return _ACKNOWLEDGEMENT.pack(ACKNOWLEDGEMENT_KIND, frame)


def encode_viewpoint(viewpoint: Viewpoint) -> bytes:
    """Return the message that a browser sends for the place of its camera."""
    x, y, z, gaze, target, selected = viewpoint
    whole = (round(part / GAZE_UNIT) for part in gaze)
    return _VIEWPOINT.pack(VIEWPOINT_KIND, x, y, z, *whole, target, selected)


def _viewpoint(_kind: int, x: float, y: float, z: float, *rest: int) -> Viewpoint:
    if not all(math.isfinite(one) and abs(one) <= FARTHEST for one in (x, y, z)):
        raise ViewerError(f"a camera is at ({x}, {y}, {z}) m; it must be within {FARTHEST:g} m of the map's middle")
    *gaze, target, selected = rest
    east, north, up = (max(part * GAZE_UNIT, -1.0) for part in gaze)
    return Viewpoint(x, y, z, (east, north, up), max(target, NO_VEHICLE), max(selected, NO_VEHICLE))


def _input(_kind: int, sequence: int, buttons: int, throttle: int, brake: int, steer: int) -> Input:
    held = bool(buttons & HAND_BRAKE)
    return Input(sequence, max(throttle / 127, -1.0), 1.0 if held else brake / 255, max(steer / 127, -1.0))
