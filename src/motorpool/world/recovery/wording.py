"""Words for the reason and the recovery of a standing vehicle, to follow its name: "is stuck in mud"."""

from typing import Any

from ...base.wording import member_name
from ...ground.objects.objects import KINDS
from . import phases, reasons
from .events import BEGAN, WORDS

OBJECTS = {"conifer": "a conifer", "broadleaf": "a broadleaf tree", "rock": "a rock", "building": "a building"}


def sentence(world: Any, vehicle: int) -> str:
    """Return the reason for which a vehicle stands, to follow its name and "is"; empty for other vehicles.

    For example "stuck in mud: needs 38 kN, has 21" or "blocked by supply truck 3".

    Args:
        world: the vehicle's.
    """
    vehicles = world.vehicles
    reason, other = int(vehicles.standing_reason[vehicle]), int(vehicles.blocked_by[vehicle])
    if reason in (reasons.SOIL, reasons.SLOPE):
        return _stuck(world, vehicle, reason)
    if reason == reasons.OBJECT:
        return f"blocked by {object_words(world, other)}"
    if reason == reasons.VEHICLE:
        return f"blocked by {vehicle_words(world, other)}"
    if reason == reasons.PRIORITY:
        return f"giving way to {vehicle_words(world, other)}"
    return _WORDS.get(reason, "")


def action(world: Any, vehicle: int) -> str:
    """Return the manoeuvre of a vehicle, to follow its name: "backs out"; empty for none.

    Args:
        world: the vehicle's.
    """
    phase = int(world.vehicles.recovery_phase[vehicle])
    return "" if phase == phases.NONE else phases.WORDS[phase]


def happened(world: Any, vehicle: int, what: int) -> str:
    """Return an event of a vehicle, to follow its name: "is stuck in mud", "is free again".

    Args:
        world: the vehicle's, at the end of the step.
        what: a constant of ``recovery.events``.
    """
    reason = sentence(world, vehicle) if what == BEGAN else ""
    return f"is {reason}" if reason else WORDS[what]


_WORDS = {
    reasons.CONVOY: "waiting for its convoy",
    reasons.OVERTURNED: "overturned",
    reasons.DAMAGED: "damaged",
    reasons.MAP_EDGE: "at the edge of the map",
    reasons.NO_WAY: "without a free path",
    reasons.OUT_OF_FUEL: "out of fuel",
}


def ground_under(world: Any, vehicle: int) -> str:
    """Return the name of the ground under a vehicle in the present weather: "wet clay"."""
    x, y = float(world.vehicles.x[vehicle]), float(world.vehicles.y[vehicle])
    return world.weather.class_of(world.surface.name_at(x, y)).replace("-", " ")


def _stuck(world: Any, vehicle: int, reason: int) -> str:
    vehicles = world.vehicles
    ground = ground_under(world, vehicle)
    words = f"stuck in {ground}" if reason == reasons.SOIL else f"stuck on a slope of {ground}"
    needed, available = (float(column[vehicle]) for column in (vehicles.needed_force, vehicles.available_force))
    digits = 0 if needed >= 9950.0 and needed - available >= 1000.0 else 1
    has, needs = (f"{force / 1000.0:.{digits}f}" for force in (available, needed))
    if needed <= 0.0:
        return words
    best = "" if needed > available and has != needs else " at most"  # spinning wheels and tracks give less
    return f"{words}: needs {needs} kN, has {has}{best}"


def object_words(world: Any, index: int) -> str:
    """Return an object with its article: "a conifer"."""
    return OBJECTS[KINDS[world.objects.kind[index]]] if 0 <= index < world.objects.count else "an object"


def vehicle_words(world: Any, other: int) -> str:
    """Return a vehicle by its fleet's name and its number there, counted from 1 as on the page: "supply truck 3"."""
    if not 0 <= other < world.count:
        return "a vehicle"
    index = int(world.vehicles.fleet_index[other])
    fleet, rows = world.fleets[index], world.vehicles.rows[index]
    return member_name(fleet.name, fleet.model.title, number=other - rows.start + 1, count=fleet.count)
