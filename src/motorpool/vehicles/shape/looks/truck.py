"""Trucks: a bonneted cab, a cargo bed with slatted sides, and a bogie of two rear axles if long."""

import math

from ..car_body import between
from ..gear import aerial, arc, axle_wheels, radius_of, road_wheels
from ..look import Look
from ..parts import FAR, MID, NEAR, SIDES, Shape, hull
from ..solids import Ring, Solid, box, drum, slab, wedge
from ..vehicle_plan import Axle, Dimensions

LONG = 6.0  # from here a truck of two axles has a bogie for the rear one [m]
CAB, BONNET = (0.07, 0.25), 0.485  # back and front of the cab, front of the bonnet, over the length
CAB_TOP, BONNET_TOP = 0.97, 0.61  # over the height


def build(size: Dimensions) -> Shape:
    """Return a truck."""
    length, width, height = size.length, size.width, size.height
    radius = radius_of(size, min(0.078 * length, 0.185 * height))
    wheels = axle_wheels(_with_bogie(size, radius), radius=radius, width=0.13 * width, rear_width=0.2275 * width)
    frame = 2.05 * radius
    axles = sorted({wheel.x for wheel in wheels})
    parts = (
        hull([*_chassis(size, radius, axles), *_cab(size, radius, axles[-1]), *_bed(size, frame)]),
        hull([*_fine_sides(size, frame), *_fittings(size, radius)], NEAR),
        hull(_coarse_sides(size, frame), MID),
        hull(_coarse(size, radius), FAR),
        *road_wheels(wheels),
        *aerial(((CAB[0] + 0.03) * length, 0.34 * width, CAB_TOP * height - 0.02), 0.9),
    )
    return Shape(
        parts,
        wheels=wheels,
        roof=(0.5 * sum(CAB) * length, 0.0, CAB_TOP * height),
        dust=tuple((wheel.x, wheel.y) for wheel in wheels),
        exhaust=(0.36 * length, 0.0, 0.6 * height),
    )


def _with_bogie(size: Dimensions, radius: float) -> Dimensions:
    if size.length < LONG or len(size.axles) != 2:
        return size
    front, rear = size.axles
    bogie = tuple(Axle(rear.offset + side * 1.12 * radius) for side in reversed(SIDES))
    return size._replace(axles=(front, *bogie))


def _chassis(size: Dimensions, radius: float, axles: list[float]) -> list[Solid]:
    length, width, frame = size.length, size.width, 2.05 * radius
    beam = (0.94 * length, 0.06 * width, 0.35 * radius)
    return [
        *(box(beam, (-0.015 * length, side * 0.17 * width, frame - 0.3 * radius), "dark") for side in SIDES),
        box((0.2 * length, 0.28 * width, 0.8 * radius), (0.3 * length, 0.0, frame - 0.2 * radius), "dark"),
        *(drum("y", (x, 0.0, radius), 0.2 * radius, 0.8 * width, "dark", sides=8) for x in axles),
        *(drum("x", (-0.005 * length, side * 0.36 * width, 1.3 * radius), 0.42 * radius, 0.11 * length, "steel",
               sides=12) for side in SIDES),
    ]  # fmt: skip


