"""Curves and positions of OpenDRIVE roads equal the closed forms of their geometry."""

import math
from collections import Counter

import numpy as np
import pytest
from opendrive_files import geometry, lane, road, section, straight, write, write_curves
from scipy.integrate import quad
from scipy.special import fresnel

from motorpool.maps.opendrive import read_opendrive, road_position
from motorpool.maps.opendrive.plan_view import arc, line, param_poly3, poly3, spiral
from motorpool.maps.opendrive.road import Road
from motorpool.maps.opendrive.road_reader import read_road
from motorpool.maps.opendrive.xml_elements import root_children

DISTANCES = np.linspace(0.0, 120.0, 25)


def fresnel_spiral(s, start, end, length):
    """Positions of an Euler spiral by Fresnel integrals, after completing the square of the heading."""
    rate = (end - start) / length
    scale = math.sqrt(math.pi / abs(rate))
    turn = np.exp(-0.5j * start**2 / rate)

    def integral(s):
        sine, cosine = fresnel((s + start / rate) / scale)
        return turn * scale * (cosine + 1j * math.copysign(1.0, rate) * sine)

    return integral(s) - integral(np.zeros_like(s))


def read_roads(file):
    counts = Counter()
    roads = [read_road(each, counts) for each in root_children(file, root="OpenDRIVE") if each.tag == "road"]
    assert all(roads)
    return roads


def only_road(folder, *args, **keywords) -> Road:
    return read_roads(write(folder, road(*args, **keywords)))[0]


@pytest.mark.parametrize(("start", "end"), [(0.0, 0.02), (0.01, -0.03), (-0.004, 0.004), (0.5, -0.2), (0.02, 0.0)])
def test_a_spiral_equals_fresnel_integrals(start, end):
    points = spiral(DISTANCES, curvature_start=start, curvature_end=end, length=120.0)
    expected = fresnel_spiral(DISTANCES, start, end, 120.0)
    np.testing.assert_allclose(points.u, expected.real, atol=1e-9)
    np.testing.assert_allclose(points.v, expected.imag, atol=1e-9)
    np.testing.assert_allclose(points.heading, DISTANCES * (start + (end - start) / 240.0 * DISTANCES), atol=1e-12)


def test_a_spiral_without_a_change_of_curvature_is_an_arc_and_without_curvature_a_line():
    for curvature in (0.03, -0.004, 0.0, 1e-13):
        turned = arc(DISTANCES, curvature=curvature)
        constant = spiral(DISTANCES, curvature_start=curvature, curvature_end=curvature, length=120.0)
        np.testing.assert_allclose(constant, turned, atol=1e-11)
    np.testing.assert_array_equal(arc(DISTANCES, curvature=0.0), line(DISTANCES))


@pytest.mark.parametrize("curvature", [0.02, -0.05])
def test_an_arc_stays_at_its_radius_around_its_centre(curvature):
    points = arc(DISTANCES, curvature=curvature)
    np.testing.assert_allclose(np.hypot(points.u, points.v - 1.0 / curvature), abs(1.0 / curvature), rtol=1e-14)
    np.testing.assert_allclose(points.u, np.sin(curvature * DISTANCES) / curvature, atol=1e-12)
    np.testing.assert_allclose(points.heading, curvature * DISTANCES)


def test_a_cubic_polynomial_is_walked_by_its_length():
    a, b, c, d = coefficients = np.array([0.2, -0.3, 0.004, 2e-5])
    s = np.linspace(0.0, 80.0, 9)
    points = poly3(s, coefficients=coefficients, length=80.0)
    np.testing.assert_allclose(points.v, a + b * points.u + c * points.u**2 + d * points.u**3, atol=1e-12)
    lengths = [quad(lambda u: math.hypot(1.0, b + 2 * c * u + 3 * d * u * u), 0.0, u)[0] for u in points.u]
    np.testing.assert_allclose(lengths, s, atol=1e-9)


@pytest.mark.parametrize("is_normalized", [True, False])
def test_a_parametric_cubic_lies_on_its_curve_and_ends_where_it_says(is_normalized):
    end = 1.0 if is_normalized else 50.0
    u, v = np.array([0.0, 60.0, -15.0, 3.0]), np.array([0.0, 0.0, 25.0, -10.0])
    for each in (u, v):
        each /= end ** np.arange(4)
    whole = quad(lambda p: math.hypot(*(np.polyval(np.polyder(each[::-1]), p) for each in (u, v))), 0.0, end)[0]
    length = whole if is_normalized else 50.0
    s = np.linspace(0.0, length, 6)
    points = param_poly3(s, u_coefficients=u, v_coefficients=v, length=length, is_normalized=is_normalized)
    if is_normalized:
        parameters = [
            next(root.real for root in np.roots([*u[:0:-1], u[0] - each]) if abs(root.imag) < 1e-9) for each in points.u
        ]
        lengths = [
            quad(lambda p: math.hypot(*(np.polyval(np.polyder(each[::-1]), p) for each in (u, v))), 0.0, p)[0]
            for p in parameters
        ]
        np.testing.assert_allclose(lengths, s, atol=1e-8)
        np.testing.assert_allclose(points.v, np.polyval(v[::-1], parameters), atol=1e-9)
    else:
        np.testing.assert_allclose(points.u, np.polyval(u[::-1], s), atol=1e-12)
        np.testing.assert_allclose(points.v, np.polyval(v[::-1], s), atol=1e-12)
    assert points.u[-1] == pytest.approx(48.0, abs=1e-9)
    assert points.v[-1] == pytest.approx(15.0, abs=1e-9)


