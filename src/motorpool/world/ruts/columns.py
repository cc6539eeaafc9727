"""Columns of ruts: the cells under a vehicle, their ruts, and the values of the ground that its model reads."""

from typing import NamedTuple

from ..columns import Floats, Indices, Words


class Passage(NamedTuple):
    """Cells under the left and the right wheels or track, and their ruts."""

    left_cell: Indices  # number of the cell under the left wheels or track; -1 of an absent vehicle
    right_cell: Indices  # the same of the right ones
    left_cell_before: Indices  # the cell that they were in before, to which a return is no pass; -1 for none
    right_cell_before: Indices  # the same of the right ones
    left_entry: Indices  # the cell that they have entered in this step; -1 for none
    right_entry: Indices  # the same of the right ones
    ground_class: Indices  # class of the surface under the vehicle
    has_other_ground: Words  # 1 if the vehicle has entered a cell or a class in this step
    left_rut: Floats  # depth of the rut that it met in its cell; 0 if its model does not read the ground [m]
    right_rut: Floats  # the same of the right ones [m]


class RuttedGround(NamedTuple):
    """Values of the ground under a vehicle with its ruts, for its model; 0 in a world without ruts."""

    ground_friction: Floats  # peak friction coefficient [1]
    ground_sliding_friction: Floats  # friction coefficient of sliding tyres and tracks [1]
    ground_resistance: Floats  # motion resistance of its wheels or tracks over the load [1]
    ground_shear_length: Floats  # shear displacement over which thrust builds up; 0 on hard ground [m]
    ground_cone_index: Floats  # rating cone index after the passes before [lb/in^2]
