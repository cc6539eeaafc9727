"""Stages in TypeScript: what their text becomes. That they drive as Python does is tested in the client."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from motorpool.compile.translation.stages import StageModule
from motorpool.errors import ModelError
from motorpool.models.mathematics import minimum, select, sincos

SLOWEST = 0.25  # [m/s]


class Columns(NamedTuple):
    """Columns of some vehicles."""

    speed: NDArray[np.float64]  # [m/s]
    yaw: NDArray[np.float64]  # [rad]
    stands: NDArray[np.int8]


class Motion(NamedTuple):
    """Motion of one vehicle."""

    ahead: float
    is_slow: bool


def motion_of(speed: Any, yaw: float) -> Motion:
    """Return the motion of a vehicle."""
    _, cosine = sincos(yaw)
    return Motion(speed * cosine, speed < SLOWEST)


def brake(vehicles: Columns, dt: float) -> None:
    """Brake all vehicles."""
    for i in range(vehicles.speed.size):
        ahead, is_slow = motion_of(vehicles.speed[i], vehicles.yaw[i])
        vehicles.stands[i] = is_slow
        if is_slow & (ahead >= 0.0):
            continue
        vehicles.speed[i], vehicles.yaw[i] = vehicles.yaw[i], vehicles.speed[i]
        vehicles.speed[i] -= minimum(select(ahead < 1.0, dt, 2.0 * dt), 1 - i % 3)


def swing(vehicles: Columns) -> None:
    """Do what has no translation."""
    vehicles.speed[:] = 2.0


def test_a_stage_becomes_a_loop_of_the_same_statements():
    module = StageModule()
    module.add(brake)
    assert BRAKE in module.text()


BRAKE = """
// Brake all vehicles.
export function brake(vehicles: Columns, dt: number): void {
  for (let i = 0; i < vehicles.speed.length; i++) {
    const made: Motion = motionOf(vehicles.speed[i], vehicles.yaw[i]);
    const ahead = made.ahead;
    const isSlow = made.isSlow;
    vehicles.stands[i] = isSlow ? 1 : 0;
    if (isSlow && ahead >= 0.0) {
      continue;
    }
    const next = vehicles.yaw[i];
    const next2 = vehicles.speed[i];
    vehicles.speed[i] = next;
    vehicles.yaw[i] = next2;
    vehicles.speed[i] = vehicles.speed[i] - minimum(ahead < 1.0 ? dt : 2.0 * dt, 1 - modulo(i, 3));
  }
}
"""


def test_structures_constants_and_called_functions_come_with_it():
    module = StageModule()
    module.add(brake)
    text = module.text(["A heading."])
    assert text.startswith("// A heading.\n")
    assert "export const SLOWEST = 0.25;" in text
    assert "export interface Motion {\n  ahead: number;\n  isSlow: boolean;\n}" in text
    assert "  speed: Float64Array; // [m/s]" in text
    assert "export function motionOf(speed: number, yaw: number): Motion {" in text


def test_what_has_no_translation_is_named_with_its_line():
    with pytest.raises(ModelError, match=r"test_stages_in_typescript.py:50: .*slices.* no translation to"):
        StageModule().add(swing)
