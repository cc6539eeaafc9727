"""Cars: a saloon."""

from ..car_body import CarBody, car_shape
from ..look import Look
from ..parts import Shape
from ..solids import Ring
from ..vehicle_plan import Dimensions


def build(size: Dimensions) -> Shape:
    """Return a saloon."""
    length, width, height = size.length, size.width, size.height
    body = CarBody(
        size,
        belt=0.61 * height,
        nose=0.5 * height,
        bonnet=0.62 * height,
        tail=0.64 * height,
        cabin=Ring(-0.37 * length, 0.205 * length, 0.45 * width, 0.615 * height),
        roof=Ring(-0.235 * length, 0.02 * length, 0.365 * width, 0.985 * height),
    )
    return car_shape(body, [])


LOOK = Look("car", "Car", "1.1.0.81.40", build, colour="#4f7ea8")
