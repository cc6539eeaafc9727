"""Columns of ruts: the cells under a vehicle, their ruts, and the values of the ground that its model reads."""

from typing import NamedTuple

from ..columns import Floats, Indices


class Passage(NamedTuple):
    """Cells under the left and the right wheels or track, and their ruts."""

    left_cell: Indices  # number of the cell under the left wheels or track; -1 before the first step
    right_cell: Indices  # the same of the right ones
    left_cell_before: Indices  # the cell that it was in before, to which a return is no pass; -1 for none
    right_cell_before: Indices  # the same of the right ones
    left_rut: Floats  # depth of the rut that it met there, made by earlier passes [m]
    right_rut: Floats  # the same of the right ones [m]
    left_rut_made: Floats  # depth after its own pass until that is in the table; 0 otherwise [m]
    right_rut_made: Floats  # the same of the right ones [m]
    ground_class: Indices  # class of the surface under it


class RuttedGround(NamedTuple):
    """Values of the ground under a vehicle with its ruts, for its model; 0 in a world without ruts."""

    ground_friction: Floats  # peak friction coefficient [1]
    ground_sliding_friction: Floats  # friction coefficient of sliding tyres and tracks [1]
    ground_resistance: Floats  # motion resistance of its wheels or tracks over the load [1]
    ground_shear_length: Floats  # shear displacement over which thrust builds up; 0 on hard ground [m]
    ground_cone_index: Floats  # rating cone index after the passes before [lb/in^2]