def test_each_curve_of_another_program_ends_where_it_begins_the_next_one(tmp_path):
    (made,) = read_roads(write_curves(tmp_path / "curves.xodr"))
    assert len(made.plan.geometries) == 8
    assert made.plan.largest_gap < 1e-6
    headings = [
        float(before.curve(np.array([before.length])).heading[0]) + before.heading - after.heading
        for before, after in zip(made.plan.geometries, made.plan.geometries[1:], strict=False)
    ]
    np.testing.assert_allclose([math.remainder(each, math.tau) for each in headings], 0.0, atol=1e-6)


def test_height_and_superelevation_of_another_programs_road_equal_their_polynomials(tmp_path):
    (made,) = read_roads(write_curves(tmp_path / "curves.xodr"))
    s = np.array([0.0, 50.0, 99.0, 149.0, 151.0, 300.0])
    z = np.where(s < 150.0, 5.0 + 0.02 * s + 1e-4 * s**2 - 1e-6 * s**3, 6.0 - 0.01 * (s - 150.0))
    grade = np.where(s < 150.0, 0.02 + 2e-4 * s - 3e-6 * s**2, -0.01)
    bank = np.where(s < 100.0, 5e-4 * s, 0.05)
    centre, left = road_position(made, s, np.zeros(6)), road_position(made, s, np.full(6, 4.0))
    np.testing.assert_allclose(centre.z, z, atol=1e-12)
    np.testing.assert_allclose(left.z, z + 4.0 * np.sin(bank) / np.hypot(1.0, grade), atol=1e-12)
    across = np.stack([left.x - centre.x, left.y - centre.y, left.z - centre.z])
    np.testing.assert_allclose(np.linalg.norm(across, axis=0), 4.0, atol=1e-12)
    tangent = np.stack([np.cos(centre.heading), np.sin(centre.heading), grade])
    np.testing.assert_allclose((across * tangent).sum(axis=0), 0.0, atol=1e-12)


def test_crossfall_lowers_the_outer_side(tmp_path):
    crossfalls = '<crossfall side="left" s="0" a="0.02"/><crossfall side="both" s="50" a="0.04"/>'
    made = only_road(tmp_path, more=f"<lateralProfile>{crossfalls}</lateralProfile>")
    at = road_position(made, np.array([10.0, 10.0, 60.0, 60.0]), np.array([5.0, -5.0, 5.0, -5.0]))
    np.testing.assert_allclose(at.z, [-5.0 * math.sin(0.02), 0.0, *[-5.0 * math.sin(0.04)] * 2], atol=1e-12)


def test_lateral_shapes_are_linear_between_their_positions(tmp_path):
    shapes = "".join(
        f'<shape s="{s}" t="{t}" a="{a}" b="{b}"/>'
        for s, t, a, b in ((0, -4, 0, 0), (0, 0, 0, 0.1), (80, -4, 0.4, 0), (80, 0, 0.4, 0.2))
    )
    made = only_road(tmp_path, more=f"<lateralProfile>{shapes}</lateralProfile>")
    at = road_position(made, np.array([0.0, 40.0, 80.0, 95.0, 40.0]), np.array([2.0, 2.0, 2.0, 2.0, -1.0]))
    np.testing.assert_allclose(at.z, [0.2, 0.5, 0.8, 0.8, 0.2], atol=1e-12)


def test_lanes_lie_beside_the_offset_centre_lane(tmp_path):
    lanes = '<laneOffset s="0" a="1.5" b="0" c="0" d="0"/>' + section(lane(2, width=2.0), lane(1, width=3.0), lane(-1))
    place = read_opendrive(write(tmp_path, road(lanes=lanes)))
    (only,) = place.network.sections
    assert only.width == pytest.approx(8.5)
    np.testing.assert_allclose(only.points[:, 1], 1.5 + 0.5 * (5.0 - 3.5), atol=1e-12)


def test_borders_equal_widths(tmp_path):
    def border(number, distance):
        return f'<lane id="{number}" type="driving"><border sOffset="0" a="{distance}" b="0" c="0" d="0"/></lane>'

    for sign in (1.0, -1.0):  # files have both signs to the right
        lanes = section(border(1, 3.0), border(-1, sign * 3.5), border(-2, sign * 6.0))
        (only,) = read_opendrive(write(tmp_path, road(lanes=lanes))).network.sections
        assert only.width == pytest.approx(9.0)
        assert only.lanes_forward == 2


def test_chords_are_within_a_centimetre_of_the_lanes(tmp_path):
    made = read_roads(write_curves(tmp_path / "curves.xodr"))[0]
    place = read_opendrive(tmp_path / "curves.xodr")
    (only,) = place.network.sections
    s = np.linspace(0.0, made.length, 4_001)
    t = 0.5 * (2 * 3.25 - 3.25)
    at = road_position(made, s, np.full_like(s, t))
    points = np.stack([at.x, at.y, at.z], axis=1)
    assert distances_from(only.points, points).max() < 0.01
    assert len(only.points) < 250


def distances_from(line_points, points):
    """Distances of points from a polyline."""
    start, chord = line_points[:-1], np.diff(line_points, axis=0)
    best = np.full(len(points), np.inf)
    for a, c in zip(start, chord, strict=True):
        fraction = np.clip((points - a) @ c / (c @ c), 0.0, 1.0)
        best = np.minimum(best, np.linalg.norm(points - a - fraction[:, None] * c, axis=1))
    return best


def test_curves_that_do_not_meet_are_counted(tmp_path):
    plan = straight(50.0) + geometry("<line/>", s=50.0, x=51.0, length=50.0)
    place = read_opendrive(write(tmp_path, road(plan, attributes='length="90"')))
    assert place.left_out["reference lines with gaps"] == 1
    assert place.left_out["lengths of roads that differ from their reference lines"] == 1
