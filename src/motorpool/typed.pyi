"""Vehicles and fleets as an editor sees them. Written by tools/typed_names.py; not to be edited."""

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import fleet as _fleet
from . import vehicle as _vehicle

Column = NDArray[np.floating[Any]]

class AckermannArcVehicle(_vehicle.Vehicle):
    x: float
    """east [m]"""
    y: float
    """north [m]"""
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

class AckermannArcState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class AckermannArcControl(_fleet.Columns):
    outer_wheel_angle: Column
    """of the front wheel outside the turn, left positive [rad]"""
    outer_rear_speed: Column
    """of the rear wheel outside the turn, forward positive [m/s]"""

class AckermannArcParams(_fleet.Columns):
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
    """east [m]"""
    y: float
    """north [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    forward_speed: float
    """along body x [m/s]"""
    lateral_speed: float
    """along body y, left positive [m/s]"""
    yaw_rate: float
    """counter-clockwise positive [rad/s]"""

class ArcState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class ArcControl(_fleet.Columns):
    forward_speed: Column
    """along body x [m/s]"""
    lateral_speed: Column
    """along body y, left positive [m/s]"""
    yaw_rate: Column
    """counter-clockwise positive [rad/s]"""

class ArcParams(_fleet.Columns):
    pass

class ArcFleet(_fleet.Fleet):
    state: ArcState
    control: ArcControl
    params: ArcParams

class BicycleArcVehicle(_vehicle.Vehicle):
    x: float
    """east [m]"""
    y: float
    """north [m]"""
    yaw: float
    """counter-clockwise from east, in (-pi, pi] [rad]"""
    steer_angle: float
    """of the front wheel, left positive [rad]"""
    speed: float
    """of the reference point, forward positive [m/s]"""
    wheelbase: float
    """front to rear axle [m]"""
    speed_reference: float
    """where speed is measured: rear axle 0 to front axle 1 [1]"""
    max_steer_angle: float
    """of a full steering command in drive() [rad]"""

class BicycleArcState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleArcControl(_fleet.Columns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleArcParams(_fleet.Columns):
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
    """east [m]"""
    y: float
    """north [m]"""
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

class BicycleDriftState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
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

class BicycleDriftControl(_fleet.Columns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleDriftParams(_fleet.Columns):
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
    """east [m]"""
    y: float
    """north [m]"""
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

class BicycleDriftFramesState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
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

class BicycleDriftFramesControl(_fleet.Columns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleDriftFramesParams(_fleet.Columns):
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

class BicycleLongerFrontVehicle(_vehicle.Vehicle):
    x: float
    """east [m]"""
    y: float
    """north [m]"""
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

class BicycleLongerFrontState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleLongerFrontControl(_fleet.Columns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleLongerFrontParams(_fleet.Columns):
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
    """east [m]"""
    y: float
    """north [m]"""
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

class BicycleOldLineState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleOldLineControl(_fleet.Columns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleOldLineParams(_fleet.Columns):
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
    """east [m]"""
    y: float
    """north [m]"""
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

class BicycleRearFollowsState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleRearFollowsControl(_fleet.Columns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleRearFollowsParams(_fleet.Columns):
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
    """east [m]"""
    y: float
    """north [m]"""
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

class BicycleSixLineState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleSixLineControl(_fleet.Columns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleSixLineParams(_fleet.Columns):
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
    """east [m]"""
    y: float
    """north [m]"""
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

class BicycleSixLineLimitState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class BicycleSixLineLimitControl(_fleet.Columns):
    steer_angle: Column
    """of the front wheel, left positive [rad]"""
    speed: Column
    """of the reference point, forward positive [m/s]"""

class BicycleSixLineLimitParams(_fleet.Columns):
    wheelbase: Column
    """front to rear axle [m]"""
    max_steer_angle: Column
    """of a full steering command in drive() [rad]"""

class BicycleSixLineLimitFleet(_fleet.Fleet):
    state: BicycleSixLineLimitState
    control: BicycleSixLineLimitControl
    params: BicycleSixLineLimitParams

class PolarCorrectedVehicle(_vehicle.Vehicle):
    x: float
    """east [m]"""
    y: float
    """north [m]"""
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
    turn_law: float
    """how the turn grows with the angle that is left [1]"""
    brake_law: float
    """how the angular velocity is braked [1]"""
    speed_law: float
    """how the acceleration depends on the speed [1]"""
    angular_velocity: float
    """kept from step to step, or none: no overshoot then [1]"""

class PolarCorrectedState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """of the speed vector, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """a magnitude [m/s]"""
    yaw_rate: Column
    """angular velocity of the speed vector, counter-clockwise positive [rad/s]"""

