"""The defects of the avoidance code of document 003, by name: each as published, or mended."""

from typing import NamedTuple


class Defects(NamedTuple):
    """The defects of the published program, each kept as it is (True) or mended; ``MENDED`` keeps none."""

    swapped_sides: bool = True  # the triangle on the right is called left, though directions grow to the right
    quadrants: bool = True  # pi/4, pi/2, 3pi/4 where the comments mean pi/2, pi, 3pi/2, and 360.0 among radians
    side_lines: bool = True  # the eight cases compare with lines that are not the vehicle's heading
    lost_detection: bool = True  # two different objects in sight: "found" is not set
    false_detection: bool = True  # no object in sight: two unset places are equal, "found" is set
    farther_object: bool = True  # of two objects the farther one decides
    whole_metres: bool = True  # distances are cut to whole metres before they are compared
    boxes: bool = True  # the searched area is the box around a triangle, not the triangle
    points: bool = True  # an object is its centre; its radius is not read
    first_listed: bool = True  # the first object of the list that is in the box, not the nearest
    short_list: bool = True  # objects after the 101st are not looked at
    range_in_kmh: bool = True  # the range grows by the speed in km/h, not by metres a second
    added_directions: bool = True  # an absolute direction and a turn share one variable


AS_PUBLISHED = Defects()
MENDED = Defects(*(False for _ in Defects._fields))
