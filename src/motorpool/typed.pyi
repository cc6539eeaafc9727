"""Vehicles and fleets as an editor sees them. Written by make generate; not to be edited."""

# A model's name is also a text, and the overload of its own class comes first; columns with known names are no
# columns of any name.
# pyright: reportOverlappingOverload=false, reportIncompatibleVariableOverride=false

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .vehicles.fleet import fleet as _fleet
from .vehicles import vehicle as _vehicle

class Column:
    """A column: an array when read; one number, or one a vehicle, is written into it in place."""

    def __get__(self, columns: Any, owner: Any = None) -> NDArray[np.floating[Any]]: ...
    def __set__(self, columns: Any, value: ArrayLike) -> None: ...

class NamedValue:
    """A number that may be given by its word."""

    def __get__(self, vehicle: Any, owner: Any = None) -> float: ...
    def __set__(self, vehicle: Any, value: float | str) -> None: ...

class OtherVehicle(_vehicle.Vehicle):
    """A vehicle of a model that is not known before the program runs; every name may be a field."""

    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...

class AckermannArcVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    outer_wheel_angle: float
    """of the front wheel outside the turn, left positive [rad]"""
    outer_rear_speed: float
    """of the rear wheel outside the turn, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    track_width: float
    """between the planes of the left and the right wheels [m]"""
    max_wheel_angle: float
    """of the outer wheel, at a full steering command in drive() [rad]"""

class AckermannArcState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class AckermannArcControl(_fleet.KnownColumns):
    outer_wheel_angle: Column
    """of the front wheel outside the turn, left positive [rad]"""
    outer_rear_speed: Column
    """of the rear wheel outside the turn, forward positive [m/s]"""

class AckermannArcParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    track_width: Column
    """between the planes of the left and the right wheels [m]"""
    max_wheel_angle: Column
    """of the outer wheel, at a full steering command in drive() [rad]"""

class AckermannArcFleet(_fleet.Fleet):
    state: AckermannArcState
    control: AckermannArcControl
    params: AckermannArcParams

class ArcVehicle(_vehicle.Vehicle):
    x: float
    """east, of the point whose velocities the controls give [m]"""
    y: float
    """north, of the point whose velocities the controls give [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    forward_speed: float
    """along body x [m/s]"""
    lateral_speed: float
    """along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""

class ArcState(_fleet.KnownColumns):
    x: Column
    """east, of the point whose velocities the controls give [m]"""
    y: Column
    """north, of the point whose velocities the controls give [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class ArcControl(_fleet.KnownColumns):
    forward_speed: Column
    """along body x [m/s]"""
    lateral_speed: Column
    """along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""

class ArcParams(_fleet.KnownColumns):
    pass

class ArcFleet(_fleet.Fleet):
    state: ArcState
    control: ArcControl
    params: ArcParams

class BicycleArcVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    speed_reference: NamedValue
    """where speed is measured: rear axle 0 to front axle 1 [1]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""

class BicycleArcState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleArcControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleArcParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    speed_reference: Column
    """where speed is measured: rear axle 0 to front axle 1 [1]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""

class BicycleArcFleet(_fleet.Fleet):
    state: BicycleArcState
    control: BicycleArcControl
    params: BicycleArcParams

class BicycleDriftVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    yaw_change_1: float
    """in the last frame, left positive [rad]"""
    yaw_change_2: float
    """in the frame before, left positive [rad]"""
    yaw_change_3: float
    """in the frame 2 before the last, left positive [rad]"""
    yaw_change_4: float
    """in the frame 3 before the last, left positive [rad]"""
    yaw_change_5: float
    """in the frame 4 before the last, left positive [rad]"""
    yaw_change_6: float
    """in the frame 5 before the last, left positive [rad]"""
    yaw_change_7: float
    """in the frame 6 before the last, left positive [rad]"""
    yaw_change_8: float
    """in the frame 7 before the last, left positive [rad]"""
    yaw_change_9: float
    """in the frame 8 before the last, left positive [rad]"""
    yaw_change_10: float
    """in the frame 9 before the last, left positive [rad]"""
    yaw_change_11: float
    """in the frame 10 before the last, left positive [rad]"""
    yaw_change_12: float
    """in the frame 11 before the last, left positive [rad]"""
    yaw_change_13: float
    """in the frame 12 before the last, left positive [rad]"""
    yaw_change_14: float
    """in the frame 13 before the last, left positive [rad]"""
    yaw_change_15: float
    """in the frame 14 before the last, left positive [rad]"""
    yaw_change_16: float
    """in the frame 15 before the last, left positive [rad]"""
    yaw_change_17: float
    """in the frame 16 before the last, left positive [rad]"""
    yaw_change_18: float
    """in the frame 17 before the last, left positive [rad]"""
    yaw_change_19: float
    """in the frame 18 before the last, left positive [rad]"""
    yaw_change_20: float
    """in the frame 19 before the last, left positive [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    delay: float
    """how long ago the car pointed where its wheels move now [s]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""

class BicycleDriftState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    yaw_change_1: Column
    """in the last frame, left positive [rad]"""
    yaw_change_2: Column
    """in the frame before, left positive [rad]"""
    yaw_change_3: Column
    """in the frame 2 before the last, left positive [rad]"""
    yaw_change_4: Column
    """in the frame 3 before the last, left positive [rad]"""
    yaw_change_5: Column
    """in the frame 4 before the last, left positive [rad]"""
    yaw_change_6: Column
    """in the frame 5 before the last, left positive [rad]"""
    yaw_change_7: Column
    """in the frame 6 before the last, left positive [rad]"""
    yaw_change_8: Column
    """in the frame 7 before the last, left positive [rad]"""
    yaw_change_9: Column
    """in the frame 8 before the last, left positive [rad]"""
    yaw_change_10: Column
    """in the frame 9 before the last, left positive [rad]"""
    yaw_change_11: Column
    """in the frame 10 before the last, left positive [rad]"""
    yaw_change_12: Column
    """in the frame 11 before the last, left positive [rad]"""
    yaw_change_13: Column
    """in the frame 12 before the last, left positive [rad]"""
    yaw_change_14: Column
    """in the frame 13 before the last, left positive [rad]"""
    yaw_change_15: Column
    """in the frame 14 before the last, left positive [rad]"""
    yaw_change_16: Column
    """in the frame 15 before the last, left positive [rad]"""
    yaw_change_17: Column
    """in the frame 16 before the last, left positive [rad]"""
    yaw_change_18: Column
    """in the frame 17 before the last, left positive [rad]"""
    yaw_change_19: Column
    """in the frame 18 before the last, left positive [rad]"""
    yaw_change_20: Column
    """in the frame 19 before the last, left positive [rad]"""

class BicycleDriftControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleDriftParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    delay: Column
    """how long ago the car pointed where its wheels move now [s]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""

class BicycleDriftFleet(_fleet.Fleet):
    state: BicycleDriftState
    control: BicycleDriftControl
    params: BicycleDriftParams

class BicycleDriftFramesVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    yaw_change_1: float
    """in the last frame, left positive [rad]"""
    yaw_change_2: float
    """in the frame before, left positive [rad]"""
    yaw_change_3: float
    """in the frame 2 before the last, left positive [rad]"""
    yaw_change_4: float
    """in the frame 3 before the last, left positive [rad]"""
    yaw_change_5: float
    """in the frame 4 before the last, left positive [rad]"""
    yaw_change_6: float
    """in the frame 5 before the last, left positive [rad]"""
    yaw_change_7: float
    """in the frame 6 before the last, left positive [rad]"""
    yaw_change_8: float
    """in the frame 7 before the last, left positive [rad]"""
    yaw_change_9: float
    """in the frame 8 before the last, left positive [rad]"""
    yaw_change_10: float
    """in the frame 9 before the last, left positive [rad]"""
    yaw_change_11: float
    """in the frame 10 before the last, left positive [rad]"""
    yaw_change_12: float
    """in the frame 11 before the last, left positive [rad]"""
    yaw_change_13: float
    """in the frame 12 before the last, left positive [rad]"""
    yaw_change_14: float
    """in the frame 13 before the last, left positive [rad]"""
    yaw_change_15: float
    """in the frame 14 before the last, left positive [rad]"""
    yaw_change_16: float
    """in the frame 15 before the last, left positive [rad]"""
    yaw_change_17: float
    """in the frame 16 before the last, left positive [rad]"""
    yaw_change_18: float
    """in the frame 17 before the last, left positive [rad]"""
    yaw_change_19: float
    """in the frame 18 before the last, left positive [rad]"""
    yaw_change_20: float
    """in the frame 19 before the last, left positive [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    delay_frames: float
    """how many frames ago the car pointed where its wheels move now [1]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""

class BicycleDriftFramesState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    yaw_change_1: Column
    """in the last frame, left positive [rad]"""
    yaw_change_2: Column
    """in the frame before, left positive [rad]"""
    yaw_change_3: Column
    """in the frame 2 before the last, left positive [rad]"""
    yaw_change_4: Column
    """in the frame 3 before the last, left positive [rad]"""
    yaw_change_5: Column
    """in the frame 4 before the last, left positive [rad]"""
    yaw_change_6: Column
    """in the frame 5 before the last, left positive [rad]"""
    yaw_change_7: Column
    """in the frame 6 before the last, left positive [rad]"""
    yaw_change_8: Column
    """in the frame 7 before the last, left positive [rad]"""
    yaw_change_9: Column
    """in the frame 8 before the last, left positive [rad]"""
    yaw_change_10: Column
    """in the frame 9 before the last, left positive [rad]"""
    yaw_change_11: Column
    """in the frame 10 before the last, left positive [rad]"""
    yaw_change_12: Column
    """in the frame 11 before the last, left positive [rad]"""
    yaw_change_13: Column
    """in the frame 12 before the last, left positive [rad]"""
    yaw_change_14: Column
    """in the frame 13 before the last, left positive [rad]"""
    yaw_change_15: Column
    """in the frame 14 before the last, left positive [rad]"""
    yaw_change_16: Column
    """in the frame 15 before the last, left positive [rad]"""
    yaw_change_17: Column
    """in the frame 16 before the last, left positive [rad]"""
    yaw_change_18: Column
    """in the frame 17 before the last, left positive [rad]"""
    yaw_change_19: Column
    """in the frame 18 before the last, left positive [rad]"""
    yaw_change_20: Column
    """in the frame 19 before the last, left positive [rad]"""

class BicycleDriftFramesControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleDriftFramesParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    delay_frames: Column
    """how many frames ago the car pointed where its wheels move now [1]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""

class BicycleDriftFramesFleet(_fleet.Fleet):
    state: BicycleDriftFramesState
    control: BicycleDriftFramesControl
    params: BicycleDriftFramesParams

class BicycleFourWheelSteeringVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    speed_reference: NamedValue
    """where speed is measured: rear axle 0 to front axle 1 [1]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""
    rear_steer_ratio: float
    """rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]"""

class BicycleFourWheelSteeringState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleFourWheelSteeringControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleFourWheelSteeringParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    speed_reference: Column
    """where speed is measured: rear axle 0 to front axle 1 [1]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""
    rear_steer_ratio: Column
    """rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]"""

class BicycleFourWheelSteeringFleet(_fleet.Fleet):
    state: BicycleFourWheelSteeringState
    control: BicycleFourWheelSteeringControl
    params: BicycleFourWheelSteeringParams

class BicycleLongerFrontVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""

class BicycleLongerFrontState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleLongerFrontControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleLongerFrontParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""

class BicycleLongerFrontFleet(_fleet.Fleet):
    state: BicycleLongerFrontState
    control: BicycleLongerFrontControl
    params: BicycleLongerFrontParams

class BicycleOldLineVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""

class BicycleOldLineState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleOldLineControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleOldLineParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""

class BicycleOldLineFleet(_fleet.Fleet):
    state: BicycleOldLineState
    control: BicycleOldLineControl
    params: BicycleOldLineParams

class BicycleRearFollowsVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""

class BicycleRearFollowsState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleRearFollowsControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleRearFollowsParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""

class BicycleRearFollowsFleet(_fleet.Fleet):
    state: BicycleRearFollowsState
    control: BicycleRearFollowsControl
    params: BicycleRearFollowsParams

class BicycleSixLineVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""

class BicycleSixLineState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleSixLineControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleSixLineParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""

class BicycleSixLineFleet(_fleet.Fleet):
    state: BicycleSixLineState
    control: BicycleSixLineControl
    params: BicycleSixLineParams

class BicycleSixLineLimitVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""

class BicycleSixLineLimitState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleSixLineLimitControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleSixLineLimitParams(_fleet.KnownColumns):
    wheelbase: Column
    """front to rear axle [m]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""

class BicycleSixLineLimitFleet(_fleet.Fleet):
    state: BicycleSixLineLimitState
    control: BicycleSixLineLimitControl
    params: BicycleSixLineLimitParams

class CartesianComponentsVehicle(_vehicle.Vehicle):
    x: float
    """east, of the character [m]"""
    y: float
    """north, of the character [m]"""
    yaw: float
    """of the velocity, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """magnitude of the velocity [m/s]"""
    acceleration: float
    """1 a key is held, between 0 and 1 a stick, -1 nothing is, so coast [1]"""
    acceleration_yaw: float
    """wanted direction, counter-clockwise from east [rad]"""
    view_yaw: float
    """what "forward" is, counter-clockwise from east [rad]"""
    max_speed: float
    """of each component, or of the velocity [m/s]"""
    max_acceleration: float
    """of each component, or of the velocity, with a key held [m/s^2]"""
    coast_deceleration: float
    """of each component whose key is not held, or of the velocity [m/s^2]"""
    limit: NamedValue
    """what is limited: each component alone, or the magnitude of the velocity [1]"""

class CartesianComponentsState(_fleet.KnownColumns):
    x: Column
    """east, of the character [m]"""
    y: Column
    """north, of the character [m]"""
    yaw: Column
    """of the velocity, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """magnitude of the velocity [m/s]"""

class CartesianComponentsControl(_fleet.KnownColumns):
    acceleration: Column
    """1 a key is held, between 0 and 1 a stick, -1 nothing is, so coast [1]"""
    acceleration_yaw: Column
    """wanted direction, counter-clockwise from east [rad]"""
    view_yaw: Column
    """what "forward" is, counter-clockwise from east [rad]"""

class CartesianComponentsParams(_fleet.KnownColumns):
    max_speed: Column
    """of each component, or of the velocity [m/s]"""
    max_acceleration: Column
    """of each component, or of the velocity, with a key held [m/s^2]"""
    coast_deceleration: Column
    """of each component whose key is not held, or of the velocity [m/s^2]"""
    limit: Column
    """what is limited: each component alone, or the magnitude of the velocity [1]"""

class CartesianComponentsFleet(_fleet.Fleet):
    state: CartesianComponentsState
    control: CartesianComponentsControl
    params: CartesianComponentsParams

class CartesianQuakeVehicle(_vehicle.Vehicle):
    x: float
    """east, of the character [m]"""
    y: float
    """north, of the character [m]"""
    yaw: float
    """of the velocity, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """magnitude of the velocity [m/s]"""
    acceleration: float
    """wished part of the top speed; none wished at 0 and below [1]"""
    acceleration_yaw: float
    """wished direction, counter-clockwise from east [rad]"""
    max_speed: float
    """the most that can be wished [m/s]"""
    acceleration_rate: float
    """acceleration, over the wished speed [1/s]"""
    friction_rate: float
    """deceleration, over the speed [1/s]"""
    stop_speed: float
    """a slower point is braked as if it had this speed [m/s]"""

class CartesianQuakeState(_fleet.KnownColumns):
    x: Column
    """east, of the character [m]"""
    y: Column
    """north, of the character [m]"""
    yaw: Column
    """of the velocity, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """magnitude of the velocity [m/s]"""

class CartesianQuakeControl(_fleet.KnownColumns):
    acceleration: Column
    """wished part of the top speed; none wished at 0 and below [1]"""
    acceleration_yaw: Column
    """wished direction, counter-clockwise from east [rad]"""

class CartesianQuakeParams(_fleet.KnownColumns):
    max_speed: Column
    """the most that can be wished [m/s]"""
    acceleration_rate: Column
    """acceleration, over the wished speed [1/s]"""
    friction_rate: Column
    """deceleration, over the speed [1/s]"""
    stop_speed: Column
    """a slower point is braked as if it had this speed [m/s]"""

class CartesianQuakeFleet(_fleet.Fleet):
    state: CartesianQuakeState
    control: CartesianQuakeControl
    params: CartesianQuakeParams

class DoubleTrackVehicle(_vehicle.Vehicle):
    x: float
    """east, of the centre of mass [m]"""
    y: float
    """north, of the centre of mass [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: float
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: float
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: float
    """the same to the left [m/s^2]"""
    heave: float
    """of the body above its height at rest [m]"""
    heave_rate: float
    """relative to the ground [m/s]"""
    last_slope_x: float
    """of the ground a step ago, towards east [1]"""
    last_slope_y: float
    """of the ground a step ago, towards north [1]"""
    is_airborne: NamedValue
    """1 while it flies, else 0 [1]"""
    body_pitch: float
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: float
    """of that angle [rad/s]"""
    body_roll: float
    """on its springs, right side down positive [rad]"""
    body_roll_rate: float
    """of that angle [rad/s]"""
    rollover_angle: float
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: float
    """of that angle [rad/s]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    wheel_angle: float
    """of the front wheels, left positive [rad]"""
    engine_load: float
    """the engine's output over its greatest [1]"""
    gear: float
    """forward positive, 0 neutral [1]"""
    shift_time: float
    """until the gear is in [s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    resistance: float
    """that wheels or tracks met in rolling [N]"""
    left_front_load: float
    """of the wheel [N]"""
    right_front_load: float
    """of the wheel [N]"""
    left_rear_load: float
    """of the wheel [N]"""
    right_rear_load: float
    """of the wheel [N]"""
    throttle: float
    """of the engine, negative drives backward [1]"""
    brake: float
    """of the greatest brake force [1]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    steer_angle: float
    """wanted of the front wheels, left positive [rad]"""
    mass: float
    """loaded [kg]"""
    yaw_inertia: float
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: float
    """of the centre of mass above the ground [m]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    suspension_frequency: float
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: float
    """over the critical one [1]"""
    suspension_travel: float
    """down to the stop [m]"""
    pitch_gain: float
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: float
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: float
    """radius of gyration about body x [m]"""
    front_axle_offset: float
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: float
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: float
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: float
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: float
    """between the wheel planes of an axle [m]"""
    tyre_grip: float
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: float
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: float
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: float
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: float
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: float
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    max_steer_rate: float
    """the wheels turn no faster [rad/s]"""
    front_roll_share: float
    """of the roll stiffness, springs and anti-roll bars, at the front axle [1]"""
    differential_lock: float
    """of what a spinning wheel leaves, to the other one: 0 open, 1 locked [1]"""
    axle_coupling: float
    """of the wheels' turning: 0 each by itself, 1 as one [1]"""
    front_drive_share: float
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: float
    """of the brake force [1]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    engine_lag: float
    """in which it follows the pedal [s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rotating_mass_factor: float
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    idle_fuel_rate: float
    """of the running engine [kg/s]"""
    engine_drag: float
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: float
    """beyond the governed speed, over that pull [1]"""
    gear_count: float
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: float
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: float
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: float
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: float
    """of the engine [N m]"""
    peak_torque_speed: float
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: float
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: float
    """of the engine [rad/s]"""
    max_engine_speed: float
    """where it is cut off [rad/s]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    rear_steer_ratio: float
    """rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]"""
    steering_compliance: float
    """of the front wheels, by aligning torque [rad/(N m)]"""
    steering_trail: float
    """of the front tyres, caster and pneumatic [m]"""
    antilock: NamedValue
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    traction_control: NamedValue
    """driven wheels do not spin [1]"""
    stability_control: NamedValue
    """brakes single wheels of a vehicle that leaves its course [1]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""
    friction: float
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: float
    """of a tyre or track that slides [1]"""
    cone_index: float
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: float
    """of rolling, over the load [1]"""
    friction_split: float
    """left less right friction, over their sum [1]"""

class DoubleTrackState(_fleet.KnownColumns):
    x: Column
    """east, of the centre of mass [m]"""
    y: Column
    """north, of the centre of mass [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: Column
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: Column
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: Column
    """the same to the left [m/s^2]"""
    heave: Column
    """of the body above its height at rest [m]"""
    heave_rate: Column
    """relative to the ground [m/s]"""
    last_slope_x: Column
    """of the ground a step ago, towards east [1]"""
    last_slope_y: Column
    """of the ground a step ago, towards north [1]"""
    is_airborne: Column
    """1 while it flies, else 0 [1]"""
    body_pitch: Column
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: Column
    """of that angle [rad/s]"""
    body_roll: Column
    """on its springs, right side down positive [rad]"""
    body_roll_rate: Column
    """of that angle [rad/s]"""
    rollover_angle: Column
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: Column
    """of that angle [rad/s]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    wheel_angle: Column
    """of the front wheels, left positive [rad]"""
    engine_load: Column
    """the engine's output over its greatest [1]"""
    gear: Column
    """forward positive, 0 neutral [1]"""
    shift_time: Column
    """until the gear is in [s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""
    resistance: Column
    """that wheels or tracks met in rolling [N]"""
    left_front_load: Column
    """of the wheel [N]"""
    right_front_load: Column
    """of the wheel [N]"""
    left_rear_load: Column
    """of the wheel [N]"""
    right_rear_load: Column
    """of the wheel [N]"""

class DoubleTrackControl(_fleet.KnownColumns):
    throttle: Column
    """of the engine, negative drives backward [1]"""
    brake: Column
    """of the greatest brake force [1]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    steer_angle: Column
    """wanted of the front wheels, left positive [rad]"""

class DoubleTrackParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    yaw_inertia: Column
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: Column
    """of the centre of mass above the ground [m]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    suspension_frequency: Column
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: Column
    """over the critical one [1]"""
    suspension_travel: Column
    """down to the stop [m]"""
    pitch_gain: Column
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: Column
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: Column
    """radius of gyration about body x [m]"""
    front_axle_offset: Column
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: Column
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: Column
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: Column
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: Column
    """between the wheel planes of an axle [m]"""
    tyre_grip: Column
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: Column
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: Column
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: Column
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: Column
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: Column
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    max_steer_rate: Column
    """the wheels turn no faster [rad/s]"""
    front_roll_share: Column
    """of the roll stiffness, springs and anti-roll bars, at the front axle [1]"""
    differential_lock: Column
    """of what a spinning wheel leaves, to the other one: 0 open, 1 locked [1]"""
    axle_coupling: Column
    """of the wheels' turning: 0 each by itself, 1 as one [1]"""
    front_drive_share: Column
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: Column
    """of the brake force [1]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    engine_lag: Column
    """in which it follows the pedal [s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rotating_mass_factor: Column
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    idle_fuel_rate: Column
    """of the running engine [kg/s]"""
    engine_drag: Column
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: Column
    """beyond the governed speed, over that pull [1]"""
    gear_count: Column
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: Column
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: Column
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: Column
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: Column
    """of the engine [N m]"""
    peak_torque_speed: Column
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: Column
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: Column
    """of the engine [rad/s]"""
    max_engine_speed: Column
    """where it is cut off [rad/s]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""
    rear_steer_ratio: Column
    """rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]"""
    steering_compliance: Column
    """of the front wheels, by aligning torque [rad/(N m)]"""
    steering_trail: Column
    """of the front tyres, caster and pneumatic [m]"""
    antilock: Column
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    traction_control: Column
    """driven wheels do not spin [1]"""
    stability_control: Column
    """brakes single wheels of a vehicle that leaves its course [1]"""

class DoubleTrackGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""
    friction: Column
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: Column
    """of a tyre or track that slides [1]"""
    cone_index: Column
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: Column
    """of rolling, over the load [1]"""
    friction_split: Column
    """left less right friction, over their sum [1]"""

class DoubleTrackFleet(_fleet.Fleet):
    state: DoubleTrackState
    control: DoubleTrackControl
    params: DoubleTrackParams
    ground: DoubleTrackGround

class DoubleTrackMagicFormulaVehicle(_vehicle.Vehicle):
    x: float
    """east, of the centre of mass [m]"""
    y: float
    """north, of the centre of mass [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: float
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: float
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: float
    """the same to the left [m/s^2]"""
    heave: float
    """of the body above its height at rest [m]"""
    heave_rate: float
    """relative to the ground [m/s]"""
    last_slope_x: float
    """of the ground a step ago, towards east [1]"""
    last_slope_y: float
    """of the ground a step ago, towards north [1]"""
    is_airborne: NamedValue
    """1 while it flies, else 0 [1]"""
    body_pitch: float
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: float
    """of that angle [rad/s]"""
    body_roll: float
    """on its springs, right side down positive [rad]"""
    body_roll_rate: float
    """of that angle [rad/s]"""
    rollover_angle: float
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: float
    """of that angle [rad/s]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    wheel_angle: float
    """of the front wheels, left positive [rad]"""
    engine_load: float
    """the engine's output over its greatest [1]"""
    gear: float
    """forward positive, 0 neutral [1]"""
    shift_time: float
    """until the gear is in [s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    resistance: float
    """that wheels or tracks met in rolling [N]"""
    left_front_load: float
    """of the wheel [N]"""
    right_front_load: float
    """of the wheel [N]"""
    left_rear_load: float
    """of the wheel [N]"""
    right_rear_load: float
    """of the wheel [N]"""
    throttle: float
    """of the engine, negative drives backward [1]"""
    brake: float
    """of the greatest brake force [1]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    steer_angle: float
    """wanted of the front wheels, left positive [rad]"""
    mass: float
    """loaded [kg]"""
    yaw_inertia: float
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: float
    """of the centre of mass above the ground [m]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    suspension_frequency: float
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: float
    """over the critical one [1]"""
    suspension_travel: float
    """down to the stop [m]"""
    pitch_gain: float
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: float
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: float
    """radius of gyration about body x [m]"""
    front_axle_offset: float
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: float
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: float
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: float
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: float
    """between the wheel planes of an axle [m]"""
    tyre_grip: float
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: float
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: float
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: float
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: float
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: float
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    max_steer_rate: float
    """the wheels turn no faster [rad/s]"""
    front_roll_share: float
    """of the roll stiffness, springs and anti-roll bars, at the front axle [1]"""
    differential_lock: float
    """of what a spinning wheel leaves, to the other one: 0 open, 1 locked [1]"""
    axle_coupling: float
    """of the wheels' turning: 0 each by itself, 1 as one [1]"""
    front_drive_share: float
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: float
    """of the brake force [1]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    engine_lag: float
    """in which it follows the pedal [s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rotating_mass_factor: float
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    idle_fuel_rate: float
    """of the running engine [kg/s]"""
    engine_drag: float
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: float
    """beyond the governed speed, over that pull [1]"""
    gear_count: float
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: float
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: float
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: float
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: float
    """of the engine [N m]"""
    peak_torque_speed: float
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: float
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: float
    """of the engine [rad/s]"""
    max_engine_speed: float
    """where it is cut off [rad/s]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    rear_steer_ratio: float
    """rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]"""
    steering_compliance: float
    """of the front wheels, by aligning torque [rad/(N m)]"""
    steering_trail: float
    """of the front tyres, caster and pneumatic [m]"""
    antilock: NamedValue
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    traction_control: NamedValue
    """driven wheels do not spin [1]"""
    stability_control: NamedValue
    """brakes single wheels of a vehicle that leaves its course [1]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""
    friction: float
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: float
    """of a tyre or track that slides [1]"""
    cone_index: float
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: float
    """of rolling, over the load [1]"""
    friction_split: float
    """left less right friction, over their sum [1]"""

class DoubleTrackMagicFormulaState(_fleet.KnownColumns):
    x: Column
    """east, of the centre of mass [m]"""
    y: Column
    """north, of the centre of mass [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: Column
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: Column
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: Column
    """the same to the left [m/s^2]"""
    heave: Column
    """of the body above its height at rest [m]"""
    heave_rate: Column
    """relative to the ground [m/s]"""
    last_slope_x: Column
    """of the ground a step ago, towards east [1]"""
    last_slope_y: Column
    """of the ground a step ago, towards north [1]"""
    is_airborne: Column
    """1 while it flies, else 0 [1]"""
    body_pitch: Column
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: Column
    """of that angle [rad/s]"""
    body_roll: Column
    """on its springs, right side down positive [rad]"""
    body_roll_rate: Column
    """of that angle [rad/s]"""
    rollover_angle: Column
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: Column
    """of that angle [rad/s]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    wheel_angle: Column
    """of the front wheels, left positive [rad]"""
    engine_load: Column
    """the engine's output over its greatest [1]"""
    gear: Column
    """forward positive, 0 neutral [1]"""
    shift_time: Column
    """until the gear is in [s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""
    resistance: Column
    """that wheels or tracks met in rolling [N]"""
    left_front_load: Column
    """of the wheel [N]"""
    right_front_load: Column
    """of the wheel [N]"""
    left_rear_load: Column
    """of the wheel [N]"""
    right_rear_load: Column
    """of the wheel [N]"""

class DoubleTrackMagicFormulaControl(_fleet.KnownColumns):
    throttle: Column
    """of the engine, negative drives backward [1]"""
    brake: Column
    """of the greatest brake force [1]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    steer_angle: Column
    """wanted of the front wheels, left positive [rad]"""

class DoubleTrackMagicFormulaParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    yaw_inertia: Column
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: Column
    """of the centre of mass above the ground [m]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    suspension_frequency: Column
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: Column
    """over the critical one [1]"""
    suspension_travel: Column
    """down to the stop [m]"""
    pitch_gain: Column
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: Column
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: Column
    """radius of gyration about body x [m]"""
    front_axle_offset: Column
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: Column
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: Column
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: Column
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: Column
    """between the wheel planes of an axle [m]"""
    tyre_grip: Column
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: Column
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: Column
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: Column
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: Column
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: Column
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    max_steer_rate: Column
    """the wheels turn no faster [rad/s]"""
    front_roll_share: Column
    """of the roll stiffness, springs and anti-roll bars, at the front axle [1]"""
    differential_lock: Column
    """of what a spinning wheel leaves, to the other one: 0 open, 1 locked [1]"""
    axle_coupling: Column
    """of the wheels' turning: 0 each by itself, 1 as one [1]"""
    front_drive_share: Column
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: Column
    """of the brake force [1]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    engine_lag: Column
    """in which it follows the pedal [s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rotating_mass_factor: Column
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    idle_fuel_rate: Column
    """of the running engine [kg/s]"""
    engine_drag: Column
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: Column
    """beyond the governed speed, over that pull [1]"""
    gear_count: Column
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: Column
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: Column
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: Column
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: Column
    """of the engine [N m]"""
    peak_torque_speed: Column
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: Column
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: Column
    """of the engine [rad/s]"""
    max_engine_speed: Column
    """where it is cut off [rad/s]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""
    rear_steer_ratio: Column
    """rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]"""
    steering_compliance: Column
    """of the front wheels, by aligning torque [rad/(N m)]"""
    steering_trail: Column
    """of the front tyres, caster and pneumatic [m]"""
    antilock: Column
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    traction_control: Column
    """driven wheels do not spin [1]"""
    stability_control: Column
    """brakes single wheels of a vehicle that leaves its course [1]"""

class DoubleTrackMagicFormulaGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""
    friction: Column
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: Column
    """of a tyre or track that slides [1]"""
    cone_index: Column
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: Column
    """of rolling, over the load [1]"""
    friction_split: Column
    """left less right friction, over their sum [1]"""

class DoubleTrackMagicFormulaFleet(_fleet.Fleet):
    state: DoubleTrackMagicFormulaState
    control: DoubleTrackMagicFormulaControl
    params: DoubleTrackMagicFormulaParams
    ground: DoubleTrackMagicFormulaGround

class DoubleTrackRelaxationVehicle(_vehicle.Vehicle):
    x: float
    """east, of the centre of mass [m]"""
    y: float
    """north, of the centre of mass [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: float
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: float
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: float
    """the same to the left [m/s^2]"""
    heave: float
    """of the body above its height at rest [m]"""
    heave_rate: float
    """relative to the ground [m/s]"""
    last_slope_x: float
    """of the ground a step ago, towards east [1]"""
    last_slope_y: float
    """of the ground a step ago, towards north [1]"""
    is_airborne: NamedValue
    """1 while it flies, else 0 [1]"""
    body_pitch: float
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: float
    """of that angle [rad/s]"""
    body_roll: float
    """on its springs, right side down positive [rad]"""
    body_roll_rate: float
    """of that angle [rad/s]"""
    rollover_angle: float
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: float
    """of that angle [rad/s]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    wheel_angle: float
    """of the front wheels, left positive [rad]"""
    engine_load: float
    """the engine's output over its greatest [1]"""
    gear: float
    """forward positive, 0 neutral [1]"""
    shift_time: float
    """until the gear is in [s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    resistance: float
    """that wheels or tracks met in rolling [N]"""
    left_front_load: float
    """of the wheel [N]"""
    right_front_load: float
    """of the wheel [N]"""
    left_rear_load: float
    """of the wheel [N]"""
    right_rear_load: float
    """of the wheel [N]"""
    left_front_side_force: float
    """of the wheel, across it, left positive [N]"""
    right_front_side_force: float
    """of the wheel, across it, left positive [N]"""
    rear_side_force: float
    """of both rear wheels, across them, left positive [N]"""
    throttle: float
    """of the engine, negative drives backward [1]"""
    brake: float
    """of the greatest brake force [1]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    steer_angle: float
    """wanted of the front wheels, left positive [rad]"""
    mass: float
    """loaded [kg]"""
    yaw_inertia: float
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: float
    """of the centre of mass above the ground [m]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    suspension_frequency: float
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: float
    """over the critical one [1]"""
    suspension_travel: float
    """down to the stop [m]"""
    pitch_gain: float
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: float
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: float
    """radius of gyration about body x [m]"""
    front_axle_offset: float
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: float
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: float
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: float
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: float
    """between the wheel planes of an axle [m]"""
    tyre_grip: float
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: float
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: float
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: float
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: float
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: float
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    max_steer_rate: float
    """the wheels turn no faster [rad/s]"""
    front_roll_share: float
    """of the roll stiffness, springs and anti-roll bars, at the front axle [1]"""
    differential_lock: float
    """of what a spinning wheel leaves, to the other one: 0 open, 1 locked [1]"""
    axle_coupling: float
    """of the wheels' turning: 0 each by itself, 1 as one [1]"""
    front_drive_share: float
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: float
    """of the brake force [1]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    engine_lag: float
    """in which it follows the pedal [s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rotating_mass_factor: float
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    idle_fuel_rate: float
    """of the running engine [kg/s]"""
    engine_drag: float
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: float
    """beyond the governed speed, over that pull [1]"""
    gear_count: float
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: float
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: float
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: float
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: float
    """of the engine [N m]"""
    peak_torque_speed: float
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: float
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: float
    """of the engine [rad/s]"""
    max_engine_speed: float
    """where it is cut off [rad/s]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    rear_steer_ratio: float
    """rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]"""
    steering_compliance: float
    """of the front wheels, by aligning torque [rad/(N m)]"""
    steering_trail: float
    """of the front tyres, caster and pneumatic [m]"""
    antilock: NamedValue
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    traction_control: NamedValue
    """driven wheels do not spin [1]"""
    stability_control: NamedValue
    """brakes single wheels of a vehicle that leaves its course [1]"""
    relaxation_length: float
    """way in which a tyre gains 63 % of its side force [m]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""
    friction: float
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: float
    """of a tyre or track that slides [1]"""
    cone_index: float
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: float
    """of rolling, over the load [1]"""
    friction_split: float
    """left less right friction, over their sum [1]"""

class DoubleTrackRelaxationState(_fleet.KnownColumns):
    x: Column
    """east, of the centre of mass [m]"""
    y: Column
    """north, of the centre of mass [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: Column
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: Column
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: Column
    """the same to the left [m/s^2]"""
    heave: Column
    """of the body above its height at rest [m]"""
    heave_rate: Column
    """relative to the ground [m/s]"""
    last_slope_x: Column
    """of the ground a step ago, towards east [1]"""
    last_slope_y: Column
    """of the ground a step ago, towards north [1]"""
    is_airborne: Column
    """1 while it flies, else 0 [1]"""
    body_pitch: Column
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: Column
    """of that angle [rad/s]"""
    body_roll: Column
    """on its springs, right side down positive [rad]"""
    body_roll_rate: Column
    """of that angle [rad/s]"""
    rollover_angle: Column
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: Column
    """of that angle [rad/s]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    wheel_angle: Column
    """of the front wheels, left positive [rad]"""
    engine_load: Column
    """the engine's output over its greatest [1]"""
    gear: Column
    """forward positive, 0 neutral [1]"""
    shift_time: Column
    """until the gear is in [s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""
    resistance: Column
    """that wheels or tracks met in rolling [N]"""
    left_front_load: Column
    """of the wheel [N]"""
    right_front_load: Column
    """of the wheel [N]"""
    left_rear_load: Column
    """of the wheel [N]"""
    right_rear_load: Column
    """of the wheel [N]"""
    left_front_side_force: Column
    """of the wheel, across it, left positive [N]"""
    right_front_side_force: Column
    """of the wheel, across it, left positive [N]"""
    rear_side_force: Column
    """of both rear wheels, across them, left positive [N]"""

class DoubleTrackRelaxationControl(_fleet.KnownColumns):
    throttle: Column
    """of the engine, negative drives backward [1]"""
    brake: Column
    """of the greatest brake force [1]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    steer_angle: Column
    """wanted of the front wheels, left positive [rad]"""

class DoubleTrackRelaxationParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    yaw_inertia: Column
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: Column
    """of the centre of mass above the ground [m]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    suspension_frequency: Column
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: Column
    """over the critical one [1]"""
    suspension_travel: Column
    """down to the stop [m]"""
    pitch_gain: Column
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: Column
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: Column
    """radius of gyration about body x [m]"""
    front_axle_offset: Column
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: Column
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: Column
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: Column
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: Column
    """between the wheel planes of an axle [m]"""
    tyre_grip: Column
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: Column
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: Column
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: Column
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: Column
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: Column
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    max_steer_rate: Column
    """the wheels turn no faster [rad/s]"""
    front_roll_share: Column
    """of the roll stiffness, springs and anti-roll bars, at the front axle [1]"""
    differential_lock: Column
    """of what a spinning wheel leaves, to the other one: 0 open, 1 locked [1]"""
    axle_coupling: Column
    """of the wheels' turning: 0 each by itself, 1 as one [1]"""
    front_drive_share: Column
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: Column
    """of the brake force [1]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    engine_lag: Column
    """in which it follows the pedal [s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rotating_mass_factor: Column
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    idle_fuel_rate: Column
    """of the running engine [kg/s]"""
    engine_drag: Column
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: Column
    """beyond the governed speed, over that pull [1]"""
    gear_count: Column
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: Column
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: Column
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: Column
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: Column
    """of the engine [N m]"""
    peak_torque_speed: Column
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: Column
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: Column
    """of the engine [rad/s]"""
    max_engine_speed: Column
    """where it is cut off [rad/s]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""
    rear_steer_ratio: Column
    """rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]"""
    steering_compliance: Column
    """of the front wheels, by aligning torque [rad/(N m)]"""
    steering_trail: Column
    """of the front tyres, caster and pneumatic [m]"""
    antilock: Column
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    traction_control: Column
    """driven wheels do not spin [1]"""
    stability_control: Column
    """brakes single wheels of a vehicle that leaves its course [1]"""
    relaxation_length: Column
    """way in which a tyre gains 63 % of its side force [m]"""

class DoubleTrackRelaxationGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""
    friction: Column
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: Column
    """of a tyre or track that slides [1]"""
    cone_index: Column
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: Column
    """of rolling, over the load [1]"""
    friction_split: Column
    """left less right friction, over their sum [1]"""

class DoubleTrackRelaxationFleet(_fleet.Fleet):
    state: DoubleTrackRelaxationState
    control: DoubleTrackRelaxationControl
    params: DoubleTrackRelaxationParams
    ground: DoubleTrackRelaxationGround

class FourAxlesVehicle(_vehicle.Vehicle):
    x: float
    """east, of the centre of mass [m]"""
    y: float
    """north, of the centre of mass [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: float
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: float
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: float
    """the same to the left [m/s^2]"""
    heave: float
    """of the body above its height at rest [m]"""
    heave_rate: float
    """relative to the ground [m/s]"""
    last_slope_x: float
    """of the ground a step ago, towards east [1]"""
    last_slope_y: float
    """of the ground a step ago, towards north [1]"""
    is_airborne: NamedValue
    """1 while it flies, else 0 [1]"""
    body_pitch: float
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: float
    """of that angle [rad/s]"""
    body_roll: float
    """on its springs, right side down positive [rad]"""
    body_roll_rate: float
    """of that angle [rad/s]"""
    rollover_angle: float
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: float
    """of that angle [rad/s]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    wheel_angle: float
    """of the front wheels, left positive [rad]"""
    engine_load: float
    """the engine's output over its greatest [1]"""
    gear: float
    """forward positive, 0 neutral [1]"""
    shift_time: float
    """until the gear is in [s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    resistance: float
    """that wheels or tracks met in rolling [N]"""
    throttle: float
    """of the engine, negative drives backward [1]"""
    brake: float
    """of the greatest brake force [1]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    steer_angle: float
    """wanted of the front wheels, left positive [rad]"""
    mass: float
    """loaded [kg]"""
    yaw_inertia: float
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: float
    """of the centre of mass above the ground [m]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    suspension_frequency: float
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: float
    """over the critical one [1]"""
    suspension_travel: float
    """down to the stop [m]"""
    pitch_gain: float
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: float
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: float
    """radius of gyration about body x [m]"""
    first_axle_offset: float
    """first axle: from the centre of mass, forward or backward [m]"""
    first_axle_cornering_coefficient: float
    """first axle: side force for each radian of slip, over the load [1/rad]"""
    second_axle_offset: float
    """second axle: from the centre of mass, forward or backward [m]"""
    second_axle_cornering_coefficient: float
    """second axle: side force for each radian of slip, over the load [1/rad]"""
    third_axle_offset: float
    """third axle: from the centre of mass, forward or backward [m]"""
    third_axle_cornering_coefficient: float
    """third axle: side force for each radian of slip, over the load [1/rad]"""
    fourth_axle_offset: float
    """fourth axle: from the centre of mass, forward or backward [m]"""
    fourth_axle_cornering_coefficient: float
    """fourth axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: float
    """between the wheel planes of an axle [m]"""
    tyre_grip: float
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: float
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: float
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: float
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: float
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: float
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    max_steer_rate: float
    """the wheels turn no faster [rad/s]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    engine_lag: float
    """in which it follows the pedal [s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rotating_mass_factor: float
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    idle_fuel_rate: float
    """of the running engine [kg/s]"""
    engine_drag: float
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: float
    """beyond the governed speed, over that pull [1]"""
    gear_count: float
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: float
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: float
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: float
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: float
    """of the engine [N m]"""
    peak_torque_speed: float
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: float
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: float
    """of the engine [rad/s]"""
    max_engine_speed: float
    """where it is cut off [rad/s]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""
    friction: float
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: float
    """of a tyre or track that slides [1]"""
    cone_index: float
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: float
    """of rolling, over the load [1]"""

class FourAxlesState(_fleet.KnownColumns):
    x: Column
    """east, of the centre of mass [m]"""
    y: Column
    """north, of the centre of mass [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: Column
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: Column
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: Column
    """the same to the left [m/s^2]"""
    heave: Column
    """of the body above its height at rest [m]"""
    heave_rate: Column
    """relative to the ground [m/s]"""
    last_slope_x: Column
    """of the ground a step ago, towards east [1]"""
    last_slope_y: Column
    """of the ground a step ago, towards north [1]"""
    is_airborne: Column
    """1 while it flies, else 0 [1]"""
    body_pitch: Column
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: Column
    """of that angle [rad/s]"""
    body_roll: Column
    """on its springs, right side down positive [rad]"""
    body_roll_rate: Column
    """of that angle [rad/s]"""
    rollover_angle: Column
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: Column
    """of that angle [rad/s]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    wheel_angle: Column
    """of the front wheels, left positive [rad]"""
    engine_load: Column
    """the engine's output over its greatest [1]"""
    gear: Column
    """forward positive, 0 neutral [1]"""
    shift_time: Column
    """until the gear is in [s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""
    resistance: Column
    """that wheels or tracks met in rolling [N]"""

class FourAxlesControl(_fleet.KnownColumns):
    throttle: Column
    """of the engine, negative drives backward [1]"""
    brake: Column
    """of the greatest brake force [1]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    steer_angle: Column
    """wanted of the front wheels, left positive [rad]"""

class FourAxlesParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    yaw_inertia: Column
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: Column
    """of the centre of mass above the ground [m]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    suspension_frequency: Column
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: Column
    """over the critical one [1]"""
    suspension_travel: Column
    """down to the stop [m]"""
    pitch_gain: Column
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: Column
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: Column
    """radius of gyration about body x [m]"""
    first_axle_offset: Column
    """first axle: from the centre of mass, forward or backward [m]"""
    first_axle_cornering_coefficient: Column
    """first axle: side force for each radian of slip, over the load [1/rad]"""
    second_axle_offset: Column
    """second axle: from the centre of mass, forward or backward [m]"""
    second_axle_cornering_coefficient: Column
    """second axle: side force for each radian of slip, over the load [1/rad]"""
    third_axle_offset: Column
    """third axle: from the centre of mass, forward or backward [m]"""
    third_axle_cornering_coefficient: Column
    """third axle: side force for each radian of slip, over the load [1/rad]"""
    fourth_axle_offset: Column
    """fourth axle: from the centre of mass, forward or backward [m]"""
    fourth_axle_cornering_coefficient: Column
    """fourth axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: Column
    """between the wheel planes of an axle [m]"""
    tyre_grip: Column
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: Column
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: Column
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: Column
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: Column
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: Column
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    max_steer_rate: Column
    """the wheels turn no faster [rad/s]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    engine_lag: Column
    """in which it follows the pedal [s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rotating_mass_factor: Column
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    idle_fuel_rate: Column
    """of the running engine [kg/s]"""
    engine_drag: Column
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: Column
    """beyond the governed speed, over that pull [1]"""
    gear_count: Column
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: Column
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: Column
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: Column
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: Column
    """of the engine [N m]"""
    peak_torque_speed: Column
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: Column
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: Column
    """of the engine [rad/s]"""
    max_engine_speed: Column
    """where it is cut off [rad/s]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""

class FourAxlesGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""
    friction: Column
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: Column
    """of a tyre or track that slides [1]"""
    cone_index: Column
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: Column
    """of rolling, over the load [1]"""

class FourAxlesFleet(_fleet.Fleet):
    state: FourAxlesState
    control: FourAxlesControl
    params: FourAxlesParams
    ground: FourAxlesGround

class FrictionCircleTrackedVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the vehicle [m]"""
    y: float
    """north, of the middle of the vehicle [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """along the path and the slope, forward positive [m/s]"""
    lateral_speed: float
    """of the slide, to the left of the path [m/s]"""
    cruise_speed: float
    """that the cruise control keeps; 0 while it is off [m/s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    surge_force: float
    """of engine and brakes, forward positive [N]"""
    drag_force: float
    """of ground and air, forward positive [N]"""
    gravity_force: float
    """along the path, forward positive [N]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    yaw_rate: float
    """about the ground's normal, left positive [rad/s]"""
    left_force: float
    """of the left wheels or track, forward positive; against the motion it brakes [N]"""
    right_force: float
    """of the right wheels or track, forward positive; against the motion it brakes [N]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    cruise: NamedValue
    """keeps the speed at which it was switched on [1]"""
    mass: float
    """loaded [kg]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    max_engine_speed: float
    """shown at the greatest drive force [rad/s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rolling_resistance: float
    """force over weight while it rolls [1]"""
    static_resistance: float
    """force over weight that sets it rolling [1]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    static_friction: float
    """of tyres or tracks on the ground before they slide [1]"""
    sliding_friction: float
    """of tyres or tracks that slide [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    length: float
    """of the hull, for the yaw inertia [m]"""
    width: float
    """of the hull, for the yaw inertia [m]"""
    track_gauge: float
    """between track centre lines [m]"""
    contact_length: float
    """of each track on the ground [m]"""
    max_yaw_rate: float
    """of a full steering command in control_from_command() [rad/s]"""
    turning_friction: float
    """of the tracks as they scrub sideways in a turn [1]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""

class FrictionCircleTrackedState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the vehicle [m]"""
    y: Column
    """north, of the middle of the vehicle [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """along the path and the slope, forward positive [m/s]"""
    lateral_speed: Column
    """of the slide, to the left of the path [m/s]"""
    cruise_speed: Column
    """that the cruise control keeps; 0 while it is off [m/s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    surge_force: Column
    """of engine and brakes, forward positive [N]"""
    drag_force: Column
    """of ground and air, forward positive [N]"""
    gravity_force: Column
    """along the path, forward positive [N]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""
    yaw_rate: Column
    """about the ground's normal, left positive [rad/s]"""

class FrictionCircleTrackedControl(_fleet.KnownColumns):
    left_force: Column
    """of the left wheels or track, forward positive; against the motion it brakes [N]"""
    right_force: Column
    """of the right wheels or track, forward positive; against the motion it brakes [N]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    cruise: Column
    """keeps the speed at which it was switched on [1]"""

class FrictionCircleTrackedParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""
    max_engine_speed: Column
    """shown at the greatest drive force [rad/s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rolling_resistance: Column
    """force over weight while it rolls [1]"""
    static_resistance: Column
    """force over weight that sets it rolling [1]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    static_friction: Column
    """of tyres or tracks on the ground before they slide [1]"""
    sliding_friction: Column
    """of tyres or tracks that slide [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    length: Column
    """of the hull, for the yaw inertia [m]"""
    width: Column
    """of the hull, for the yaw inertia [m]"""
    track_gauge: Column
    """between track centre lines [m]"""
    contact_length: Column
    """of each track on the ground [m]"""
    max_yaw_rate: Column
    """of a full steering command in control_from_command() [rad/s]"""
    turning_friction: Column
    """of the tracks as they scrub sideways in a turn [1]"""

class FrictionCircleTrackedGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""

class FrictionCircleTrackedFleet(_fleet.Fleet):
    state: FrictionCircleTrackedState
    control: FrictionCircleTrackedControl
    params: FrictionCircleTrackedParams
    ground: FrictionCircleTrackedGround

class FrictionCircleWheeledVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the wheelbase [m]"""
    y: float
    """north, of the middle of the wheelbase [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """along the path and the slope, forward positive [m/s]"""
    lateral_speed: float
    """of the slide, to the left of the path [m/s]"""
    cruise_speed: float
    """that the cruise control keeps; 0 while it is off [m/s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    surge_force: float
    """of engine and brakes, forward positive [N]"""
    drag_force: float
    """of ground and air, forward positive [N]"""
    gravity_force: float
    """along the path, forward positive [N]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    left_force: float
    """of the left wheels or track, forward positive; against the motion it brakes [N]"""
    right_force: float
    """of the right wheels or track, forward positive; against the motion it brakes [N]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    cruise: NamedValue
    """keeps the speed at which it was switched on [1]"""
    steer_angle: float
    """wanted of the front wheels, left positive [rad]"""
    mass: float
    """loaded [kg]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    max_engine_speed: float
    """shown at the greatest drive force [rad/s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rolling_resistance: float
    """force over weight while it rolls [1]"""
    static_resistance: float
    """force over weight that sets it rolling [1]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    static_friction: float
    """of tyres or tracks on the ground before they slide [1]"""
    sliding_friction: float
    """of tyres or tracks that slide [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    wheelbase: float
    """front axle to the middle of the rear ones [m]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""

class FrictionCircleWheeledState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the wheelbase [m]"""
    y: Column
    """north, of the middle of the wheelbase [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """along the path and the slope, forward positive [m/s]"""
    lateral_speed: Column
    """of the slide, to the left of the path [m/s]"""
    cruise_speed: Column
    """that the cruise control keeps; 0 while it is off [m/s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    surge_force: Column
    """of engine and brakes, forward positive [N]"""
    drag_force: Column
    """of ground and air, forward positive [N]"""
    gravity_force: Column
    """along the path, forward positive [N]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""

class FrictionCircleWheeledControl(_fleet.KnownColumns):
    left_force: Column
    """of the left wheels or track, forward positive; against the motion it brakes [N]"""
    right_force: Column
    """of the right wheels or track, forward positive; against the motion it brakes [N]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    cruise: Column
    """keeps the speed at which it was switched on [1]"""
    steer_angle: Column
    """wanted of the front wheels, left positive [rad]"""

class FrictionCircleWheeledParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""
    max_engine_speed: Column
    """shown at the greatest drive force [rad/s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rolling_resistance: Column
    """force over weight while it rolls [1]"""
    static_resistance: Column
    """force over weight that sets it rolling [1]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    static_friction: Column
    """of tyres or tracks on the ground before they slide [1]"""
    sliding_friction: Column
    """of tyres or tracks that slide [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    wheelbase: Column
    """front axle to the middle of the rear ones [m]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""

class FrictionCircleWheeledGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""

class FrictionCircleWheeledFleet(_fleet.Fleet):
    state: FrictionCircleWheeledState
    control: FrictionCircleWheeledControl
    params: FrictionCircleWheeledParams
    ground: FrictionCircleWheeledGround

class Park1992TrackedVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the vehicle [m]"""
    y: float
    """north, of the middle of the vehicle [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    yaw_rate: float
    """of the last step, counter-clockwise positive [rad/s]"""
    speed: float
    """along the vehicle, forward positive [m/s]"""
    acceleration: float
    """along the vehicle [m/s^2]"""
    velocity_x: float
    """east: what moves it [m/s]"""
    velocity_y: float
    """north: what moves it [m/s]"""
    acceleration_x: float
    """east: moves it, too [m/s^2]"""
    acceleration_y: float
    """north: moves it, too [m/s^2]"""
    friction_force: float
    """backward positive; a variable of the file in the document [N]"""
    air_drag: float
    """backward positive; likewise [N]"""
    drag_force: float
    """of ground and air, forward positive [N]"""
    surge_force: float
    """of the engine and the brakes, forward positive [N]"""
    gravity_force: float
    """along the slope, forward positive [N]"""
    cruise_speed: float
    """kept while cruising, forward positive [m/s]"""
    cruising: NamedValue
    """whether it cruised in the last step [1]"""
    fuel_used: float
    """since the start [kg]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    engine_speed: float
    """of the force, not of the vehicle's speed [rad/s]"""
    undefined_read: float
    """1 where the document's program would read an uninitialised variable [1]"""
    left_force: float
    """of the left track, forward positive [N]"""
    right_force: float
    """of the right track, forward positive [N]"""
    cruise: NamedValue
    """keeps the speed that it has [1]"""
    parking_brake: NamedValue
    """parks it [1]"""
    engine_stop: NamedValue
    """switches the engine off [1]"""
    mass: float
    """of everything [kg]"""
    length: float
    """of the block that stands for it [m]"""
    width: float
    """of the block [m]"""
    gravity: float
    """as the document's comment has it [m/s^2]"""
    static_friction: float
    """SFRICITION, added to 1000 N and the mass [N]"""
    rolling_friction: float
    """DFRICITION, added to the mass [N]"""
    max_drive_force: float
    """MAXPOWER, and of either sign MINPOWER [N]"""
    max_brake_force: float
    """MAXBREAK, and of either sign MINBREAK [N]"""
    max_force: float
    """MAXFORCE, and of either sign MINFORCE: of the sum [N]"""
    max_speed: float
    """MAXSPEED [m/s]"""
    max_reverse_speed: float
    """minus MINSPEED [m/s]"""
    max_engine_speed: float
    """limit_rpm, at the full drive force [rad/s]"""
    max_fuel_rate: float
    """at the full drive force [kg/s]"""
    max_yaw_rate: float
    """of a full steering command in control_from_command() [rad/s]"""
    rolling_resistance: float
    """with friction_law corrected: share of the weight on the ground [1]"""
    drag_area: float
    """with air_drag_law corrected: drag coefficient times area [m^2]"""
    turning_resistance: float
    """with torque_as_rate corrected: of weight times a quarter of the length [1]"""
    gravity_sign: NamedValue
    """a vehicle that moves forward is pulled uphill [1]"""
    dead_band: NamedValue
    """a speed of up to 0.3 m/s becomes zero [1]"""
    double_counting: NamedValue
    """the new speed counts for the whole step, and half the acceleration again [1]"""
    engine_stop_keeps_surge: NamedValue
    """a stopped engine leaves every force as it was [1]"""
    parking_brake_keeps_moving: NamedValue
    """a braked vehicle glides on at its last velocity [1]"""
    friction_memory: NamedValue
    """at constant speed friction is what it was, of whichever vehicle [1]"""
    friction_law: NamedValue
    """friction is the mass in newtons and a constant, on any slope [1]"""
    static_friction_direction: NamedValue
    """static friction pushes backward, however little is needed [1]"""
    air_drag_law: NamedValue
    """air drag is 10 kg/m times speed squared, whatever the vehicle [1]"""
    inertia_formula: NamedValue
    """the block's sides are multiplied where their squares are added [1]"""
    torque_as_rate: NamedValue
    """the force difference over the inertia is a rate, without arm or resistance [1]"""
    pitch_wrap: NamedValue
    """the smallest slope downward is 360 degrees, for which there is no case [1]"""
    one_sided_sampling: NamedValue
    """pitch and roll come from points 2 m ahead and 2 m to the right [1]"""
    velocity_lag: NamedValue
    """it moves along the direction before the turn [1]"""
    cruise_keeps_acceleration: NamedValue
    """while cruising the last acceleration still moves it [1]"""
    standing_power_unlimited: NamedValue
    """the engine's force has no limit at a standstill [1]"""
    clamp_cuts_gravity: NamedValue
    """the limit of the sum cuts gravity, too [1]"""
    height: float
    """under the middle [m]"""
    height_ahead: float
    """2 m ahead of it [m]"""
    height_right: float
    """2 m to its right [m]"""
    slope_x: float
    """height gained per metre to the east [1]"""
    slope_y: float
    """height gained per metre to the north [1]"""

class Park1992TrackedState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the vehicle [m]"""
    y: Column
    """north, of the middle of the vehicle [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    yaw_rate: Column
    """of the last step, counter-clockwise positive [rad/s]"""
    speed: Column
    """along the vehicle, forward positive [m/s]"""
    acceleration: Column
    """along the vehicle [m/s^2]"""
    velocity_x: Column
    """east: what moves it [m/s]"""
    velocity_y: Column
    """north: what moves it [m/s]"""
    acceleration_x: Column
    """east: moves it, too [m/s^2]"""
    acceleration_y: Column
    """north: moves it, too [m/s^2]"""
    friction_force: Column
    """backward positive; a variable of the file in the document [N]"""
    air_drag: Column
    """backward positive; likewise [N]"""
    drag_force: Column
    """of ground and air, forward positive [N]"""
    surge_force: Column
    """of the engine and the brakes, forward positive [N]"""
    gravity_force: Column
    """along the slope, forward positive [N]"""
    cruise_speed: Column
    """kept while cruising, forward positive [m/s]"""
    cruising: Column
    """whether it cruised in the last step [1]"""
    fuel_used: Column
    """since the start [kg]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    engine_speed: Column
    """of the force, not of the vehicle's speed [rad/s]"""
    undefined_read: Column
    """1 where the document's program would read an uninitialised variable [1]"""

class Park1992TrackedControl(_fleet.KnownColumns):
    left_force: Column
    """of the left track, forward positive [N]"""
    right_force: Column
    """of the right track, forward positive [N]"""
    cruise: Column
    """keeps the speed that it has [1]"""
    parking_brake: Column
    """parks it [1]"""
    engine_stop: Column
    """switches the engine off [1]"""

class Park1992TrackedParams(_fleet.KnownColumns):
    mass: Column
    """of everything [kg]"""
    length: Column
    """of the block that stands for it [m]"""
    width: Column
    """of the block [m]"""
    gravity: Column
    """as the document's comment has it [m/s^2]"""
    static_friction: Column
    """SFRICITION, added to 1000 N and the mass [N]"""
    rolling_friction: Column
    """DFRICITION, added to the mass [N]"""
    max_drive_force: Column
    """MAXPOWER, and of either sign MINPOWER [N]"""
    max_brake_force: Column
    """MAXBREAK, and of either sign MINBREAK [N]"""
    max_force: Column
    """MAXFORCE, and of either sign MINFORCE: of the sum [N]"""
    max_speed: Column
    """MAXSPEED [m/s]"""
    max_reverse_speed: Column
    """minus MINSPEED [m/s]"""
    max_engine_speed: Column
    """limit_rpm, at the full drive force [rad/s]"""
    max_fuel_rate: Column
    """at the full drive force [kg/s]"""
    max_yaw_rate: Column
    """of a full steering command in control_from_command() [rad/s]"""
    rolling_resistance: Column
    """with friction_law corrected: share of the weight on the ground [1]"""
    drag_area: Column
    """with air_drag_law corrected: drag coefficient times area [m^2]"""
    turning_resistance: Column
    """with torque_as_rate corrected: of weight times a quarter of the length [1]"""
    gravity_sign: Column
    """a vehicle that moves forward is pulled uphill [1]"""
    dead_band: Column
    """a speed of up to 0.3 m/s becomes zero [1]"""
    double_counting: Column
    """the new speed counts for the whole step, and half the acceleration again [1]"""
    engine_stop_keeps_surge: Column
    """a stopped engine leaves every force as it was [1]"""
    parking_brake_keeps_moving: Column
    """a braked vehicle glides on at its last velocity [1]"""
    friction_memory: Column
    """at constant speed friction is what it was, of whichever vehicle [1]"""
    friction_law: Column
    """friction is the mass in newtons and a constant, on any slope [1]"""
    static_friction_direction: Column
    """static friction pushes backward, however little is needed [1]"""
    air_drag_law: Column
    """air drag is 10 kg/m times speed squared, whatever the vehicle [1]"""
    inertia_formula: Column
    """the block's sides are multiplied where their squares are added [1]"""
    torque_as_rate: Column
    """the force difference over the inertia is a rate, without arm or resistance [1]"""
    pitch_wrap: Column
    """the smallest slope downward is 360 degrees, for which there is no case [1]"""
    one_sided_sampling: Column
    """pitch and roll come from points 2 m ahead and 2 m to the right [1]"""
    velocity_lag: Column
    """it moves along the direction before the turn [1]"""
    cruise_keeps_acceleration: Column
    """while cruising the last acceleration still moves it [1]"""
    standing_power_unlimited: Column
    """the engine's force has no limit at a standstill [1]"""
    clamp_cuts_gravity: Column
    """the limit of the sum cuts gravity, too [1]"""

class Park1992TrackedGround(_fleet.KnownColumns):
    height: Column
    """under the middle [m]"""
    height_ahead: Column
    """2 m ahead of it [m]"""
    height_right: Column
    """2 m to its right [m]"""
    slope_x: Column
    """height gained per metre to the east [1]"""
    slope_y: Column
    """height gained per metre to the north [1]"""

class Park1992TrackedFleet(_fleet.Fleet):
    state: Park1992TrackedState
    control: Park1992TrackedControl
    params: Park1992TrackedParams
    ground: Park1992TrackedGround

class Park1992WheeledVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the vehicle [m]"""
    y: float
    """north, of the middle of the vehicle [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    yaw_rate: float
    """of the last step, counter-clockwise positive [rad/s]"""
    speed: float
    """along the vehicle, forward positive [m/s]"""
    acceleration: float
    """along the vehicle [m/s^2]"""
    velocity_x: float
    """east: what moves it [m/s]"""
    velocity_y: float
    """north: what moves it [m/s]"""
    acceleration_x: float
    """east: moves it, too [m/s^2]"""
    acceleration_y: float
    """north: moves it, too [m/s^2]"""
    friction_force: float
    """backward positive; a variable of the file in the document [N]"""
    air_drag: float
    """backward positive; likewise [N]"""
    drag_force: float
    """of ground and air, forward positive [N]"""
    surge_force: float
    """of the engine and the brakes, forward positive [N]"""
    gravity_force: float
    """along the slope, forward positive [N]"""
    cruise_speed: float
    """kept while cruising, forward positive [m/s]"""
    cruising: NamedValue
    """whether it cruised in the last step [1]"""
    fuel_used: float
    """since the start [kg]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    engine_speed: float
    """of the force, not of the vehicle's speed [rad/s]"""
    undefined_read: float
    """1 where the document's program would read an uninitialised variable [1]"""
    left_force: float
    """of the left half, forward positive [N]"""
    right_force: float
    """of the right half, forward positive [N]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    cruise: NamedValue
    """keeps the speed that it has [1]"""
    parking_brake: NamedValue
    """parks it [1]"""
    engine_stop: NamedValue
    """switches the engine off [1]"""
    mass: float
    """of everything, loaded [kg]"""
    length: float
    """of the block that stands for it [m]"""
    width: float
    """of the block [m]"""
    wheelbase: float
    """with yaw_independent_of_speed corrected: axle to bogie [m]"""
    gravity: float
    """as the document's comment has it [m/s^2]"""
    static_friction: float
    """SFRICITION, added to 1000 N and the mass [N]"""
    rolling_friction: float
    """DFRICITION, added to the mass [N]"""
    max_drive_force: float
    """MAXPOWER, and of either sign MINPOWER [N]"""
    max_brake_force: float
    """MAXBREAK, and of either sign MINBREAK [N]"""
    max_force: float
    """MAXFORCE, and of either sign MINFORCE: of the sum [N]"""
    max_speed: float
    """MAXSPEED [m/s]"""
    max_reverse_speed: float
    """minus MINSPEED [m/s]"""
    max_engine_speed: float
    """limit_rpm, at the full drive force [rad/s]"""
    max_fuel_rate: float
    """at the full drive force [kg/s]"""
    max_steer_angle: float
    """of a full steering command in control_from_command() [rad]"""
    rolling_resistance: float
    """with friction_law corrected: share of the weight on the ground [1]"""
    drag_area: float
    """with air_drag_law corrected: drag coefficient times area [m^2]"""
    gravity_sign: NamedValue
    """a vehicle that moves forward is pulled uphill [1]"""
    dead_band: NamedValue
    """a speed of up to 0.3 m/s becomes zero [1]"""
    double_counting: NamedValue
    """the new speed counts for the whole step, and half the acceleration again [1]"""
    engine_stop_keeps_surge: NamedValue
    """a stopped engine leaves every force as it was [1]"""
    parking_brake_keeps_moving: NamedValue
    """a braked vehicle glides on at its last velocity [1]"""
    friction_memory: NamedValue
    """at constant speed friction is what it was, of whichever vehicle [1]"""
    friction_law: NamedValue
    """friction is the mass in newtons and a constant, on any slope [1]"""
    static_friction_direction: NamedValue
    """static friction pushes backward, however little is needed [1]"""
    air_drag_law: NamedValue
    """air drag is 10 kg/m times speed squared, whatever the vehicle [1]"""
    inertia_formula: NamedValue
    """the block's sides are multiplied where their squares are added [1]"""
    torque_as_rate: NamedValue
    """a force difference over the inertia is a rate, added to the wheel's [1]"""
    yaw_independent_of_speed: NamedValue
    """it turns as fast at any speed, and the same way in reverse [1]"""
    pitch_wrap: NamedValue
    """the smallest slope downward is 360 degrees, for which there is no case [1]"""
    one_sided_sampling: NamedValue
    """pitch and roll come from points 2 m ahead and 2 m to the right [1]"""
    velocity_lag: NamedValue
    """it moves along the direction before the turn [1]"""
    cruise_keeps_acceleration: NamedValue
    """while cruising the last acceleration still moves it [1]"""
    standing_power_unlimited: NamedValue
    """the engine's force has no limit at a standstill [1]"""
    clamp_cuts_gravity: NamedValue
    """the limit of the sum cuts gravity, too [1]"""
    height: float
    """under the middle [m]"""
    height_ahead: float
    """2 m ahead of it [m]"""
    height_right: float
    """2 m to its right [m]"""
    slope_x: float
    """height gained per metre to the east [1]"""
    slope_y: float
    """height gained per metre to the north [1]"""

class Park1992WheeledState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the vehicle [m]"""
    y: Column
    """north, of the middle of the vehicle [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    yaw_rate: Column
    """of the last step, counter-clockwise positive [rad/s]"""
    speed: Column
    """along the vehicle, forward positive [m/s]"""
    acceleration: Column
    """along the vehicle [m/s^2]"""
    velocity_x: Column
    """east: what moves it [m/s]"""
    velocity_y: Column
    """north: what moves it [m/s]"""
    acceleration_x: Column
    """east: moves it, too [m/s^2]"""
    acceleration_y: Column
    """north: moves it, too [m/s^2]"""
    friction_force: Column
    """backward positive; a variable of the file in the document [N]"""
    air_drag: Column
    """backward positive; likewise [N]"""
    drag_force: Column
    """of ground and air, forward positive [N]"""
    surge_force: Column
    """of the engine and the brakes, forward positive [N]"""
    gravity_force: Column
    """along the slope, forward positive [N]"""
    cruise_speed: Column
    """kept while cruising, forward positive [m/s]"""
    cruising: Column
    """whether it cruised in the last step [1]"""
    fuel_used: Column
    """since the start [kg]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    engine_speed: Column
    """of the force, not of the vehicle's speed [rad/s]"""
    undefined_read: Column
    """1 where the document's program would read an uninitialised variable [1]"""

class Park1992WheeledControl(_fleet.KnownColumns):
    left_force: Column
    """of the left half, forward positive [N]"""
    right_force: Column
    """of the right half, forward positive [N]"""
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    cruise: Column
    """keeps the speed that it has [1]"""
    parking_brake: Column
    """parks it [1]"""
    engine_stop: Column
    """switches the engine off [1]"""

class Park1992WheeledParams(_fleet.KnownColumns):
    mass: Column
    """of everything, loaded [kg]"""
    length: Column
    """of the block that stands for it [m]"""
    width: Column
    """of the block [m]"""
    wheelbase: Column
    """with yaw_independent_of_speed corrected: axle to bogie [m]"""
    gravity: Column
    """as the document's comment has it [m/s^2]"""
    static_friction: Column
    """SFRICITION, added to 1000 N and the mass [N]"""
    rolling_friction: Column
    """DFRICITION, added to the mass [N]"""
    max_drive_force: Column
    """MAXPOWER, and of either sign MINPOWER [N]"""
    max_brake_force: Column
    """MAXBREAK, and of either sign MINBREAK [N]"""
    max_force: Column
    """MAXFORCE, and of either sign MINFORCE: of the sum [N]"""
    max_speed: Column
    """MAXSPEED [m/s]"""
    max_reverse_speed: Column
    """minus MINSPEED [m/s]"""
    max_engine_speed: Column
    """limit_rpm, at the full drive force [rad/s]"""
    max_fuel_rate: Column
    """at the full drive force [kg/s]"""
    max_steer_angle: Column
    """of a full steering command in control_from_command() [rad]"""
    rolling_resistance: Column
    """with friction_law corrected: share of the weight on the ground [1]"""
    drag_area: Column
    """with air_drag_law corrected: drag coefficient times area [m^2]"""
    gravity_sign: Column
    """a vehicle that moves forward is pulled uphill [1]"""
    dead_band: Column
    """a speed of up to 0.3 m/s becomes zero [1]"""
    double_counting: Column
    """the new speed counts for the whole step, and half the acceleration again [1]"""
    engine_stop_keeps_surge: Column
    """a stopped engine leaves every force as it was [1]"""
    parking_brake_keeps_moving: Column
    """a braked vehicle glides on at its last velocity [1]"""
    friction_memory: Column
    """at constant speed friction is what it was, of whichever vehicle [1]"""
    friction_law: Column
    """friction is the mass in newtons and a constant, on any slope [1]"""
    static_friction_direction: Column
    """static friction pushes backward, however little is needed [1]"""
    air_drag_law: Column
    """air drag is 10 kg/m times speed squared, whatever the vehicle [1]"""
    inertia_formula: Column
    """the block's sides are multiplied where their squares are added [1]"""
    torque_as_rate: Column
    """a force difference over the inertia is a rate, added to the wheel's [1]"""
    yaw_independent_of_speed: Column
    """it turns as fast at any speed, and the same way in reverse [1]"""
    pitch_wrap: Column
    """the smallest slope downward is 360 degrees, for which there is no case [1]"""
    one_sided_sampling: Column
    """pitch and roll come from points 2 m ahead and 2 m to the right [1]"""
    velocity_lag: Column
    """it moves along the direction before the turn [1]"""
    cruise_keeps_acceleration: Column
    """while cruising the last acceleration still moves it [1]"""
    standing_power_unlimited: Column
    """the engine's force has no limit at a standstill [1]"""
    clamp_cuts_gravity: Column
    """the limit of the sum cuts gravity, too [1]"""

class Park1992WheeledGround(_fleet.KnownColumns):
    height: Column
    """under the middle [m]"""
    height_ahead: Column
    """2 m ahead of it [m]"""
    height_right: Column
    """2 m to its right [m]"""
    slope_x: Column
    """height gained per metre to the east [1]"""
    slope_y: Column
    """height gained per metre to the north [1]"""

class Park1992WheeledFleet(_fleet.Fleet):
    state: Park1992WheeledState
    control: Park1992WheeledControl
    params: Park1992WheeledParams
    ground: Park1992WheeledGround

class PolarCorrectedVehicle(_vehicle.Vehicle):
    x: float
    """east, of the character [m]"""
    y: float
    """north, of the character [m]"""
    yaw: float
    """of the speed vector, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """a magnitude [m/s]"""
    yaw_rate: float
    """angular velocity of the speed vector, counter-clockwise positive [rad/s]"""
    acceleration: float
    """of what there is: 1 a key is held, -1 none is, so coast [1]"""
    acceleration_yaw: float
    """wanted direction, counter-clockwise from east [rad]"""
    max_speed: float
    """towards which it regulates itself [m/s]"""
    max_acceleration: float
    """at rest [m/s^2]"""
    coast_deceleration: float
    """with no key held, at any speed [m/s^2]"""
    turn_rate: float
    """most angular acceleration; with no angular velocity, the turn rate in 1/s [rad/s^2]"""
    damping: float
    """of the angular velocity, in units of the turn rate [s]"""
    turn_law: NamedValue
    """how the turn grows with the angle that is left [1]"""
    brake_law: NamedValue
    """how the angular velocity is braked [1]"""
    speed_law: NamedValue
    """how the acceleration depends on the speed [1]"""
    angular_velocity: NamedValue
    """kept from step to step, or none: no overshoot then [1]"""

class PolarCorrectedState(_fleet.KnownColumns):
    x: Column
    """east, of the character [m]"""
    y: Column
    """north, of the character [m]"""
    yaw: Column
    """of the speed vector, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """a magnitude [m/s]"""
    yaw_rate: Column
    """angular velocity of the speed vector, counter-clockwise positive [rad/s]"""

class PolarCorrectedControl(_fleet.KnownColumns):
    acceleration: Column
    """of what there is: 1 a key is held, -1 none is, so coast [1]"""
    acceleration_yaw: Column
    """wanted direction, counter-clockwise from east [rad]"""

class PolarCorrectedParams(_fleet.KnownColumns):
    max_speed: Column
    """towards which it regulates itself [m/s]"""
    max_acceleration: Column
    """at rest [m/s^2]"""
    coast_deceleration: Column
    """with no key held, at any speed [m/s^2]"""
    turn_rate: Column
    """most angular acceleration; with no angular velocity, the turn rate in 1/s [rad/s^2]"""
    damping: Column
    """of the angular velocity, in units of the turn rate [s]"""
    turn_law: Column
    """how the turn grows with the angle that is left [1]"""
    brake_law: Column
    """how the angular velocity is braked [1]"""
    speed_law: Column
    """how the acceleration depends on the speed [1]"""
    angular_velocity: Column
    """kept from step to step, or none: no overshoot then [1]"""

class PolarCorrectedFleet(_fleet.Fleet):
    state: PolarCorrectedState
    control: PolarCorrectedControl
    params: PolarCorrectedParams

class PolarFaithfulVehicle(_vehicle.Vehicle):
    x: float
    """east, of the character [m]"""
    y: float
    """north, of the character [m]"""
    yaw: float
    """of the speed vector, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """a magnitude [m/s]"""
    yaw_rate: float
    """angular velocity of the speed vector, counter-clockwise positive [rad/s]"""
    acceleration: float
    """of what there is: 1 a key is held, -1 none is, so coast [1]"""
    acceleration_yaw: float
    """wanted direction, counter-clockwise from east [rad]"""
    max_speed: float
    """towards which it regulates itself [m/s]"""
    max_acceleration: float
    """at rest [m/s^2]"""
    turn_rate: float
    """most angular acceleration; with no angular velocity, the turn rate in 1/s [rad/s^2]"""
    turn_law: NamedValue
    """how the turn grows with the angle that is left [1]"""
    brake_law: NamedValue
    """how the angular velocity is braked [1]"""
    speed_law: NamedValue
    """how the acceleration depends on the speed [1]"""
    angular_velocity: NamedValue
    """kept from step to step, or none: no overshoot then [1]"""

class PolarFaithfulState(_fleet.KnownColumns):
    x: Column
    """east, of the character [m]"""
    y: Column
    """north, of the character [m]"""
    yaw: Column
    """of the speed vector, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """a magnitude [m/s]"""
    yaw_rate: Column
    """angular velocity of the speed vector, counter-clockwise positive [rad/s]"""

class PolarFaithfulControl(_fleet.KnownColumns):
    acceleration: Column
    """of what there is: 1 a key is held, -1 none is, so coast [1]"""
    acceleration_yaw: Column
    """wanted direction, counter-clockwise from east [rad]"""

class PolarFaithfulParams(_fleet.KnownColumns):
    max_speed: Column
    """towards which it regulates itself [m/s]"""
    max_acceleration: Column
    """at rest [m/s^2]"""
    turn_rate: Column
    """most angular acceleration; with no angular velocity, the turn rate in 1/s [rad/s^2]"""
    turn_law: Column
    """how the turn grows with the angle that is left [1]"""
    brake_law: Column
    """how the angular velocity is braked [1]"""
    speed_law: Column
    """how the acceleration depends on the speed [1]"""
    angular_velocity: Column
    """kept from step to step, or none: no overshoot then [1]"""

class PolarFaithfulFleet(_fleet.Fleet):
    state: PolarFaithfulState
    control: PolarFaithfulControl
    params: PolarFaithfulParams

class SingleTrackVehicle(_vehicle.Vehicle):
    x: float
    """east, of the centre of mass [m]"""
    y: float
    """north, of the centre of mass [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: float
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: float
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: float
    """the same to the left [m/s^2]"""
    heave: float
    """of the body above its height at rest [m]"""
    heave_rate: float
    """relative to the ground [m/s]"""
    last_slope_x: float
    """of the ground a step ago, towards east [1]"""
    last_slope_y: float
    """of the ground a step ago, towards north [1]"""
    is_airborne: NamedValue
    """1 while it flies, else 0 [1]"""
    body_pitch: float
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: float
    """of that angle [rad/s]"""
    body_roll: float
    """on its springs, right side down positive [rad]"""
    body_roll_rate: float
    """of that angle [rad/s]"""
    rollover_angle: float
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: float
    """of that angle [rad/s]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    wheel_angle: float
    """of the front wheels, left positive [rad]"""
    engine_load: float
    """the engine's output over its greatest [1]"""
    gear: float
    """forward positive, 0 neutral [1]"""
    shift_time: float
    """until the gear is in [s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    resistance: float
    """that wheels or tracks met in rolling [N]"""
    throttle: float
    """of the engine, negative drives backward [1]"""
    brake: float
    """of the greatest brake force [1]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    steer_angle: float
    """wanted of the front wheels, left positive [rad]"""
    mass: float
    """loaded [kg]"""
    yaw_inertia: float
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: float
    """of the centre of mass above the ground [m]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    suspension_frequency: float
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: float
    """over the critical one [1]"""
    suspension_travel: float
    """down to the stop [m]"""
    pitch_gain: float
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: float
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: float
    """radius of gyration about body x [m]"""
    front_axle_offset: float
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: float
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: float
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: float
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: float
    """between the wheel planes of an axle [m]"""
    tyre_grip: float
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: float
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: float
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: float
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: float
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: float
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    max_steer_rate: float
    """the wheels turn no faster [rad/s]"""
    front_drive_share: float
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: float
    """of the brake force [1]"""
    antilock: NamedValue
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    engine_lag: float
    """in which it follows the pedal [s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rotating_mass_factor: float
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    idle_fuel_rate: float
    """of the running engine [kg/s]"""
    engine_drag: float
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: float
    """beyond the governed speed, over that pull [1]"""
    gear_count: float
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: float
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: float
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: float
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: float
    """of the engine [N m]"""
    peak_torque_speed: float
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: float
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: float
    """of the engine [rad/s]"""
    max_engine_speed: float
    """where it is cut off [rad/s]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""
    friction: float
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: float
    """of a tyre or track that slides [1]"""
    cone_index: float
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: float
    """of rolling, over the load [1]"""

class SingleTrackState(_fleet.KnownColumns):
    x: Column
    """east, of the centre of mass [m]"""
    y: Column
    """north, of the centre of mass [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: Column
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: Column
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: Column
    """the same to the left [m/s^2]"""
    heave: Column
    """of the body above its height at rest [m]"""
    heave_rate: Column
    """relative to the ground [m/s]"""
    last_slope_x: Column
    """of the ground a step ago, towards east [1]"""
    last_slope_y: Column
    """of the ground a step ago, towards north [1]"""
    is_airborne: Column
    """1 while it flies, else 0 [1]"""
    body_pitch: Column
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: Column
    """of that angle [rad/s]"""
    body_roll: Column
    """on its springs, right side down positive [rad]"""
    body_roll_rate: Column
    """of that angle [rad/s]"""
    rollover_angle: Column
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: Column
    """of that angle [rad/s]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    wheel_angle: Column
    """of the front wheels, left positive [rad]"""
    engine_load: Column
    """the engine's output over its greatest [1]"""
    gear: Column
    """forward positive, 0 neutral [1]"""
    shift_time: Column
    """until the gear is in [s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""
    resistance: Column
    """that wheels or tracks met in rolling [N]"""

class SingleTrackControl(_fleet.KnownColumns):
    throttle: Column
    """of the engine, negative drives backward [1]"""
    brake: Column
    """of the greatest brake force [1]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    steer_angle: Column
    """wanted of the front wheels, left positive [rad]"""

class SingleTrackParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    yaw_inertia: Column
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: Column
    """of the centre of mass above the ground [m]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    suspension_frequency: Column
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: Column
    """over the critical one [1]"""
    suspension_travel: Column
    """down to the stop [m]"""
    pitch_gain: Column
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: Column
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: Column
    """radius of gyration about body x [m]"""
    front_axle_offset: Column
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: Column
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: Column
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: Column
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: Column
    """between the wheel planes of an axle [m]"""
    tyre_grip: Column
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: Column
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: Column
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: Column
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: Column
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: Column
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    max_steer_rate: Column
    """the wheels turn no faster [rad/s]"""
    front_drive_share: Column
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: Column
    """of the brake force [1]"""
    antilock: Column
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    engine_lag: Column
    """in which it follows the pedal [s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rotating_mass_factor: Column
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    idle_fuel_rate: Column
    """of the running engine [kg/s]"""
    engine_drag: Column
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: Column
    """beyond the governed speed, over that pull [1]"""
    gear_count: Column
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: Column
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: Column
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: Column
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: Column
    """of the engine [N m]"""
    peak_torque_speed: Column
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: Column
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: Column
    """of the engine [rad/s]"""
    max_engine_speed: Column
    """where it is cut off [rad/s]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""

class SingleTrackGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""
    friction: Column
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: Column
    """of a tyre or track that slides [1]"""
    cone_index: Column
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: Column
    """of rolling, over the load [1]"""

class SingleTrackFleet(_fleet.Fleet):
    state: SingleTrackState
    control: SingleTrackControl
    params: SingleTrackParams
    ground: SingleTrackGround

class SingleTrackLinearVehicle(_vehicle.Vehicle):
    x: float
    """east, of the centre of mass [m]"""
    y: float
    """north, of the centre of mass [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """of the centre of mass along its path, forward positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""
    sideslip_angle: float
    """of its path against body x, left positive [rad]"""
    wheel_angle: float
    """of the front wheels, left positive [rad]"""
    steer_rate: float
    """of the front wheels, left positive [rad/s]"""
    acceleration: float
    """along the path, forward positive [m/s^2]"""
    mass: float
    """loaded [kg]"""
    yaw_inertia: float
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: float
    """of the centre of mass above the ground [m]"""
    front_axle_offset: float
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: float
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: float
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: float
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    friction: float
    """factor of the stiffness of the tyres, which never slide [1]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    max_steer_rate: float
    """the wheels turn no faster [rad/s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    max_acceleration: float
    """and deceleration [m/s^2]"""
    switching_speed: float
    """above it the engine's power limits the acceleration [m/s]"""

class SingleTrackLinearState(_fleet.KnownColumns):
    x: Column
    """east, of the centre of mass [m]"""
    y: Column
    """north, of the centre of mass [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """of the centre of mass along its path, forward positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""
    sideslip_angle: Column
    """of its path against body x, left positive [rad]"""
    wheel_angle: Column
    """of the front wheels, left positive [rad]"""

class SingleTrackLinearControl(_fleet.KnownColumns):
    steer_rate: Column
    """of the front wheels, left positive [rad/s]"""
    acceleration: Column
    """along the path, forward positive [m/s^2]"""

class SingleTrackLinearParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    yaw_inertia: Column
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: Column
    """of the centre of mass above the ground [m]"""
    front_axle_offset: Column
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: Column
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: Column
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: Column
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    friction: Column
    """factor of the stiffness of the tyres, which never slide [1]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    max_steer_rate: Column
    """the wheels turn no faster [rad/s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    max_acceleration: Column
    """and deceleration [m/s^2]"""
    switching_speed: Column
    """above it the engine's power limits the acceleration [m/s]"""

class SingleTrackLinearFleet(_fleet.Fleet):
    state: SingleTrackLinearState
    control: SingleTrackLinearControl
    params: SingleTrackLinearParams

class SingleTrackMagicFormulaVehicle(_vehicle.Vehicle):
    x: float
    """east, of the centre of mass [m]"""
    y: float
    """north, of the centre of mass [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: float
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: float
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: float
    """the same to the left [m/s^2]"""
    heave: float
    """of the body above its height at rest [m]"""
    heave_rate: float
    """relative to the ground [m/s]"""
    last_slope_x: float
    """of the ground a step ago, towards east [1]"""
    last_slope_y: float
    """of the ground a step ago, towards north [1]"""
    is_airborne: NamedValue
    """1 while it flies, else 0 [1]"""
    body_pitch: float
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: float
    """of that angle [rad/s]"""
    body_roll: float
    """on its springs, right side down positive [rad]"""
    body_roll_rate: float
    """of that angle [rad/s]"""
    rollover_angle: float
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: float
    """of that angle [rad/s]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    wheel_angle: float
    """of the front wheels, left positive [rad]"""
    engine_load: float
    """the engine's output over its greatest [1]"""
    gear: float
    """forward positive, 0 neutral [1]"""
    shift_time: float
    """until the gear is in [s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    resistance: float
    """that wheels or tracks met in rolling [N]"""
    throttle: float
    """of the engine, negative drives backward [1]"""
    brake: float
    """of the greatest brake force [1]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    steer_angle: float
    """wanted of the front wheels, left positive [rad]"""
    mass: float
    """loaded [kg]"""
    yaw_inertia: float
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: float
    """of the centre of mass above the ground [m]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    suspension_frequency: float
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: float
    """over the critical one [1]"""
    suspension_travel: float
    """down to the stop [m]"""
    pitch_gain: float
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: float
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: float
    """radius of gyration about body x [m]"""
    front_axle_offset: float
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: float
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: float
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: float
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: float
    """between the wheel planes of an axle [m]"""
    tyre_grip: float
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: float
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: float
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: float
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: float
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: float
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    max_steer_rate: float
    """the wheels turn no faster [rad/s]"""
    front_drive_share: float
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: float
    """of the brake force [1]"""
    antilock: NamedValue
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    engine_lag: float
    """in which it follows the pedal [s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rotating_mass_factor: float
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    idle_fuel_rate: float
    """of the running engine [kg/s]"""
    engine_drag: float
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: float
    """beyond the governed speed, over that pull [1]"""
    gear_count: float
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: float
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: float
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: float
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: float
    """of the engine [N m]"""
    peak_torque_speed: float
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: float
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: float
    """of the engine [rad/s]"""
    max_engine_speed: float
    """where it is cut off [rad/s]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""
    friction: float
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: float
    """of a tyre or track that slides [1]"""
    cone_index: float
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: float
    """of rolling, over the load [1]"""

class SingleTrackMagicFormulaState(_fleet.KnownColumns):
    x: Column
    """east, of the centre of mass [m]"""
    y: Column
    """north, of the centre of mass [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: Column
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: Column
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: Column
    """the same to the left [m/s^2]"""
    heave: Column
    """of the body above its height at rest [m]"""
    heave_rate: Column
    """relative to the ground [m/s]"""
    last_slope_x: Column
    """of the ground a step ago, towards east [1]"""
    last_slope_y: Column
    """of the ground a step ago, towards north [1]"""
    is_airborne: Column
    """1 while it flies, else 0 [1]"""
    body_pitch: Column
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: Column
    """of that angle [rad/s]"""
    body_roll: Column
    """on its springs, right side down positive [rad]"""
    body_roll_rate: Column
    """of that angle [rad/s]"""
    rollover_angle: Column
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: Column
    """of that angle [rad/s]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    wheel_angle: Column
    """of the front wheels, left positive [rad]"""
    engine_load: Column
    """the engine's output over its greatest [1]"""
    gear: Column
    """forward positive, 0 neutral [1]"""
    shift_time: Column
    """until the gear is in [s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""
    resistance: Column
    """that wheels or tracks met in rolling [N]"""

class SingleTrackMagicFormulaControl(_fleet.KnownColumns):
    throttle: Column
    """of the engine, negative drives backward [1]"""
    brake: Column
    """of the greatest brake force [1]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    steer_angle: Column
    """wanted of the front wheels, left positive [rad]"""

class SingleTrackMagicFormulaParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    yaw_inertia: Column
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: Column
    """of the centre of mass above the ground [m]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    suspension_frequency: Column
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: Column
    """over the critical one [1]"""
    suspension_travel: Column
    """down to the stop [m]"""
    pitch_gain: Column
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: Column
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: Column
    """radius of gyration about body x [m]"""
    front_axle_offset: Column
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: Column
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: Column
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: Column
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    track_width: Column
    """between the wheel planes of an axle [m]"""
    tyre_grip: Column
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: Column
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: Column
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: Column
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: Column
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: Column
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    max_steer_rate: Column
    """the wheels turn no faster [rad/s]"""
    front_drive_share: Column
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: Column
    """of the brake force [1]"""
    antilock: Column
    """ideal antilock brakes; 0: wheels braked beyond their grip lock [1]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    engine_lag: Column
    """in which it follows the pedal [s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rotating_mass_factor: Column
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    idle_fuel_rate: Column
    """of the running engine [kg/s]"""
    engine_drag: Column
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: Column
    """beyond the governed speed, over that pull [1]"""
    gear_count: Column
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: Column
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: Column
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: Column
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: Column
    """of the engine [N m]"""
    peak_torque_speed: Column
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: Column
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: Column
    """of the engine [rad/s]"""
    max_engine_speed: Column
    """where it is cut off [rad/s]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""

class SingleTrackMagicFormulaGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""
    friction: Column
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: Column
    """of a tyre or track that slides [1]"""
    cone_index: Column
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: Column
    """of rolling, over the load [1]"""

class SingleTrackMagicFormulaFleet(_fleet.Fleet):
    state: SingleTrackMagicFormulaState
    control: SingleTrackMagicFormulaControl
    params: SingleTrackMagicFormulaParams
    ground: SingleTrackMagicFormulaGround

class SkidSteerVehicle(_vehicle.Vehicle):
    x: float
    """east, of the centre of mass [m]"""
    y: float
    """north, of the centre of mass [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: float
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: float
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: float
    """the same to the left [m/s^2]"""
    heave: float
    """of the body above its height at rest [m]"""
    heave_rate: float
    """relative to the ground [m/s]"""
    last_slope_x: float
    """of the ground a step ago, towards east [1]"""
    last_slope_y: float
    """of the ground a step ago, towards north [1]"""
    is_airborne: NamedValue
    """1 while it flies, else 0 [1]"""
    body_pitch: float
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: float
    """of that angle [rad/s]"""
    body_roll: float
    """on its springs, right side down positive [rad]"""
    body_roll_rate: float
    """of that angle [rad/s]"""
    rollover_angle: float
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: float
    """of that angle [rad/s]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    left_track_speed: float
    """of the left belt round its wheels, forward positive [m/s]"""
    right_track_speed: float
    """of the right belt round its wheels, forward positive [m/s]"""
    engine_load: float
    """the engine's output over its greatest [1]"""
    gear: float
    """forward positive, 0 neutral [1]"""
    shift_time: float
    """until the gear is in [s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    resistance: float
    """that wheels or tracks met in rolling [N]"""
    throttle: float
    """of the engine, negative drives backward [1]"""
    brake: float
    """of the greatest brake force [1]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    steer: float
    """of the steering lever, left positive [1]"""
    mass: float
    """loaded [kg]"""
    yaw_inertia: float
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: float
    """of the centre of mass above the ground [m]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    suspension_frequency: float
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: float
    """over the critical one [1]"""
    suspension_travel: float
    """down to the stop [m]"""
    pitch_gain: float
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: float
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: float
    """radius of gyration about body x [m]"""
    track_gauge: float
    """between track centre lines [m]"""
    contact_length: float
    """of each track on the ground [m]"""
    track_grip: float
    """of its tracks, over what the ground gives usual ones [1]"""
    side_grip: float
    """across its tracks, over the grip along them [1]"""
    rolling_factor: float
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: float
    """of soil, below which it is immobilised [1]"""
    steering: NamedValue
    """neutral: pivots; brake: of one track; fixed, continuous: ratio of track speeds [1]"""
    max_track_difference: float
    """of the track speeds, by a neutral gear, at any speed [m/s]"""
    turning_radius: float
    """tightest that the ratio of a fixed or continuous gear gives, without slip [m]"""
    max_steering_force: float
    """that the gear adds to one track, or with which it brakes one [N]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    engine_lag: float
    """in which it follows the pedal [s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rotating_mass_factor: float
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    idle_fuel_rate: float
    """of the running engine [kg/s]"""
    engine_drag: float
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: float
    """beyond the governed speed, over that pull [1]"""
    gear_count: float
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: float
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: float
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: float
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: float
    """of the engine [N m]"""
    peak_torque_speed: float
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: float
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: float
    """of the engine [rad/s]"""
    max_engine_speed: float
    """where it is cut off [rad/s]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""
    friction: float
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: float
    """of a tyre or track that slides [1]"""
    cone_index: float
    """of the soil; hard ground has hundreds [1]"""
    track_resistance: float
    """of rolling on tracks, over the load [1]"""
    shear_length: float
    """of soil, in which the shear stress builds up; 0: hard ground [m]"""

class SkidSteerState(_fleet.KnownColumns):
    x: Column
    """east, of the centre of mass [m]"""
    y: Column
    """north, of the centre of mass [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: Column
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: Column
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: Column
    """the same to the left [m/s^2]"""
    heave: Column
    """of the body above its height at rest [m]"""
    heave_rate: Column
    """relative to the ground [m/s]"""
    last_slope_x: Column
    """of the ground a step ago, towards east [1]"""
    last_slope_y: Column
    """of the ground a step ago, towards north [1]"""
    is_airborne: Column
    """1 while it flies, else 0 [1]"""
    body_pitch: Column
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: Column
    """of that angle [rad/s]"""
    body_roll: Column
    """on its springs, right side down positive [rad]"""
    body_roll_rate: Column
    """of that angle [rad/s]"""
    rollover_angle: Column
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: Column
    """of that angle [rad/s]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    left_track_speed: Column
    """of the left belt round its wheels, forward positive [m/s]"""
    right_track_speed: Column
    """of the right belt round its wheels, forward positive [m/s]"""
    engine_load: Column
    """the engine's output over its greatest [1]"""
    gear: Column
    """forward positive, 0 neutral [1]"""
    shift_time: Column
    """until the gear is in [s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""
    resistance: Column
    """that wheels or tracks met in rolling [N]"""

class SkidSteerControl(_fleet.KnownColumns):
    throttle: Column
    """of the engine, negative drives backward [1]"""
    brake: Column
    """of the greatest brake force [1]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    steer: Column
    """of the steering lever, left positive [1]"""

class SkidSteerParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    yaw_inertia: Column
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: Column
    """of the centre of mass above the ground [m]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    suspension_frequency: Column
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: Column
    """over the critical one [1]"""
    suspension_travel: Column
    """down to the stop [m]"""
    pitch_gain: Column
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: Column
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: Column
    """radius of gyration about body x [m]"""
    track_gauge: Column
    """between track centre lines [m]"""
    contact_length: Column
    """of each track on the ground [m]"""
    track_grip: Column
    """of its tracks, over what the ground gives usual ones [1]"""
    side_grip: Column
    """across its tracks, over the grip along them [1]"""
    rolling_factor: Column
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: Column
    """of soil, below which it is immobilised [1]"""
    steering: Column
    """neutral: pivots; brake: of one track; fixed, continuous: ratio of track speeds [1]"""
    max_track_difference: Column
    """of the track speeds, by a neutral gear, at any speed [m/s]"""
    turning_radius: Column
    """tightest that the ratio of a fixed or continuous gear gives, without slip [m]"""
    max_steering_force: Column
    """that the gear adds to one track, or with which it brakes one [N]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    engine_lag: Column
    """in which it follows the pedal [s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rotating_mass_factor: Column
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    idle_fuel_rate: Column
    """of the running engine [kg/s]"""
    engine_drag: Column
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: Column
    """beyond the governed speed, over that pull [1]"""
    gear_count: Column
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: Column
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: Column
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: Column
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: Column
    """of the engine [N m]"""
    peak_torque_speed: Column
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: Column
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: Column
    """of the engine [rad/s]"""
    max_engine_speed: Column
    """where it is cut off [rad/s]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""

class SkidSteerGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""
    friction: Column
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: Column
    """of a tyre or track that slides [1]"""
    cone_index: Column
    """of the soil; hard ground has hundreds [1]"""
    track_resistance: Column
    """of rolling on tracks, over the load [1]"""
    shear_length: Column
    """of soil, in which the shear stress builds up; 0: hard ground [m]"""

class SkidSteerFleet(_fleet.Fleet):
    state: SkidSteerState
    control: SkidSteerControl
    params: SkidSteerParams
    ground: SkidSteerGround

class TrackedArcVehicle(_vehicle.Vehicle):
    x: float
    """east, of the point midway between the tracks [m]"""
    y: float
    """north, of the point midway between the tracks [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    left_track_speed: float
    """forward positive [m/s]"""
    right_track_speed: float
    """forward positive [m/s]"""
    track_gauge: float
    """between track centre lines [m]"""
    max_yaw_rate: float
    """of a full steering command in drive() [rad/s]"""

class TrackedArcState(_fleet.KnownColumns):
    x: Column
    """east, of the point midway between the tracks [m]"""
    y: Column
    """north, of the point midway between the tracks [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class TrackedArcControl(_fleet.KnownColumns):
    left_track_speed: Column
    """forward positive [m/s]"""
    right_track_speed: Column
    """forward positive [m/s]"""

class TrackedArcParams(_fleet.KnownColumns):
    track_gauge: Column
    """between track centre lines [m]"""
    max_yaw_rate: Column
    """of a full steering command in drive() [rad/s]"""

class TrackedArcFleet(_fleet.Fleet):
    state: TrackedArcState
    control: TrackedArcControl
    params: TrackedArcParams

class TrackedSimpleVehicle(_vehicle.Vehicle):
    x: float
    """east, of the point midway between the tracks [m]"""
    y: float
    """north, of the point midway between the tracks [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    left_track_speed: float
    """forward positive [m/s]"""
    right_track_speed: float
    """forward positive [m/s]"""
    track_gauge: float
    """between track centre lines [m]"""
    max_yaw_rate: float
    """of a full steering command in drive() [rad/s]"""
    heading_factor: float
    """heading change in units of half the turn: 1 as written, 2 corrected [1]"""
    lead_factor: float
    """where the path points, from the old heading 0 to that after half the turn 1 [1]"""

class TrackedSimpleState(_fleet.KnownColumns):
    x: Column
    """east, of the point midway between the tracks [m]"""
    y: Column
    """north, of the point midway between the tracks [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class TrackedSimpleControl(_fleet.KnownColumns):
    left_track_speed: Column
    """forward positive [m/s]"""
    right_track_speed: Column
    """forward positive [m/s]"""

class TrackedSimpleParams(_fleet.KnownColumns):
    track_gauge: Column
    """between track centre lines [m]"""
    max_yaw_rate: Column
    """of a full steering command in drive() [rad/s]"""
    heading_factor: Column
    """heading change in units of half the turn: 1 as written, 2 corrected [1]"""
    lead_factor: Column
    """where the path points, from the old heading 0 to that after half the turn 1 [1]"""

class TrackedSimpleFleet(_fleet.Fleet):
    state: TrackedSimpleState
    control: TrackedSimpleControl
    params: TrackedSimpleParams

class TractorTrailerVehicle(_vehicle.Vehicle):
    x: float
    """east, of the tractor's centre of mass [m]"""
    y: float
    """north, of the tractor's centre of mass [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: float
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: float
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: float
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: float
    """the same to the left [m/s^2]"""
    heave: float
    """of the body above its height at rest [m]"""
    heave_rate: float
    """relative to the ground [m/s]"""
    last_slope_x: float
    """of the ground a step ago, towards east [1]"""
    last_slope_y: float
    """of the ground a step ago, towards north [1]"""
    is_airborne: NamedValue
    """1 while it flies, else 0 [1]"""
    body_pitch: float
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: float
    """of that angle [rad/s]"""
    body_roll: float
    """on its springs, right side down positive [rad]"""
    body_roll_rate: float
    """of that angle [rad/s]"""
    rollover_angle: float
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: float
    """of that angle [rad/s]"""
    pitch: float
    """nose down positive [rad]"""
    roll: float
    """right side down positive [rad]"""
    hitch_angle: float
    """yaw of the trailer minus the tractor's [rad]"""
    hitch_pull: float
    """with which the trailer holds the tractor back, smoothed [N]"""
    is_jack_knifed: NamedValue
    """1 while the trailer lies against the tractor, else 0 [1]"""
    trailer_yaw_rate: float
    """trailer: of the trailer, counter-clockwise positive [rad/s]"""
    wheel_angle: float
    """of the front wheels, left positive [rad]"""
    engine_load: float
    """the engine's output over its greatest [1]"""
    gear: float
    """forward positive, 0 neutral [1]"""
    shift_time: float
    """until the gear is in [s]"""
    fuel_used: float
    """since the tank was full [kg]"""
    engine_speed: float
    """of the crankshaft [rad/s]"""
    resistance: float
    """that wheels or tracks met in rolling [N]"""
    throttle: float
    """of the engine, negative drives backward [1]"""
    brake: float
    """of the greatest brake force [1]"""
    parking_brake: NamedValue
    """locks all wheels or tracks [1]"""
    engine_stop: NamedValue
    """does not drive; the brakes remain [1]"""
    steer_angle: float
    """wanted of the front wheels, left positive [rad]"""
    mass: float
    """loaded [kg]"""
    yaw_inertia: float
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: float
    """of the centre of mass above the ground [m]"""
    air_drag: float
    """force over speed squared [kg/m]"""
    suspension_frequency: float
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: float
    """over the critical one [1]"""
    suspension_travel: float
    """down to the stop [m]"""
    pitch_gain: float
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: float
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: float
    """radius of gyration about body x [m]"""
    front_axle_offset: float
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: float
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: float
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: float
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    hitch_offset: float
    """of the hitch behind the tractor's centre of mass [m]"""
    hitch_height: float
    """above the ground [m]"""
    max_hitch_angle: float
    """where the trailer meets the tractor [rad]"""
    trailer_mass: float
    """trailer: loaded [kg]"""
    trailer_yaw_inertia: float
    """trailer: about the vertical through the centre of mass [kg m^2]"""
    trailer_centre_height: float
    """trailer: of the centre of mass above the ground [m]"""
    trailer_length: float
    """trailer: hitch to the trailer's axle [m]"""
    trailer_centre_offset: float
    """trailer: of the trailer's centre of mass behind the hitch [m]"""
    trailer_cornering_coefficient: float
    """trailer: side force for each radian of slip, over the axle's load [1/rad]"""
    trailer_max_brake_force: float
    """trailer: of the trailer's wheels together [N]"""
    track_width: float
    """between the wheel planes of an axle [m]"""
    tyre_grip: float
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: float
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: float
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: float
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: float
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: float
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    max_steer_rate: float
    """the wheels turn no faster [rad/s]"""
    front_drive_share: float
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: float
    """of the brake force [1]"""
    engine_power: float
    """of the engine at its best [W]"""
    drive_efficiency: float
    """share of it that reaches the ground [1]"""
    max_drive_force: float
    """of the driven wheels or tracks together [N]"""
    engine_lag: float
    """in which it follows the pedal [s]"""
    max_speed: float
    """forward [m/s]"""
    max_reverse_speed: float
    """backward [m/s]"""
    rotating_mass_factor: float
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: float
    """of the tank [kg]"""
    fuel_consumption: float
    """per work of the engine [kg/J]"""
    idle_fuel_rate: float
    """of the running engine [kg/s]"""
    engine_drag: float
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: float
    """beyond the governed speed, over that pull [1]"""
    gear_count: float
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: float
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: float
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: float
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: float
    """of the engine [N m]"""
    peak_torque_speed: float
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: float
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: float
    """of the engine [rad/s]"""
    max_engine_speed: float
    """where it is cut off [rad/s]"""
    max_brake_force: float
    """of all wheels, or both tracks, together [N]"""
    slope_x: float
    """height gained per metre east [1]"""
    slope_y: float
    """height gained per metre north [1]"""
    friction: float
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: float
    """of a tyre or track that slides [1]"""
    cone_index: float
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: float
    """of rolling, over the load [1]"""

class TractorTrailerState(_fleet.KnownColumns):
    x: Column
    """east, of the tractor's centre of mass [m]"""
    y: Column
    """north, of the tractor's centre of mass [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """of the centre of mass along body x, forward positive [m/s]"""
    lateral_speed: Column
    """of the centre of mass along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""
    specific_force_ahead: Column
    """of the ground on the body, over its mass, smoothed [m/s^2]"""
    specific_force_left: Column
    """the same to the left [m/s^2]"""
    heave: Column
    """of the body above its height at rest [m]"""
    heave_rate: Column
    """relative to the ground [m/s]"""
    last_slope_x: Column
    """of the ground a step ago, towards east [1]"""
    last_slope_y: Column
    """of the ground a step ago, towards north [1]"""
    is_airborne: Column
    """1 while it flies, else 0 [1]"""
    body_pitch: Column
    """on its springs, nose down positive [rad]"""
    body_pitch_rate: Column
    """of that angle [rad/s]"""
    body_roll: Column
    """on its springs, right side down positive [rad]"""
    body_roll_rate: Column
    """of that angle [rad/s]"""
    rollover_angle: Column
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    rollover_rate: Column
    """of that angle [rad/s]"""
    pitch: Column
    """nose down positive [rad]"""
    roll: Column
    """right side down positive [rad]"""
    hitch_angle: Column
    """yaw of the trailer minus the tractor's [rad]"""
    hitch_pull: Column
    """with which the trailer holds the tractor back, smoothed [N]"""
    is_jack_knifed: Column
    """1 while the trailer lies against the tractor, else 0 [1]"""
    trailer_yaw_rate: Column
    """trailer: of the trailer, counter-clockwise positive [rad/s]"""
    wheel_angle: Column
    """of the front wheels, left positive [rad]"""
    engine_load: Column
    """the engine's output over its greatest [1]"""
    gear: Column
    """forward positive, 0 neutral [1]"""
    shift_time: Column
    """until the gear is in [s]"""
    fuel_used: Column
    """since the tank was full [kg]"""
    engine_speed: Column
    """of the crankshaft [rad/s]"""
    resistance: Column
    """that wheels or tracks met in rolling [N]"""

class TractorTrailerControl(_fleet.KnownColumns):
    throttle: Column
    """of the engine, negative drives backward [1]"""
    brake: Column
    """of the greatest brake force [1]"""
    parking_brake: Column
    """locks all wheels or tracks [1]"""
    engine_stop: Column
    """does not drive; the brakes remain [1]"""
    steer_angle: Column
    """wanted of the front wheels, left positive [rad]"""

class TractorTrailerParams(_fleet.KnownColumns):
    mass: Column
    """loaded [kg]"""
    yaw_inertia: Column
    """about the vertical through the centre of mass [kg m^2]"""
    centre_height: Column
    """of the centre of mass above the ground [m]"""
    air_drag: Column
    """force over speed squared [kg/m]"""
    suspension_frequency: Column
    """of the body on its springs, without damping [rad/s]"""
    suspension_damping: Column
    """over the critical one [1]"""
    suspension_travel: Column
    """down to the stop [m]"""
    pitch_gain: Column
    """nose up for each m/s^2 of specific force ahead [rad s^2/m]"""
    roll_gain: Column
    """outward for each m/s^2 of specific force to the side [rad s^2/m]"""
    roll_gyration: Column
    """radius of gyration about body x [m]"""
    front_axle_offset: Column
    """front axle: from the centre of mass, forward or backward [m]"""
    front_axle_cornering_coefficient: Column
    """front axle: side force for each radian of slip, over the load [1/rad]"""
    rear_axle_offset: Column
    """rear axle: from the centre of mass, forward or backward [m]"""
    rear_axle_cornering_coefficient: Column
    """rear axle: side force for each radian of slip, over the load [1/rad]"""
    hitch_offset: Column
    """of the hitch behind the tractor's centre of mass [m]"""
    hitch_height: Column
    """above the ground [m]"""
    max_hitch_angle: Column
    """where the trailer meets the tractor [rad]"""
    trailer_mass: Column
    """trailer: loaded [kg]"""
    trailer_yaw_inertia: Column
    """trailer: about the vertical through the centre of mass [kg m^2]"""
    trailer_centre_height: Column
    """trailer: of the centre of mass above the ground [m]"""
    trailer_length: Column
    """trailer: hitch to the trailer's axle [m]"""
    trailer_centre_offset: Column
    """trailer: of the trailer's centre of mass behind the hitch [m]"""
    trailer_cornering_coefficient: Column
    """trailer: side force for each radian of slip, over the axle's load [1/rad]"""
    trailer_max_brake_force: Column
    """trailer: of the trailer's wheels together [N]"""
    track_width: Column
    """between the wheel planes of an axle [m]"""
    tyre_grip: Column
    """of its tyres, over what the ground gives usual ones [1]"""
    load_sensitivity: Column
    """of the grip lost when the load doubles [1]"""
    tyre_linearity: Column
    """of the side force: 0 its curve, 1 straight to the limit [1]"""
    combined_slip: Column
    """of drive and brakes on side force: 0 none, 1 the ellipse [1]"""
    rolling_factor: Column
    """of its rolling resistance, over what the ground gives usual running gear [1]"""
    vehicle_cone_index: Column
    """of soil, below which it is immobilised [1]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    max_steer_rate: Column
    """the wheels turn no faster [rad/s]"""
    front_drive_share: Column
    """of the drive force: 1 front, 0 rear [1]"""
    front_brake_share: Column
    """of the brake force [1]"""
    engine_power: Column
    """of the engine at its best [W]"""
    drive_efficiency: Column
    """share of it that reaches the ground [1]"""
    max_drive_force: Column
    """of the driven wheels or tracks together [N]"""
    engine_lag: Column
    """in which it follows the pedal [s]"""
    max_speed: Column
    """forward [m/s]"""
    max_reverse_speed: Column
    """backward [m/s]"""
    rotating_mass_factor: Column
    """mass that moves with its turning parts, over the mass [1]"""
    fuel_capacity: Column
    """of the tank [kg]"""
    fuel_consumption: Column
    """per work of the engine [kg/J]"""
    idle_fuel_rate: Column
    """of the running engine [kg/s]"""
    engine_drag: Column
    """at closed throttle, over its full pull in that gear [1]"""
    overrun_drag: Column
    """beyond the governed speed, over that pull [1]"""
    gear_count: Column
    """0: no gears, the engine gives its power at any speed [1]"""
    gear_step: Column
    """each gear is so many times shorter than the next [1]"""
    top_gear_ratio: Column
    """engine turns for a turn of the wheels in the highest gear [1]"""
    wheel_radius: Column
    """under load; of a tracked vehicle, of its sprockets [m]"""
    peak_torque: Column
    """of the engine [N m]"""
    peak_torque_speed: Column
    """of the engine at its greatest torque [rad/s]"""
    torque_fall: Column
    """of the torque's parabola about its peak, over the greatest engine speed [1]"""
    idle_speed: Column
    """of the engine [rad/s]"""
    max_engine_speed: Column
    """where it is cut off [rad/s]"""
    max_brake_force: Column
    """of all wheels, or both tracks, together [N]"""

class TractorTrailerGround(_fleet.KnownColumns):
    slope_x: Column
    """height gained per metre east [1]"""
    slope_y: Column
    """height gained per metre north [1]"""
    friction: Column
    """greatest, before a tyre or track slides [1]"""
    sliding_friction: Column
    """of a tyre or track that slides [1]"""
    cone_index: Column
    """of the soil; hard ground has hundreds [1]"""
    wheel_resistance: Column
    """of rolling, over the load [1]"""

class TractorTrailerFleet(_fleet.Fleet):
    state: TractorTrailerState
    control: TractorTrailerControl
    params: TractorTrailerParams
    ground: TractorTrailerGround

class TractorTrailerChainVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the tractor [m]"""
    y: float
    """north, of the middle of the tractor [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    hitch_angle: float
    """yaw of the first trailer minus the tractor's, in (-pi, pi] [rad]"""
    second_hitch_angle: float
    """yaw of the second trailer minus the first one's [rad]"""
    third_hitch_angle: float
    """yaw of the third trailer minus the second one's [rad]"""
    is_jack_knifed: NamedValue
    """1 while a trailer is folded up further than it can be, else 0 [1]"""
    steer_angle: float
    """of the front wheels, left positive [rad]"""
    speed: float
    """of the tractor's rear axle, forward positive [m/s]"""
    backing_guide: NamedValue
    """in reverse the steering angle is meant for the last trailer's path [1]"""
    front_axle_offset: float
    """of the tractor's front axle ahead of its middle [m]"""
    rear_axle_offset: float
    """of its rear axle behind its middle [m]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    trailer_count: NamedValue
    """trailers that are there [1]"""
    hitch_offset: float
    """of the first hitch behind the tractor's middle [m]"""
    trailer_length: float
    """of the first trailer, hitch to axle [m]"""
    second_hitch_offset: float
    """of the second hitch behind the first trailer's axle [m]"""
    second_trailer_length: float
    """hitch to axle [m]"""
    third_hitch_offset: float
    """of the third hitch behind the second trailer's axle [m]"""
    third_trailer_length: float
    """hitch to axle [m]"""
    max_hitch_angle: float
    """beyond it a trailer meets what pulls it [rad]"""

class TractorTrailerChainState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the tractor [m]"""
    y: Column
    """north, of the middle of the tractor [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    hitch_angle: Column
    """yaw of the first trailer minus the tractor's, in (-pi, pi] [rad]"""
    second_hitch_angle: Column
    """yaw of the second trailer minus the first one's [rad]"""
    third_hitch_angle: Column
    """yaw of the third trailer minus the second one's [rad]"""
    is_jack_knifed: Column
    """1 while a trailer is folded up further than it can be, else 0 [1]"""

class TractorTrailerChainControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheels, left positive [rad]"""
    speed: Column
    """of the tractor's rear axle, forward positive [m/s]"""
    backing_guide: Column
    """in reverse the steering angle is meant for the last trailer's path [1]"""

class TractorTrailerChainParams(_fleet.KnownColumns):
    front_axle_offset: Column
    """of the tractor's front axle ahead of its middle [m]"""
    rear_axle_offset: Column
    """of its rear axle behind its middle [m]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    trailer_count: Column
    """trailers that are there [1]"""
    hitch_offset: Column
    """of the first hitch behind the tractor's middle [m]"""
    trailer_length: Column
    """of the first trailer, hitch to axle [m]"""
    second_hitch_offset: Column
    """of the second hitch behind the first trailer's axle [m]"""
    second_trailer_length: Column
    """hitch to axle [m]"""
    third_hitch_offset: Column
    """of the third hitch behind the second trailer's axle [m]"""
    third_trailer_length: Column
    """hitch to axle [m]"""
    max_hitch_angle: Column
    """beyond it a trailer meets what pulls it [rad]"""

class TractorTrailerChainFleet(_fleet.Fleet):
    state: TractorTrailerChainState
    control: TractorTrailerChainControl
    params: TractorTrailerChainParams

class TractorTrailerUnguidedVehicle(_vehicle.Vehicle):
    x: float
    """east, of the middle of the tractor [m]"""
    y: float
    """north, of the middle of the tractor [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    hitch_angle: float
    """yaw of the first trailer minus the tractor's, in (-pi, pi] [rad]"""
    second_hitch_angle: float
    """yaw of the second trailer minus the first one's [rad]"""
    third_hitch_angle: float
    """yaw of the third trailer minus the second one's [rad]"""
    is_jack_knifed: NamedValue
    """1 while a trailer is folded up further than it can be, else 0 [1]"""
    steer_angle: float
    """of the front wheels, left positive [rad]"""
    speed: float
    """of the tractor's rear axle, forward positive [m/s]"""
    backing_guide: NamedValue
    """in reverse the steering angle is meant for the last trailer's path [1]"""
    front_axle_offset: float
    """of the tractor's front axle ahead of its middle [m]"""
    rear_axle_offset: float
    """of its rear axle behind its middle [m]"""
    max_steer_angle: float
    """the wheels turn no further [rad]"""
    trailer_count: NamedValue
    """trailers that are there [1]"""
    hitch_offset: float
    """of the first hitch behind the tractor's middle [m]"""
    trailer_length: float
    """of the first trailer, hitch to axle [m]"""
    second_hitch_offset: float
    """of the second hitch behind the first trailer's axle [m]"""
    second_trailer_length: float
    """hitch to axle [m]"""
    third_hitch_offset: float
    """of the third hitch behind the second trailer's axle [m]"""
    third_trailer_length: float
    """hitch to axle [m]"""
    max_hitch_angle: float
    """beyond it a trailer meets what pulls it [rad]"""

class TractorTrailerUnguidedState(_fleet.KnownColumns):
    x: Column
    """east, of the middle of the tractor [m]"""
    y: Column
    """north, of the middle of the tractor [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    hitch_angle: Column
    """yaw of the first trailer minus the tractor's, in (-pi, pi] [rad]"""
    second_hitch_angle: Column
    """yaw of the second trailer minus the first one's [rad]"""
    third_hitch_angle: Column
    """yaw of the third trailer minus the second one's [rad]"""
    is_jack_knifed: Column
    """1 while a trailer is folded up further than it can be, else 0 [1]"""

class TractorTrailerUnguidedControl(_fleet.KnownColumns):
    steer_angle: Column
    """of the front wheels, left positive [rad]"""
    speed: Column
    """of the tractor's rear axle, forward positive [m/s]"""
    backing_guide: Column
    """in reverse the steering angle is meant for the last trailer's path [1]"""

class TractorTrailerUnguidedParams(_fleet.KnownColumns):
    front_axle_offset: Column
    """of the tractor's front axle ahead of its middle [m]"""
    rear_axle_offset: Column
    """of its rear axle behind its middle [m]"""
    max_steer_angle: Column
    """the wheels turn no further [rad]"""
    trailer_count: Column
    """trailers that are there [1]"""
    hitch_offset: Column
    """of the first hitch behind the tractor's middle [m]"""
    trailer_length: Column
    """of the first trailer, hitch to axle [m]"""
    second_hitch_offset: Column
    """of the second hitch behind the first trailer's axle [m]"""
    second_trailer_length: Column
    """hitch to axle [m]"""
    third_hitch_offset: Column
    """of the third hitch behind the second trailer's axle [m]"""
    third_trailer_length: Column
    """hitch to axle [m]"""
    max_hitch_angle: Column
    """beyond it a trailer meets what pulls it [rad]"""

class TractorTrailerUnguidedFleet(_fleet.Fleet):
    state: TractorTrailerUnguidedState
    control: TractorTrailerUnguidedControl
    params: TractorTrailerUnguidedParams

class Vehicle(OtherVehicle):
    @overload
    def __new__(cls, model: Literal["ackermann/arc", "ackermann"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., outer_wheel_angle: float = ..., outer_rear_speed: float = ..., wheelbase: float = ..., track_width: float = ..., max_wheel_angle: float = ...) -> AckermannArcVehicle: ...
    @overload
    def __new__(cls, model: Literal["arc"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., forward_speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ...) -> ArcVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/arc", "bicycle"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., speed_reference: float | Literal['rear', 'centre', 'front'] = ..., max_steer_angle: float = ...) -> BicycleArcVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/drift"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., yaw_change_1: float = ..., yaw_change_2: float = ..., yaw_change_3: float = ..., yaw_change_4: float = ..., yaw_change_5: float = ..., yaw_change_6: float = ..., yaw_change_7: float = ..., yaw_change_8: float = ..., yaw_change_9: float = ..., yaw_change_10: float = ..., yaw_change_11: float = ..., yaw_change_12: float = ..., yaw_change_13: float = ..., yaw_change_14: float = ..., yaw_change_15: float = ..., yaw_change_16: float = ..., yaw_change_17: float = ..., yaw_change_18: float = ..., yaw_change_19: float = ..., yaw_change_20: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., delay: float = ..., max_steer_angle: float = ...) -> BicycleDriftVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/drift-frames"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., yaw_change_1: float = ..., yaw_change_2: float = ..., yaw_change_3: float = ..., yaw_change_4: float = ..., yaw_change_5: float = ..., yaw_change_6: float = ..., yaw_change_7: float = ..., yaw_change_8: float = ..., yaw_change_9: float = ..., yaw_change_10: float = ..., yaw_change_11: float = ..., yaw_change_12: float = ..., yaw_change_13: float = ..., yaw_change_14: float = ..., yaw_change_15: float = ..., yaw_change_16: float = ..., yaw_change_17: float = ..., yaw_change_18: float = ..., yaw_change_19: float = ..., yaw_change_20: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., delay_frames: float = ..., max_steer_angle: float = ...) -> BicycleDriftFramesVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/four-wheel-steering"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., speed_reference: float | Literal['rear', 'centre', 'front'] = ..., max_steer_angle: float = ..., rear_steer_ratio: float = ...) -> BicycleFourWheelSteeringVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/longer-front"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleLongerFrontVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/old-line"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleOldLineVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/rear-follows"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleRearFollowsVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/six-line"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleSixLineVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/six-line-limit"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleSixLineLimitVehicle: ...
    @overload
    def __new__(cls, model: Literal["cartesian/components"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., acceleration: float = ..., acceleration_yaw: float = ..., view_yaw: float = ..., max_speed: float = ..., max_acceleration: float = ..., coast_deceleration: float = ..., limit: float | Literal['each', 'magnitude'] = ...) -> CartesianComponentsVehicle: ...
    @overload
    def __new__(cls, model: Literal["cartesian/quake"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., acceleration: float = ..., acceleration_yaw: float = ..., max_speed: float = ..., acceleration_rate: float = ..., friction_rate: float = ..., stop_speed: float = ...) -> CartesianQuakeVehicle: ...
    @overload
    def __new__(cls, model: Literal["double-track", "M35A2", "M998", "quad"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ..., specific_force_ahead: float = ..., specific_force_left: float = ..., heave: float = ..., heave_rate: float = ..., last_slope_x: float = ..., last_slope_y: float = ..., is_airborne: float | Literal['off', 'on'] = ..., body_pitch: float = ..., body_pitch_rate: float = ..., body_roll: float = ..., body_roll_rate: float = ..., rollover_angle: float = ..., rollover_rate: float = ..., pitch: float = ..., roll: float = ..., wheel_angle: float = ..., engine_load: float = ..., gear: float = ..., shift_time: float = ..., fuel_used: float = ..., engine_speed: float = ..., resistance: float = ..., left_front_load: float = ..., right_front_load: float = ..., left_rear_load: float = ..., right_rear_load: float = ..., throttle: float = ..., brake: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., steer_angle: float = ..., mass: float = ..., yaw_inertia: float = ..., centre_height: float = ..., air_drag: float = ..., suspension_frequency: float = ..., suspension_damping: float = ..., suspension_travel: float = ..., pitch_gain: float = ..., roll_gain: float = ..., roll_gyration: float = ..., front_axle_offset: float = ..., front_axle_cornering_coefficient: float = ..., rear_axle_offset: float = ..., rear_axle_cornering_coefficient: float = ..., track_width: float = ..., tyre_grip: float = ..., load_sensitivity: float = ..., tyre_linearity: float = ..., combined_slip: float = ..., rolling_factor: float = ..., vehicle_cone_index: float = ..., max_steer_angle: float = ..., max_steer_rate: float = ..., front_roll_share: float = ..., differential_lock: float = ..., axle_coupling: float = ..., front_drive_share: float = ..., front_brake_share: float = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., engine_lag: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rotating_mass_factor: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., idle_fuel_rate: float = ..., engine_drag: float = ..., overrun_drag: float = ..., gear_count: float = ..., gear_step: float = ..., top_gear_ratio: float = ..., wheel_radius: float = ..., peak_torque: float = ..., peak_torque_speed: float = ..., torque_fall: float = ..., idle_speed: float = ..., max_engine_speed: float = ..., max_brake_force: float = ..., rear_steer_ratio: float = ..., steering_compliance: float = ..., steering_trail: float = ..., antilock: float | Literal['off', 'on'] = ..., traction_control: float | Literal['off', 'on'] = ..., stability_control: float | Literal['off', 'on'] = ..., slope_x: float = ..., slope_y: float = ..., friction: float = ..., sliding_friction: float = ..., cone_index: float = ..., wheel_resistance: float = ..., friction_split: float = ...) -> DoubleTrackVehicle: ...
    @overload
    def __new__(cls, model: Literal["double-track/magic-formula"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ..., specific_force_ahead: float = ..., specific_force_left: float = ..., heave: float = ..., heave_rate: float = ..., last_slope_x: float = ..., last_slope_y: float = ..., is_airborne: float | Literal['off', 'on'] = ..., body_pitch: float = ..., body_pitch_rate: float = ..., body_roll: float = ..., body_roll_rate: float = ..., rollover_angle: float = ..., rollover_rate: float = ..., pitch: float = ..., roll: float = ..., wheel_angle: float = ..., engine_load: float = ..., gear: float = ..., shift_time: float = ..., fuel_used: float = ..., engine_speed: float = ..., resistance: float = ..., left_front_load: float = ..., right_front_load: float = ..., left_rear_load: float = ..., right_rear_load: float = ..., throttle: float = ..., brake: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., steer_angle: float = ..., mass: float = ..., yaw_inertia: float = ..., centre_height: float = ..., air_drag: float = ..., suspension_frequency: float = ..., suspension_damping: float = ..., suspension_travel: float = ..., pitch_gain: float = ..., roll_gain: float = ..., roll_gyration: float = ..., front_axle_offset: float = ..., front_axle_cornering_coefficient: float = ..., rear_axle_offset: float = ..., rear_axle_cornering_coefficient: float = ..., track_width: float = ..., tyre_grip: float = ..., load_sensitivity: float = ..., tyre_linearity: float = ..., combined_slip: float = ..., rolling_factor: float = ..., vehicle_cone_index: float = ..., max_steer_angle: float = ..., max_steer_rate: float = ..., front_roll_share: float = ..., differential_lock: float = ..., axle_coupling: float = ..., front_drive_share: float = ..., front_brake_share: float = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., engine_lag: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rotating_mass_factor: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., idle_fuel_rate: float = ..., engine_drag: float = ..., overrun_drag: float = ..., gear_count: float = ..., gear_step: float = ..., top_gear_ratio: float = ..., wheel_radius: float = ..., peak_torque: float = ..., peak_torque_speed: float = ..., torque_fall: float = ..., idle_speed: float = ..., max_engine_speed: float = ..., max_brake_force: float = ..., rear_steer_ratio: float = ..., steering_compliance: float = ..., steering_trail: float = ..., antilock: float | Literal['off', 'on'] = ..., traction_control: float | Literal['off', 'on'] = ..., stability_control: float | Literal['off', 'on'] = ..., slope_x: float = ..., slope_y: float = ..., friction: float = ..., sliding_friction: float = ..., cone_index: float = ..., wheel_resistance: float = ..., friction_split: float = ...) -> DoubleTrackMagicFormulaVehicle: ...
    @overload
    def __new__(cls, model: Literal["double-track/relaxation"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ..., specific_force_ahead: float = ..., specific_force_left: float = ..., heave: float = ..., heave_rate: float = ..., last_slope_x: float = ..., last_slope_y: float = ..., is_airborne: float | Literal['off', 'on'] = ..., body_pitch: float = ..., body_pitch_rate: float = ..., body_roll: float = ..., body_roll_rate: float = ..., rollover_angle: float = ..., rollover_rate: float = ..., pitch: float = ..., roll: float = ..., wheel_angle: float = ..., engine_load: float = ..., gear: float = ..., shift_time: float = ..., fuel_used: float = ..., engine_speed: float = ..., resistance: float = ..., left_front_load: float = ..., right_front_load: float = ..., left_rear_load: float = ..., right_rear_load: float = ..., left_front_side_force: float = ..., right_front_side_force: float = ..., rear_side_force: float = ..., throttle: float = ..., brake: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., steer_angle: float = ..., mass: float = ..., yaw_inertia: float = ..., centre_height: float = ..., air_drag: float = ..., suspension_frequency: float = ..., suspension_damping: float = ..., suspension_travel: float = ..., pitch_gain: float = ..., roll_gain: float = ..., roll_gyration: float = ..., front_axle_offset: float = ..., front_axle_cornering_coefficient: float = ..., rear_axle_offset: float = ..., rear_axle_cornering_coefficient: float = ..., track_width: float = ..., tyre_grip: float = ..., load_sensitivity: float = ..., tyre_linearity: float = ..., combined_slip: float = ..., rolling_factor: float = ..., vehicle_cone_index: float = ..., max_steer_angle: float = ..., max_steer_rate: float = ..., front_roll_share: float = ..., differential_lock: float = ..., axle_coupling: float = ..., front_drive_share: float = ..., front_brake_share: float = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., engine_lag: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rotating_mass_factor: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., idle_fuel_rate: float = ..., engine_drag: float = ..., overrun_drag: float = ..., gear_count: float = ..., gear_step: float = ..., top_gear_ratio: float = ..., wheel_radius: float = ..., peak_torque: float = ..., peak_torque_speed: float = ..., torque_fall: float = ..., idle_speed: float = ..., max_engine_speed: float = ..., max_brake_force: float = ..., rear_steer_ratio: float = ..., steering_compliance: float = ..., steering_trail: float = ..., antilock: float | Literal['off', 'on'] = ..., traction_control: float | Literal['off', 'on'] = ..., stability_control: float | Literal['off', 'on'] = ..., relaxation_length: float = ..., slope_x: float = ..., slope_y: float = ..., friction: float = ..., sliding_friction: float = ..., cone_index: float = ..., wheel_resistance: float = ..., friction_split: float = ...) -> DoubleTrackRelaxationVehicle: ...
    @overload
    def __new__(cls, model: Literal["four-axles", "LAV-25"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ..., specific_force_ahead: float = ..., specific_force_left: float = ..., heave: float = ..., heave_rate: float = ..., last_slope_x: float = ..., last_slope_y: float = ..., is_airborne: float | Literal['off', 'on'] = ..., body_pitch: float = ..., body_pitch_rate: float = ..., body_roll: float = ..., body_roll_rate: float = ..., rollover_angle: float = ..., rollover_rate: float = ..., pitch: float = ..., roll: float = ..., wheel_angle: float = ..., engine_load: float = ..., gear: float = ..., shift_time: float = ..., fuel_used: float = ..., engine_speed: float = ..., resistance: float = ..., throttle: float = ..., brake: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., steer_angle: float = ..., mass: float = ..., yaw_inertia: float = ..., centre_height: float = ..., air_drag: float = ..., suspension_frequency: float = ..., suspension_damping: float = ..., suspension_travel: float = ..., pitch_gain: float = ..., roll_gain: float = ..., roll_gyration: float = ..., first_axle_offset: float = ..., first_axle_cornering_coefficient: float = ..., second_axle_offset: float = ..., second_axle_cornering_coefficient: float = ..., third_axle_offset: float = ..., third_axle_cornering_coefficient: float = ..., fourth_axle_offset: float = ..., fourth_axle_cornering_coefficient: float = ..., track_width: float = ..., tyre_grip: float = ..., load_sensitivity: float = ..., tyre_linearity: float = ..., combined_slip: float = ..., rolling_factor: float = ..., vehicle_cone_index: float = ..., max_steer_angle: float = ..., max_steer_rate: float = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., engine_lag: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rotating_mass_factor: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., idle_fuel_rate: float = ..., engine_drag: float = ..., overrun_drag: float = ..., gear_count: float = ..., gear_step: float = ..., top_gear_ratio: float = ..., wheel_radius: float = ..., peak_torque: float = ..., peak_torque_speed: float = ..., torque_fall: float = ..., idle_speed: float = ..., max_engine_speed: float = ..., max_brake_force: float = ..., slope_x: float = ..., slope_y: float = ..., friction: float = ..., sliding_friction: float = ..., cone_index: float = ..., wheel_resistance: float = ...) -> FourAxlesVehicle: ...
    @overload
    def __new__(cls, model: Literal["friction-circle/tracked"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., cruise_speed: float = ..., fuel_used: float = ..., pitch: float = ..., roll: float = ..., surge_force: float = ..., drag_force: float = ..., gravity_force: float = ..., engine_speed: float = ..., yaw_rate: float = ..., left_force: float = ..., right_force: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., cruise: float | Literal['off', 'on'] = ..., mass: float = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., max_brake_force: float = ..., max_engine_speed: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rolling_resistance: float = ..., static_resistance: float = ..., air_drag: float = ..., static_friction: float = ..., sliding_friction: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., length: float = ..., width: float = ..., track_gauge: float = ..., contact_length: float = ..., max_yaw_rate: float = ..., turning_friction: float = ..., slope_x: float = ..., slope_y: float = ...) -> FrictionCircleTrackedVehicle: ...
    @overload
    def __new__(cls, model: Literal["friction-circle/wheeled"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., cruise_speed: float = ..., fuel_used: float = ..., pitch: float = ..., roll: float = ..., surge_force: float = ..., drag_force: float = ..., gravity_force: float = ..., engine_speed: float = ..., left_force: float = ..., right_force: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., cruise: float | Literal['off', 'on'] = ..., steer_angle: float = ..., mass: float = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., max_brake_force: float = ..., max_engine_speed: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rolling_resistance: float = ..., static_resistance: float = ..., air_drag: float = ..., static_friction: float = ..., sliding_friction: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., wheelbase: float = ..., max_steer_angle: float = ..., slope_x: float = ..., slope_y: float = ...) -> FrictionCircleWheeledVehicle: ...
    @overload
    def __new__(cls, model: Literal["park1992/tracked"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., yaw_rate: float = ..., speed: float = ..., acceleration: float = ..., velocity_x: float = ..., velocity_y: float = ..., acceleration_x: float = ..., acceleration_y: float = ..., friction_force: float = ..., air_drag: float = ..., drag_force: float = ..., surge_force: float = ..., gravity_force: float = ..., cruise_speed: float = ..., cruising: float | Literal['off', 'on'] = ..., fuel_used: float = ..., pitch: float = ..., roll: float = ..., engine_speed: float = ..., undefined_read: float = ..., left_force: float = ..., right_force: float = ..., cruise: float | Literal['off', 'on'] = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., mass: float = ..., length: float = ..., width: float = ..., gravity: float = ..., static_friction: float = ..., rolling_friction: float = ..., max_drive_force: float = ..., max_brake_force: float = ..., max_force: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., max_engine_speed: float = ..., max_fuel_rate: float = ..., max_yaw_rate: float = ..., rolling_resistance: float = ..., drag_area: float = ..., turning_resistance: float = ..., gravity_sign: float | Literal['corrected', 'as-published'] = ..., dead_band: float | Literal['corrected', 'as-published'] = ..., double_counting: float | Literal['corrected', 'as-published'] = ..., engine_stop_keeps_surge: float | Literal['corrected', 'as-published'] = ..., parking_brake_keeps_moving: float | Literal['corrected', 'as-published'] = ..., friction_memory: float | Literal['corrected', 'as-published'] = ..., friction_law: float | Literal['corrected', 'as-published'] = ..., static_friction_direction: float | Literal['corrected', 'as-published'] = ..., air_drag_law: float | Literal['corrected', 'as-published'] = ..., inertia_formula: float | Literal['corrected', 'as-published'] = ..., torque_as_rate: float | Literal['corrected', 'as-published'] = ..., pitch_wrap: float | Literal['corrected', 'as-published'] = ..., one_sided_sampling: float | Literal['corrected', 'as-published'] = ..., velocity_lag: float | Literal['corrected', 'as-published'] = ..., cruise_keeps_acceleration: float | Literal['corrected', 'as-published'] = ..., standing_power_unlimited: float | Literal['corrected', 'as-published'] = ..., clamp_cuts_gravity: float | Literal['corrected', 'as-published'] = ..., height: float = ..., height_ahead: float = ..., height_right: float = ..., slope_x: float = ..., slope_y: float = ...) -> Park1992TrackedVehicle: ...
    @overload
    def __new__(cls, model: Literal["park1992/wheeled"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., yaw_rate: float = ..., speed: float = ..., acceleration: float = ..., velocity_x: float = ..., velocity_y: float = ..., acceleration_x: float = ..., acceleration_y: float = ..., friction_force: float = ..., air_drag: float = ..., drag_force: float = ..., surge_force: float = ..., gravity_force: float = ..., cruise_speed: float = ..., cruising: float | Literal['off', 'on'] = ..., fuel_used: float = ..., pitch: float = ..., roll: float = ..., engine_speed: float = ..., undefined_read: float = ..., left_force: float = ..., right_force: float = ..., steer_angle: float = ..., cruise: float | Literal['off', 'on'] = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., mass: float = ..., length: float = ..., width: float = ..., wheelbase: float = ..., gravity: float = ..., static_friction: float = ..., rolling_friction: float = ..., max_drive_force: float = ..., max_brake_force: float = ..., max_force: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., max_engine_speed: float = ..., max_fuel_rate: float = ..., max_steer_angle: float = ..., rolling_resistance: float = ..., drag_area: float = ..., gravity_sign: float | Literal['corrected', 'as-published'] = ..., dead_band: float | Literal['corrected', 'as-published'] = ..., double_counting: float | Literal['corrected', 'as-published'] = ..., engine_stop_keeps_surge: float | Literal['corrected', 'as-published'] = ..., parking_brake_keeps_moving: float | Literal['corrected', 'as-published'] = ..., friction_memory: float | Literal['corrected', 'as-published'] = ..., friction_law: float | Literal['corrected', 'as-published'] = ..., static_friction_direction: float | Literal['corrected', 'as-published'] = ..., air_drag_law: float | Literal['corrected', 'as-published'] = ..., inertia_formula: float | Literal['corrected', 'as-published'] = ..., torque_as_rate: float | Literal['corrected', 'as-published'] = ..., yaw_independent_of_speed: float | Literal['corrected', 'as-published'] = ..., pitch_wrap: float | Literal['corrected', 'as-published'] = ..., one_sided_sampling: float | Literal['corrected', 'as-published'] = ..., velocity_lag: float | Literal['corrected', 'as-published'] = ..., cruise_keeps_acceleration: float | Literal['corrected', 'as-published'] = ..., standing_power_unlimited: float | Literal['corrected', 'as-published'] = ..., clamp_cuts_gravity: float | Literal['corrected', 'as-published'] = ..., height: float = ..., height_ahead: float = ..., height_right: float = ..., slope_x: float = ..., slope_y: float = ...) -> Park1992WheeledVehicle: ...
    @overload
    def __new__(cls, model: Literal["polar/corrected", "polar"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., yaw_rate: float = ..., acceleration: float = ..., acceleration_yaw: float = ..., max_speed: float = ..., max_acceleration: float = ..., coast_deceleration: float = ..., turn_rate: float = ..., damping: float = ..., turn_law: float | Literal['sine', 'linear', 'fixed'] = ..., brake_law: float | Literal['none', 'full', 'linear', 'cosine'] = ..., speed_law: float | Literal['one', 'cosine', 'capped'] = ..., angular_velocity: float | Literal['kept', 'none'] = ...) -> PolarCorrectedVehicle: ...
    @overload
    def __new__(cls, model: Literal["polar/faithful"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., yaw_rate: float = ..., acceleration: float = ..., acceleration_yaw: float = ..., max_speed: float = ..., max_acceleration: float = ..., turn_rate: float = ..., turn_law: float | Literal['sine', 'linear', 'fixed'] = ..., brake_law: float | Literal['none', 'full', 'linear', 'cosine', 'signed'] = ..., speed_law: float | Literal['one', 'cosine', 'capped'] = ..., angular_velocity: float | Literal['kept', 'none'] = ...) -> PolarFaithfulVehicle: ...
    @overload
    def __new__(cls, model: Literal["single-track", "car", "CR1", "CR2", "CR3", "F1TENTH"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ..., specific_force_ahead: float = ..., specific_force_left: float = ..., heave: float = ..., heave_rate: float = ..., last_slope_x: float = ..., last_slope_y: float = ..., is_airborne: float | Literal['off', 'on'] = ..., body_pitch: float = ..., body_pitch_rate: float = ..., body_roll: float = ..., body_roll_rate: float = ..., rollover_angle: float = ..., rollover_rate: float = ..., pitch: float = ..., roll: float = ..., wheel_angle: float = ..., engine_load: float = ..., gear: float = ..., shift_time: float = ..., fuel_used: float = ..., engine_speed: float = ..., resistance: float = ..., throttle: float = ..., brake: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., steer_angle: float = ..., mass: float = ..., yaw_inertia: float = ..., centre_height: float = ..., air_drag: float = ..., suspension_frequency: float = ..., suspension_damping: float = ..., suspension_travel: float = ..., pitch_gain: float = ..., roll_gain: float = ..., roll_gyration: float = ..., front_axle_offset: float = ..., front_axle_cornering_coefficient: float = ..., rear_axle_offset: float = ..., rear_axle_cornering_coefficient: float = ..., track_width: float = ..., tyre_grip: float = ..., load_sensitivity: float = ..., tyre_linearity: float = ..., combined_slip: float = ..., rolling_factor: float = ..., vehicle_cone_index: float = ..., max_steer_angle: float = ..., max_steer_rate: float = ..., front_drive_share: float = ..., front_brake_share: float = ..., antilock: float | Literal['off', 'on'] = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., engine_lag: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rotating_mass_factor: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., idle_fuel_rate: float = ..., engine_drag: float = ..., overrun_drag: float = ..., gear_count: float = ..., gear_step: float = ..., top_gear_ratio: float = ..., wheel_radius: float = ..., peak_torque: float = ..., peak_torque_speed: float = ..., torque_fall: float = ..., idle_speed: float = ..., max_engine_speed: float = ..., max_brake_force: float = ..., slope_x: float = ..., slope_y: float = ..., friction: float = ..., sliding_friction: float = ..., cone_index: float = ..., wheel_resistance: float = ...) -> SingleTrackVehicle: ...
    @overload
    def __new__(cls, model: Literal["single-track/linear"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., yaw_rate: float = ..., sideslip_angle: float = ..., wheel_angle: float = ..., steer_rate: float = ..., acceleration: float = ..., mass: float = ..., yaw_inertia: float = ..., centre_height: float = ..., front_axle_offset: float = ..., front_axle_cornering_coefficient: float = ..., rear_axle_offset: float = ..., rear_axle_cornering_coefficient: float = ..., friction: float = ..., max_steer_angle: float = ..., max_steer_rate: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., max_acceleration: float = ..., switching_speed: float = ...) -> SingleTrackLinearVehicle: ...
    @overload
    def __new__(cls, model: Literal["single-track/magic-formula"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ..., specific_force_ahead: float = ..., specific_force_left: float = ..., heave: float = ..., heave_rate: float = ..., last_slope_x: float = ..., last_slope_y: float = ..., is_airborne: float | Literal['off', 'on'] = ..., body_pitch: float = ..., body_pitch_rate: float = ..., body_roll: float = ..., body_roll_rate: float = ..., rollover_angle: float = ..., rollover_rate: float = ..., pitch: float = ..., roll: float = ..., wheel_angle: float = ..., engine_load: float = ..., gear: float = ..., shift_time: float = ..., fuel_used: float = ..., engine_speed: float = ..., resistance: float = ..., throttle: float = ..., brake: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., steer_angle: float = ..., mass: float = ..., yaw_inertia: float = ..., centre_height: float = ..., air_drag: float = ..., suspension_frequency: float = ..., suspension_damping: float = ..., suspension_travel: float = ..., pitch_gain: float = ..., roll_gain: float = ..., roll_gyration: float = ..., front_axle_offset: float = ..., front_axle_cornering_coefficient: float = ..., rear_axle_offset: float = ..., rear_axle_cornering_coefficient: float = ..., track_width: float = ..., tyre_grip: float = ..., load_sensitivity: float = ..., tyre_linearity: float = ..., combined_slip: float = ..., rolling_factor: float = ..., vehicle_cone_index: float = ..., max_steer_angle: float = ..., max_steer_rate: float = ..., front_drive_share: float = ..., front_brake_share: float = ..., antilock: float | Literal['off', 'on'] = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., engine_lag: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rotating_mass_factor: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., idle_fuel_rate: float = ..., engine_drag: float = ..., overrun_drag: float = ..., gear_count: float = ..., gear_step: float = ..., top_gear_ratio: float = ..., wheel_radius: float = ..., peak_torque: float = ..., peak_torque_speed: float = ..., torque_fall: float = ..., idle_speed: float = ..., max_engine_speed: float = ..., max_brake_force: float = ..., slope_x: float = ..., slope_y: float = ..., friction: float = ..., sliding_friction: float = ..., cone_index: float = ..., wheel_resistance: float = ...) -> SingleTrackMagicFormulaVehicle: ...
    @overload
    def __new__(cls, model: Literal["skid-steer", "M113A2", "M113A3", "M1A1", "M1A2", "M2A2", "M60A3", "T-72A"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ..., specific_force_ahead: float = ..., specific_force_left: float = ..., heave: float = ..., heave_rate: float = ..., last_slope_x: float = ..., last_slope_y: float = ..., is_airborne: float | Literal['off', 'on'] = ..., body_pitch: float = ..., body_pitch_rate: float = ..., body_roll: float = ..., body_roll_rate: float = ..., rollover_angle: float = ..., rollover_rate: float = ..., pitch: float = ..., roll: float = ..., left_track_speed: float = ..., right_track_speed: float = ..., engine_load: float = ..., gear: float = ..., shift_time: float = ..., fuel_used: float = ..., engine_speed: float = ..., resistance: float = ..., throttle: float = ..., brake: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., steer: float = ..., mass: float = ..., yaw_inertia: float = ..., centre_height: float = ..., air_drag: float = ..., suspension_frequency: float = ..., suspension_damping: float = ..., suspension_travel: float = ..., pitch_gain: float = ..., roll_gain: float = ..., roll_gyration: float = ..., track_gauge: float = ..., contact_length: float = ..., track_grip: float = ..., side_grip: float = ..., rolling_factor: float = ..., vehicle_cone_index: float = ..., steering: float | Literal['neutral', 'brake', 'fixed', 'continuous'] = ..., max_track_difference: float = ..., turning_radius: float = ..., max_steering_force: float = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., engine_lag: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rotating_mass_factor: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., idle_fuel_rate: float = ..., engine_drag: float = ..., overrun_drag: float = ..., gear_count: float = ..., gear_step: float = ..., top_gear_ratio: float = ..., wheel_radius: float = ..., peak_torque: float = ..., peak_torque_speed: float = ..., torque_fall: float = ..., idle_speed: float = ..., max_engine_speed: float = ..., max_brake_force: float = ..., slope_x: float = ..., slope_y: float = ..., friction: float = ..., sliding_friction: float = ..., cone_index: float = ..., track_resistance: float = ..., shear_length: float = ...) -> SkidSteerVehicle: ...
    @overload
    def __new__(cls, model: Literal["tracked/arc", "tracked"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., left_track_speed: float = ..., right_track_speed: float = ..., track_gauge: float = ..., max_yaw_rate: float = ...) -> TrackedArcVehicle: ...
    @overload
    def __new__(cls, model: Literal["tracked/simple"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., left_track_speed: float = ..., right_track_speed: float = ..., track_gauge: float = ..., max_yaw_rate: float = ..., heading_factor: float = ..., lead_factor: float = ...) -> TrackedSimpleVehicle: ...
    @overload
    def __new__(cls, model: Literal["tractor-trailer", "articulated-lorry"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ..., specific_force_ahead: float = ..., specific_force_left: float = ..., heave: float = ..., heave_rate: float = ..., last_slope_x: float = ..., last_slope_y: float = ..., is_airborne: float | Literal['off', 'on'] = ..., body_pitch: float = ..., body_pitch_rate: float = ..., body_roll: float = ..., body_roll_rate: float = ..., rollover_angle: float = ..., rollover_rate: float = ..., pitch: float = ..., roll: float = ..., hitch_angle: float = ..., hitch_pull: float = ..., is_jack_knifed: float | Literal['off', 'on'] = ..., trailer_yaw_rate: float = ..., wheel_angle: float = ..., engine_load: float = ..., gear: float = ..., shift_time: float = ..., fuel_used: float = ..., engine_speed: float = ..., resistance: float = ..., throttle: float = ..., brake: float = ..., parking_brake: float | Literal['off', 'on'] = ..., engine_stop: float | Literal['off', 'on'] = ..., steer_angle: float = ..., mass: float = ..., yaw_inertia: float = ..., centre_height: float = ..., air_drag: float = ..., suspension_frequency: float = ..., suspension_damping: float = ..., suspension_travel: float = ..., pitch_gain: float = ..., roll_gain: float = ..., roll_gyration: float = ..., front_axle_offset: float = ..., front_axle_cornering_coefficient: float = ..., rear_axle_offset: float = ..., rear_axle_cornering_coefficient: float = ..., hitch_offset: float = ..., hitch_height: float = ..., max_hitch_angle: float = ..., trailer_mass: float = ..., trailer_yaw_inertia: float = ..., trailer_centre_height: float = ..., trailer_length: float = ..., trailer_centre_offset: float = ..., trailer_cornering_coefficient: float = ..., trailer_max_brake_force: float = ..., track_width: float = ..., tyre_grip: float = ..., load_sensitivity: float = ..., tyre_linearity: float = ..., combined_slip: float = ..., rolling_factor: float = ..., vehicle_cone_index: float = ..., max_steer_angle: float = ..., max_steer_rate: float = ..., front_drive_share: float = ..., front_brake_share: float = ..., engine_power: float = ..., drive_efficiency: float = ..., max_drive_force: float = ..., engine_lag: float = ..., max_speed: float = ..., max_reverse_speed: float = ..., rotating_mass_factor: float = ..., fuel_capacity: float = ..., fuel_consumption: float = ..., idle_fuel_rate: float = ..., engine_drag: float = ..., overrun_drag: float = ..., gear_count: float = ..., gear_step: float = ..., top_gear_ratio: float = ..., wheel_radius: float = ..., peak_torque: float = ..., peak_torque_speed: float = ..., torque_fall: float = ..., idle_speed: float = ..., max_engine_speed: float = ..., max_brake_force: float = ..., slope_x: float = ..., slope_y: float = ..., friction: float = ..., sliding_friction: float = ..., cone_index: float = ..., wheel_resistance: float = ...) -> TractorTrailerVehicle: ...
    @overload
    def __new__(cls, model: Literal["tractor-trailer/chain"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., hitch_angle: float = ..., second_hitch_angle: float = ..., third_hitch_angle: float = ..., is_jack_knifed: float | Literal['off', 'on'] = ..., steer_angle: float = ..., speed: float = ..., backing_guide: float | Literal['off', 'on'] = ..., front_axle_offset: float = ..., rear_axle_offset: float = ..., max_steer_angle: float = ..., trailer_count: float | Literal['none', 'one', 'two', 'three'] = ..., hitch_offset: float = ..., trailer_length: float = ..., second_hitch_offset: float = ..., second_trailer_length: float = ..., third_hitch_offset: float = ..., third_trailer_length: float = ..., max_hitch_angle: float = ...) -> TractorTrailerChainVehicle: ...
    @overload
    def __new__(cls, model: Literal["tractor-trailer/unguided"], *, compiled: bool = False, x: float = ..., y: float = ..., yaw: float = ..., hitch_angle: float = ..., second_hitch_angle: float = ..., third_hitch_angle: float = ..., is_jack_knifed: float | Literal['off', 'on'] = ..., steer_angle: float = ..., speed: float = ..., backing_guide: float | Literal['off', 'on'] = ..., front_axle_offset: float = ..., rear_axle_offset: float = ..., max_steer_angle: float = ..., trailer_count: float | Literal['none', 'one', 'two', 'three'] = ..., hitch_offset: float = ..., trailer_length: float = ..., second_hitch_offset: float = ..., second_trailer_length: float = ..., third_hitch_offset: float = ..., third_trailer_length: float = ..., max_hitch_angle: float = ...) -> TractorTrailerUnguidedVehicle: ...
    @overload
    def __new__(cls, model: Any, *, compiled: bool = False, **values: Any) -> OtherVehicle: ...

class Fleet(_fleet.Fleet):
    @overload
    def __new__(cls, model: Literal["ackermann/arc", "ackermann"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., outer_wheel_angle: ArrayLike = ..., outer_rear_speed: ArrayLike = ..., wheelbase: ArrayLike = ..., track_width: ArrayLike = ..., max_wheel_angle: ArrayLike = ...) -> AckermannArcFleet: ...
    @overload
    def __new__(cls, model: Literal["arc"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., forward_speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., yaw_rate: ArrayLike = ...) -> ArcFleet: ...
    @overload
    def __new__(cls, model: Literal["bicycle/arc", "bicycle"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., wheelbase: ArrayLike = ..., speed_reference: ArrayLike | Literal['rear', 'centre', 'front'] = ..., max_steer_angle: ArrayLike = ...) -> BicycleArcFleet: ...
    @overload
    def __new__(cls, model: Literal["bicycle/drift"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., yaw_change_1: ArrayLike = ..., yaw_change_2: ArrayLike = ..., yaw_change_3: ArrayLike = ..., yaw_change_4: ArrayLike = ..., yaw_change_5: ArrayLike = ..., yaw_change_6: ArrayLike = ..., yaw_change_7: ArrayLike = ..., yaw_change_8: ArrayLike = ..., yaw_change_9: ArrayLike = ..., yaw_change_10: ArrayLike = ..., yaw_change_11: ArrayLike = ..., yaw_change_12: ArrayLike = ..., yaw_change_13: ArrayLike = ..., yaw_change_14: ArrayLike = ..., yaw_change_15: ArrayLike = ..., yaw_change_16: ArrayLike = ..., yaw_change_17: ArrayLike = ..., yaw_change_18: ArrayLike = ..., yaw_change_19: ArrayLike = ..., yaw_change_20: ArrayLike = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., wheelbase: ArrayLike = ..., delay: ArrayLike = ..., max_steer_angle: ArrayLike = ...) -> BicycleDriftFleet: ...
    @overload
    def __new__(cls, model: Literal["bicycle/drift-frames"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., yaw_change_1: ArrayLike = ..., yaw_change_2: ArrayLike = ..., yaw_change_3: ArrayLike = ..., yaw_change_4: ArrayLike = ..., yaw_change_5: ArrayLike = ..., yaw_change_6: ArrayLike = ..., yaw_change_7: ArrayLike = ..., yaw_change_8: ArrayLike = ..., yaw_change_9: ArrayLike = ..., yaw_change_10: ArrayLike = ..., yaw_change_11: ArrayLike = ..., yaw_change_12: ArrayLike = ..., yaw_change_13: ArrayLike = ..., yaw_change_14: ArrayLike = ..., yaw_change_15: ArrayLike = ..., yaw_change_16: ArrayLike = ..., yaw_change_17: ArrayLike = ..., yaw_change_18: ArrayLike = ..., yaw_change_19: ArrayLike = ..., yaw_change_20: ArrayLike = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., wheelbase: ArrayLike = ..., delay_frames: ArrayLike = ..., max_steer_angle: ArrayLike = ...) -> BicycleDriftFramesFleet: ...
    @overload
    def __new__(cls, model: Literal["bicycle/four-wheel-steering"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., wheelbase: ArrayLike = ..., speed_reference: ArrayLike | Literal['rear', 'centre', 'front'] = ..., max_steer_angle: ArrayLike = ..., rear_steer_ratio: ArrayLike = ...) -> BicycleFourWheelSteeringFleet: ...
    @overload
    def __new__(cls, model: Literal["bicycle/longer-front"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., wheelbase: ArrayLike = ..., max_steer_angle: ArrayLike = ...) -> BicycleLongerFrontFleet: ...
    @overload
    def __new__(cls, model: Literal["bicycle/old-line"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., wheelbase: ArrayLike = ..., max_steer_angle: ArrayLike = ...) -> BicycleOldLineFleet: ...
    @overload
    def __new__(cls, model: Literal["bicycle/rear-follows"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., wheelbase: ArrayLike = ..., max_steer_angle: ArrayLike = ...) -> BicycleRearFollowsFleet: ...
    @overload
    def __new__(cls, model: Literal["bicycle/six-line"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., wheelbase: ArrayLike = ..., max_steer_angle: ArrayLike = ...) -> BicycleSixLineFleet: ...
    @overload
    def __new__(cls, model: Literal["bicycle/six-line-limit"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., wheelbase: ArrayLike = ..., max_steer_angle: ArrayLike = ...) -> BicycleSixLineLimitFleet: ...
    @overload
    def __new__(cls, model: Literal["cartesian/components"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., acceleration: ArrayLike = ..., acceleration_yaw: ArrayLike = ..., view_yaw: ArrayLike = ..., max_speed: ArrayLike = ..., max_acceleration: ArrayLike = ..., coast_deceleration: ArrayLike = ..., limit: ArrayLike | Literal['each', 'magnitude'] = ...) -> CartesianComponentsFleet: ...
    @overload
    def __new__(cls, model: Literal["cartesian/quake"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., acceleration: ArrayLike = ..., acceleration_yaw: ArrayLike = ..., max_speed: ArrayLike = ..., acceleration_rate: ArrayLike = ..., friction_rate: ArrayLike = ..., stop_speed: ArrayLike = ...) -> CartesianQuakeFleet: ...
    @overload
    def __new__(cls, model: Literal["double-track", "M35A2", "M998", "quad"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., specific_force_ahead: ArrayLike = ..., specific_force_left: ArrayLike = ..., heave: ArrayLike = ..., heave_rate: ArrayLike = ..., last_slope_x: ArrayLike = ..., last_slope_y: ArrayLike = ..., is_airborne: ArrayLike | Literal['off', 'on'] = ..., body_pitch: ArrayLike = ..., body_pitch_rate: ArrayLike = ..., body_roll: ArrayLike = ..., body_roll_rate: ArrayLike = ..., rollover_angle: ArrayLike = ..., rollover_rate: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., wheel_angle: ArrayLike = ..., engine_load: ArrayLike = ..., gear: ArrayLike = ..., shift_time: ArrayLike = ..., fuel_used: ArrayLike = ..., engine_speed: ArrayLike = ..., resistance: ArrayLike = ..., left_front_load: ArrayLike = ..., right_front_load: ArrayLike = ..., left_rear_load: ArrayLike = ..., right_rear_load: ArrayLike = ..., throttle: ArrayLike = ..., brake: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., mass: ArrayLike = ..., yaw_inertia: ArrayLike = ..., centre_height: ArrayLike = ..., air_drag: ArrayLike = ..., suspension_frequency: ArrayLike = ..., suspension_damping: ArrayLike = ..., suspension_travel: ArrayLike = ..., pitch_gain: ArrayLike = ..., roll_gain: ArrayLike = ..., roll_gyration: ArrayLike = ..., front_axle_offset: ArrayLike = ..., front_axle_cornering_coefficient: ArrayLike = ..., rear_axle_offset: ArrayLike = ..., rear_axle_cornering_coefficient: ArrayLike = ..., track_width: ArrayLike = ..., tyre_grip: ArrayLike = ..., load_sensitivity: ArrayLike = ..., tyre_linearity: ArrayLike = ..., combined_slip: ArrayLike = ..., rolling_factor: ArrayLike = ..., vehicle_cone_index: ArrayLike = ..., max_steer_angle: ArrayLike = ..., max_steer_rate: ArrayLike = ..., front_roll_share: ArrayLike = ..., differential_lock: ArrayLike = ..., axle_coupling: ArrayLike = ..., front_drive_share: ArrayLike = ..., front_brake_share: ArrayLike = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., engine_lag: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rotating_mass_factor: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., idle_fuel_rate: ArrayLike = ..., engine_drag: ArrayLike = ..., overrun_drag: ArrayLike = ..., gear_count: ArrayLike = ..., gear_step: ArrayLike = ..., top_gear_ratio: ArrayLike = ..., wheel_radius: ArrayLike = ..., peak_torque: ArrayLike = ..., peak_torque_speed: ArrayLike = ..., torque_fall: ArrayLike = ..., idle_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_brake_force: ArrayLike = ..., rear_steer_ratio: ArrayLike = ..., steering_compliance: ArrayLike = ..., steering_trail: ArrayLike = ..., antilock: ArrayLike | Literal['off', 'on'] = ..., traction_control: ArrayLike | Literal['off', 'on'] = ..., stability_control: ArrayLike | Literal['off', 'on'] = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ..., friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., cone_index: ArrayLike = ..., wheel_resistance: ArrayLike = ..., friction_split: ArrayLike = ...) -> DoubleTrackFleet: ...
    @overload
    def __new__(cls, model: Literal["double-track/magic-formula"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., specific_force_ahead: ArrayLike = ..., specific_force_left: ArrayLike = ..., heave: ArrayLike = ..., heave_rate: ArrayLike = ..., last_slope_x: ArrayLike = ..., last_slope_y: ArrayLike = ..., is_airborne: ArrayLike | Literal['off', 'on'] = ..., body_pitch: ArrayLike = ..., body_pitch_rate: ArrayLike = ..., body_roll: ArrayLike = ..., body_roll_rate: ArrayLike = ..., rollover_angle: ArrayLike = ..., rollover_rate: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., wheel_angle: ArrayLike = ..., engine_load: ArrayLike = ..., gear: ArrayLike = ..., shift_time: ArrayLike = ..., fuel_used: ArrayLike = ..., engine_speed: ArrayLike = ..., resistance: ArrayLike = ..., left_front_load: ArrayLike = ..., right_front_load: ArrayLike = ..., left_rear_load: ArrayLike = ..., right_rear_load: ArrayLike = ..., throttle: ArrayLike = ..., brake: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., mass: ArrayLike = ..., yaw_inertia: ArrayLike = ..., centre_height: ArrayLike = ..., air_drag: ArrayLike = ..., suspension_frequency: ArrayLike = ..., suspension_damping: ArrayLike = ..., suspension_travel: ArrayLike = ..., pitch_gain: ArrayLike = ..., roll_gain: ArrayLike = ..., roll_gyration: ArrayLike = ..., front_axle_offset: ArrayLike = ..., front_axle_cornering_coefficient: ArrayLike = ..., rear_axle_offset: ArrayLike = ..., rear_axle_cornering_coefficient: ArrayLike = ..., track_width: ArrayLike = ..., tyre_grip: ArrayLike = ..., load_sensitivity: ArrayLike = ..., tyre_linearity: ArrayLike = ..., combined_slip: ArrayLike = ..., rolling_factor: ArrayLike = ..., vehicle_cone_index: ArrayLike = ..., max_steer_angle: ArrayLike = ..., max_steer_rate: ArrayLike = ..., front_roll_share: ArrayLike = ..., differential_lock: ArrayLike = ..., axle_coupling: ArrayLike = ..., front_drive_share: ArrayLike = ..., front_brake_share: ArrayLike = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., engine_lag: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rotating_mass_factor: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., idle_fuel_rate: ArrayLike = ..., engine_drag: ArrayLike = ..., overrun_drag: ArrayLike = ..., gear_count: ArrayLike = ..., gear_step: ArrayLike = ..., top_gear_ratio: ArrayLike = ..., wheel_radius: ArrayLike = ..., peak_torque: ArrayLike = ..., peak_torque_speed: ArrayLike = ..., torque_fall: ArrayLike = ..., idle_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_brake_force: ArrayLike = ..., rear_steer_ratio: ArrayLike = ..., steering_compliance: ArrayLike = ..., steering_trail: ArrayLike = ..., antilock: ArrayLike | Literal['off', 'on'] = ..., traction_control: ArrayLike | Literal['off', 'on'] = ..., stability_control: ArrayLike | Literal['off', 'on'] = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ..., friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., cone_index: ArrayLike = ..., wheel_resistance: ArrayLike = ..., friction_split: ArrayLike = ...) -> DoubleTrackMagicFormulaFleet: ...
    @overload
    def __new__(cls, model: Literal["double-track/relaxation"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., specific_force_ahead: ArrayLike = ..., specific_force_left: ArrayLike = ..., heave: ArrayLike = ..., heave_rate: ArrayLike = ..., last_slope_x: ArrayLike = ..., last_slope_y: ArrayLike = ..., is_airborne: ArrayLike | Literal['off', 'on'] = ..., body_pitch: ArrayLike = ..., body_pitch_rate: ArrayLike = ..., body_roll: ArrayLike = ..., body_roll_rate: ArrayLike = ..., rollover_angle: ArrayLike = ..., rollover_rate: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., wheel_angle: ArrayLike = ..., engine_load: ArrayLike = ..., gear: ArrayLike = ..., shift_time: ArrayLike = ..., fuel_used: ArrayLike = ..., engine_speed: ArrayLike = ..., resistance: ArrayLike = ..., left_front_load: ArrayLike = ..., right_front_load: ArrayLike = ..., left_rear_load: ArrayLike = ..., right_rear_load: ArrayLike = ..., left_front_side_force: ArrayLike = ..., right_front_side_force: ArrayLike = ..., rear_side_force: ArrayLike = ..., throttle: ArrayLike = ..., brake: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., mass: ArrayLike = ..., yaw_inertia: ArrayLike = ..., centre_height: ArrayLike = ..., air_drag: ArrayLike = ..., suspension_frequency: ArrayLike = ..., suspension_damping: ArrayLike = ..., suspension_travel: ArrayLike = ..., pitch_gain: ArrayLike = ..., roll_gain: ArrayLike = ..., roll_gyration: ArrayLike = ..., front_axle_offset: ArrayLike = ..., front_axle_cornering_coefficient: ArrayLike = ..., rear_axle_offset: ArrayLike = ..., rear_axle_cornering_coefficient: ArrayLike = ..., track_width: ArrayLike = ..., tyre_grip: ArrayLike = ..., load_sensitivity: ArrayLike = ..., tyre_linearity: ArrayLike = ..., combined_slip: ArrayLike = ..., rolling_factor: ArrayLike = ..., vehicle_cone_index: ArrayLike = ..., max_steer_angle: ArrayLike = ..., max_steer_rate: ArrayLike = ..., front_roll_share: ArrayLike = ..., differential_lock: ArrayLike = ..., axle_coupling: ArrayLike = ..., front_drive_share: ArrayLike = ..., front_brake_share: ArrayLike = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., engine_lag: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rotating_mass_factor: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., idle_fuel_rate: ArrayLike = ..., engine_drag: ArrayLike = ..., overrun_drag: ArrayLike = ..., gear_count: ArrayLike = ..., gear_step: ArrayLike = ..., top_gear_ratio: ArrayLike = ..., wheel_radius: ArrayLike = ..., peak_torque: ArrayLike = ..., peak_torque_speed: ArrayLike = ..., torque_fall: ArrayLike = ..., idle_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_brake_force: ArrayLike = ..., rear_steer_ratio: ArrayLike = ..., steering_compliance: ArrayLike = ..., steering_trail: ArrayLike = ..., antilock: ArrayLike | Literal['off', 'on'] = ..., traction_control: ArrayLike | Literal['off', 'on'] = ..., stability_control: ArrayLike | Literal['off', 'on'] = ..., relaxation_length: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ..., friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., cone_index: ArrayLike = ..., wheel_resistance: ArrayLike = ..., friction_split: ArrayLike = ...) -> DoubleTrackRelaxationFleet: ...
    @overload
    def __new__(cls, model: Literal["four-axles", "LAV-25"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., specific_force_ahead: ArrayLike = ..., specific_force_left: ArrayLike = ..., heave: ArrayLike = ..., heave_rate: ArrayLike = ..., last_slope_x: ArrayLike = ..., last_slope_y: ArrayLike = ..., is_airborne: ArrayLike | Literal['off', 'on'] = ..., body_pitch: ArrayLike = ..., body_pitch_rate: ArrayLike = ..., body_roll: ArrayLike = ..., body_roll_rate: ArrayLike = ..., rollover_angle: ArrayLike = ..., rollover_rate: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., wheel_angle: ArrayLike = ..., engine_load: ArrayLike = ..., gear: ArrayLike = ..., shift_time: ArrayLike = ..., fuel_used: ArrayLike = ..., engine_speed: ArrayLike = ..., resistance: ArrayLike = ..., throttle: ArrayLike = ..., brake: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., mass: ArrayLike = ..., yaw_inertia: ArrayLike = ..., centre_height: ArrayLike = ..., air_drag: ArrayLike = ..., suspension_frequency: ArrayLike = ..., suspension_damping: ArrayLike = ..., suspension_travel: ArrayLike = ..., pitch_gain: ArrayLike = ..., roll_gain: ArrayLike = ..., roll_gyration: ArrayLike = ..., first_axle_offset: ArrayLike = ..., first_axle_cornering_coefficient: ArrayLike = ..., second_axle_offset: ArrayLike = ..., second_axle_cornering_coefficient: ArrayLike = ..., third_axle_offset: ArrayLike = ..., third_axle_cornering_coefficient: ArrayLike = ..., fourth_axle_offset: ArrayLike = ..., fourth_axle_cornering_coefficient: ArrayLike = ..., track_width: ArrayLike = ..., tyre_grip: ArrayLike = ..., load_sensitivity: ArrayLike = ..., tyre_linearity: ArrayLike = ..., combined_slip: ArrayLike = ..., rolling_factor: ArrayLike = ..., vehicle_cone_index: ArrayLike = ..., max_steer_angle: ArrayLike = ..., max_steer_rate: ArrayLike = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., engine_lag: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rotating_mass_factor: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., idle_fuel_rate: ArrayLike = ..., engine_drag: ArrayLike = ..., overrun_drag: ArrayLike = ..., gear_count: ArrayLike = ..., gear_step: ArrayLike = ..., top_gear_ratio: ArrayLike = ..., wheel_radius: ArrayLike = ..., peak_torque: ArrayLike = ..., peak_torque_speed: ArrayLike = ..., torque_fall: ArrayLike = ..., idle_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_brake_force: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ..., friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., cone_index: ArrayLike = ..., wheel_resistance: ArrayLike = ...) -> FourAxlesFleet: ...
    @overload
    def __new__(cls, model: Literal["friction-circle/tracked"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., cruise_speed: ArrayLike = ..., fuel_used: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., surge_force: ArrayLike = ..., drag_force: ArrayLike = ..., gravity_force: ArrayLike = ..., engine_speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., left_force: ArrayLike = ..., right_force: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., cruise: ArrayLike | Literal['off', 'on'] = ..., mass: ArrayLike = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., max_brake_force: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rolling_resistance: ArrayLike = ..., static_resistance: ArrayLike = ..., air_drag: ArrayLike = ..., static_friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., length: ArrayLike = ..., width: ArrayLike = ..., track_gauge: ArrayLike = ..., contact_length: ArrayLike = ..., max_yaw_rate: ArrayLike = ..., turning_friction: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ...) -> FrictionCircleTrackedFleet: ...
    @overload
    def __new__(cls, model: Literal["friction-circle/wheeled"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., cruise_speed: ArrayLike = ..., fuel_used: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., surge_force: ArrayLike = ..., drag_force: ArrayLike = ..., gravity_force: ArrayLike = ..., engine_speed: ArrayLike = ..., left_force: ArrayLike = ..., right_force: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., cruise: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., mass: ArrayLike = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., max_brake_force: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rolling_resistance: ArrayLike = ..., static_resistance: ArrayLike = ..., air_drag: ArrayLike = ..., static_friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., wheelbase: ArrayLike = ..., max_steer_angle: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ...) -> FrictionCircleWheeledFleet: ...
    @overload
    def __new__(cls, model: Literal["park1992/tracked"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., yaw_rate: ArrayLike = ..., speed: ArrayLike = ..., acceleration: ArrayLike = ..., velocity_x: ArrayLike = ..., velocity_y: ArrayLike = ..., acceleration_x: ArrayLike = ..., acceleration_y: ArrayLike = ..., friction_force: ArrayLike = ..., air_drag: ArrayLike = ..., drag_force: ArrayLike = ..., surge_force: ArrayLike = ..., gravity_force: ArrayLike = ..., cruise_speed: ArrayLike = ..., cruising: ArrayLike | Literal['off', 'on'] = ..., fuel_used: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., engine_speed: ArrayLike = ..., undefined_read: ArrayLike = ..., left_force: ArrayLike = ..., right_force: ArrayLike = ..., cruise: ArrayLike | Literal['off', 'on'] = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., mass: ArrayLike = ..., length: ArrayLike = ..., width: ArrayLike = ..., gravity: ArrayLike = ..., static_friction: ArrayLike = ..., rolling_friction: ArrayLike = ..., max_drive_force: ArrayLike = ..., max_brake_force: ArrayLike = ..., max_force: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_fuel_rate: ArrayLike = ..., max_yaw_rate: ArrayLike = ..., rolling_resistance: ArrayLike = ..., drag_area: ArrayLike = ..., turning_resistance: ArrayLike = ..., gravity_sign: ArrayLike | Literal['corrected', 'as-published'] = ..., dead_band: ArrayLike | Literal['corrected', 'as-published'] = ..., double_counting: ArrayLike | Literal['corrected', 'as-published'] = ..., engine_stop_keeps_surge: ArrayLike | Literal['corrected', 'as-published'] = ..., parking_brake_keeps_moving: ArrayLike | Literal['corrected', 'as-published'] = ..., friction_memory: ArrayLike | Literal['corrected', 'as-published'] = ..., friction_law: ArrayLike | Literal['corrected', 'as-published'] = ..., static_friction_direction: ArrayLike | Literal['corrected', 'as-published'] = ..., air_drag_law: ArrayLike | Literal['corrected', 'as-published'] = ..., inertia_formula: ArrayLike | Literal['corrected', 'as-published'] = ..., torque_as_rate: ArrayLike | Literal['corrected', 'as-published'] = ..., pitch_wrap: ArrayLike | Literal['corrected', 'as-published'] = ..., one_sided_sampling: ArrayLike | Literal['corrected', 'as-published'] = ..., velocity_lag: ArrayLike | Literal['corrected', 'as-published'] = ..., cruise_keeps_acceleration: ArrayLike | Literal['corrected', 'as-published'] = ..., standing_power_unlimited: ArrayLike | Literal['corrected', 'as-published'] = ..., clamp_cuts_gravity: ArrayLike | Literal['corrected', 'as-published'] = ..., height: ArrayLike = ..., height_ahead: ArrayLike = ..., height_right: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ...) -> Park1992TrackedFleet: ...
    @overload
    def __new__(cls, model: Literal["park1992/wheeled"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., yaw_rate: ArrayLike = ..., speed: ArrayLike = ..., acceleration: ArrayLike = ..., velocity_x: ArrayLike = ..., velocity_y: ArrayLike = ..., acceleration_x: ArrayLike = ..., acceleration_y: ArrayLike = ..., friction_force: ArrayLike = ..., air_drag: ArrayLike = ..., drag_force: ArrayLike = ..., surge_force: ArrayLike = ..., gravity_force: ArrayLike = ..., cruise_speed: ArrayLike = ..., cruising: ArrayLike | Literal['off', 'on'] = ..., fuel_used: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., engine_speed: ArrayLike = ..., undefined_read: ArrayLike = ..., left_force: ArrayLike = ..., right_force: ArrayLike = ..., steer_angle: ArrayLike = ..., cruise: ArrayLike | Literal['off', 'on'] = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., mass: ArrayLike = ..., length: ArrayLike = ..., width: ArrayLike = ..., wheelbase: ArrayLike = ..., gravity: ArrayLike = ..., static_friction: ArrayLike = ..., rolling_friction: ArrayLike = ..., max_drive_force: ArrayLike = ..., max_brake_force: ArrayLike = ..., max_force: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_fuel_rate: ArrayLike = ..., max_steer_angle: ArrayLike = ..., rolling_resistance: ArrayLike = ..., drag_area: ArrayLike = ..., gravity_sign: ArrayLike | Literal['corrected', 'as-published'] = ..., dead_band: ArrayLike | Literal['corrected', 'as-published'] = ..., double_counting: ArrayLike | Literal['corrected', 'as-published'] = ..., engine_stop_keeps_surge: ArrayLike | Literal['corrected', 'as-published'] = ..., parking_brake_keeps_moving: ArrayLike | Literal['corrected', 'as-published'] = ..., friction_memory: ArrayLike | Literal['corrected', 'as-published'] = ..., friction_law: ArrayLike | Literal['corrected', 'as-published'] = ..., static_friction_direction: ArrayLike | Literal['corrected', 'as-published'] = ..., air_drag_law: ArrayLike | Literal['corrected', 'as-published'] = ..., inertia_formula: ArrayLike | Literal['corrected', 'as-published'] = ..., torque_as_rate: ArrayLike | Literal['corrected', 'as-published'] = ..., yaw_independent_of_speed: ArrayLike | Literal['corrected', 'as-published'] = ..., pitch_wrap: ArrayLike | Literal['corrected', 'as-published'] = ..., one_sided_sampling: ArrayLike | Literal['corrected', 'as-published'] = ..., velocity_lag: ArrayLike | Literal['corrected', 'as-published'] = ..., cruise_keeps_acceleration: ArrayLike | Literal['corrected', 'as-published'] = ..., standing_power_unlimited: ArrayLike | Literal['corrected', 'as-published'] = ..., clamp_cuts_gravity: ArrayLike | Literal['corrected', 'as-published'] = ..., height: ArrayLike = ..., height_ahead: ArrayLike = ..., height_right: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ...) -> Park1992WheeledFleet: ...
    @overload
    def __new__(cls, model: Literal["polar/corrected", "polar"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., acceleration: ArrayLike = ..., acceleration_yaw: ArrayLike = ..., max_speed: ArrayLike = ..., max_acceleration: ArrayLike = ..., coast_deceleration: ArrayLike = ..., turn_rate: ArrayLike = ..., damping: ArrayLike = ..., turn_law: ArrayLike | Literal['sine', 'linear', 'fixed'] = ..., brake_law: ArrayLike | Literal['none', 'full', 'linear', 'cosine'] = ..., speed_law: ArrayLike | Literal['one', 'cosine', 'capped'] = ..., angular_velocity: ArrayLike | Literal['kept', 'none'] = ...) -> PolarCorrectedFleet: ...
    @overload
    def __new__(cls, model: Literal["polar/faithful"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., acceleration: ArrayLike = ..., acceleration_yaw: ArrayLike = ..., max_speed: ArrayLike = ..., max_acceleration: ArrayLike = ..., turn_rate: ArrayLike = ..., turn_law: ArrayLike | Literal['sine', 'linear', 'fixed'] = ..., brake_law: ArrayLike | Literal['none', 'full', 'linear', 'cosine', 'signed'] = ..., speed_law: ArrayLike | Literal['one', 'cosine', 'capped'] = ..., angular_velocity: ArrayLike | Literal['kept', 'none'] = ...) -> PolarFaithfulFleet: ...
    @overload
    def __new__(cls, model: Literal["single-track", "car", "CR1", "CR2", "CR3", "F1TENTH"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., specific_force_ahead: ArrayLike = ..., specific_force_left: ArrayLike = ..., heave: ArrayLike = ..., heave_rate: ArrayLike = ..., last_slope_x: ArrayLike = ..., last_slope_y: ArrayLike = ..., is_airborne: ArrayLike | Literal['off', 'on'] = ..., body_pitch: ArrayLike = ..., body_pitch_rate: ArrayLike = ..., body_roll: ArrayLike = ..., body_roll_rate: ArrayLike = ..., rollover_angle: ArrayLike = ..., rollover_rate: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., wheel_angle: ArrayLike = ..., engine_load: ArrayLike = ..., gear: ArrayLike = ..., shift_time: ArrayLike = ..., fuel_used: ArrayLike = ..., engine_speed: ArrayLike = ..., resistance: ArrayLike = ..., throttle: ArrayLike = ..., brake: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., mass: ArrayLike = ..., yaw_inertia: ArrayLike = ..., centre_height: ArrayLike = ..., air_drag: ArrayLike = ..., suspension_frequency: ArrayLike = ..., suspension_damping: ArrayLike = ..., suspension_travel: ArrayLike = ..., pitch_gain: ArrayLike = ..., roll_gain: ArrayLike = ..., roll_gyration: ArrayLike = ..., front_axle_offset: ArrayLike = ..., front_axle_cornering_coefficient: ArrayLike = ..., rear_axle_offset: ArrayLike = ..., rear_axle_cornering_coefficient: ArrayLike = ..., track_width: ArrayLike = ..., tyre_grip: ArrayLike = ..., load_sensitivity: ArrayLike = ..., tyre_linearity: ArrayLike = ..., combined_slip: ArrayLike = ..., rolling_factor: ArrayLike = ..., vehicle_cone_index: ArrayLike = ..., max_steer_angle: ArrayLike = ..., max_steer_rate: ArrayLike = ..., front_drive_share: ArrayLike = ..., front_brake_share: ArrayLike = ..., antilock: ArrayLike | Literal['off', 'on'] = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., engine_lag: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rotating_mass_factor: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., idle_fuel_rate: ArrayLike = ..., engine_drag: ArrayLike = ..., overrun_drag: ArrayLike = ..., gear_count: ArrayLike = ..., gear_step: ArrayLike = ..., top_gear_ratio: ArrayLike = ..., wheel_radius: ArrayLike = ..., peak_torque: ArrayLike = ..., peak_torque_speed: ArrayLike = ..., torque_fall: ArrayLike = ..., idle_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_brake_force: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ..., friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., cone_index: ArrayLike = ..., wheel_resistance: ArrayLike = ...) -> SingleTrackFleet: ...
    @overload
    def __new__(cls, model: Literal["single-track/linear"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., sideslip_angle: ArrayLike = ..., wheel_angle: ArrayLike = ..., steer_rate: ArrayLike = ..., acceleration: ArrayLike = ..., mass: ArrayLike = ..., yaw_inertia: ArrayLike = ..., centre_height: ArrayLike = ..., front_axle_offset: ArrayLike = ..., front_axle_cornering_coefficient: ArrayLike = ..., rear_axle_offset: ArrayLike = ..., rear_axle_cornering_coefficient: ArrayLike = ..., friction: ArrayLike = ..., max_steer_angle: ArrayLike = ..., max_steer_rate: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., max_acceleration: ArrayLike = ..., switching_speed: ArrayLike = ...) -> SingleTrackLinearFleet: ...
    @overload
    def __new__(cls, model: Literal["single-track/magic-formula"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., specific_force_ahead: ArrayLike = ..., specific_force_left: ArrayLike = ..., heave: ArrayLike = ..., heave_rate: ArrayLike = ..., last_slope_x: ArrayLike = ..., last_slope_y: ArrayLike = ..., is_airborne: ArrayLike | Literal['off', 'on'] = ..., body_pitch: ArrayLike = ..., body_pitch_rate: ArrayLike = ..., body_roll: ArrayLike = ..., body_roll_rate: ArrayLike = ..., rollover_angle: ArrayLike = ..., rollover_rate: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., wheel_angle: ArrayLike = ..., engine_load: ArrayLike = ..., gear: ArrayLike = ..., shift_time: ArrayLike = ..., fuel_used: ArrayLike = ..., engine_speed: ArrayLike = ..., resistance: ArrayLike = ..., throttle: ArrayLike = ..., brake: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., mass: ArrayLike = ..., yaw_inertia: ArrayLike = ..., centre_height: ArrayLike = ..., air_drag: ArrayLike = ..., suspension_frequency: ArrayLike = ..., suspension_damping: ArrayLike = ..., suspension_travel: ArrayLike = ..., pitch_gain: ArrayLike = ..., roll_gain: ArrayLike = ..., roll_gyration: ArrayLike = ..., front_axle_offset: ArrayLike = ..., front_axle_cornering_coefficient: ArrayLike = ..., rear_axle_offset: ArrayLike = ..., rear_axle_cornering_coefficient: ArrayLike = ..., track_width: ArrayLike = ..., tyre_grip: ArrayLike = ..., load_sensitivity: ArrayLike = ..., tyre_linearity: ArrayLike = ..., combined_slip: ArrayLike = ..., rolling_factor: ArrayLike = ..., vehicle_cone_index: ArrayLike = ..., max_steer_angle: ArrayLike = ..., max_steer_rate: ArrayLike = ..., front_drive_share: ArrayLike = ..., front_brake_share: ArrayLike = ..., antilock: ArrayLike | Literal['off', 'on'] = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., engine_lag: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rotating_mass_factor: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., idle_fuel_rate: ArrayLike = ..., engine_drag: ArrayLike = ..., overrun_drag: ArrayLike = ..., gear_count: ArrayLike = ..., gear_step: ArrayLike = ..., top_gear_ratio: ArrayLike = ..., wheel_radius: ArrayLike = ..., peak_torque: ArrayLike = ..., peak_torque_speed: ArrayLike = ..., torque_fall: ArrayLike = ..., idle_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_brake_force: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ..., friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., cone_index: ArrayLike = ..., wheel_resistance: ArrayLike = ...) -> SingleTrackMagicFormulaFleet: ...
    @overload
    def __new__(cls, model: Literal["skid-steer", "M113A2", "M113A3", "M1A1", "M1A2", "M2A2", "M60A3", "T-72A"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., specific_force_ahead: ArrayLike = ..., specific_force_left: ArrayLike = ..., heave: ArrayLike = ..., heave_rate: ArrayLike = ..., last_slope_x: ArrayLike = ..., last_slope_y: ArrayLike = ..., is_airborne: ArrayLike | Literal['off', 'on'] = ..., body_pitch: ArrayLike = ..., body_pitch_rate: ArrayLike = ..., body_roll: ArrayLike = ..., body_roll_rate: ArrayLike = ..., rollover_angle: ArrayLike = ..., rollover_rate: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., left_track_speed: ArrayLike = ..., right_track_speed: ArrayLike = ..., engine_load: ArrayLike = ..., gear: ArrayLike = ..., shift_time: ArrayLike = ..., fuel_used: ArrayLike = ..., engine_speed: ArrayLike = ..., resistance: ArrayLike = ..., throttle: ArrayLike = ..., brake: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., steer: ArrayLike = ..., mass: ArrayLike = ..., yaw_inertia: ArrayLike = ..., centre_height: ArrayLike = ..., air_drag: ArrayLike = ..., suspension_frequency: ArrayLike = ..., suspension_damping: ArrayLike = ..., suspension_travel: ArrayLike = ..., pitch_gain: ArrayLike = ..., roll_gain: ArrayLike = ..., roll_gyration: ArrayLike = ..., track_gauge: ArrayLike = ..., contact_length: ArrayLike = ..., track_grip: ArrayLike = ..., side_grip: ArrayLike = ..., rolling_factor: ArrayLike = ..., vehicle_cone_index: ArrayLike = ..., steering: ArrayLike | Literal['neutral', 'brake', 'fixed', 'continuous'] = ..., max_track_difference: ArrayLike = ..., turning_radius: ArrayLike = ..., max_steering_force: ArrayLike = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., engine_lag: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rotating_mass_factor: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., idle_fuel_rate: ArrayLike = ..., engine_drag: ArrayLike = ..., overrun_drag: ArrayLike = ..., gear_count: ArrayLike = ..., gear_step: ArrayLike = ..., top_gear_ratio: ArrayLike = ..., wheel_radius: ArrayLike = ..., peak_torque: ArrayLike = ..., peak_torque_speed: ArrayLike = ..., torque_fall: ArrayLike = ..., idle_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_brake_force: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ..., friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., cone_index: ArrayLike = ..., track_resistance: ArrayLike = ..., shear_length: ArrayLike = ...) -> SkidSteerFleet: ...
    @overload
    def __new__(cls, model: Literal["tracked/arc", "tracked"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., left_track_speed: ArrayLike = ..., right_track_speed: ArrayLike = ..., track_gauge: ArrayLike = ..., max_yaw_rate: ArrayLike = ...) -> TrackedArcFleet: ...
    @overload
    def __new__(cls, model: Literal["tracked/simple"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., left_track_speed: ArrayLike = ..., right_track_speed: ArrayLike = ..., track_gauge: ArrayLike = ..., max_yaw_rate: ArrayLike = ..., heading_factor: ArrayLike = ..., lead_factor: ArrayLike = ...) -> TrackedSimpleFleet: ...
    @overload
    def __new__(cls, model: Literal["tractor-trailer", "articulated-lorry"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., lateral_speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., specific_force_ahead: ArrayLike = ..., specific_force_left: ArrayLike = ..., heave: ArrayLike = ..., heave_rate: ArrayLike = ..., last_slope_x: ArrayLike = ..., last_slope_y: ArrayLike = ..., is_airborne: ArrayLike | Literal['off', 'on'] = ..., body_pitch: ArrayLike = ..., body_pitch_rate: ArrayLike = ..., body_roll: ArrayLike = ..., body_roll_rate: ArrayLike = ..., rollover_angle: ArrayLike = ..., rollover_rate: ArrayLike = ..., pitch: ArrayLike = ..., roll: ArrayLike = ..., hitch_angle: ArrayLike = ..., hitch_pull: ArrayLike = ..., is_jack_knifed: ArrayLike | Literal['off', 'on'] = ..., trailer_yaw_rate: ArrayLike = ..., wheel_angle: ArrayLike = ..., engine_load: ArrayLike = ..., gear: ArrayLike = ..., shift_time: ArrayLike = ..., fuel_used: ArrayLike = ..., engine_speed: ArrayLike = ..., resistance: ArrayLike = ..., throttle: ArrayLike = ..., brake: ArrayLike = ..., parking_brake: ArrayLike | Literal['off', 'on'] = ..., engine_stop: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., mass: ArrayLike = ..., yaw_inertia: ArrayLike = ..., centre_height: ArrayLike = ..., air_drag: ArrayLike = ..., suspension_frequency: ArrayLike = ..., suspension_damping: ArrayLike = ..., suspension_travel: ArrayLike = ..., pitch_gain: ArrayLike = ..., roll_gain: ArrayLike = ..., roll_gyration: ArrayLike = ..., front_axle_offset: ArrayLike = ..., front_axle_cornering_coefficient: ArrayLike = ..., rear_axle_offset: ArrayLike = ..., rear_axle_cornering_coefficient: ArrayLike = ..., hitch_offset: ArrayLike = ..., hitch_height: ArrayLike = ..., max_hitch_angle: ArrayLike = ..., trailer_mass: ArrayLike = ..., trailer_yaw_inertia: ArrayLike = ..., trailer_centre_height: ArrayLike = ..., trailer_length: ArrayLike = ..., trailer_centre_offset: ArrayLike = ..., trailer_cornering_coefficient: ArrayLike = ..., trailer_max_brake_force: ArrayLike = ..., track_width: ArrayLike = ..., tyre_grip: ArrayLike = ..., load_sensitivity: ArrayLike = ..., tyre_linearity: ArrayLike = ..., combined_slip: ArrayLike = ..., rolling_factor: ArrayLike = ..., vehicle_cone_index: ArrayLike = ..., max_steer_angle: ArrayLike = ..., max_steer_rate: ArrayLike = ..., front_drive_share: ArrayLike = ..., front_brake_share: ArrayLike = ..., engine_power: ArrayLike = ..., drive_efficiency: ArrayLike = ..., max_drive_force: ArrayLike = ..., engine_lag: ArrayLike = ..., max_speed: ArrayLike = ..., max_reverse_speed: ArrayLike = ..., rotating_mass_factor: ArrayLike = ..., fuel_capacity: ArrayLike = ..., fuel_consumption: ArrayLike = ..., idle_fuel_rate: ArrayLike = ..., engine_drag: ArrayLike = ..., overrun_drag: ArrayLike = ..., gear_count: ArrayLike = ..., gear_step: ArrayLike = ..., top_gear_ratio: ArrayLike = ..., wheel_radius: ArrayLike = ..., peak_torque: ArrayLike = ..., peak_torque_speed: ArrayLike = ..., torque_fall: ArrayLike = ..., idle_speed: ArrayLike = ..., max_engine_speed: ArrayLike = ..., max_brake_force: ArrayLike = ..., slope_x: ArrayLike = ..., slope_y: ArrayLike = ..., friction: ArrayLike = ..., sliding_friction: ArrayLike = ..., cone_index: ArrayLike = ..., wheel_resistance: ArrayLike = ...) -> TractorTrailerFleet: ...
    @overload
    def __new__(cls, model: Literal["tractor-trailer/chain"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., hitch_angle: ArrayLike = ..., second_hitch_angle: ArrayLike = ..., third_hitch_angle: ArrayLike = ..., is_jack_knifed: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., backing_guide: ArrayLike | Literal['off', 'on'] = ..., front_axle_offset: ArrayLike = ..., rear_axle_offset: ArrayLike = ..., max_steer_angle: ArrayLike = ..., trailer_count: ArrayLike | Literal['none', 'one', 'two', 'three'] = ..., hitch_offset: ArrayLike = ..., trailer_length: ArrayLike = ..., second_hitch_offset: ArrayLike = ..., second_trailer_length: ArrayLike = ..., third_hitch_offset: ArrayLike = ..., third_trailer_length: ArrayLike = ..., max_hitch_angle: ArrayLike = ...) -> TractorTrailerChainFleet: ...
    @overload
    def __new__(cls, model: Literal["tractor-trailer/unguided"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., hitch_angle: ArrayLike = ..., second_hitch_angle: ArrayLike = ..., third_hitch_angle: ArrayLike = ..., is_jack_knifed: ArrayLike | Literal['off', 'on'] = ..., steer_angle: ArrayLike = ..., speed: ArrayLike = ..., backing_guide: ArrayLike | Literal['off', 'on'] = ..., front_axle_offset: ArrayLike = ..., rear_axle_offset: ArrayLike = ..., max_steer_angle: ArrayLike = ..., trailer_count: ArrayLike | Literal['none', 'one', 'two', 'three'] = ..., hitch_offset: ArrayLike = ..., trailer_length: ArrayLike = ..., second_hitch_offset: ArrayLike = ..., second_trailer_length: ArrayLike = ..., third_hitch_offset: ArrayLike = ..., third_trailer_length: ArrayLike = ..., max_hitch_angle: ArrayLike = ...) -> TractorTrailerUnguidedFleet: ...
    @overload
    def __new__(cls, model: Any, count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., **values: Any) -> _fleet.Fleet: ...
