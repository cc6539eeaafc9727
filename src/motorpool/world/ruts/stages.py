"""Stages of ruts; see ``compile.rows``.

``find_cells`` and ``set_grounds`` run on several threads; between them, ``pass_entries`` reads and writes the table,
one vehicle after the other. A vehicle meets a rut as earlier steps have
left it.
"""

from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats, FloatTable, Indices
from ...ground.terrain.repeated_passes import Passes, compaction_factor, depth_after, passes_in
from ...ground.terrain.surface import class_at
from ...models.mathematics import Real, Whole, maximum, minimum, select, sincos
from ..columns import InVectors
from ..columns import Whole as WholeOf
from ..drivers.columns import DriverInputs
from ..drivers.kinds import ABSENT
from ..entity.columns import Body, Entity
from ..model_switching.columns import ModelChoice
from ..navigation.trafficability import ClassRaster
from .columns import Passage, RuttedGround
from .table import LISTED, STORED, UNIT, USED, RutTable, cell_at, deepen, set_deeper

MOST_RESISTANCE = 1.0  # limit of motion resistance over the load, as of ``surface.LIMITS`` [1]


class SoilTable(NamedTuple):
    """Response of each class of the surface to passes, and of each fleet on it, in the present weather."""

    is_read: Floats  # (fleets,) 1 if the model reads the ground, else 0
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


class Entries(NamedTuple):
    """Entries of vehicles into cells in one step, a row each; two rows for each vehicle, and one to spare."""

    cell: Indices  # number of the cell
    side: Indices  # twice the vehicle's row; one more for its right side
    tile: Indices  # ``tile_of`` of the cell
    square: Indices  # ``squares`` of the cell
    depth: Indices  # of the rut there: at first before the pass, then after it [um]


def no_entries(count: int) -> Entries:
    """Return room for ``count`` entries."""
    return Entries(*np.zeros((len(Entries._fields), count), np.int32))


class RuttedMap(NamedTuple):
    """The ground with its ruts."""

    soil: SoilTable
    surface: ClassRaster
    ruts: RutTable
    entries: Entries  # of the present step


class Met(NamedTuple):
    """Ground in a rut, over that on untouched ground."""

    compaction: Real  # factor of the compaction resistance [1]
    strength: Real  # factor of the cone index [1]


def find_cells(
    entity: Entity, inputs: DriverInputs, choice: ModelChoice, passage: Passage, rutted: WholeOf[RuttedMap], is_new: int
) -> InVectors:
    """Find the cells under each vehicle and the class of the surface, and whether they have changed.

    Args:
        passage: receives them.
        is_new: 1 if all values must be computed again, because the soils have changed.
    """
    for i in range(entity.pose.x.size):
        find_cell(i, entity, inputs, choice, passage, rutted, is_new)


def pass_entries(
    body: WholeOf[Body], choice: WholeOf[ModelChoice], passage: WholeOf[Passage], rutted: WholeOf[RuttedMap],
    start: int, stop: int, tick: int,
) -> None:  # fmt: skip
    """Read the ruts in the cells that vehicles enter, and store their own, one vehicle after the other.

    Args:
        passage: cells; receives the ruts.
        start: row of the first vehicle.
        stop: row after the last vehicle.
        tick: number of the step.
    """
    list_entries(passage, rutted.ruts, rutted.entries, start, stop)
    read_ruts(rutted.ruts, rutted.entries)
    make_ruts(body, choice, passage, rutted)
    store_ruts(rutted.ruts, rutted.entries, tick)


def store_rest(rutted: WholeOf[RuttedMap], tick: int) -> None:
    """Store the ruts of the entries for which there was no room.

    Args:
        tick: number of the step.
    """
    store_ruts(rutted.ruts, rutted.entries, tick)


def set_grounds(
    body: Body, choice: ModelChoice, passage: Passage, under: RuttedGround, rutted: WholeOf[RuttedMap]
) -> InVectors:
    """Set the ground under the vehicles that have entered a cell or a class, if their models read it.

    Args:
        under: receives the ground.
    """
    for i in range(passage.has_other_ground.size):
        if passage.has_other_ground[i] != 0:
            set_ground(i, body, choice, passage, under, rutted.soil)


def find_cell(
    i: int, entity: Entity, inputs: DriverInputs, choice: ModelChoice, passage: Passage, rutted: RuttedMap, is_new: int
) -> None:  # fmt: skip
    """Find the cells under a vehicle and the class of the surface, and whether they have changed.

    Args:
        i: row of the vehicle.
        is_new: 1 if all values must be computed again, because the soils have changed.
    """
    pose, surface, ruts = entity.pose, rutted.surface, rutted.ruts
    x, y, offset = pose.x[i], pose.y[i], rutted.soil.offset[entity.body.fleet_index[i]]
    sine, cosine = sincos(pose.yaw[i])
    kind = class_at(surface.classes, surface.x_west, surface.y_south, surface.spacing, x, y)
    is_absent = inputs.driver[i] == ABSENT
    left = select(is_absent, -1, cell_at(ruts, x - offset * sine, y + offset * cosine))
    right = select(is_absent, -1, cell_at(ruts, x + offset * sine, y - offset * cosine))
    left_before, right_before = passage.left_cell[i], passage.right_cell[i]
    enters_left = (left != left_before) & (left != passage.left_cell_before[i])
    enters_right = (right != right_before) & (right != passage.right_cell_before[i])
    is_other = enters_left | enters_right | (kind != passage.ground_class[i]) | (is_new != 0)
    is_other = is_other | (choice.uses_alternate_model[i] != 0)  # the model may be another one than a step ago
    passage.has_other_ground[i] = is_other & (not is_absent)
    passage.left_entry[i], passage.right_entry[i] = select(enters_left, left, -1), select(enters_right, right, -1)
    passage.left_cell_before[i] = select(left != left_before, left_before, passage.left_cell_before[i])
    passage.right_cell_before[i] = select(right != right_before, right_before, passage.right_cell_before[i])
    passage.left_cell[i], passage.right_cell[i], passage.ground_class[i] = left, right, kind


