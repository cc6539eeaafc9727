"""The keywords of a world as an editor sees them. Written by make generate; not to be edited."""

from collections.abc import Mapping
from typing import Literal, TypedDict

from ..models.registry import Model
from .drivers.manual_control import Handling
from .gunnery.guns import Armament

class WorldSettings(TypedDict, total=False):
    handling: Mapping[str, Handling] | None
    """limits of vehicles in the hands of a driver, by fleet name; by default those of their kind"""
    are_alone: bool
    """each vehicle has the ground and its objects to itself: it neither sees nor touches the others"""
    group_size: int
    """number of vehicles in a group, counted in the order of their ids: a vehicle touches only those of its own group, and sees none; 0: all are one group"""
    dynamics: Mapping[str, str | Model] | None
    """alternate model that vehicles may switch to while they drive, by fleet name; by default that of their kind. One of the two models must be dynamic"""
    recovery: Literal["off", "report", "free"]
    """vehicles that make no headway: off, report the reason, or free them, by setting them back at last"""
    pedals: Literal["direct", "limited"]
    """throttle and brake of people, scripts and policies: direct, as the vehicle's own model takes them, or limited, by its driver's acceleration and braking; kinematic models have only the latter"""
    armament: Mapping[str, Armament] | None
    """guns, by fleet name; vehicles of a fleet that is not named have none"""
    repair_duration: float
    """time after its last hit at which a vehicle is repaired; infinite for never [s]"""
    ruts: bool
    """vehicles leave ruts in soft ground, and meet those of earlier passes"""
    rut_filling_time: float
    """time in which rain fills ruts to 37 % of their depth; infinite for ruts that stay [s]"""
    weather: Literal["dry", "rain", "snow", "fog"]
    """weather at the beginning"""
