"""Appearance bits of land platforms: damage, smoke, fire, dust and the frozen bit."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...world.gunnery.damage import DEAD, HIT, condition
from .wire.enumerations import LAND_APPEARANCE, Damage, TrailingDust

DUSTY = (3.0, 8.0, 15.0)  # speeds above which the dust trail is small, medium, large [m/s]


def appearances(vehicles: Any, rows: Any = slice(None), *, is_frozen: bool = False) -> NDArray[np.uint32]:
    """Return appearance words; a frozen bit stops extrapolation by receivers, the dust trail depends on the speed.

    Args:
        rows: ids; all by default.
    """
    bits = LAND_APPEARANCE
    state = condition(vehicles.damage[rows])
    is_hit, is_dead = state == HIT, state == DEAD
    word = np.where(is_dead, bits.damage.placed(Damage.DESTROYED), 0) | np.where(
        is_hit, bits.damage.placed(Damage.MODERATE), 0
    )
    for field, is_set in (
        (bits.mobility_killed, is_dead),
        (bits.fire_power_killed, is_dead),
        (bits.smoke_plume, is_hit | is_dead),
        (bits.flaming, is_dead),
        (bits.engine_on, ~is_dead & (vehicles.engine_stop[rows] == 0.0)),
    ):
        word = word | np.where(is_set, field.mask, 0)
    speeds: Any = np.abs(vehicles.speed[rows])
    word = word | bits.trailing_dust.placed(np.searchsorted(DUSTY, speeds, side="right") + TrailingDust.NONE)
    if is_frozen:
        word = word | bits.frozen.mask
    return word.astype(np.uint32)


def damage_of(appearance: Any) -> NDArray[np.float64]:
    """Return the damage that appearance words of land platforms show, from 0 (none) to 1 (destroyed)."""
    bits = LAND_APPEARANCE
    damage = np.array([0.0, 0.25, 0.5, 1.0])[bits.damage.read(np.asarray(appearance))]
    return np.where(bits.mobility_killed.read(np.asarray(appearance)) != 0, np.maximum(damage, 0.5), damage)