def list_entries(passage: Passage, ruts: RutTable, entries: Entries, start: int, stop: int) -> None:
    """List the cells that vehicles enter, by vehicle, left before right.

    Args:
        ruts: ``progress`` receives their number.
        start: row of the first vehicle.
        stop: row after the last vehicle.
    """
    number = 0
    for i in range(start, stop):  # without a condition: every write counts only if the next one does not replace it
        entries.cell[number], entries.side[number] = passage.left_entry[i], 2 * i
        number += select(passage.left_entry[i] >= 0, 1, 0)
        entries.cell[number], entries.side[number] = passage.right_entry[i], 2 * i + 1
        number += select(passage.right_entry[i] >= 0, 1, 0)
    ruts.progress[LISTED], ruts.progress[STORED] = number, 0


def read_ruts(ruts: RutTable, entries: Entries) -> None:
    """Read the ruts in the listed cells; in three loops, in which the memory answers many questions at a time."""
    for entry in range(int(ruts.progress[LISTED])):
        entries.tile[entry] = ruts.tile_of[entries.cell[entry] >> 8]
    for entry in range(int(ruts.progress[LISTED])):
        tile = int(entries.tile[entry])
        index = maximum(tile - 1, 0) << 4 | (int(entries.cell[entry]) >> 4) & 15
        entries.square[entry] = select(tile > 0, int(ruts.squares[index]), 0)
    for entry in range(int(ruts.progress[LISTED])):
        square = int(entries.square[entry])
        index = maximum(square - 1, 0) << 4 | int(entries.cell[entry]) & 15
        entries.depth[entry] = select(square > 0, int(ruts.depths[index]), 0)


def make_ruts(body: Body, choice: ModelChoice, passage: Passage, rutted: RuttedMap) -> None:
    """Set the depth of each entry to that after the pass; keep the depth before for models that read the ground."""
    soil, entries = rutted.soil, rutted.entries
    for entry in range(int(rutted.ruts.progress[LISTED])):
        i, is_right = int(entries.side[entry]) >> 1, int(entries.side[entry]) & 1
        fleet, kind, before = int(body.fleet_index[i]), int(passage.ground_class[i]), int(entries.depth[entry])
        if soil.is_read[fleet] != 0.0 or choice.uses_alternate_model[i] != 0:
            if is_right == 0:
                passage.left_rut[i] = UNIT * before
            else:
                passage.right_rut[i] = UNIT * before
        entries.depth[entry] = whole_depth_after(before, soil.first[fleet, kind], soil.multipass[kind])


def whole_depth_after(before: Whole, first: Real, multipass: Real) -> Whole:
    """Return the depth of a rut after a pass [um]; 0 for a pass that makes none.

    Args:
        before: depth of the rut [um].
        first: depth of the vehicle's first pass on untouched ground [m].
        multipass: a of ``Passes``.
    """
    if first <= 0.0:
        return 0
    if before == 0:
        return int(first / UNIT + 0.5)
    return int(depth_after(UNIT * before, first, multipass) / UNIT + 0.5)


def store_ruts(ruts: RutTable, entries: Entries, tick: int) -> None:
    """Store the depths of the entries from the first that is not stored; end before one for which there is no room.

    Args:
        ruts: ``progress`` receives the number of those that are stored.
        tick: number of the step.
    """
    for entry in range(int(ruts.progress[STORED]), int(ruts.progress[LISTED])):
        if entries.depth[entry] > 0:
            if ruts.progress[USED] == ruts.places.size:
                ruts.progress[STORED] = entry
                return
            cell, depth, square = int(entries.cell[entry]), int(entries.depth[entry]), int(entries.square[entry])
            if square > 0:
                set_deeper(ruts, int(entries.tile[entry]), square, cell, depth, tick)
            else:
                deepen(ruts, cell, depth, tick)
    ruts.progress[STORED] = ruts.progress[LISTED]


def set_ground(i: int, body: Body, choice: ModelChoice, passage: Passage, under: RuttedGround, soil: SoilTable) -> None:
    """Set the ground under a vehicle: the mean resistance of its two sides, and the strength of the weaker one.

    Args:
        i: row of the vehicle.
        under: receives the ground, if the vehicle's model reads it.
    """
    fleet, kind = int(body.fleet_index[i]), int(passage.ground_class[i])
    if soil.is_read[fleet] == 0.0 and choice.uses_alternate_model[i] == 0:
        return
    left = met_in(passage.left_rut[i], soil, fleet, kind)
    right = met_in(passage.right_rut[i], soil, fleet, kind)
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
        depth: depth of the rut [m].
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


PASS = (find_cells, pass_entries)  # on one thread
PASS_AND_READ = (*PASS, set_grounds)
