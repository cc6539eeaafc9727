"""Utility vehicles: tall cars with four driven wheels, a spare wheel and a roof rack."""

from ..car_body import CarBody, car_shape
from ..look import Look
from ..parts import SIDES, Shape
from ..solids import Ring, Solid, box, drum
from ..vehicle_plan import Dimensions


def build(size: Dimensions) -> Shape:
    """Return a four-wheel drive."""
    length, width, height = size.length, size.width, size.height
    body = CarBody(
        size,
        belt=0.58 * height,
        nose=0.52 * height,
        bonnet=0.57 * height,
        tail=0.58 * height,
        cabin=Ring(-0.475 * length, 0.2 * length, 0.455 * width, 0.58 * height),
        roof=Ring(-0.45 * length, 0.07 * length, 0.395 * width, 0.97 * height),
    )
    return car_shape(body, _outdoor_kit(body))


def _outdoor_kit(body: CarBody) -> list[Solid]:
    """Return a spare wheel under a cover in the driver's colour, and a roof rack."""
    length, width, height = body.size.length, body.size.width, body.size.height
    roof, spare = body.roof, (-0.525 * length, 0.0, 0.55 * height)
    along = roof.front - roof.back
    rails = [(0.5 * (roof.back + roof.front), side * 0.9 * roof.half, roof.z + 0.05) for side in SIDES]
    bars = [(roof.back + share * along, 0.0, roof.z + 0.045) for share in (0.15, 0.5, 0.85)]
    return [
        drum("x", spare, 0.92 * body.radius, 0.12 * width, "rubber", sides=18),
        drum("x", spare, 0.55 * body.radius, 0.13 * width, "accent", sides=18),
        *(box((0.92 * along, 0.03, 0.04), at, "dark") for at in rails),
        *(box((0.05, 1.8 * roof.half, 0.03), at, "dark") for at in bars),
    ]


LOOK = Look("utility", "Utility vehicle", "1.1.0.6", build)
