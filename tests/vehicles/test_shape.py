"""Shapes of vehicles: one description, from which the page, the playground, maps, sheets and the terminal draw."""

import math
from itertools import pairwise

import pytest

from motorpool.models import find
from motorpool.vehicles import motor_pool
from motorpool.vehicles.shape.description import describe_drawing, describe_mesh
from motorpool.vehicles.shape.look import looks
from motorpool.vehicles.shape.parts import FINISHES, LEVELS
from motorpool.vehicles.shape.solids import Ring, ball, box, faces, inset, rod, slab, wedge
from motorpool.vehicles.shape.symbol import describe_symbol
from motorpool.vehicles.shape.track_loop import corners_of, evenly_spaced, link_places
from motorpool.vehicles.shape.vehicle_plan import Axle, Dimensions
from motorpool.vehicles.shape.vehicle_shape import shape_of
from motorpool.vehicles.shape.views import area_of, convex, side_view, top_view

NAMES = motor_pool.names()
SIZE = Dimensions(6.0, 2.4, 2.2, (Axle(1.8, is_steered=True), Axle(-1.8)), track_gauge=2.0)


def vehicle_shape(name: str):
    model = find(name)
    return shape_of(model, model.vehicle.params)


def volume_of(solid) -> float:
    """Volume by the divergence theorem [m^3]."""
    total = 0.0
    for face in faces(solid.rings):
        a = face[0]
        for b, c in pairwise(face[1:]):
            total += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
            total += a[2] * (b[0] * c[1] - b[1] * c[0])
    return total / 6.0


# ---- solids


def test_solids_have_the_volumes_of_geometry_and_look_outward():
    assert volume_of(box((2.0, 3.0, 4.0), (5.0, -1.0, 2.0), "paint")) == pytest.approx(24.0)
    frustum = wedge(Ring(-1.0, 1.0, 1.0, 0.0), Ring(-0.5, 0.5, 0.5, 3.0), "paint")
    assert volume_of(frustum) == pytest.approx(3.0 / 3.0 * (4.0 + 1.0 + 2.0))
    sides = 40
    area = 0.5 * sides * math.sin(math.tau / sides)
    assert volume_of(rod((0, 0, 0), (1, 2, 2), (1.0, 1.0), "paint", sides=sides)) == pytest.approx(3.0 * area)
    assert volume_of(ball((0, 0, 0), (1.0, 2.0, 3.0), "red", sides=80)) == pytest.approx(8.0 * math.pi, rel=0.01)


def test_a_slab_is_its_outline_times_its_width():
    outline = [(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.5, 0.4), (0.0, 1.0)]
    assert volume_of(slab(outline, 2.0, "paint", middle=4.0)) == pytest.approx(2.0 * area_of(outline))


def test_an_inset_square_is_smaller_by_the_distance_on_each_side():
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    assert inset(square, 0.1) == [pytest.approx(corner) for corner in ((0.1, 0.1), (1.9, 0.1), (1.9, 1.9), (0.1, 1.9))]
    assert area_of(inset(square[::-1], 0.1)) == pytest.approx(-1.8 * 1.8)


# ---- tracks


def test_a_track_around_two_equal_wheels_is_two_straights_and_a_circle_long():
    length, _ = evenly_spaced(corners_of([(2.0, 0.5, 0.4), (-2.0, 0.5, 0.4)]))
    assert length == pytest.approx(2.0 * 4.0 + math.tau * 0.4, rel=0.01)


def test_a_track_around_unequal_wheels_is_as_long_as_the_belt_of_the_textbooks():
    large, small, apart = 0.6, 0.25, 3.0
    length, _ = evenly_spaced(corners_of([(apart, 1.0, small), (0.0, 1.0, large)]))
    lean = math.asin((large - small) / apart)
    belt = 2.0 * apart * math.cos(lean) + math.pi * (large + small) + 2.0 * lean * (large - small)
    assert length == pytest.approx(belt, rel=0.01)


def test_a_track_touches_its_wheels_and_cuts_none():
    circles = [(3.3, 0.7, 0.3), (2.4, 0.38, 0.35), (-2.4, 0.38, 0.35), (-3.3, 0.7, 0.3)]
    path = corners_of(circles)
    for x, z, radius in circles:
        away = [math.dist((x, z), corner) for corner in path]
        assert min(away) == pytest.approx(radius)


