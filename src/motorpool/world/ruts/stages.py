"""Stages of ruts; see ``compile.rows``.

``meet_ruts`` reads the table on several threads; ``store_passes`` then writes the few passes of the step, one vehicle
after the other. A vehicle meets a rut as earlier steps have left it.
"""

from typing import NamedTuple

from ...arrays import Floats, FloatTable
from ...models.mathematics import Real, Whole, maximum, minimum, sincos
from ...terrain.repeated_passes import Passes, compaction_factor, depth_after, passes_in
from ...terrain.surface import class_at
from ..columns import Whole as WholeOf
from ..drivers.columns import DriverInputs
from ..drivers.kinds import ABSENT
from ..entity.columns import Body, Pose
from ..guidance.trafficability import ClassRaster
from .columns import Passage, RuttedGround
from .table import NEXT, USED, RutTable, cell_at, deepen, depth_in

MOST_RESISTANCE = 1.0  # limit of motion resistance over the load, as of ``surface.LIMITS`` [1]


class SoilTable(NamedTuple):
    """Response of each class of the surface to passes, and of each fleet on it, in the present weather."""

    offset: Floats  # (fleets,) distance of wheels or tracks from the middle of a vehicle [m]
    first: FloatTable  # (fleets, classes) depth of a first pass; 0 for no rut [m]
    pressure: FloatTable  # (fleets, classes) under wheels or tracks in a first pass [Pa]
    growth: FloatTable  # (fleets, classes) exponent by which resistance increases where soil remoulds [1]
    resistance: FloatTable  # (fleets, classes) motion resistance on untouched ground over the load [1]
    compaction: FloatTable  # (fleets, classes) the part of it that compacts the soil [1]
    exponent: Floats  # (classes,) see ``Passes`` [1]
    multipass: Floats  # (classes,) [1]
    reload_stiffness: Floats  # (classes,) [N/m^3]
    reload_growth: Floats  # (classes,) [N/m^4]
    remoulding: Floats  # (classes,) [1]
    friction: Floats  # (classes,) [1]
    sliding_friction: Floats  # (classes,) [1]
    shear_length: Floats  # (classes,) [m]
    cone_index: Floats  # (classes,) of untouched ground [lb/in^2]


class Met(NamedTuple):
    """Ground in a rut, over that on untouched ground."""

    compaction: Real  # factor of the compaction resistance [1]
    strength: Real  # factor of the cone index [1]


def meet_ruts(
    pose: Pose, body: Body, inputs: DriverInputs, passage: Passage, under: RuttedGround, soil: WholeOf[SoilTable],
    surface: WholeOf[ClassRaster], ruts: WholeOf[RutTable], is_new: int,
) -> None:  # fmt: skip
    """Set the ground under each vehicle; where it enters a cell, read the rut there and find the depth of its own.

    Args:
        passage: cells under the vehicles; receives the ruts.
        under: receives the ground.
        surface: classes of the ground.
        is_new: 1 if the soils have changed, so that all values are computed again.
    """
    for i in range(pose.x.size):
        if inputs.driver[i] == ABSENT:
            passage.left_cell[i] = passage.right_cell[i] = -1
            continue
        x, y, fleet = pose.x[i], pose.y[i], body.fleet_index[i]
        kind = class_at(surface.classes, surface.x_west, surface.y_south, surface.spacing, x, y)
        sine, cosine = sincos(pose.yaw[i])
        left = cell_at(ruts, x - soil.offset[fleet] * sine, y + soil.offset[fleet] * cosine)
        right = cell_at(ruts, x + soil.offset[fleet] * sine, y - soil.offset[fleet] * cosine)
        enters_left, enters_right = left != passage.left_cell[i], right != passage.right_cell[i]
        if not (enters_left or enters_right or kind != passage.ground_class[i] or is_new != 0):
            continue
        first, multipass = soil.first[fleet, kind], soil.multipass[kind]
        if enters_left:
            passage.left_rut[i] = depth_in(ruts, left)
            if first > 0.0 and left != passage.left_cell_before[i]:
                passage.left_rut_made[i] = depth_after(passage.left_rut[i], first, multipass)
            passage.left_cell_before[i], passage.left_cell[i] = passage.left_cell[i], left
        if enters_right:
            passage.right_rut[i] = depth_in(ruts, right)
            if first > 0.0 and right != passage.right_cell_before[i]:
                passage.right_rut_made[i] = depth_after(passage.right_rut[i], first, multipass)
            passage.right_cell_before[i], passage.right_cell[i] = passage.right_cell[i], right
        passage.ground_class[i] = kind
        set_ground(i, under, soil, fleet, kind, passage.left_rut[i], passage.right_rut[i])


def set_ground(
    i: int, under: RuttedGround, soil: SoilTable, fleet: Whole, kind: Whole, left_rut: Real, right_rut: Real
) -> None:
    """Set the ground under a vehicle: the mean resistance of its two sides, and the strength of the weaker one.

    Args:
        i: row of the vehicle.
        under: receives the ground.
        fleet: index of its fleet.
        kind: class of the surface.
        left_rut, right_rut: depths of the ruts under it [m].
    """
    left, right = met_in(left_rut, soil, fleet, kind), met_in(right_rut, soil, fleet, kind)
    excess = 0.5 * (left.compaction + right.compaction) - 1.0
    resistance = soil.resistance[fleet, kind] + soil.compaction[fleet, kind] * excess
    under.ground_friction[i] = soil.friction[kind]
    under.ground_sliding_friction[i] = soil.sliding_friction[kind]
    under.ground_resistance[i] = minimum(maximum(resistance, 0.0), MOST_RESISTANCE)
    under.ground_shear_length[i] = soil.shear_length[kind]
    under.ground_cone_index[i] = soil.cone_index[kind] * minimum(left.strength, right.strength)


def met_in(depth: Real, soil: SoilTable, fleet: Whole, kind: Whole) -> Met:
    """Return the ground that a vehicle of a fleet meets in a rut.

    Args:
        depth: of the rut [m].
        fleet: index of the fleet.
        kind: class of the surface.
    """
    first, remoulding = soil.first[fleet, kind], soil.remoulding[kind]
    if depth <= 0.0 or first <= 0.0:
        return Met(1.0, 1.0)
    passes = Passes(
        soil.exponent[kind], soil.multipass[kind], soil.reload_stiffness[kind], soil.reload_growth[kind], remoulding
    )
    if remoulding > 0.0:
        number = 1.0 + passes_in(depth, first, passes.multipass)
        return Met(number ** soil.growth[fleet, kind], number**-remoulding)
    return Met(compaction_factor(depth, first, soil.pressure[fleet, kind], passes), 1.0)


def store_passes(passage: WholeOf[Passage], ruts: WholeOf[RutTable], tick: int) -> None:
    """Store the ruts that vehicles have made; end before a vehicle for which there is no room.

    Args:
        passage: depths that have been made.
        ruts: receives them; ``progress`` has the first vehicle, and receives the one after the last.
        tick: number of the step.
    """
    left, right = passage.left_rut_made, passage.right_rut_made
    for i in range(ruts.progress[NEXT], left.size):
        if left[i] > 0.0 or right[i] > 0.0:
            if ruts.progress[USED] + 2 > ruts.places.size:
                ruts.progress[NEXT] = i
                return
            if left[i] > 0.0:
                deepen(ruts, passage.left_cell[i], left[i], tick)
            if right[i] > 0.0:
                deepen(ruts, passage.right_cell[i], right[i], tick)
            left[i], right[i] = 0.0, 0.0
    ruts.progress[NEXT] = left.size