def _cab(size: Dimensions, radius: float, axle: float) -> list[Solid]:
    length, width, height = size.length, size.width, size.height
    back, front, nose = CAB[0] * length, CAB[1] * length, BONNET * length
    frame, belt, top = 2.05 * radius, (BONNET_TOP + 0.02) * height, BONNET_TOP * height
    base = Ring(back, front + 0.015 * length, 0.44 * width, belt)
    roof = Ring(back + 0.01 * length, front - 0.04 * length, 0.41 * width, CAB_TOP * height)
    low, high = between(base, roof, 0.1), between(base, roof, 0.8)
    middle, along = 0.5 * (front + back), front - back
    guard = [
        *arc(axle, radius, 1.42 * radius, 0.15, math.pi - 0.15),
        *arc(axle, radius, 1.24 * radius, math.pi - 0.15, 0.15),
    ]

    def side(ring: Ring) -> Ring:
        return Ring(ring.back + 0.025 * length, ring.front - 0.035 * length, ring.half + 0.012, ring.z)

    def screen(ring: Ring) -> Ring:
        return Ring(ring.front - 0.05 * length, ring.front + 0.014, 0.9 * ring.half, ring.z)

    solids = [
        box((along, 0.88 * width, belt - frame + 0.1 * height), (middle, 0.0, 0.5 * (belt + frame - 0.1 * height)),
            "paint"),
        wedge(base, roof, "paint"),
        wedge(side(low), side(high), "glass"),
        wedge(screen(low), screen(high), "glass"),
        box((0.01 * length, 0.5 * width, 0.17 * height), (back + 0.002 * length, 0.0, 0.79 * height), "glass"),
        wedge(Ring(front, nose, 0.25 * width, frame - 0.3 * radius),
              Ring(front, nose - 0.015 * length, 0.235 * width, top), "paint"),
        *(slab(guard, 0.24 * width, "paint", middle=hand * 0.37 * width) for hand in SIDES),
        box((0.012 * length, 0.4 * width, 0.2 * height), (nose - 0.003 * length, 0.0, frame + 0.09 * height), "dark"),
        box((0.03 * length, 0.96 * width, 0.075 * height), (0.485 * length, 0.0, frame - 0.25 * radius), "shade"),
        box((0.6 * (nose - front), 0.1 * width, 0.02), (0.5 * (nose + front), 0.0, top + 0.004), "accent"),
    ]  # fmt: skip
    for hand in SIDES:
        solids += [
            box((0.7 * along, 0.012, 0.09 * height), (middle, hand * 0.443 * width, frame + 0.02 * height), "accent"),
            drum("x", (0.478 * length, hand * 0.36 * width, frame + 0.07 * height), 0.05 * width, 0.02 * length,
                 "lamp", sides=12),
        ]  # fmt: skip
    return solids


def _bed_ends(size: Dimensions) -> tuple[float, float]:
    return -0.5 * size.length, (CAB[0] - 0.02) * size.length


def _bed(size: Dimensions, frame: float) -> list[Solid]:
    width, height = size.width, size.height
    rear, front = _bed_ends(size)
    middle, along, floor, wall = 0.5 * (rear + front), front - rear, frame + 0.05 * height, 0.15 * height
    return [
        box((along, 0.94 * width, 0.045 * height), (middle, 0.0, floor), "wood"),
        *(box((along, 0.03 * width, wall), (middle, side * 0.465 * width, floor + 0.5 * wall), "paint")
          for side in SIDES),
        box((0.03 * width, 0.94 * width, wall + 0.1 * height), (front, 0.0, floor + 0.5 * wall + 0.05 * height),
            "paint"),
        box((0.03 * width, 0.94 * width, wall), (rear + 0.015 * width, 0.0, floor + 0.5 * wall), "paint"),
        box((0.02 * width, 0.7 * width, 0.3 * wall), (rear - 0.008 * width, 0.0, floor + 0.55 * wall), "accent"),
        box((0.13 * size.length, 0.38 * width, 0.17 * height),
            (middle + 0.13 * size.length, 0.18 * width, floor + 0.105 * height), "wood"),
        box((0.1 * size.length, 0.34 * width, 0.13 * height),
            (middle + 0.12 * size.length, -0.22 * width, floor + 0.085 * height), "shade"),
        drum("z", (middle - 0.03 * size.length, -0.25 * width, floor + 0.12 * height), 0.11 * width, 0.2 * height,
             "steel", sides=12),
    ]  # fmt: skip


