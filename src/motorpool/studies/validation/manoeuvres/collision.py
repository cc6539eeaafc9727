"""Collision of two equal vehicles, head-on and oblique: momentum is conserved, energy does not increase."""

from typing import Any

import numpy as np

from ....models.declarations import INERTIA
from ....models.registry import Model, find
from ....vehicles.fleet import Fleet
from ....world import World
from ..outcome import Measure, Outcome, about, at_most, yes
from ..rig import param, total_mass

TITLE = "Collision"
SOURCE = "$m1 v1 + m2 v2$ stays; what a blow leaves of the kinetic energy is no more than there was"
REFERENCE = "conservation law"
CLOSING = 6.0  # closing speed [m/s]
ASLANT = 0.5  # angle of the oblique collision [rad]


def suits(model: Model) -> bool:
    """Return whether a vehicle has mass and can be placed in a world."""
    return model.inertia == INERTIA and model.is_dynamic and "lateral_speed" in model.velocities


def run(vehicle: Any) -> Outcome:
    """Return momentum and energy before and after the collision, in two encounters.

    Trailers take their share of a blow aslant through the hitch, which the tractor's motion does not show.
    """
    measures: list[Measure] = []
    encounters = [("head on", np.pi, 0.0), ("aslant", np.pi - ASLANT, 0.25)]
    for name, turn, aside in encounters if total_mass(vehicle) == param(vehicle, "mass") else encounters[:1]:
        before, after, was_struck = _strike(vehicle, turn, aside)
        momentum = float(np.abs(after[:2] - before[:2]).max()) / (param(vehicle, "mass") * CLOSING)
        measures += [
            yes(f"{name}: they touch", was_struck, "they are driven into each other"),
            at_most(f"{name}: change of momentum, over m v", momentum, 1e-12, unit="1", source=SOURCE),
            at_most(f"{name}: energy after over before", after[2] / before[2], 1.0, unit="1", source=SOURCE),
        ]
    mass = param(vehicle, "mass")
    weighed = float(_pair(vehicle).vehicles.mass[0])
    measures.append(about("mass in the world", weighed, mass, within=1e-12, unit="kg", source="its file"))
    return Outcome(tuple(measures))


def _strike(vehicle: Any, turn: float, aside: float) -> tuple[Any, Any, bool]:
    """Return momentum [N s] and kinetic energy [J] before and after a collision, and whether there was one."""
    world = _pair(vehicle)
    columns = world.vehicles
    reach, width = float(min(columns.front_reach[0], columns.half_length[0])), float(columns.half_width[0])
    front = reach - 0.5 * width, aside * width  # middle of the other vehicle's front
    world.place_vehicles(0, 0.0, 0.0, 0.0)
    world.place_vehicles(1, front[0] - reach * np.cos(turn), front[1] - reach * np.sin(turn), turn)
    columns.speed[:] = 0.5 * CLOSING
    for fleet in world.fleets:
        fleet.state.speed = 0.5 * CLOSING
    world.motion.refresh_velocities()
    before = _motion(world)
    world.contact.step()
    world.attitude.step()
    return before, _motion(world), bool(world.events.contacts.vehicle.size)


def _pair(vehicle: Any) -> World:
    model = find(vehicle)
    return World(fleets=[Fleet(model, 1, name="one"), Fleet(model, 1, name="other")])


def _motion(world: World) -> Any:
    """Return the momentum east and north [N s] and the kinetic energy [J] of both vehicles."""
    columns = world.vehicles
    sine, cosine = np.sin(columns.yaw), np.cos(columns.yaw)
    east = columns.speed * cosine - columns.lateral_speed * sine
    north = columns.speed * sine + columns.lateral_speed * cosine
    energy = 0.5 * (columns.mass * (east**2 + north**2) + columns.yaw_inertia * columns.yaw_rate**2)
    return np.array([(columns.mass * east).sum(), (columns.mass * north).sum(), energy.sum()])
