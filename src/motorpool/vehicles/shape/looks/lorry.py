"""Lorries that draw trailers: a cab over the engine, a short chassis, a coupling over the rear axle."""

from ..gear import aerial, axle_wheels, radius_of, road_wheels
from ..look import Look
from ..parts import FAR, NEAR, SIDES, Shape, hull
from ..solids import Ring, Solid, box, drum, wedge
from ..vehicle_plan import Axle, Dimensions

LONG = 6.0  # from here a tractor of two axles has a bogie for the rear one [m]


def build(size: Dimensions) -> Shape:
    """Return the tractor."""
    length, width, height = size.length, size.width, size.height
    radius = radius_of(size, min(0.52, 0.17 * height, 0.09 * length))
    wheels = axle_wheels(_with_bogie(size, radius), radius=radius, width=0.13 * width, rear_width=0.24 * width)
    rear = size.axles[-1].offset
    back = 0.5 * length - min(0.4 * length, 2.3)
    parts = (
        hull([*_chassis(size, radius, rear, back), *_cab(size, radius, back)]),
        hull(_fittings(size, radius, back), NEAR),
        hull(_coarse(size, radius, back), FAR),
        *road_wheels(wheels),
        *aerial((back + 0.2, 0.36 * width, 0.97 * height), 0.8),
    )
    return Shape(
        parts,
        wheels=wheels,
        roof=(0.5 * (back + 0.5 * length), 0.0, height),
        dust=tuple((wheel.x, wheel.y) for wheel in wheels),
        exhaust=(0.1 * length, 0.0, 0.6 * height),
    )


def _with_bogie(size: Dimensions, radius: float) -> Dimensions:
    if size.length < LONG or len(size.axles) != 2:
        return size
    front, rear = size.axles
    return size._replace(axles=(front, *(Axle(rear.offset + side * 1.15 * radius) for side in reversed(SIDES))))


def _chassis(size: Dimensions, radius: float, rear: float, back: float) -> list[Solid]:
    length, width, frame = size.length, size.width, 1.95 * radius
    low, high = frame + 0.1 * radius, frame + 0.3 * radius
    solids = [
        box((0.9 * radius, 0.42 * width, 0.12 * radius), (rear, 0.0, frame + 0.06 * radius), "steel"),
        wedge(
            Ring(rear - 1.3 * radius, rear + 0.8 * radius, 0.2 * width, low),
            Ring(rear - 0.9 * radius, rear + 0.7 * radius, 0.2 * width, high),
            "shade",
        ),
    ]
    for side in SIDES:
        tank = (back - 0.07 * length, side * 0.36 * width, frame - 0.55 * radius)
        beam = (-0.01 * length, side * 0.17 * width, frame - 0.25 * radius)
        solids += [
            box((0.96 * length, 0.07 * width, 0.5 * radius), beam, "dark"),
            drum("x", tank, 0.62 * radius, 0.2 * length, "steel", sides=14),
            box((3.65 * radius, 0.25 * width, 0.06), (rear, side * 0.37 * width, 2.12 * radius), "dark"),
        ]
    return solids


