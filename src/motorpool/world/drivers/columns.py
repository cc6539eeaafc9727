"""Columns of the drivers."""

from typing import NamedTuple

from ..columns import Floats, Indices, Words


class DriverInputs(NamedTuple):
    """Driver, its inputs (pedals, steering, switches), and the commands to the vehicle."""

    driver: Words  # a constant of ``drivers.kinds``
    throttle: Floats  # -1..1, backward negative [1]
    brake: Floats  # 0..1 [1]
    target_steer: Floats  # commanded by the driver, -1..1, left positive [1]
    commanded_speed: Floats  # for this step, forward positive [m/s]
    steer: Floats  # steering command of this step, -1..1, left positive [1]
    cruise: Floats  # switch of the cruise control: 1 on, 0 off
    parking_brake: Floats  # 1 on, 0 off
    engine_stop: Floats  # 1 on, 0 off
    is_cruising: Floats  # 1 while the cruise control drives, else 0
    cruise_speed: Floats  # that the cruise control holds [m/s]


class Script(NamedTuple):
    """Progress of a scripted driver; see ``sources.orders``."""

    order: Indices  # orders of the script that have begun
    is_parked: Words  # 1: stands with its brakes on while no person drives it


class Turns(NamedTuple):
    """Drivers that ``command_autopilots`` leaves to ``command_others``, and their direct pedals."""

    is_other: Words  # a person or a script drives it, or it is dead
    takes_pedals: Words  # 1: its model has pedals
    pedal_share: (
        Floats  # of the throttle that drives a model with pedals, by damage; 0 if it is given a speed, -1 at rest [1]
    )
