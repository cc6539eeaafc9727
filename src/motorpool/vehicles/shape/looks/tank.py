"""Battle tanks with an angular turret."""

from ..gear import aerial
from ..look import Look
from ..parts import SIDES, Shape
from ..solids import Solid, box, drum, loft
from ..tank_body import ROOF, Turret, cupola, on_turret, tank_shape
from ..vehicle_plan import Dimensions


def build(size: Dimensions) -> Shape:
    """Return a tank."""
    masts = tuple(aerial(on_turret(size, -0.21, 0.24, 0.9), 1.5 * ROOF * size.height + 0.6, on_turret=True))
    return tank_shape(size, Turret(_turret(size), _fittings(size), masts))


def _turret(size: Dimensions) -> list[Solid]:
    length, width, rise = size.length, size.width, ROOF * size.height
    return [
        drum("z", on_turret(size, 0.0, 0.0, 0.05), 0.29 * width, 0.1 * rise, "dark", sides=18),
        _cheeks(size),
        box((0.09 * length, 0.5 * width, 0.42 * rise), on_turret(size, -0.275, 0.0, 0.52), "shade"),
        box((0.06 * length, 0.012, 0.36 * rise), on_turret(size, -0.1, 0.355, 0.48), "accent"),
        box((0.012 * length, 0.34 * width, 0.16 * rise), on_turret(size, -0.338, 0.0, 0.42), "accent"),
        box((0.06 * length, 0.012, 0.36 * rise), on_turret(size, -0.1, -0.355, 0.48), "accent"),
        cupola(size)[0],
        box((0.05 * length, 0.085 * width, 0.22 * rise), on_turret(size, 0.045, -0.15, 0.98), "shade"),
        box((0.008 * length, 0.06 * width, 0.12 * rise), on_turret(size, 0.071, -0.15, 1.0), "glass"),
    ]


def _cheeks(size: Dimensions) -> Solid:
    """Return the turret's body: pointed at the front, as seen from above, and sloped all round."""
    outline = ((-0.25, -0.28), (0.06, -0.365), (0.165, -0.14), (0.165, 0.14), (0.06, 0.365), (-0.25, 0.28))
    levels = ((0.9, 0.1), (1.0, 0.38), (0.83, 0.92))
    return loft([[on_turret(size, grow * x, grow * y, z) for x, y in outline] for grow, z in levels], "paint")


def _fittings(size: Dimensions) -> list[Solid]:
    """Return the fittings: smoke launchers, those of the roof, and the basket behind."""
    length, width, rise = size.length, size.width, ROOF * size.height
    launchers = [
        on_turret(size, 0.09 - 0.016 * k, side * 0.29 * (1.0 + 0.03 * k), 0.72) for side in SIDES for k in range(3)
    ]
    rails = [on_turret(size, -0.285, 0.0, z) for z in (0.32, 0.52, 0.72)]
    return [
        *(drum("z", at, 0.018 * width, 0.16 * rise, "dark", sides=6) for at in launchers),
        *cupola(size)[1:],
        *(box((0.1 * length, 0.56 * width, 0.03 * rise), at, "dark") for at in rails),
        box((0.07 * length, 0.2 * width, 0.26 * rise), on_turret(size, -0.29, 0.1, 0.7), "canvas"),
    ]


LOOK = Look("tank", "Tank", "1.1.0.1", build)