class PolarCorrectedControl(_fleet.Columns):
    acceleration: Column
    """of what there is: 1 a key is held, -1 none is, so coast [1]"""
    acceleration_yaw: Column
    """wanted direction, counter-clockwise from east [rad]"""

class PolarCorrectedParams(_fleet.Columns):
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
    """east [m]"""
    y: float
    """north [m]"""
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
    turn_law: float
    """how the turn grows with the angle that is left [1]"""
    brake_law: float
    """how the angular velocity is braked [1]"""
    speed_law: float
    """how the acceleration depends on the speed [1]"""
    angular_velocity: float
    """kept from step to step, or none: no overshoot then [1]"""

class PolarFaithfulState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """of the speed vector, counter-clockwise from east, in (-pi, pi] [rad]"""
    speed: Column
    """a magnitude [m/s]"""
    yaw_rate: Column
    """angular velocity of the speed vector, counter-clockwise positive [rad/s]"""

class PolarFaithfulControl(_fleet.Columns):
    acceleration: Column
    """of what there is: 1 a key is held, -1 none is, so coast [1]"""
    acceleration_yaw: Column
    """wanted direction, counter-clockwise from east [rad]"""

class PolarFaithfulParams(_fleet.Columns):
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

class TrackedArcVehicle(_vehicle.Vehicle):
    x: float
    """east [m]"""
    y: float
    """north [m]"""
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

class TrackedArcState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class TrackedArcControl(_fleet.Columns):
    left_track_speed: Column
    """forward positive [m/s]"""
    right_track_speed: Column
    """forward positive [m/s]"""

class TrackedArcParams(_fleet.Columns):
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
    """east [m]"""
    y: float
    """north [m]"""
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

class TrackedSimpleState(_fleet.Columns):
    x: Column
    """east [m]"""
    y: Column
    """north [m]"""
    yaw: Column
    """counter-clockwise from east, in (-pi, pi] [rad]"""

class TrackedSimpleControl(_fleet.Columns):
    left_track_speed: Column
    """forward positive [m/s]"""
    right_track_speed: Column
    """forward positive [m/s]"""

class TrackedSimpleParams(_fleet.Columns):
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

