"""State of document 003's vehicles, and the ground properties that they read.

The fields of its ``struct vehicle`` that a step reads, in our frame and units: ``scalvel`` is ``speed``, ``scalacc`` is
``acceleration``, ``vel`` and ``acc`` are the vectors. It stores both a speed and a velocity, which may differ: that is
why a braked vehicle glides on. ``friction`` and ``air_resist``, file-scope variables of its program, are part of the
state here; ``file_globals`` shows the effect of that.
"""

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .....models.fields import Switch

if TYPE_CHECKING:
    from . import tracked, wheeled

VehicleControl: TypeAlias = "tracked.Control | wheeled.Control"
VehicleParams: TypeAlias = "tracked.Params | wheeled.Params"

REPORTS = ("pitch", "roll", "engine_speed", "undefined_read")  # written by a step and not read by later ones


class State(NamedTuple):
    """Pose of the middle of the vehicle in the world frame, and the variables that the next step needs."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    yaw_rate: float = 0.0  # of the last step, counter-clockwise positive [rad/s]
    speed: float = 0.0  # along the vehicle, forward positive [m/s]
    acceleration: float = 0.0  # along the vehicle [m/s^2]
    velocity_x: float = 0.0  # east: what moves it [m/s]
    velocity_y: float = 0.0  # north: what moves it [m/s]
    acceleration_x: float = 0.0  # east: moves it, too [m/s^2]
    acceleration_y: float = 0.0  # north: moves it, too [m/s^2]
    friction_force: float = 0.0  # backward positive; a variable of the file in the document [N]
    air_drag: float = 0.0  # backward positive; likewise [N]
    drag_force: float = 0.0  # of ground and air, forward positive [N]
    surge_force: float = 0.0  # of the engine and the brakes, forward positive [N]
    gravity_force: float = 0.0  # along the slope, forward positive [N]
    cruise_speed: float = 0.0  # kept while cruising, forward positive [m/s]
    cruising: Switch = 0.0  # whether it cruised in the last step [1]
    fuel_used: float = 0.0  # since the start [kg]
    pitch: float = 0.0  # nose down positive [rad]
    roll: float = 0.0  # right side down positive [rad]
    engine_speed: float = 0.0  # of the force, not of the vehicle's speed [rad/s]
    undefined_read: float = 0.0  # 1 where the document's program would read an uninitialised variable [1]


class Ground(NamedTuple):
    """Heights and slopes of the terrain: under the vehicle, and heights two metres from it."""

    height: float = 0.0  # under the middle [m]
    height_ahead: float = 0.0  # 2 m ahead of it [m]
    height_right: float = 0.0  # 2 m to its right [m]
    slope_x: float = 0.0  # height gained per metre to the east [1]
    slope_y: float = 0.0  # height gained per metre to the north [1]
