"""Columns of the vehicle table, grouped by what belongs together: what stages read and write.

Each structure holds one array for each field, a row for each vehicle; a field has the name of its column. Stages take
these structures (``kernels.rows``); ``roster.Roster`` owns the arrays.
"""

from typing import Annotated, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Words = NDArray[np.int8]  # one of a few constants
Indices = NDArray[np.int32]
Flags = NDArray[np.uint32]

Structure = TypeVar("Structure")
Whole = Annotated[Structure, "whole"]  # a stage gets it whole: not its rows of it, but all vehicles', or the ground


class Pose(NamedTuple):
    """Position and attitude."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    z: Floats  # of the ground under the vehicle, up [m]
    yaw: Floats  # counter-clockwise from east [rad]
    pitch: Floats  # nose down positive [rad]
    roll: Floats  # right side down positive [rad]


class Motion(NamedTuple):
    """Velocities, and what the vehicle's status is."""

    speed: Floats  # forward positive [m/s]
    lateral_speed: Floats  # left positive [m/s]
    yaw_rate: Floats  # counter-clockwise [rad/s]
    slide_speed: Floats  # residual lateral velocity after an impact, left positive [m/s]
    spin: Floats  # residual yaw rate after an impact [rad/s]
    odometer: Floats  # distance driven [m]
    status: Flags  # bits of ``errors.Status``


class Body(NamedTuple):
    """Size and inertia."""

    vehicle_id: Indices  # the row in the vehicle table
    half_length: Floats  # [m]
    half_width: Floats  # [m]
    body_height: Floats  # [m]
    radius: Floats  # of the circle around the body [m]
    mass: Floats  # [kg]
    yaw_inertia: Floats  # [kg m^2]


class Performance(NamedTuple):
    """Limits of how a vehicle turns, accelerates and brakes; see ``world.drivers.manual_control.Handling``."""

    full_curvature: Floats  # of the path at full steer, less that of pivoting [1/m]
    pivot_yaw_rate: Floats  # at full steer, standing [rad/s]
    turn_lag: Floats  # how long a turn takes to build up [s]
    max_speed: Floats  # [m/s]
    max_reverse_speed: Floats  # [m/s]
    acceleration: Floats  # [m/s^2]
    braking: Floats  # [m/s^2]
    coasting: Floats  # [m/s^2]
    steer_rate: Floats  # [1/s]
    max_lateral_acceleration: Floats  # [m/s^2]


class DriverInputs(NamedTuple):
    """Driver inputs: pedals, steering and switches, and who the driver is."""

    driver: Words  # a constant of ``world.drivers.kinds``
    throttle: Floats  # -1..1, backward negative [1]
    brake: Floats  # 0..1 [1]
    steer_wish: Floats  # -1..1, left positive [1]
    steer: Floats  # steering command now, -1..1, left positive [1]
    cruise: Floats  # switch of the cruise control: 1 on, 0 off
    side_brake: Floats  # 1 on, 0 off
    engine_stop: Floats  # 1 on, 0 off
    is_cruising: Floats  # 1 while the cruise control drives, else 0
    cruise_speed: Floats  # that the cruise control holds [m/s]


class Goal(NamedTuple):
    """Where an autopilot wants to go."""

    goal: Words  # a constant of ``world.guidance.goal_kinds``
    goal_x: Floats  # infinite while it is bound for no place [m]
    goal_y: Floats  # [m]
    desired_speed: Floats  # [m/s]


class Course(NamedTuple):
    """Heading and speed that lead an autopilot to its goal, and its manoeuvres on the way."""

    course_yaw: Floats  # [rad]
    course_speed: Floats  # when nothing is in the way [m/s]
    course_reach: Floats  # how far the course leads: what stands beyond does not matter [m]
    back_off_time: Floats  # how long it still drives back [s]
    turning: Words  # a constant of ``world.guidance.turning``
    detour_time: Floats  # how long it still drives aside of what it ran into [s]
    detours: Words  # since the last waypoint


class Route(NamedTuple):
    """A vehicle's stretch of the shared waypoints, see ``goals.Goals``."""

    route_first: Indices  # of its waypoints
    route_count: Indices  # of its waypoints
    route_index: Indices  # of the next waypoint, counted from 0
    route_loops: Words  # 1 if it goes on from the last waypoint to the first
    arrival_radius: Floats  # of a waypoint that counts as reached [m]
    has_arrived: Words  # 1 once it is at the end of its route


class Convoy(NamedTuple):
    """Whom a vehicle follows, and the trail that it leaves for its own followers."""

    leader: Indices  # vehicle id, or -1
    convoy: Indices  # id of the first vehicle of its column, or -1
    gap: Floats  # to its leader when they stand, from bumper to bumper [m]
    headway: Floats  # what the gap grows by with each metre a second [s]
    trail_mark: Indices  # number of the nearest point of its leader's trail
    trail_slot: Indices  # which trail is its own, or -1
    trail_count: Indices  # trail points that it has left


class Perception(NamedTuple):
    """The nearest thing that an autopilot sees ahead."""

    seen: Words  # a constant of ``world.avoidance.perception``
    seen_index: Indices  # of the object or vehicle
    seen_distance: Floats  # of its centre [m]
    seen_right: Floats  # offset of its centre to the right [m]
    seen_radius: Floats  # [m]


class Avoidance(NamedTuple):
    """What an autopilot does about what it sees."""

    avoidance: Words  # a constant of ``world.avoidance.rules``
    desired_yaw: Floats  # where it steers now [rad]
    is_avoiding: Floats  # 1 while it turns away from something, else 0
    avoidance_speed: Floats  # that it then drives, unless it avoids by the rule [m/s]


class AvoidanceMemory(NamedTuple):
    """What an autopilot remembers of its avoidance, see ``world.avoidance.dynamic_window_costs``."""

    passing_side: Floats  # of itself on which it passes: 1 left, -1 right, 0 neither
    passing_time: Floats  # how long it still keeps to that side [s]
    is_following_edge: Floats  # 1 while it follows the edge of what stopped it, else 0
    trap_x: Floats  # where it was stopped, east [m]
    trap_y: Floats  # north [m]
    trap_time: Floats  # how long it has followed the edge on this side [s]
    patience: Floats  # how long it does, before it tries the other side [s]
    waiting_time: Floats  # how long it has stood [s]


class Gun(NamedTuple):
    """A gun and its gunner's inputs, see ``world.gunnery.guns.Armament``."""

    muzzle_speed: Floats  # 0 without a gun [m/s]
    slew_rate: Floats  # [rad/s]
    min_elevation: Floats  # [rad]
    max_elevation: Floats  # [rad]
    aim_yaw: Floats  # of the turret, relative to the hull, left positive [rad]
    aim_elevation: Floats  # of the barrel, up positive [rad]
    turret_yaw: Floats  # [rad]
    turret_elevation: Floats  # [rad]
    reload_time: Floats  # until it is loaded again [s]


class Damage(NamedTuple):
    """What hits have left of a vehicle."""

    damage: Floats  # 0 whole, 1 dead; see ``world.gunnery.damage`` [1]
    damage_time: Floats  # since the last hit, while it is not whole [s]


class Autopilot(NamedTuple):
    """An autopilot's goal, its way there, what it sees and does about that."""

    goal: Goal
    course: Course
    perception: Perception
    avoidance: Avoidance


class Entity(NamedTuple):
    """The vehicles themselves: where they are, how they move and what they can do."""

    pose: Pose
    motion: Motion
    body: Body
    performance: Performance