def test_a_track_runs_backward_on_the_ground_and_forward_on_top():
    _, points = evenly_spaced(corners_of([(2.0, 0.5, 0.4), (-2.0, 0.5, 0.4)]))
    along = {z > 0.5: ahead for x, z, ahead, _ in points if abs(x) < 1.0}
    assert along == {False: pytest.approx(-1.0), True: pytest.approx(1.0)}


def test_a_track_is_paved_with_whole_links():
    places = link_places(10.0, 0.19)
    assert len(places) == 53
    assert places[1] == pytest.approx(10.0 / 53)


# ---- looks


@pytest.mark.parametrize("name", sorted(looks()))
def test_every_look_has_three_levels_of_known_materials_inside_its_body(name: str):
    shape = looks()[name].build(SIZE)
    for level in LEVELS:
        assert any(level in part.levels for part in shape.parts)
    assert {solid.finish for part in shape.parts for solid in part.solids} <= set(FINISHES)
    hull = [point for part in shape.parts if part.name == "hull" for solid in part.placed() for point in solid.points]
    assert max(abs(x) for x, _, _ in hull) < 0.57 * SIZE.length
    assert max(abs(y) for _, y, _ in hull) < 0.6 * SIZE.width
    assert min(z for _, _, z in hull) > -0.01
    assert max(z for _, _, z in hull) < 1.05 * SIZE.height


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_has_the_dimensions_of_its_vehicle(name: str):
    vehicle, shape = find(name).vehicle, vehicle_shape(name).stretched()
    shape = shape._replace(parts=tuple(part for part in shape.parts if part.name != "rider"))
    side = [point for face in side_view(shape) for point in face.points]
    above = [point for face in top_view(shape) for point in face.points]
    assert min(z for _, z in side) == pytest.approx(0.0, abs=0.03 * vehicle.body.height)
    assert max(z for _, z in side) == pytest.approx(vehicle.body.height, rel=0.04)
    for ahead in ([x for x, _ in side], [x for x, _ in above]):
        assert max(ahead) - min(ahead) == pytest.approx(vehicle.body.length + vehicle.body.gun_overhang, rel=0.04)
    assert max(y for _, y in above) == pytest.approx(0.5 * vehicle.body.width, rel=0.05)


@pytest.mark.parametrize("name", NAMES)
def test_wheels_stand_on_the_ground_at_the_axles_of_the_model(name: str):
    drawn = vehicle_shape(name)
    if drawn.kind != "wheeled":
        return
    wheels = drawn.drawn().wheels
    assert {wheel.is_steered for wheel in wheels} == {True, False}
    steered = sorted({wheel.x for wheel in wheels if wheel.is_steered}, reverse=True)
    assert steered == pytest.approx([axle.offset for axle in drawn.size.axles if axle.is_steered])
    rear = sorted({wheel.x for wheel in wheels if not wheel.is_steered})
    expected = [axle.offset for axle in drawn.size.axles if not axle.is_steered]
    assert sum(rear) / len(rear) == pytest.approx(sum(expected) / len(expected))


def test_a_long_truck_has_two_rear_axles_about_the_end_of_its_wheelbase():
    drawn = vehicle_shape("M35A2")
    axles = sorted({wheel.x for wheel in drawn.drawn().wheels})
    assert len(axles) == 3
    assert axles[2] - 0.5 * (axles[0] + axles[1]) == pytest.approx(drawn.wheelbase)


def test_tracks_have_their_middles_the_gauge_apart():
    drawn = vehicle_shape("M1A1")
    assert 2.0 * drawn.drawn().track.middle == pytest.approx(find("M1A1").vehicle.params["track_gauge"])


@pytest.mark.parametrize(("name", "barrel"), [("M1A1", 5.2), ("M998", 1.5), ("M35A2", 1.5)])
def test_a_gun_that_fires_ends_where_its_rounds_leave(name: str, barrel: float):
    model = find(name)
    shape = shape_of(model, model.vehicle.params, barrel=barrel).drawn()
    muzzle = max(x for part in shape.parts if part.name == "gun" for solid in part.placed() for x, _, _ in solid.points)
    assert muzzle - shape.turret[0] == pytest.approx(barrel, abs=0.01)


