"""Guest fleets: rows of a world for vehicles of other programs.

world = World(fleets=[Fleet("M1A1", 4), *guest_fleets(100)])
vacate_guests(world)
"""

from typing import Any

from ...vehicles.fleet import Body, Fleet

GUESTS = "guests"  # beginning of the names of such fleets
WHEELED, TRACKED = Body(5.0, 2.2, 2.0), Body(7.0, 3.4, 2.4)  # until a guest sets its own dimensions


def guest_fleets(room: int) -> list[Fleet]:
    """Return two fleets for ``room`` guests each, wheeled and tracked, whose models move guests that are taken over."""
    wheeled = Fleet("bicycle", room, name=f"{GUESTS}, wheeled", body=WHEELED)
    return [wheeled, Fleet("tracked", room, name=f"{GUESTS}, tracked", body=TRACKED)]


def vacate_guests(world: Any) -> None:
    """Free the rows of all guest fleets."""
    for fleet, rows in zip(world.fleets, world.vehicles.rows, strict=True):
        if fleet.name.startswith(GUESTS):
            world.remote.vacate(rows)
