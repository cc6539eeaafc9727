"""Warnings to a driver: reasons why a vehicle does not move although there is throttle, one sentence each.

Order: conditions that only a driver or an instructor can change, obstacles, ground and engine.
"""

import math
from typing import TYPE_CHECKING, Any

from ....ground.terrain.surface import FIELDS
from ....models.grade_limits import Drive, Ground, Limits, drive_of, limits_of
from ....models.parts.rollover import has_fallen
from ....world.recovery.wording import object_words, sentence, vehicle_words

if TYPE_CHECKING:
    from ....vehicles.fleet import Fleet
    from ....world import World

PRESSED = 0.05  # throttle above which the vehicle is expected to move [1]
GOING = 1.5  # speed above which the vehicle counts as moving [m/s]
ON_ITS_SIDE = 1.3  # rollover angle [rad]


def driving_warnings(world: "World", vehicle: int) -> list[str]:
    """Return a sentence for each reason why a vehicle does not follow its driver; none while it moves."""
    vehicles = world.vehicles
    throttle = float(vehicles.throttle[vehicle])
    fleet, row = world.moved_by(vehicle)
    found = _lasting(world, vehicle, fleet, row)
    if abs(throttle) < PRESSED:
        return found
    if vehicles.parking_brake[vehicle] > 0.5:
        found.append("The parking brake is on")
    if vehicles.engine_stop[vehicle] > 0.5:
        found.append("The engine is stopped")
    direction = math.copysign(1.0, throttle)
    if found or direction * float(vehicles.speed[vehicle]) > GOING:
        return found
    stands = sentence(world, vehicle)  # after a moment without headway
    if stands:
        found.append(stands[0].upper() + stands[1:])
    elif blocking := _blocking(world, vehicle):
        return [f"Blocked by {blocking}"]
    return (
        found if vehicles.blocked_by[vehicle] >= 0 else found + _ground_warnings(world, vehicle, fleet, row, direction)
    )


def _lasting(world: "World", vehicle: int, fleet: "Fleet", row: int) -> list[str]:
    """Return permanent reasons, which do not depend on the throttle."""
    vehicles, found = world.vehicles, list[str]()
    if vehicles.damage[vehicle] >= 1.0:
        found.append("Destroyed: it cannot move until it is repaired")
    if not fleet.model.is_dynamic:
        return found
    state, params = _values(fleet.state, row), _values(fleet.params, row)
    if "rollover_angle" in state and "centre_height" in params:
        half = 0.5 * params.get("track_gauge", params.get("track_width", 0.0))
        if has_fallen(state["rollover_angle"], half, params["centre_height"]):
            found.append("It lies on its side" if abs(state["rollover_angle"]) > ON_ITS_SIDE else "It falls over")
    if state.get("fuel_used", 0.0) >= params.get("fuel_capacity", math.inf):
        found.append("It is out of fuel")
    return found


def _blocking(world: "World", vehicle: int) -> str | None:
    contacts = world.events.contacts
    for one, other, thing in zip(contacts.vehicle, contacts.other, contacts.object, strict=True):
        if vehicle not in (one, other):
            continue
        if thing >= 0:
            return object_words(world, int(thing))
        if other < 0:
            return "the edge of the deck"
        return vehicle_words(world, int(other if one == vehicle else one))
    return None


def _ground_warnings(world: "World", vehicle: int, fleet: "Fleet", row: int, direction: float) -> list[str]:
    """Return the reasons of ground and engine why a vehicle cannot start in a direction."""
    params = _values(fleet.params, row)
    drive = drive_of(params, direction=direction) if fleet.model.is_dynamic else None
    if drive is None:
        return []
    x, y, yaw = (float(getattr(world.vehicles, name)[vehicle]) for name in ("x", "y", "yaw"))
    soil = dict(zip(FIELDS, map(float, world.surface.table[world.surface.sample(x, y)]), strict=True))
    name = world.weather.class_of(world.surface.name_at(x, y)).replace("-", " ")
    bears = params.get("vehicle_cone_index", 0.0)
    if soil["cone_index"] < bears:
        return [f"Bogged: {name} bears a cone index of {soil['cone_index']:.0f}, this vehicle needs {bears:.0f}"]
    _, slope_x, slope_y = world.terrain.sample(x, y)
    grade = direction * (float(slope_x) * math.cos(yaw) + float(slope_y) * math.sin(yaw))
    is_tracked = fleet.kind == "tracked"
    grip = params.get("track_grip" if is_tracked else "tyre_grip", 1.0)
    rolling = soil["track_resistance" if is_tracked else "wheel_resistance"] * params.get("rolling_factor", 1.0)
    ground = Ground(grip * soil["friction"], grip * soil["sliding_friction"], rolling, is_tracked)
    asked = abs(_values(fleet.control, row).get("throttle", 0.0)) * drive.max_force
    return slope_warnings(
        drive, ground, grade, asked=asked, soil=name, spins="Tracks slip" if is_tracked else "Wheels spin"
    )


def slope_warnings(drive: Drive, ground: Ground, grade: float, *, asked: float, soil: str, spins: str) -> list[str]:
    """Return the reasons why a vehicle cannot start on a grade; empty if it can.

    Args:
        asked: force that the engine is commanded to give now [N].
        soil: name of the ground.
        spins: words for tracks or wheels that lose their grip.
    """
    limits = limits_of(drive, ground)
    if grade > limits.by_engine and limits.by_engine <= limits.by_friction:
        force = f"{1e-3 * drive.max_force:.0f} kN"
        return [f"Engine too weak: its {force} allow {_slopes(limits.by_engine, grade)}"]
    friction = f"friction {ground.friction:.2f} of {soil}"
    if grade > limits.by_friction:
        return [f"{spins}: {friction} {_allowed(limits, ground, grade)}"]
    is_spinning = asked / drive.weight > ground.friction * max(drive.loads(grade)) / math.hypot(1.0, grade)
    if grade > limits.by_sliding and is_spinning:
        return [f"{spins}: ease off the throttle; {friction} {_allowed(limits, ground, grade)}"]
    return []


def _allowed(limits: Limits, ground: Ground, grade: float) -> str:
    if limits.by_friction < 0.0:
        return f"does not overcome its resistance of {ground.resistance:.2f}"
    return f"allows {_slopes(limits.by_friction, grade)}"


def _slopes(limit: float, grade: float) -> str:
    """Return a limit and the grade as text, with enough digits to distinguish them."""
    digits = 0 if f"{100.0 * limit:.0f}" != f"{100.0 * grade:.0f}" else 1
    return f"a {100.0 * max(limit, 0.0):.{digits}f} % slope, this is {100.0 * grade:.{digits}f} %"


def _values(structure: Any, row: int) -> dict[str, float]:
    return {name: float(getattr(structure, name)[row]) for name in dir(structure)}
