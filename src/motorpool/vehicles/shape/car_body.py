"""Bodies of cars: a bonnet, a cabin with windows, a boot or a tailgate."""

import math
from typing import NamedTuple

from .gear import aerial, arc, axle_wheels, radius_of, road_wheels
from .parts import FAR, NEAR, SIDES, Part, Shape, Wheel, hull
from .solids import Flat, Ring, Solid, box, slab, wedge
from .vehicle_plan import Dimensions

BEVEL = 0.035  # of the width, at all edges of the body


class CarBody(NamedTuple):
    """Heights and rings of a car's body [m]."""

    size: Dimensions
    belt: float  # underside of the windows
    nose: float  # front of the bonnet
    bonnet: float  # bonnet at the windscreen
    tail: float  # boot
    cabin: Ring
    roof: Ring

    @property
    def radius(self) -> float:
        """Radius of the wheels [m]."""
        usual = min(0.098 * self.size.length, 0.225 * self.size.height)
        return min(radius_of(self.size, usual), 0.45 * self.nose)  # under the bonnet

    @property
    def sill(self) -> float:
        """Underside of the body [m]."""
        return 0.62 * self.radius + 0.03 * self.size.height

    @property
    def wheels(self) -> tuple[Wheel, ...]:
        """All wheels."""
        return axle_wheels(self.size, radius=self.radius, width=0.125 * self.size.width)


def car_shape(body: CarBody, kit: list[Solid]) -> Shape:
    """Return a car; ``kit`` is shown near by."""
    size, roof = body.size, body.roof
    length, width, height = size.length, size.width, size.height
    low, high = 0.75 * body.radius, min(2.2 * body.radius, 0.92 * body.nose)
    solids = [
        slab(_outline(body), 0.96 * width, "paint", bevel=BEVEL * width),
        box((0.9 * length, 0.62 * width, high - low), (0.0, 0.0, 0.5 * (low + high)), "dark"),
        wedge(body.cabin, roof, "paint"),
        *_glazing(body.cabin, roof),
        *_lamps(body),
        *_stripes(body),
    ]
    parts: list[Part] = [
        hull(solids),
        hull([*_trim(body), *kit], NEAR),
        hull(_coarse(body), FAR),
        *road_wheels(body.wheels),
        *aerial((roof.back + 0.1, 0.6 * roof.half, 0.97 * height), 0.75),
    ]
    return Shape(
        tuple(parts),
        wheels=body.wheels,
        roof=(0.5 * (roof.back + roof.front), 0.0, roof.z),
        dust=tuple((wheel.x, wheel.y) for wheel in body.wheels),
        exhaust=(0.34 * length, 0.0, 0.6 * height),
    )


def _outline(body: CarBody) -> list[Flat]:
    length, width = body.size.length, body.size.width
    sill, nose, bonnet, tail, radius = body.sill, body.nose, body.bonnet, body.tail, body.radius
    front = body.cabin.front

    def top_at(x: float) -> float:
        return tail if x < front else bonnet + (x - front) / (0.475 * length - front) * (nose - bonnet)

    points: list[Flat] = [(-0.495 * length, sill + 0.08), (-0.475 * length, sill)]
    for axle in sorted({wheel.x for wheel in body.wheels}):
        for x, z in arc(axle, radius, 1.2 * radius, math.pi, 0.0):
            metal = top_at(x) - 0.1 * radius - 2.0 * BEVEL * width  # that is left above the wheel
            points.append((x, max(sill, min(metal, z))))
    return [
        *points,
        (0.485 * length, sill),
        (0.5 * length, sill + 0.1),
        (0.5 * length, 0.84 * nose),
        (0.475 * length, nose),
        (front, bonnet),
        (body.cabin.back, tail),
        (-0.48 * length, 0.985 * tail),
        (-0.5 * length, 0.86 * tail),
    ]


def _glazing(bottom: Ring, top: Ring) -> list[Solid]:
    """Return dark panes that stand a little out of the four faces of the cabin."""
    low, high = (between(bottom, top, share) for share in (0.12, 0.87))

    def cut(ring: Ring, start: float, end: float) -> Ring:
        along = ring.front - ring.back
        return Ring(ring.back + start * along, ring.back + end * along, ring.half + 0.012, ring.z)

    def screen(ring: Ring) -> Ring:
        return Ring(ring.front - 0.1 * (ring.front - ring.back), ring.front + 0.016, 0.87 * ring.half, ring.z)

    def rear(ring: Ring) -> Ring:
        return Ring(ring.back - 0.016, ring.back + 0.1 * (ring.front - ring.back), 0.87 * ring.half, ring.z)

    return [
        wedge(cut(low, 0.08, 0.47), cut(high, 0.07, 0.47), "glass"),
        wedge(cut(low, 0.51, 0.9), cut(high, 0.52, 0.92), "glass"),
        wedge(screen(low), screen(high), "glass"),
        wedge(rear(low), rear(high), "glass"),
    ]


