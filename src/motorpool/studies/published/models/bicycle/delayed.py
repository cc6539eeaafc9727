"""Six lines whose wheels move along an earlier heading: common part of the two drift models.

The history is stored as the yaw changes in the last frames, the latest first. So a history of zeros is a car that has
always had its present yaw, even after the yaw is set, and the history is independent of the world frame.

Source: "Simple 2D car steering physics in games" (document 004), its comment 13; the form of the history is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .....models.kinematic.bicycle.arc import Control
from .....models.kinematic.bicycle.wheels import pose_of_wheels, turn_of_wheels
from .....models.mathematics import Real, clamp, select, sincos

if TYPE_CHECKING:
    from . import drift, drift_frames

FRAMES = 20.0  # length of the history


class State(NamedTuple):
    """Pose of the middle of the wheelbase, world frame, and how far the car turned in each of its last frames."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    yaw_change_1: float = 0.0  # in the last frame, left positive [rad]
    yaw_change_2: float = 0.0  # in the frame before, left positive [rad]
    yaw_change_3: float = 0.0  # in the frame 2 before the last, left positive [rad]
    yaw_change_4: float = 0.0  # in the frame 3 before the last, left positive [rad]
    yaw_change_5: float = 0.0  # in the frame 4 before the last, left positive [rad]
    yaw_change_6: float = 0.0  # in the frame 5 before the last, left positive [rad]
    yaw_change_7: float = 0.0  # in the frame 6 before the last, left positive [rad]
    yaw_change_8: float = 0.0  # in the frame 7 before the last, left positive [rad]
    yaw_change_9: float = 0.0  # in the frame 8 before the last, left positive [rad]
    yaw_change_10: float = 0.0  # in the frame 9 before the last, left positive [rad]
    yaw_change_11: float = 0.0  # in the frame 10 before the last, left positive [rad]
    yaw_change_12: float = 0.0  # in the frame 11 before the last, left positive [rad]
    yaw_change_13: float = 0.0  # in the frame 12 before the last, left positive [rad]
    yaw_change_14: float = 0.0  # in the frame 13 before the last, left positive [rad]
    yaw_change_15: float = 0.0  # in the frame 14 before the last, left positive [rad]
    yaw_change_16: float = 0.0  # in the frame 15 before the last, left positive [rad]
    yaw_change_17: float = 0.0  # in the frame 16 before the last, left positive [rad]
    yaw_change_18: float = 0.0  # in the frame 17 before the last, left positive [rad]
    yaw_change_19: float = 0.0  # in the frame 18 before the last, left positive [rad]
    yaw_change_20: float = 0.0  # in the frame 19 before the last, left positive [rad]


def step_along_earlier_heading(
    state: State, control: Control, params: drift.Params | drift_frames.Params, dt: Real, frames: Real
) -> State:
    """Return the state after one frame of ``dt`` [s], along the heading of ``frames`` frames ago, interpolated."""
    half, distance = 0.5 * params.wheelbase, control.speed * dt
    behind = _turned_in_the_last(state, frames)
    front_sine, front_cosine = sincos(control.steer_angle - behind)
    back_sine, back_cosine = sincos(behind)
    front = half + distance * front_cosine, distance * front_sine
    back = -half + distance * back_cosine, -distance * back_sine
    passes = dt > 0.0  # a frame with zero duration does not count
    return State(
        *pose_of_wheels(state, *front, *back),
        select(passes, turn_of_wheels(*front, *back), state.yaw_change_1),
        select(passes, state.yaw_change_1, state.yaw_change_2),
        select(passes, state.yaw_change_2, state.yaw_change_3),
        select(passes, state.yaw_change_3, state.yaw_change_4),
        select(passes, state.yaw_change_4, state.yaw_change_5),
        select(passes, state.yaw_change_5, state.yaw_change_6),
        select(passes, state.yaw_change_6, state.yaw_change_7),
        select(passes, state.yaw_change_7, state.yaw_change_8),
        select(passes, state.yaw_change_8, state.yaw_change_9),
        select(passes, state.yaw_change_9, state.yaw_change_10),
        select(passes, state.yaw_change_10, state.yaw_change_11),
        select(passes, state.yaw_change_11, state.yaw_change_12),
        select(passes, state.yaw_change_12, state.yaw_change_13),
        select(passes, state.yaw_change_13, state.yaw_change_14),
        select(passes, state.yaw_change_14, state.yaw_change_15),
        select(passes, state.yaw_change_15, state.yaw_change_16),
        select(passes, state.yaw_change_16, state.yaw_change_17),
        select(passes, state.yaw_change_17, state.yaw_change_18),
        select(passes, state.yaw_change_18, state.yaw_change_19),
        select(passes, state.yaw_change_19, state.yaw_change_20),
    )


def _turned_in_the_last(state: State, frames: Real) -> Real:
    """Return the yaw change [rad] in the last ``frames`` frames, the oldest of which may count partly."""
    return (
        _share(frames, 0.0) * state.yaw_change_1
        + _share(frames, 1.0) * state.yaw_change_2
        + _share(frames, 2.0) * state.yaw_change_3
        + _share(frames, 3.0) * state.yaw_change_4
        + _share(frames, 4.0) * state.yaw_change_5
        + _share(frames, 5.0) * state.yaw_change_6
        + _share(frames, 6.0) * state.yaw_change_7
        + _share(frames, 7.0) * state.yaw_change_8
        + _share(frames, 8.0) * state.yaw_change_9
        + _share(frames, 9.0) * state.yaw_change_10
        + _share(frames, 10.0) * state.yaw_change_11
        + _share(frames, 11.0) * state.yaw_change_12
        + _share(frames, 12.0) * state.yaw_change_13
        + _share(frames, 13.0) * state.yaw_change_14
        + _share(frames, 14.0) * state.yaw_change_15
        + _share(frames, 15.0) * state.yaw_change_16
        + _share(frames, 16.0) * state.yaw_change_17
        + _share(frames, 17.0) * state.yaw_change_18
        + _share(frames, 18.0) * state.yaw_change_19
        + _share(frames, 19.0) * state.yaw_change_20
    )


def _share(frames: Real, later: Real) -> Real:
    """Return the fraction, 0 to 1, of a frame within the last ``frames`` when ``later`` frames came after it."""
    return clamp(frames - later, 0.0, 1.0)
