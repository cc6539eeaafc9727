"""Semi-trailers: a box on a chassis, legs behind its kingpin, axles under its end. x = 0 is the middle of the axles."""

from .gear import axle_wheels, road_wheels
from .parts import FAR, NEAR, SIDES, Shape, hull
from .solids import Solid, box
from .vehicle_plan import Axle, Dimensions, TrailerPlan

LONG = 6.0  # a trailer so long from kingpin to axles has three axles, a shorter one two [m]


def trailer_shape(plan: TrailerPlan) -> Shape:
    """Return a trailer."""
    radius = min(0.5, 0.13 * plan.height)
    gap = 2.3 * radius
    offsets = (gap, 0.0, -gap) if plan.reach > LONG else (0.5 * gap, -0.5 * gap)
    size = Dimensions(2.0 * plan.reach + 4.0 * gap, plan.width, plan.height, tuple(Axle(offset) for offset in offsets))
    wheels = axle_wheels(size, radius=radius, width=0.2 * plan.width)
    floor = 2.35 * radius
    return Shape(
        (
            hull(_body(plan, floor, radius)),
            hull(_fittings(plan, floor, radius), NEAR),
            hull(_coarse(plan, floor, radius), FAR),
            *road_wheels(wheels),
        ),
        wheels=wheels,
        roof=(plan.middle, 0.0, plan.height),
        dust=tuple((wheel.x, wheel.y) for wheel in wheels),
        exhaust=(plan.middle, 0.0, plan.height),
    )


def _body(plan: TrailerPlan, floor: float, radius: float) -> list[Solid]:
    w, h, middle, reach, length = plan.width, plan.height, plan.middle, plan.reach, plan.front - plan.back
    end = min(0.0, max(plan.back, -2.4 * radius)) - 1.2 * radius  # of the chassis, under the box or not
    solids = [
        box((length, w, h - floor), (middle, 0.0, 0.5 * (h + floor)), "paint"),
        box((length + 0.02, 1.004 * w, 0.035 * h), (middle, 0.0, floor + 0.017 * h), "shade"),
        box((length + 0.02, 1.004 * w, 0.025 * h), (middle, 0.0, h - 0.012 * h), "shade"),
    ]
    for side in SIDES:
        beam = (0.5 * (0.85 * reach + end), side * 0.17 * w, floor - 0.2 * radius)
        solids += [
            box((0.92 * length, 0.012, 0.09 * h), (middle, side * 0.502 * w, floor + 0.3 * (h - floor)), "accent"),
            box((0.85 * reach - end, 0.07 * w, 0.35 * radius), beam, "dark"),
            box((0.16, 0.1, 0.86 * floor), (0.78 * reach, side * 0.28 * w, 0.57 * floor), "steel"),
        ]
    return solids


def _fittings(plan: TrailerPlan, floor: float, radius: float) -> list[Solid]:
    w, h, reach, back, tall = plan.width, plan.height, plan.reach, plan.back, plan.height - floor
    count = max(3, round((plan.front - back) / 1.2))
    ribs = [back + (k + 0.5) * (plan.front - back) / count for k in range(count)]
    solids = [
        box((0.014, 0.012 * w, 0.94 * tall), (back - 0.006, 0.0, floor + 0.5 * tall), "dark"),
        box((0.06, 0.92 * w, 0.06 * h), (back + 0.12, 0.0, 0.55 * floor), "steel"),
        box((0.016, 0.2 * w, 0.04 * h), (back - 0.01, 0.0, 0.82 * floor), "plate"),
    ]
    for side in SIDES:
        solids += [box((0.05, 0.02, 0.9 * tall), (x, side * 0.502 * w, floor + 0.5 * tall), "shade") for x in ribs]
        boxes = (
            ((0.5 * reach, 0.03, 0.07 * h), (0.42 * reach, 0.47, 0.62 * floor), "steel"),
            ((0.02, 0.16 * w, 0.035 * h), (back - 0.012, 0.38, 0.82 * floor), "tail"),
            ((0.02, 0.03, 0.04 * h), (back - 0.012, 0.25, floor + 0.5 * tall), "steel"),
            ((0.03, 0.04 * w, 0.02 * h), (back - 0.006, 0.44, 0.975 * h), "tail"),
            ((0.12, 0.02, 0.03), (0.5 * reach, 0.504, floor + 0.05 * h), "amber"),
            ((0.02, 0.2 * w, 0.8 * radius), (-3.9 * radius, 0.37, 1.2 * radius), "rubber"),
        )
        solids += [box(extent, (x, side * y * w, z), finish) for extent, (x, y, z), finish in boxes]
    return solids


def _coarse(plan: TrailerPlan, floor: float, radius: float) -> list[Solid]:
    w, h, reach = plan.width, plan.height, plan.reach
    return [
        box((plan.front - plan.back, w, h - floor), (plan.middle, 0.0, 0.5 * (h + floor)), "paint"),
        box((0.8 * reach, 0.5 * w, 0.5 * radius), (0.4 * reach, 0.0, floor - 0.2 * radius), "dark"),
        box((6.0 * radius, 0.94 * w, 1.8 * radius), (0.0, 0.0, 0.9 * radius), "rubber"),
    ]
