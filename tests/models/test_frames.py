"""Frames: where things lie in the documents' own drawings, and that going there and back changes nothing."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool.ground.terrain.heightfield import attitude
from motorpool.models import frames
from motorpool.models.kinematic import arc
from motorpool.models.mathematics import wrap_angle

EAST, NORTH, WEST, SOUTH = 0.0, math.pi / 2, math.pi, -math.pi / 2
COORDINATES = st.floats(-1e6, 1e6)
YAWS = st.floats(-math.pi, math.pi, exclude_min=True)

PLANE_FRAMES = [
    (frames.to_tracks, frames.from_tracks),
    (frames.to_panel, frames.from_panel),
    (frames.to_screen, frames.from_screen),
]


@pytest.mark.parametrize(
    ("heading_deg", "yaw"), [(0, NORTH), (90, EAST), (180, SOUTH), (270, WEST), (360, NORTH), (-90, WEST)]
)
def test_a_heading_turns_clockwise_from_north_and_yaw_counter_clockwise_from_east(heading_deg, yaw):
    assert frames.yaw_of_heading(math.radians(heading_deg)) == pytest.approx(yaw, abs=1e-15)


@pytest.mark.parametrize(("yaw", "heading_deg"), [(NORTH, 0), (EAST, 90), (SOUTH, 180), (WEST, 270)])
def test_the_heading_of_a_yaw_is_what_a_compass_shows(yaw, heading_deg):
    assert math.degrees(frames.heading_of_yaw(yaw)) == pytest.approx(heading_deg)


@given(YAWS)
def test_a_heading_is_never_negative_and_never_a_whole_turn(yaw):
    assert 0.0 <= frames.heading_of_yaw(yaw) < 2.0 * math.pi


def test_a_hair_west_of_north_is_not_a_whole_turn():
    assert frames.heading_of_yaw(math.nextafter(NORTH, 4.0)) < 2.0 * math.pi
    assert frames.heading_of_yaw(NORTH + 1e-15) < 2.0 * math.pi


def test_in_the_text_on_tracks_heading_zero_goes_up_the_page_and_grows_clockwise():
    """Document 000: x' = x + t sin(h), y' = y + t cos(h)."""
    for heading in (0.0, 0.5, 2.0, -1.0, 4.0):
        x, y, yaw = frames.from_tracks(1.0, 2.0, heading)
        after = arc.step(arc.State(x, y, yaw), arc.Control(forward_speed=3.0), arc.Params(), 1.0)
        assert after.x == pytest.approx(1.0 + 3.0 * math.sin(heading))
        assert after.y == pytest.approx(2.0 + 3.0 * math.cos(heading))


def test_on_the_panel_heading_zero_goes_down_and_a_right_turn_goes_clockwise_as_seen():
    right, down, heading = frames.to_panel(*arc.State(0.0, 5.0, NORTH))
    assert (right, down, heading) == pytest.approx((0.0, 5.0, 0.0))
    right, down, _ = frames.to_panel(*arc.State(5.0, 0.0, EAST))  # a quarter turn to the right of north
    assert (right, down) == pytest.approx((-5.0, 0.0))  # from "down", clockwise: left


def test_the_panel_shows_the_documents_worked_example_where_the_program_draws_it():
    """T1 = 1, T2 = 0.5, d = 2, h = 2; the program prints x = -0.66072, y = -0.35387."""
    pose = frames.from_tracks(0.6607169889429758, -0.3538658220433781, 2.125)
    assert frames.to_panel(*pose) == pytest.approx((-0.6607169889429758, -0.3538658220433781, 2.125))


def test_on_a_screen_an_angle_of_a_quarter_turn_goes_down_which_is_south():
    assert frames.from_screen(3.0, 4.0, math.pi / 2) == pytest.approx((3.0, -4.0, SOUTH))
    assert frames.to_screen(3.0, -4.0, SOUTH) == pytest.approx((3.0, 4.0, math.pi / 2))


def test_in_the_thesis_z_is_to_the_right_of_a_vehicle_at_direction_zero():
    assert frames.from_thesis(1.0, 7.0, 2.0, 0.0) == pytest.approx((1.0, -2.0, 7.0, EAST))
    assert frames.from_thesis(0.0, 0.0, 0.0, math.pi / 2)[3] == pytest.approx(SOUTH)


def test_in_the_thesis_pitch_is_nose_up():
    """Its pitch is atan of the rise ahead, its roll atan of the fall to the right; ours come from the same ground."""
    pitch, roll = attitude(0.2, 0.0, EAST)  # the ground rises to the east, which is ahead
    assert frames.attitude_to_thesis(pitch, roll) == pytest.approx((math.atan(0.2), 0.0))
    pitch, roll = attitude(0.0, 0.1, EAST)  # it rises to the left: the right side is down
    assert frames.attitude_to_thesis(pitch, roll) == pytest.approx((0.0, math.atan(0.1)))
    assert frames.attitude_from_thesis(*frames.attitude_to_thesis(0.3, 0.2)) == (0.3, 0.2)


def same_pose(a, b):
    """Equal places, and directions that may differ by a whole turn and by rounding."""
    return a[:-1] == b[:-1] and abs(wrap_angle(a[-1] - b[-1])) < 1e-14


@pytest.mark.parametrize(("there", "back"), PLANE_FRAMES, ids=lambda function: function.__name__)
@given(x=COORDINATES, y=COORDINATES, yaw=YAWS)
def test_there_and_back_changes_nothing(there, back, x, y, yaw):
    assert same_pose(back(*there(x, y, yaw)), (x, y, yaw))


@given(x=COORDINATES, y=COORDINATES, z=COORDINATES, yaw=YAWS)
def test_to_the_thesis_and_back_changes_nothing(x, y, z, yaw):
    there = frames.to_thesis(x, y, z, yaw)
    assert 0.0 <= there[3] < 2.0 * math.pi
    assert same_pose(frames.from_thesis(*there), (x, y, z, yaw))


@pytest.mark.parametrize("function", [function for pair in PLANE_FRAMES for function in pair])
def test_arrays_give_what_numbers_give(function):
    x, y, angle = np.random.default_rng(1).uniform(-3.0, 3.0, (3, 50))
    arrays = np.array(function(x, y, angle))
    numbers = np.array([function(*pose) for pose in zip(x.tolist(), y.tolist(), angle.tolist(), strict=True)]).T
    assert np.max(np.abs(arrays - numbers)) < 1e-15


@pytest.mark.parametrize("there", [there for there, _ in PLANE_FRAMES])
def test_no_frame_mirrors_the_ground_so_a_left_turn_stays_one(there):
    """A heading that grows clockwise, or a picture drawn by its own rule, still shows a left turn on the left."""
    seen = [there(*pose) for pose in ((0.0, 0.0, EAST), (1.0, 0.0, EAST), (1.0, 1.0, NORTH))]
    (ax, ay, _), (bx, by, _), (cx, cy, _) = seen
    cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    left = 1.0 if there is frames.to_tracks else -1.0  # a picture whose y points down shows left as clockwise
    assert cross * left > 0.0


# ---------------------------------------------------------------- screens and game engines


def test_a_screen_shows_a_part_of_the_world_to_a_scale():
    """At 10 pixels a metre, with (-5 m, 20 m) in the corner: 10 m east and 5 m south of there is (100, 50)."""
    assert frames.to_screen(5.0, 15.0, NORTH, scale=10.0, left=-5.0, top=20.0) == pytest.approx((100.0, 50.0, -NORTH))
    x, y, yaw = frames.from_screen(100.0, 50.0, -NORTH, scale=10.0, left=-5.0, top=20.0)
    assert (x, y, yaw) == pytest.approx((5.0, 15.0, NORTH))


def about(axis, angle):
    """Return the matrix of a rotation about a coordinate axis by Rodrigues' formula, right-handed."""
    cross = np.array([np.cross(np.eye(3)[axis], column) for column in np.eye(3)]).T
    return np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross


