"""Columns of guidance: goals, routes, convoys, and the heading and speed that lead there."""

from typing import NamedTuple

from ...base.arrays import FloatTable
from ..columns import Floats, Indices, Words
from ..entity.columns import Entity


class Goal(NamedTuple):
    """Goal of an autopilot."""

    goal: Words  # a constant of ``guidance.goal_kinds``
    goal_x: Floats  # east; infinite while it is bound for no place [m]
    goal_y: Floats  # north [m]
    desired_speed: Floats  # [m/s]


class Course(NamedTuple):
    """Heading and speed that lead an autopilot to its goal, and its manoeuvres on the way."""

    course_yaw: Floats  # [rad]
    course_speed: Floats  # when nothing is in the way [m/s]
    course_reach: Floats  # how far the course leads: what stands beyond does not matter [m]
    back_off_time: Floats  # how long it still drives back [s]
    turning: Words  # a constant of ``navigation.turning``
    detour_time: Floats  # how long it still drives aside of what it ran into [s]
    detours: Words  # since the last waypoint


class GroundLimits(NamedTuple):
    """Limits that the ground sets an autopilot, found every ``ground_ahead.DECISION_TIME``."""

    ground_acceleration: Floats  # that engine and grip leave [m/s^2]
    ground_braking: Floats  # that grip and slope leave [m/s^2]
    ground_lateral_acceleration: Floats  # that grip and side slope leave in a bend [m/s^2]
    slow_speed: Floats  # that the ground ahead allows ... [m/s]
    slow_odometer: Floats  # ... from this reading of the odometer on [m]
    turn_acceleration: Floats  # more than for going straight, that a start at full steer asks for on tracks [m/s^2]
    refused_headings: Indices  # bits of directions in which the ground is bad, see ``navigation.refused_headings``


class Route(NamedTuple):
    """A vehicle's stretch of the shared waypoints, see ``guidance.component.Guidance``."""

    route_first: Indices  # of its waypoints
    route_count: Indices  # of its waypoints
    route_index: Indices  # of the next waypoint, counted from 0
    route_loops: Words  # 1 if it goes on from the last waypoint to the first
    arrival_radius: Floats  # of a waypoint that counts as reached [m]
    has_arrived: Words  # 1 once it is at the end of its route


class Rejoin(NamedTuple):
    """A vehicle's way back to a route that it has left, see ``guidance.rejoining``."""

    off_route_time: Floats  # how long it has been off its route [s]
    rejoin_pause: Floats  # until another way back is planned [s]
    least_left: Floats  # of the leg, the shortest way to its end so far [m]
    left_of: Indices  # the waypoint at that end
    resumed_first: Indices  # of the route that it goes on with after its way back: its first waypoint, ...
    resumed_count: Indices  # ... their number; 0 for none, ...
    resumed_index: Indices  # ... and the next one
    resumed_loops: Words  # 1 if that route goes on from its last waypoint to the first


class Convoy(NamedTuple):
    """The leader that a vehicle follows, and the trail that it leaves for its own followers."""

    leader: Indices  # vehicle id, or -1
    convoy: Indices  # id of the first vehicle of its column, or -1
    gap: Floats  # to its leader when they stand, from bumper to bumper [m]
    headway: Floats  # what the gap grows by with each metre a second [s]
    trail_mark: Indices  # number of the nearest point of its leader's trail
    trail_slot: Indices  # which trail is its own, or -1
    trail_count: Indices  # trail points that it has left


class Waypoints(NamedTuple):
    """Waypoints of all routes."""

    x: Floats  # (waypoints,): east [m]
    y: Floats  # north [m]
    speed: Floats  # of the leg that leads there [m/s]


class Trails(NamedTuple):
    """Last points of each leader."""

    x: FloatTable  # (trails, points): east [m]
    y: FloatTable  # north [m]


class Leaders(NamedTuple):
    """Columns of the leaders that followers read."""

    entity: Entity  # every vehicle
    convoys: Convoy
    trails: Trails


class Rejoining(NamedTuple):
    """Columns of vehicles on routes."""

    route: Route
    rejoin: Rejoin
