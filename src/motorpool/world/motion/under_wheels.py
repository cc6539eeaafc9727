"""Ground under the wheels of each side, for models whose ``Ground`` has ``friction_split``.

The surface is read half a track width to the left and to the right of a vehicle's place. Its model gets the mean of
both frictions and resistances, the lower cone index as in ruts, and the split (left - right) / (left + right) of the
friction. Where both sides are on one class, all values are exactly those of the vehicle's place.

Source: ISO 14512, "Passenger cars - Straight-ahead braking on surfaces with split coefficient of friction".
"""

from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats, Words
from ...compile.ground import Rasters
from ...ground.terrain import surface as surfaces
from ...ground.terrain.surface import class_at
from ...models.mathematics import minimum, select, sincos
from ...models.registry import Model
from ...vehicles.fleet import Fleet
from ..columns import InVectors, Whole

FRICTION, SLIDING_FRICTION, WHEEL_RESISTANCE, CONE_INDEX = (
    surfaces.FIELDS.index(name) for name in ("friction", "sliding_friction", "wheel_resistance", "cone_index")
)
FRICTIONS = ("friction", "sliding_friction", "friction_split")  # what is read of the surface where ruts give the rest


class UnderWheels(NamedTuple):
    """Columns of one fleet: its places, and the ground under its wheels; those that no model reads are of no use."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    yaw: Floats  # counter-clockwise from east [rad]
    track_width: Floats  # [m]
    keeps_friction_split: Words  # see ``columns``
    friction: Floats  # mean of both sides [1]
    sliding_friction: Floats  # the same [1]
    wheel_resistance: Floats  # the same, over the load [1]
    cone_index: Floats  # the lower one [lb/in^2]
    friction_split: Floats  # left less right friction, over their sum [1]


def has_split(model: Model) -> bool:
    """Return whether a model reads the ground under the wheels of each side."""
    ground = set(model.structures["ground"]._fields if model.stands_on_ground else ())
    is_known = ground & set(surfaces.FIELDS) <= set(UnderWheels._fields)
    return is_known and {"friction", "friction_split"} <= ground and "track_width" in model.module.Params._fields


def under_wheels(fleet: Fleet, keeps: Words, *, is_rutted: bool) -> UnderWheels:
    """Return the columns of a fleet whose model reads the ground under each side.

    Args:
        keeps: (count,) ``keeps_friction_split`` of its vehicles.
        is_rutted: ruts give all but the frictions.
    """
    state, read = fleet.state, FRICTIONS if is_rutted else dir(fleet.ground)
    names, nothing = UnderWheels._fields[5:], np.zeros((len(UnderWheels._fields), fleet.count))
    ground = (getattr(fleet.ground, name) if name in read else nothing[i] for i, name in enumerate(names))
    return UnderWheels(state.x, state.y, state.yaw, fleet.params.track_width, keeps, *ground)


def sample_sides(under: UnderWheels, rasters: Whole[Rasters]) -> InVectors:
    """Set the ground that models read to that under the wheels of both sides; at the middle where a split is stated."""
    classes, table = rasters.classes, rasters.table
    west, south, spacing = rasters.class_west, rasters.class_south, rasters.class_spacing
    for i in range(under.x.size):
        sine, cosine = sincos(under.yaw[i])
        keeps = under.keeps_friction_split[i] != 0
        aside = select(keeps, 0.0, 0.5 * under.track_width[i])
        x, y, to_x, to_y = under.x[i], under.y[i], -aside * sine, aside * cosine
        left = class_at(classes, west, south, spacing, x + to_x, y + to_y)
        right = class_at(classes, west, south, spacing, x - to_x, y - to_y)
        on_left, on_right = table[left, FRICTION], table[right, FRICTION]
        under.friction[i] = 0.5 * (on_left + on_right)
        under.sliding_friction[i] = 0.5 * (table[left, SLIDING_FRICTION] + table[right, SLIDING_FRICTION])
        under.wheel_resistance[i] = 0.5 * (table[left, WHEEL_RESISTANCE] + table[right, WHEEL_RESISTANCE])
        under.cone_index[i] = minimum(table[left, CONE_INDEX], table[right, CONE_INDEX])
        split = (on_left - on_right) / (on_left + on_right)
        under.friction_split[i] = select(keeps, under.friction_split[i], split)
