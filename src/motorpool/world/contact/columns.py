"""Columns of contact."""

from typing import NamedTuple

from ..columns import Floats, Words


class ModelVelocity(NamedTuple):
    """Velocities, besides the speed, in the state of the model that moves a vehicle; contacts change them."""

    model_lateral_speed: Floats  # left positive; 0 of a model without it [m/s]
    model_yaw_rate: Floats  # counter-clockwise; 0 of a model without it [rad/s]
    has_lateral_speed: Words  # 1 if the model's state has a lateral speed, else 0
    has_yaw_rate: Words  # 1 if the model's state has a yaw rate, else 0


class ResidualMotion(NamedTuple):
    """Motion after an impact that the state of the vehicle's model cannot represent."""

    residual_lateral_speed: Floats  # left positive [m/s]
    residual_yaw_rate: Floats  # beyond what the steering makes, counter-clockwise [rad/s]