def between(bottom: Ring, top: Ring, share: float) -> Ring:
    """Return the ring at a share, 0 to 1, of the way from one ring to another."""
    return Ring(*(low + share * (high - low) for low, high in zip(bottom, top, strict=True)))


def _lamps(body: CarBody) -> list[Solid]:
    length, width, height = body.size.length, body.size.width, body.size.height
    lamp, tail = (0.03 * length, 0.17 * width, 0.085 * height), (0.02 * length, 0.15 * width, 0.085 * height)
    return [
        solid
        for side in SIDES
        for solid in (
            box(lamp, (0.488 * length, side * 0.36 * width, 0.82 * body.nose), "lamp"),
            box(tail, (-0.493 * length, side * 0.38 * width, 0.8 * body.tail), "tail"),
        )
    ]


def _stripes(body: CarBody) -> list[Solid]:
    length, width, roof = body.size.length, body.size.width, body.roof
    boot = 0.46 * length + body.cabin.back
    solids: list[Solid] = []
    for side in SIDES:
        across = side * 0.07 * width
        ends = [(0.475 * length, body.nose), (body.cabin.front, body.bonnet)]
        (x1, z1), (x2, z2) = ends
        x1, x2, z1, z2 = x1 + 0.02 * (x2 - x1), x2 - 0.02 * (x2 - x1), z1 - 0.002, z2 - 0.002
        corners = [(x1, z1), (x1, z1 + 0.02), (x2, z2 + 0.02), (x2, z2)]
        solids.append(slab(corners, 0.07 * width, "accent", middle=across))
        if boot > 0.0:
            at = (-0.46 * length + 0.5 * boot, across, 0.994 * body.tail)
            solids.append(box((boot, 0.07 * width, 0.03), at, "accent"))
        top = (0.5 * (roof.back + roof.front), across, roof.z + 0.002)
        solids.append(box((0.92 * (roof.front - roof.back), 0.07 * width, 0.02), top, "accent"))
    return solids


def _trim(body: CarBody) -> list[Solid]:
    length, width, height = body.size.length, body.size.width, body.size.height
    sill, belt, nose, radius = body.sill, body.belt, body.nose, body.radius
    axles = sorted({wheel.x for wheel in body.wheels})
    doors = (axles[0] + 1.35 * radius, -0.03 * length, axles[-1] - 1.35 * radius)
    solids = [
        box((0.05 * length, 0.95 * width, 0.1 * height), (0.487 * length, 0.0, sill + 0.09 * height), "dark"),
        box((0.05 * length, 0.95 * width, 0.1 * height), (-0.487 * length, 0.0, sill + 0.09 * height), "dark"),
        box((0.02 * length, 0.4 * width, 0.075 * height), (0.493 * length, 0.0, 0.8 * nose), "dark"),
        box((0.012, 0.26 * width, 0.06 * height), (-0.502 * length, 0.0, 0.72 * body.tail), "plate"),
        box((0.012, 0.26 * width, 0.06 * height), (0.514 * length, 0.0, sill + 0.1 * height), "plate"),
        box((0.1, 0.09 * width, 0.07), (-0.5 * length, -0.3 * width, sill), "dark"),
    ]
    for side in SIDES:
        gaps = [(x, side * 0.481 * width, 0.5 * (belt + sill)) for x in doors]
        handles = [(x + 0.18, side * 0.484 * width, 0.92 * belt) for x in doors[:2]]
        solids += [box((0.012, 0.01, 0.92 * (belt - sill)), at, "dark") for at in gaps]
        solids += [box((0.13, 0.02, 0.03), at, "dark") for at in handles]
        rocker = (-0.02 * length, side * 0.472 * width, sill + 0.035 * height)
        mirror = (body.cabin.front - 0.08 * length, side * 0.52 * width, belt + 0.07 * height)
        solids += [
            box((0.9 * (doors[2] - doors[0]), 0.03, 0.07 * height), rocker, "dark"),
            box((0.09, 0.12 * width, 0.085 * height), mirror, "paint"),
            box((0.03, 0.05 * width, 0.05 * height), (0.492 * length, side * 0.455 * width, 0.66 * nose), "amber"),
        ]
    return solids


def _coarse(body: CarBody) -> list[Solid]:
    length, width = body.size.length, body.size.width
    screen = body.roof._replace(z=0.9 * body.roof.z)
    side = [
        (-0.5 * length, body.sill),
        (0.5 * length, body.sill),
        (0.5 * length, 0.9 * body.nose),
        (0.46 * length, body.nose),
        (body.cabin.front, body.belt),
        (-0.5 * length, body.belt),
    ]
    return [
        box((0.86 * length, 0.94 * width, body.radius), (0.0, 0.0, 0.5 * body.radius), "rubber"),
        slab(side, 0.95 * width, "paint"),
        wedge(body.cabin, screen, "glass"),
        wedge(screen, body.roof, "paint"),
    ]