def _cab(size: Dimensions, radius: float, back: float) -> list[Solid]:
    w, h, front = size.width, size.height, 0.5 * size.length
    along, floor, belt, arch = front - back, 0.95 * radius, 0.55 * h, 1.9 * radius
    lean, eaves = 0.05 * along, 0.86 * h
    step = (floor + arch) / 2.0
    high = front - 0.8 * lean + 0.012
    return [
        wedge(Ring(back, front, 0.49 * w, arch), Ring(back, front, 0.49 * w, belt), "paint"),
        box((0.2 * along, 0.96 * w, arch - floor), (front - 0.1 * along, 0.0, step), "paint"),
        box((0.16 * along, 0.96 * w, arch - floor), (back + 0.08 * along, 0.0, step), "paint"),
        wedge(Ring(back, front, 0.49 * w, belt), Ring(back, front - lean, 0.47 * w, eaves), "paint"),
        wedge(Ring(back, front - lean, 0.47 * w, eaves), Ring(back, front - 0.42 * along, 0.42 * w, h), "paint"),
        wedge(Ring(front - 0.2 * along, front + 0.012, 0.45 * w, belt + 0.03 * h),
              Ring(front - 0.2 * along, high, 0.43 * w, 0.83 * h), "glass"),
        wedge(Ring(back + 0.42 * along, front - 0.1 * along, 0.49 * w + 0.012, belt + 0.04 * h),
              Ring(back + 0.42 * along, front - 0.16 * along, 0.475 * w + 0.012, 0.8 * h), "glass"),
        box((0.02, 0.66 * w, 0.2 * h), (front + 0.008, 0.0, 0.39 * h), "dark"),
        box((0.03, 0.97 * w, 0.09 * h), (front + 0.012, 0.0, floor + 0.045 * h), "shade"),
        *(box((0.5 * along, 0.012, 0.06 * h), (back + 0.3 * along, side * 0.492 * w, 0.47 * h), "accent")
          for side in SIDES),
        *(box((0.03, 0.16 * w, 0.055 * h), (front + 0.016, side * 0.37 * w, 0.255 * h), "lamp") for side in SIDES),
    ]  # fmt: skip


def _fittings(size: Dimensions, radius: float, back: float) -> list[Solid]:
    length, w, h, front, frame = size.length, size.width, size.height, 0.5 * size.length, 1.95 * radius
    lights = [(front - 0.36 * (front - back), y * w, 0.965 * h) for y in (-0.3, 0.0, 0.3)]
    solids = [
        drum("z", (back - 0.14, 0.38 * w, frame + 0.3 * h), 0.07, 0.62 * h, "steel", sides=10),
        box((0.02, 0.2 * w, 0.045 * h), (front + 0.03, 0.0, 0.14 * h), "plate"),
        *(box((0.05, 0.05 * w, 0.02 * h), at, "amber") for at in lights),
    ]
    for side in SIDES:
        boxes = (
            ((0.08, 0.07 * w, 0.17 * h), (front - 0.06, 0.54, 0.68 * h), "dark"),
            ((0.14, 0.02, 0.03), (back + 0.3 * (front - back), 0.496, 0.51 * h), "dark"),
            ((0.02, 0.06 * w, 0.03 * h), (front + 0.02, 0.46, 0.2 * h), "amber"),
            ((0.02, 0.12 * w, 0.05 * h), (-0.49 * length, 0.3, frame - 0.02 * h), "tail"),
            ((0.02, 0.2 * w, 0.7 * radius), (-0.492 * length, 0.37, 1.2 * radius), "rubber"),
            ((0.9 * radius, 0.03, 0.06), (back + 0.5, 0.47, 0.5 * radius + 0.15), "dark"),
        )
        solids += [box(extent, (x, side * y * w, z), finish) for extent, (x, y, z), finish in boxes]
    return solids


def _coarse(size: Dimensions, radius: float, back: float) -> list[Solid]:
    length, w, h, front, frame = size.length, size.width, size.height, 0.5 * size.length, 1.95 * radius
    middle, along, belt, low = 0.5 * (back + front), front - back, 0.55 * h, 1.5 * radius
    return [
        box((0.92 * length, 0.92 * w, 1.7 * radius), (0.0, 0.0, 0.85 * radius), "rubber"),
        box((length - along, 0.5 * w, 0.5 * radius), (-0.5 * along, 0.0, frame - 0.1 * radius), "dark"),
        box((along, 0.98 * w, belt - low), (middle, 0.0, 0.5 * (belt + low)), "paint"),
        box((0.97 * along, 0.94 * w, 0.83 * h - belt), (middle, 0.0, 0.5 * (0.83 * h + belt)), "glass"),
        box((0.85 * along, 0.94 * w, 0.17 * h), (middle - 0.05 * along, 0.0, 0.915 * h), "paint"),
    ]


LOOK = Look("lorry", "Lorry", "1.1.0.85.1", build, colour="#5d7fa3")
