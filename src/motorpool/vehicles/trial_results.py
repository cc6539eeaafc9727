"""Stored results of the trial drives of the vehicles that ship: how fast each turns at full steer.

A world drives every kind of vehicle once, unless its result is stored here: then a world can be built and shown before
any model is compiled. A result belongs to a model of this package and to the exact values of all its parameters, so a
vehicle with another value is driven. ``python tools/generated/trial_drives.py`` writes the file; a test compares it
with fresh drives.
"""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import pack
from typing import Any, NamedTuple

FILE = Path(__file__).parent / "files" / "trial-drives.json"
PACKAGE = "motorpool.models."  # begins the names of the modules of models whose results may be stored


class TrialResult(NamedTuple):
    """Turning of one vehicle at full steer."""

    pivot_yaw_rate: float  # of a vehicle that stands [rad/s]
    full_curvature: float  # growth of the yaw rate with speed, while that is low [1/m]
    full_lateral_acceleration: float  # at full steer and speed, which tracked models keep [m/s^2]
    lag: float  # time constant of a turn [s]


def stored_result(module: str, params: Sequence[float]) -> TrialResult | None:
    """Return the stored result of a model's trial drive with these parameters; None if it must be driven."""
    return _stored().get(key_of(module, params)) if module.startswith(PACKAGE) else None


def key_of(module: str, params: Sequence[float]) -> str:
    """Return the key of a stored result: the module's name and a hash of the parameters, to the last bit."""
    return f"{module.removeprefix(PACKAGE)} {sha256(pack(f'<{len(params)}d', *params)).hexdigest()[:16]}"


@cache
def _stored() -> dict[str, TrialResult]:
    entries: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {entry["key"]: TrialResult(*(entry[name] for name in TrialResult._fields)) for entry in entries.values()}
