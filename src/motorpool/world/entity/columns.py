"""Columns of the vehicles themselves."""

from typing import NamedTuple

from ..columns import Flags, Floats, Indices, Words


class Pose(NamedTuple):
    """Position and attitude."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    z: Floats  # of the surface under the vehicle, up [m]
    yaw: Floats  # counter-clockwise from east [rad]
    pitch: Floats  # nose down positive [rad]
    roll: Floats  # right side down positive [rad]
    level: Indices  # 0 on the ground, else the number of the deck that carries it, from 1


class Motion(NamedTuple):
    """Velocities, and the vehicle's status."""

    speed: Floats  # forward positive [m/s]
    lateral_speed: Floats  # of the model and of the residual motion, left positive [m/s]
    yaw_rate: Floats  # of the model or the steering, and of the residual motion, counter-clockwise [rad/s]
    odometer: Floats  # distance driven [m]
    status: Flags  # bits of ``errors.Status``


class Body(NamedTuple):
    """Size and inertia."""

    vehicle_id: Indices  # the row in the vehicle table
    world_id: Indices  # by which turns are taken: in a region the id of the whole world, 0 for those that are alone
    fleet_index: Indices  # of the fleet in ``World.fleets``
    half_length: Floats  # of its own body, without trailers [m]
    half_width: Floats  # [m]
    body_height: Floats  # [m]
    body_offset: Floats  # centre of the body, ahead of the reference point [m]
    circle_offset: Floats  # centre of the circle around body and stretched trailers, ahead of the reference point [m]
    circle_radius: Floats  # of that circle [m]
    front_reach: Floats  # front end of the body, ahead of the reference point [m]
    rear_reach: Floats  # rear end of the body or, stretched out, of its trailers, behind the reference point [m]
    radius: Floats  # of the circle around the reference point that has body and trailers inside, at any angles [m]
    pulls_trailers: Words  # 1 for a vehicle with trailers of its model; 0 for a remote vehicle in its row
    mass: Floats  # without trailers: of the model, or estimated from the body, see ``inertia.DENSITY`` [kg]
    yaw_inertia: Floats  # of the model, or that of a box of the body's size [kg m^2]


class Performance(NamedTuple):
    """Limits of how a vehicle turns, accelerates and brakes; see ``drivers.manual_control.Handling``."""

    full_curvature: Floats  # of the path at full steer, less that of pivoting [1/m]
    pivot_yaw_rate: Floats  # at full steer, standing [rad/s]
    full_lateral_acceleration: Floats  # at full steer and speed, which tracked models keep; 1000 for others [m/s^2]
    turn_lag: Floats  # how long a turn takes to build up [s]
    max_speed: Floats  # [m/s]
    max_reverse_speed: Floats  # [m/s]
    acceleration: Floats  # [m/s^2]
    braking: Floats  # [m/s^2]
    coasting: Floats  # [m/s^2]
    steer_rate: Floats  # [1/s]
    max_lateral_acceleration: Floats  # [m/s^2]


class Entity(NamedTuple):
    """The vehicles themselves: place, motion and limits."""

    pose: Pose
    motion: Motion
    body: Body
    performance: Performance
