"""Defects of the avoidance code of document 003 by name, each as published or corrected."""

from typing import NamedTuple


class Defects(NamedTuple):
    """Defects of the published program, each as published (True) or corrected (False)."""

    swapped_sides: bool = True  # the triangle on the right is called left, although directions increase to the right
    quadrants: bool = True  # pi/4, pi/2, 3pi/4 in place of the comments' pi/2, pi, 3pi/2, and 360.0 among radians
    side_lines: bool = True  # the eight cases compare with lines other than the vehicle's heading
    lost_detection: bool = True  # two different objects in view: "found" is not set
    false_detection: bool = True  # no object in view: two unset positions are equal, "found" is set
    farther_object: bool = True  # of two objects the farther one decides
    whole_metres: bool = True  # distances are truncated to whole metres before they are compared
    boxes: bool = True  # the searched area is the box around a triangle
    points: bool = True  # an object is its centre; its radius is ignored
    first_listed: bool = True  # the first object of the list in the box is used, not the nearest
    short_list: bool = True  # objects after the 101st are ignored
    range_in_kmh: bool = True  # the range grows by the speed in km/h instead of m/s
    added_directions: bool = True  # an absolute direction and a relative turn share one variable


AS_PUBLISHED = Defects()
CORRECTED = Defects(*(False for _ in Defects._fields))
