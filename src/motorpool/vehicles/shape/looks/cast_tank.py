"""Battle tanks with a cast, round turret."""

import math

from ..gear import aerial
from ..look import Look
from ..parts import SIDES, Shape
from ..solids import Solid, box, drum, loft
from ..tank_body import ROOF, Turret, cupola, on_turret, tank_shape
from ..vehicle_plan import Dimensions

CORNERS = 14  # of the dome


def build(size: Dimensions) -> Shape:
    """Return a tank."""
    masts = tuple(aerial(on_turret(size, -0.18, 0.2, 0.7), 1.5 * ROOF * size.height + 0.6, on_turret=True))
    return tank_shape(size, Turret(_turret(size), _fittings(size), masts, trunnion=0.12, wheel_count=6))


def _turret(size: Dimensions) -> list[Solid]:
    length, width, rise = size.length, size.width, ROOF * size.height
    return [
        drum("z", on_turret(size, 0.0, 0.0, 0.04), 0.3 * width, 0.08 * rise, "dark", sides=18),
        _dome(size),
        *(box((0.05 * length, 0.02, 0.2 * rise), on_turret(size, -0.08, side * 0.335, 0.42), "accent")
          for side in SIDES),
        box((0.012 * length, 0.2 * width, 0.16 * rise), on_turret(size, -0.228, 0.0, 0.42), "accent"),
        cupola(size)[0],
        box((0.04 * length, 0.07 * width, 0.14 * rise), on_turret(size, 0.06, -0.13, 0.86), "shade"),
        box((0.008 * length, 0.05 * width, 0.09 * rise), on_turret(size, 0.082, -0.13, 0.88), "glass"),
    ]  # fmt: skip


def _dome(size: Dimensions) -> Solid:
    """Return the turret's body: an oval that narrows to a flat roof, longer ahead."""
    turns = [math.tau * k / CORNERS for k in range(CORNERS)]
    levels = ((0.96, 0.02), (1.0, 0.25), (0.93, 0.55), (0.74, 0.82), (0.45, 0.95))
    return loft(
        [
            [on_turret(size, grow * (-0.02 + 0.21 * math.cos(turn)), grow * 0.34 * math.sin(turn), z) for turn in turns]
            for grow, z in levels
        ],
        "paint",
    )


def _fittings(size: Dimensions) -> list[Solid]:
    """Return the fittings: those of the roof, a searchlight beside the gun, and a box behind."""
    length, width, rise = size.length, size.width, ROOF * size.height
    return [
        *cupola(size)[1:],
        drum("x", on_turret(size, 0.17, -0.13, 0.6), 0.05 * width, 0.02 * length, "dark", sides=12),
        box((0.06 * length, 0.42 * width, 0.3 * rise), on_turret(size, -0.235, 0.0, 0.4), "shade"),
        box((0.1 * length, 0.06 * width, 0.16 * rise), on_turret(size, -0.06, 0.34, 0.35), "canvas"),
    ]


LOOK = Look("cast-tank", "Tank", "1.1.0.1", build)
