"""The live page's frames: quantisation, and translation in both directions by the layouts of `schema.binary`.

A frame message is a `HEADER`, the receiving client's own vehicle as an `OWN` and then a `RECORD` for each
vehicle (a full frame) or for each vehicle whose record changed since the frame before (a delta frame).
The TypeScript decoder is written from the same layouts; both sides are held together by
``tests/fixtures/wire_v1.bin``.

A record is lossy on purpose: angles to 0.1 mrad, positions to 1 mm, speed to 1 cm/s. What does not fit
saturates; what is not a finite number becomes zero and sets `NOT_FINITE_FLAG`.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import Status, ViewerError
from .schema import binary

MAX_VEHICLES = 65_535  # a record's id and the header's count are 16 bits

HEADER = binary.HEADER.dtype
OWN = binary.OWN_STATE.dtype
RECORD = binary.RECORD.dtype

Records = NDArray[np.void]
Floats = NDArray[np.float64]


class DecodedFrame(NamedTuple):
    """A frame message taken apart."""

    header: np.void  # HEADER
    own: np.void  # OWN
    records: Records  # RECORD (count,)


def quantise(vehicles: Any) -> Records:
    """Every vehicle's record.

    Args:
        vehicles: the world's columns: ``x, y, z`` [m], ``yaw, pitch, roll`` [rad], ``speed`` [m/s],
            ``steer`` (fraction), ``driver`` (0..3), ``status`` (bits of `Status`).
    """
    records = np.empty(len(vehicles.x), RECORD)
    records["id"] = np.arange(len(records))
    finite = np.ones(len(records), bool)
    for name in ("yaw", "pitch", "roll"):
        records[name] = _whole(_wrapped(vehicles, name), binary.ANGLE_UNIT, 32_767, finite)
    for name in ("x", "y", "z"):
        records[name] = _whole(getattr(vehicles, name), binary.POSITION_UNIT, 2_147_483_647, finite)
    records["speed"] = _whole(vehicles.speed, binary.SPEED_UNIT, 32_767, finite)
    records["steer"] = _whole(vehicles.steer, binary.STEER_UNIT, 127, finite)
    records["flags"] = _flags(vehicles, finite)
    return records


def changed(records: Records, before: Records) -> Records:
    """The records that differ in any byte from those of the frame before."""
    return records[differ(records, before)]


def differ(records: Records, before: Records) -> NDArray[np.bool_]:
    """Return a mask of the records that differ in any byte from those of an earlier frame."""
    words, words_before = (one.view(np.uint64).reshape(len(one), -1) for one in (records, before))
    return (words != words_before).any(axis=1)


def own_state(vehicles: Any, vehicle: int) -> bytes:
    """One vehicle's `OWN`, not quantised; what is not finite goes out as zero."""
    own = np.zeros((), OWN)
    for name in _OWN_COLUMNS:
        own[name] = _finite(getattr(vehicles, name)[vehicle])
    pitch, roll = (_finite(getattr(vehicles, name)[vehicle]) for name in ("pitch", "roll"))
    own["ground_slope"] = math.acos(math.cos(pitch) * math.cos(roll))
    return own.tobytes()


_OWN_COLUMNS = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", "throttle", "brake", "odometer")
NO_OWN_STATE = np.zeros((), OWN).tobytes()


def pack_header(**values: float) -> bytes:
    """A `HEADER` with these values, zeros elsewhere, and this version of the format."""
    header = np.zeros((), HEADER)
    header["version"] = binary.VERSION
    for name, value in values.items():
        header[name] = value
    return header.tobytes()


def decode_frame(message: bytes) -> DecodedFrame:
    """The frame in a message.

    Raises:
        ViewerError: the message is not a whole frame of this version.
    """
    start = HEADER.itemsize + OWN.itemsize
    if len(message) < start:
        raise ViewerError(f"a frame message has {len(message)} bytes; it must have at least {start}")
    header = np.frombuffer(message, HEADER, 1)[0]
    if header["version"] != binary.VERSION or header["kind"] not in (binary.FULL, binary.DELTA):
        raise ViewerError(
            f"a frame message has kind {header['kind']} and version {header['version']}; "
            f"this program reads kinds {binary.FULL} and {binary.DELTA} of version {binary.VERSION}"
        )
    needed = start + int(header["count"]) * RECORD.itemsize
    if len(message) != needed:
        raise ViewerError(f"a frame message has {len(message)} bytes; its count of records asks for {needed}")
    own = np.frombuffer(message, OWN, 1, HEADER.itemsize)[0]
    return DecodedFrame(header, own, np.frombuffer(message, RECORD, offset=start))


def _whole(values: Floats, unit: float, limit: int, finite: NDArray[np.bool_]) -> Floats:
    """``values`` in whole units, saturated; not finite ones become zero and are struck out of ``finite``."""
    usable = np.isfinite(values)
    finite &= usable
    return np.rint(np.clip(np.where(usable, values, 0.0), -limit * unit, limit * unit) / unit)


def _wrapped(vehicles: Any, name: str) -> Floats:
    """An angle column turned into [-pi, pi]; one already there keeps its bits, so that pi does not become -pi."""
    angle: Floats = getattr(vehicles, name)
    with np.errstate(invalid="ignore"):
        turned = np.remainder(angle + np.pi, 2 * np.pi) - np.pi
    return np.where(np.abs(angle) <= np.pi, angle, turned)


def _flags(vehicles: Any, finite: NDArray[np.bool_]) -> NDArray[np.uint8]:
    status = vehicles.status
    flags = (vehicles.driver & binary.DRIVER_MASK).astype(np.uint8)
    flags[(status & int(Status.BLOCKED)) != 0] |= binary.BLOCKED_FLAG
    flags[(status & int(Status.OFF_MAP)) != 0] |= binary.OFF_MAP_FLAG
    flags[~finite | ((status & int(Status.NOT_FINITE)) != 0)] |= binary.NOT_FINITE_FLAG
    return flags


def _finite(value: float) -> float:
    """A number that a float32 holds."""
    limit = float(np.finfo(np.float32).max)
    return min(max(float(value), -limit), limit) if np.isfinite(value) else 0.0
