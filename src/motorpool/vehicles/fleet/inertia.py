"""Mass and yaw inertia of vehicles: of their model, or estimated from their body."""

from typing import Any

from ...models.declarations import TrailerFields
from . import Fleet

# Mass over length times width times height, where a model has no mass: the means of published figures [kg/m^3].
# Wheeled: Ford Escort 122, M35A2 168, M998 193. Tracked: M113A3 343, M2A2 433, M60A3 649, T-72A 746, M1A1 808.
DENSITY = {"wheeled": 160.0, "tracked": 600.0, "point": 160.0}


def trailer_inertia_of(
    fleet: Fleet, fields: TrailerFields, length: Any, width: Any, height: Any, middle: Any
) -> tuple[Any, Any, Any]:
    """Return mass [kg], yaw inertia [kg m^2] and centre of mass behind the hitch [m] of trailers: else those of a box.

    Args:
        length, width, height: size of the box [m].
        middle: distance of the box's middle behind the hitch [m].
    """
    params, volume = fleet.params, length * width * height
    mass = DENSITY["wheeled"] * volume if fields.mass is None else getattr(params, fields.mass)
    of_a_box = mass * (length * length + width * width) / 12.0
    inertia = of_a_box if fields.yaw_inertia is None else getattr(params, fields.yaw_inertia)
    return mass, inertia, middle if fields.centre_offset is None else getattr(params, fields.centre_offset)


def inertia_of(fleet: Fleet) -> tuple[Any, Any]:
    """Return the mass [kg] and yaw inertia [kg m^2] of a fleet's vehicles: parameters of their model, else of a box."""
    known, body = fleet.model.inertia, fleet.body
    volume = body.length * body.width * body.height
    mass = fleet.params.mass if "mass" in known else DENSITY.get(fleet.kind, DENSITY["point"]) * volume
    of_a_box = mass * (body.length * body.length + body.width * body.width) / 12.0
    return mass, fleet.params.yaw_inertia if "yaw_inertia" in known else of_a_box