def _fine_sides(size: Dimensions, frame: float) -> list[Solid]:
    """Return the slats and posts of the bed's sides."""
    width, height = size.width, size.height
    rear, front = _bed_ends(size)
    along, floor = front - rear, frame + 0.05 * height
    posts = [rear + along * (0.03 + 0.94 * k / 5) for k in range(6)]
    solids: list[Solid] = []
    for side in SIDES:
        slats = [(0.5 * (rear + front), side * 0.465 * width, floor + z * height) for z in (0.2, 0.27, 0.34)]
        solids += [box((along, 0.02 * width, 0.035 * height), at, "wood") for at in slats]
        size_of_post = (0.03 * width, 0.03 * width, 0.38 * height)
        solids += [box(size_of_post, (x, side * 0.48 * width, floor + 0.19 * height), "shade") for x in posts]
    return solids


def _coarse_sides(size: Dimensions, frame: float) -> list[Solid]:
    rear, front = _bed_ends(size)
    slat = (front - rear, 0.02 * size.width, 0.11 * size.height)
    z = frame + 0.32 * size.height
    return [box(slat, (0.5 * (rear + front), side * 0.465 * size.width, z), "shade") for side in SIDES]


def _fittings(size: Dimensions, radius: float) -> list[Solid]:
    length, width, height, frame = size.length, size.width, size.height, 2.05 * radius
    back, front = CAB[0] * length, CAB[1] * length
    solids = [
        drum("z", (front - 0.01 * length, -0.47 * width, 0.75 * height), 0.025 * width, 0.5 * height, "steel", sides=8),
        box((0.012, 0.2 * width, 0.05 * height), (0.502 * length, 0.0, frame - 0.2 * radius), "plate"),
    ]
    for side in SIDES:
        boxes = (
            ((0.02, 0.1 * width, 0.1 * height), (front, 0.5, 0.72 * height), "dark"),
            ((0.015, 0.012, 0.28 * height), (back + 0.012 * length, 0.442, frame + 0.18 * height), "dark"),
            ((0.14, 0.02, 0.03), (back + 0.05 * length, 0.447, 0.58 * height), "dark"),
            ((0.1 * length, 0.14 * width, 0.03), (0.5 * (front + back), 0.42, 1.25 * radius), "dark"),
            ((0.015 * length, 0.09 * width, 0.05 * height), (-0.497 * length, 0.36, frame - 0.01 * height), "tail"),
            ((0.02, 0.05 * width, 0.035 * height), (0.487 * length, 0.44, frame + 0.06 * height), "amber"),
            ((0.02 * radius, 0.2 * width, 0.7 * radius), (-0.485 * length, 0.37, 1.25 * radius), "rubber"),
        )
        solids += [box(extent, (x, side * y * width, z), finish) for extent, (x, y, z), finish in boxes]
    return solids


def _coarse(size: Dimensions, radius: float) -> list[Solid]:
    length, width, height, frame = size.length, size.width, size.height, 2.05 * radius
    (rear, ahead), back, front, nose = _bed_ends(size), CAB[0] * length, CAB[1] * length, BONNET * length
    middle, along, top, belt = 0.5 * (front + back), front - back, BONNET_TOP * height, 0.63 * height
    return [
        box((0.9 * length, 0.92 * width, 1.6 * radius), (0.0, 0.0, 0.8 * radius), "rubber"),
        box((ahead - rear, 0.94 * width, 0.4 * height), (0.5 * (rear + ahead), 0.0, frame + 0.22 * height), "shade"),
        box((along, 0.88 * width, belt - frame), (middle, 0.0, 0.5 * (belt + frame)), "paint"),
        wedge(Ring(back, front + 0.015 * length, 0.44 * width, belt),
              Ring(back, front - 0.03 * length, 0.41 * width, 0.9 * height), "glass"),
        box((0.8 * along, 0.82 * width, 0.07 * height), (middle - 0.01 * length, 0.0, (CAB_TOP - 0.035) * height),
            "paint"),
        box((nose - front, 0.7 * width, top - 0.8 * frame), (0.5 * (nose + front), 0.0, 0.5 * (top + 0.8 * frame)),
            "paint"),
    ]  # fmt: skip


LOOK = Look("truck", "Truck", "1.1.0.7", build)