class Vehicle(_vehicle.Vehicle):
    @overload
    def __new__(cls, model: Literal["ackermann/arc", "ackermann"], *, x: float = ..., y: float = ..., yaw: float = ..., outer_wheel_angle: float = ..., outer_rear_speed: float = ..., wheelbase: float = ..., track_width: float = ..., max_wheel_angle: float = ...) -> AckermannArcVehicle: ...
    @overload
    def __new__(cls, model: Literal["arc"], *, x: float = ..., y: float = ..., yaw: float = ..., forward_speed: float = ..., lateral_speed: float = ..., yaw_rate: float = ...) -> ArcVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/arc", "bicycle"], *, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., speed_reference: float | Literal['rear', 'centre', 'front'] = ..., max_steer_angle: float = ...) -> BicycleArcVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/drift"], *, x: float = ..., y: float = ..., yaw: float = ..., yaw_change_1: float = ..., yaw_change_2: float = ..., yaw_change_3: float = ..., yaw_change_4: float = ..., yaw_change_5: float = ..., yaw_change_6: float = ..., yaw_change_7: float = ..., yaw_change_8: float = ..., yaw_change_9: float = ..., yaw_change_10: float = ..., yaw_change_11: float = ..., yaw_change_12: float = ..., yaw_change_13: float = ..., yaw_change_14: float = ..., yaw_change_15: float = ..., yaw_change_16: float = ..., yaw_change_17: float = ..., yaw_change_18: float = ..., yaw_change_19: float = ..., yaw_change_20: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., delay: float = ..., max_steer_angle: float = ...) -> BicycleDriftVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/drift-frames"], *, x: float = ..., y: float = ..., yaw: float = ..., yaw_change_1: float = ..., yaw_change_2: float = ..., yaw_change_3: float = ..., yaw_change_4: float = ..., yaw_change_5: float = ..., yaw_change_6: float = ..., yaw_change_7: float = ..., yaw_change_8: float = ..., yaw_change_9: float = ..., yaw_change_10: float = ..., yaw_change_11: float = ..., yaw_change_12: float = ..., yaw_change_13: float = ..., yaw_change_14: float = ..., yaw_change_15: float = ..., yaw_change_16: float = ..., yaw_change_17: float = ..., yaw_change_18: float = ..., yaw_change_19: float = ..., yaw_change_20: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., delay_frames: float = ..., max_steer_angle: float = ...) -> BicycleDriftFramesVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/longer-front"], *, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleLongerFrontVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/old-line"], *, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleOldLineVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/rear-follows"], *, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleRearFollowsVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/six-line"], *, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleSixLineVehicle: ...
    @overload
    def __new__(cls, model: Literal["bicycle/six-line-limit"], *, x: float = ..., y: float = ..., yaw: float = ..., steer_angle: float = ..., speed: float = ..., wheelbase: float = ..., max_steer_angle: float = ...) -> BicycleSixLineLimitVehicle: ...
    @overload
    def __new__(cls, model: Literal["polar/corrected", "polar"], *, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., yaw_rate: float = ..., acceleration: float = ..., acceleration_yaw: float = ..., max_speed: float = ..., max_acceleration: float = ..., coast_deceleration: float = ..., turn_rate: float = ..., damping: float = ..., turn_law: float | Literal['sine', 'linear', 'fixed'] = ..., brake_law: float | Literal['none', 'full', 'linear', 'cosine'] = ..., speed_law: float | Literal['one', 'cosine', 'capped'] = ..., angular_velocity: float | Literal['kept', 'none'] = ...) -> PolarCorrectedVehicle: ...
    @overload
    def __new__(cls, model: Literal["polar/faithful"], *, x: float = ..., y: float = ..., yaw: float = ..., speed: float = ..., yaw_rate: float = ..., acceleration: float = ..., acceleration_yaw: float = ..., max_speed: float = ..., max_acceleration: float = ..., turn_rate: float = ..., turn_law: float | Literal['sine', 'linear', 'fixed'] = ..., brake_law: float | Literal['none', 'full', 'linear', 'cosine', 'signed'] = ..., speed_law: float | Literal['one', 'cosine', 'capped'] = ..., angular_velocity: float | Literal['kept', 'none'] = ...) -> PolarFaithfulVehicle: ...
    @overload
    def __new__(cls, model: Literal["tracked/arc", "tracked"], *, x: float = ..., y: float = ..., yaw: float = ..., left_track_speed: float = ..., right_track_speed: float = ..., track_gauge: float = ..., max_yaw_rate: float = ...) -> TrackedArcVehicle: ...
    @overload
    def __new__(cls, model: Literal["tracked/simple"], *, x: float = ..., y: float = ..., yaw: float = ..., left_track_speed: float = ..., right_track_speed: float = ..., track_gauge: float = ..., max_yaw_rate: float = ..., heading_factor: float = ..., lead_factor: float = ...) -> TrackedSimpleVehicle: ...
    @overload
    def __new__(cls, model: Any, **values: Any) -> _vehicle.Vehicle: ...

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
    def __new__(cls, model: Literal["polar/corrected", "polar"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., acceleration: ArrayLike = ..., acceleration_yaw: ArrayLike = ..., max_speed: ArrayLike = ..., max_acceleration: ArrayLike = ..., coast_deceleration: ArrayLike = ..., turn_rate: ArrayLike = ..., damping: ArrayLike = ..., turn_law: ArrayLike | Literal['sine', 'linear', 'fixed'] = ..., brake_law: ArrayLike | Literal['none', 'full', 'linear', 'cosine'] = ..., speed_law: ArrayLike | Literal['one', 'cosine', 'capped'] = ..., angular_velocity: ArrayLike | Literal['kept', 'none'] = ...) -> PolarCorrectedFleet: ...
    @overload
    def __new__(cls, model: Literal["polar/faithful"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., speed: ArrayLike = ..., yaw_rate: ArrayLike = ..., acceleration: ArrayLike = ..., acceleration_yaw: ArrayLike = ..., max_speed: ArrayLike = ..., max_acceleration: ArrayLike = ..., turn_rate: ArrayLike = ..., turn_law: ArrayLike | Literal['sine', 'linear', 'fixed'] = ..., brake_law: ArrayLike | Literal['none', 'full', 'linear', 'cosine', 'signed'] = ..., speed_law: ArrayLike | Literal['one', 'cosine', 'capped'] = ..., angular_velocity: ArrayLike | Literal['kept', 'none'] = ...) -> PolarFaithfulFleet: ...
    @overload
    def __new__(cls, model: Literal["tracked/arc", "tracked"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., left_track_speed: ArrayLike = ..., right_track_speed: ArrayLike = ..., track_gauge: ArrayLike = ..., max_yaw_rate: ArrayLike = ...) -> TrackedArcFleet: ...
    @overload
    def __new__(cls, model: Literal["tracked/simple"], count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., x: ArrayLike = ..., y: ArrayLike = ..., yaw: ArrayLike = ..., left_track_speed: ArrayLike = ..., right_track_speed: ArrayLike = ..., track_gauge: ArrayLike = ..., max_yaw_rate: ArrayLike = ..., heading_factor: ArrayLike = ..., lead_factor: ArrayLike = ...) -> TrackedSimpleFleet: ...
    @overload
    def __new__(cls, model: Any, count: int, *, name: str | None = None, body: _fleet.Body | None = None, dtype: Any = ..., device: str = ..., **values: Any) -> _fleet.Fleet: ...