def test_cars_and_trucks_without_a_gun_have_none():
    for name in ("car", "M998", "M35A2"):
        assert all(part.name not in ("gun", "turret") for part in vehicle_shape(name).drawn().parts)


# ---- trailers


@pytest.mark.parametrize("hitch", [0.0, 0.5, 1.5, 4.0])
def test_boxes_of_trailers_do_not_reach_into_each_other(hitch: float):
    params = {"wheelbase": 3.6, "trailer_count": 2.0, "hitch_offset": 1.6, "trailer_length": 8.0,
              "second_hitch_offset": hitch, "second_trailer_length": 6.0}  # fmt: skip
    first, second = shape_of(find("tractor-trailer/chain"), params, body=(6.0, 2.5, 3.4)).trailers
    assert first.back - (-second.hitch - second.reach + second.front) > 0.5


def test_a_lorry_is_as_long_as_tractor_and_trailer():
    assert vehicle_shape("articulated-lorry").total_length == pytest.approx(16.5, abs=0.2)


# ---- what is made of them


def test_the_view_from_above_is_bounded_by_the_convex_outline_of_the_solids():
    shape = vehicle_shape("car").drawn()
    seen = convex(point for face in top_view(shape) for point in face.points)
    solids = [solid for part in shape.parts if "mid" in part.levels for solid in part.placed()]
    every = convex((x, y) for solid in solids for x, y, _ in solid.points)
    assert area_of(seen) == pytest.approx(area_of(every), rel=1e-6)


def test_a_roof_hides_what_lies_under_it():
    shape = vehicle_shape("car").drawn()
    x, y = shape.roof[0] + 0.3, 0.0
    over = [face for face in top_view(shape) if _is_inside(face.points, x, y)]
    assert over[-1].finish == "paint"
    assert len(over) > 1


def test_page_playground_and_map_have_a_vehicle_from_one_description():
    drawn = vehicle_shape("M1A1")
    mesh, drawing, symbol = describe_mesh(drawn.drawn()), describe_drawing(drawn), describe_symbol(drawn)
    muzzle = 0.5 * drawn.length + find("M1A1").vehicle.body.gun_overhang
    ahead = [x for part in mesh["parts"] for solid in part["solids"] for x in solid["points"][::3]
             if len(part["places"]) == 1 and part["places"][0][0] == 3]  # fmt: skip
    assert max(ahead) == pytest.approx(muzzle, abs=0.01)
    assert max(x for *_, corners in drawing["faces"] for x in corners[::2]) == pytest.approx(muzzle, abs=0.01)
    assert symbol["barrel"] == pytest.approx(muzzle, abs=0.01)


@pytest.mark.parametrize("name", NAMES)
def test_symbols_show_where_the_nose_is(name: str):
    symbol = describe_symbol(vehicle_shape(name))
    corners = [corner for outline in symbol["outlines"] for corner in outline]
    front, half = max(x for x, _ in corners), max(y for _, y in corners)
    assert symbol["barrel"] > 0.0 or max(y for x, y in corners if x > 0.99 * front) < 0.7 * half
    assert all(area_of(outline) > 0.0 for outline in symbol["outlines"])


def test_kinds_of_vehicles_have_different_symbols():
    names = ("M1A1", "M2A2", "M113A2", "M35A2", "car", "articulated-lorry")
    symbols = [describe_symbol(vehicle_shape(name)) for name in names]
    assert len({(len(each["outlines"]), each["barrel"] > 0.0, each["title"]) for each in symbols}) == len(symbols)


def _is_inside(points, x: float, y: float) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


@pytest.mark.parametrize("name", NAMES)
def test_no_vehicle_has_more_triangles_than_its_level_of_detail_allows(name: str):
    shape = vehicle_shape(name).drawn()
    for level, most in (("near", 10_000), ("mid", 2_600), ("far", 130)):
        count = sum(
            len(part.places) * sum(len(face) - 2 for solid in part.solids for face in faces(solid.rings))
            for part in shape.parts
            if level in part.levels
        )
        assert count < most, level