def body_axes(yaw, pitch, roll):
    """Return forward, left and up of a body as columns, by ISO 8855: z-y-x, nose down and right side down positive."""
    return about(2, yaw) @ about(1, pitch) @ about(0, roll)


ATTITUDES = [(0.3, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, 0.0, 0.4), (-2.5, 0.3, -0.2), (3.1, -0.6, 0.5)]


@pytest.mark.parametrize(("yaw", "pitch", "roll"), ATTITUDES)
def test_a_node_of_godot_looks_where_the_vehicle_does(yaw, pitch, roll):
    """Godot: right-handed, y up, a node looks along -z; its rotation is applied as Y, then X, then Z of the node."""
    pose = frames.to_godot(1.0, 2.0, 3.0, yaw, pitch, roll)
    assert (pose.x, pose.y, pose.z) == (1.0, 3.0, -2.0)
    node = about(1, pose.rotation_y) @ about(0, pose.rotation_x) @ about(2, pose.rotation_z)
    to_ours = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])  # x east, -z north, y up
    forward, left, up = -node[:, 2], -node[:, 0], node[:, 1]
    assert to_ours @ np.column_stack([forward, left, up]) == pytest.approx(body_axes(yaw, pitch, roll), abs=1e-12)


@pytest.mark.parametrize(("yaw", "pitch", "roll"), ATTITUDES)
def test_a_transform_of_unity_looks_where_the_vehicle_does(yaw, pitch, roll):
    """Unity: left-handed, y up, z forward; eulerAngles are applied as Y, X, Z of the transform, each left-handed."""
    pose = frames.to_unity(1.0, 2.0, 3.0, yaw, pitch, roll)
    assert (pose.x, pose.y, pose.z) == (1.0, 3.0, 2.0)
    # In a left-handed system the matrix about an axis has the same numbers: x toward y about z, y toward z about x.
    angles = np.radians([pose.angle_x, pose.angle_y, pose.angle_z])
    transform = about(1, angles[1]) @ about(0, angles[0]) @ about(2, angles[2])
    to_ours = np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0]])  # x east, z north, y up
    forward, left, up = transform[:, 2], -transform[:, 0], transform[:, 1]
    assert to_ours @ np.column_stack([forward, left, up]) == pytest.approx(body_axes(yaw, pitch, roll), abs=1e-12)


def test_a_camera_of_unity_that_looks_down_has_ninety_degrees_about_x():
    """As its manual says of eulerAngles: 90 about x looks down, 90 about y looks to the right."""
    down, right = frames.to_unity(0.0, 0.0, 0.0, NORTH, math.pi / 2), frames.to_unity(0.0, 0.0, 0.0, EAST)
    assert (down.angle_x, down.angle_y, right.angle_x, right.angle_y) == pytest.approx((90.0, 0.0, 0.0, 90.0))


def test_poses_of_engines_take_arrays():
    yaw = np.array([0.0, 1.0])
    assert frames.to_unity(yaw, yaw, yaw, yaw).angle_y == pytest.approx([90.0, 90.0 - math.degrees(1.0)])
    assert frames.to_godot(yaw, yaw, yaw, yaw).rotation_y == pytest.approx(yaw - math.pi / 2)
