"""The red dot of document 001: a point with a direction. White is its commanded direction, black its speed."""

from ..look import Look
from ..parts import CLOSE, FAR, LEVELS, MID, NEAR, Joint, Part, Place, Shape, hull
from ..solids import ball, box
from ..vehicle_plan import Dimensions

ARROW_DURATION = 0.35  # the black line is as long as the way covered in this time [s]


def build(size: Dimensions) -> Shape:
    """Return a dot."""
    radius, height = 0.5 * min(size.length, size.width), size.height
    middle = (0.0, 0.0, 0.5 * height)
    line = box((1.02 * radius, 0.14 * radius, 0.1 * height), (0.51 * radius, 0.0, 0.5 * height), "white")
    crest = box((0.8 * radius, 0.14 * radius, 0.03 * height), (0.4 * radius, 0.0, height), "white")
    arrow = (ARROW_DURATION, 0.1 * radius, 0.04 * height)
    speed = box(arrow, (radius + 0.5 * ARROW_DURATION, 0.0, 0.5 * height), "ink")
    balls = [
        hull([ball(middle, (radius, radius, 0.5 * height), "red", sides=sides)], levels)
        for levels, sides in ((NEAR, 28), (MID, 14), (FAR, 6))
    ]
    pointer = Part("pointer", (line, crest), LEVELS, (Place(Joint("pointer")),))
    return Shape(
        (*balls, pointer, Part("arrow", (speed,), CLOSE, (Place(Joint("arrow", (radius, 0.0, 0.5 * height))),))),
        roof=(0.0, 0.0, height),
        dust=((0.0, 0.0),),
        exhaust=middle,
    )


LOOK = Look("dot", "Point", "1.1", build, colour="#d8201c")
