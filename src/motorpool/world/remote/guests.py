"""Guest fleets: rows of a world that are kept free for vehicles of other programs.

world = World(fleets=[Fleet("M1A1", 4), *guest_fleets(100)])
vacate_guests(world)
"""

from typing import Any

from ...fleet import Body, Fleet

GUESTS = "guests"  # how the names of such fleets begin
WHEELED, TRACKED = Body(5.0, 2.2, 2.0), Body(7.0, 3.4, 2.4)  # a guest brings its own


def guest_fleets(room: int) -> list[Fleet]:
    """Return fleets for guests: wheeled ones, and tracked. What they are given up to, this world can drive on.

    Args:
        room: vehicles of each kind.
    """
    wheeled = Fleet("bicycle", room, name=f"{GUESTS}, wheeled", body=WHEELED)
    return [wheeled, Fleet("tracked", room, name=f"{GUESTS}, tracked", body=TRACKED)]


def vacate_guests(world: Any) -> None:
    """Set the rows of guest fleets free."""
    for fleet, rows in zip(world.fleets, world.vehicles.rows, strict=True):
        if fleet.name.startswith(GUESTS):
            world.remote.vacate(rows)
