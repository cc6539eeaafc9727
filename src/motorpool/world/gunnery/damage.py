"""Damage of a vehicle: whole, hit or dead, and its remaining mobility.

Damage is a fraction: 0 is a whole vehicle, 1 or more a dead one.
"""

from typing import Any

from ...models.mathematics import Real, select

WHOLE = 0  # without damage
HIT = 1  # drives on, slowly
DEAD = 2  # neither drives nor fires

HIT_MOBILITY = 0.4  # of speed and engine that a vehicle keeps when it is hit: it limps home at walking pace [1]


def condition(damage: Any) -> Any:
    """Return WHOLE, HIT or DEAD."""
    return select(damage >= 1.0, DEAD, select(damage > 0.0, HIT, WHOLE))


def mobility(damage: Real) -> Real:
    """Return the remaining share of a vehicle's top speed and acceleration, 0 for a dead one."""
    return select(damage >= 1.0, 0.0, select(damage > 0.0, HIT_MOBILITY, 1.0))
