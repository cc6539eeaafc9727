"""Entity types of vehicles: the type of a local vehicle, and the local vehicle that best represents a received type.

A vehicle file may give its type (``entity_type``). A vehicle without one, or a plain motion model, is sent as a land
platform of no country, in the category of its look or kind.

A received type is matched number by number: kind, domain, country, category, ... The vehicle with the most leading
numbers in common is chosen; of several, the one whose next number is nearest. If not even the category matches, each
category of land platforms has a default vehicle, whatever the country. Everything else is shown as a box.

Source: SISO-REF-010.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from ...models.registry import Model, find
from ...vehicles import motor_pool
from ...vehicles.fleet import Body, body_of
from ...vehicles.shape.look import looks
from ...vehicles.vehicle_file import EntityType, parse_entity_type
from .wire.enumerations import Domain, EntityKind

UP_TO_CATEGORY = 4  # leading numbers in common that are needed for a match

_TYPE_OF_KIND = {"tracked": "1.1.0.1", "wheeled": "1.1.0.81.40"}

# Default vehicle of each category of land platforms.
_VEHICLE_OF_CATEGORY = {
    1: "M1A1",  # tank
    2: "M2A2",  # armoured fighting vehicle
    3: "M113A3",  # armoured utility vehicle
    4: "M113A3",  # self-propelled artillery
    6: "M998",  # small wheeled utility vehicle
    7: "M35A2",  # large wheeled utility vehicle
    8: "M113A2",  # small tracked utility vehicle
    9: "M113A2",  # large tracked utility vehicle
    80: "quad",  # motorcycle
    81: "car",
    82: "M35A2",  # bus
    83: "M35A2",  # single unit cargo truck
    84: "M35A2",  # single unit utility or emergency truck
    85: "articulated-lorry",  # multiple unit cargo truck
    86: "articulated-lorry",  # multiple unit utility or emergency truck
    90: "quad",  # recreational
    93: "car",  # utility or emergency car
}


class Likeness(NamedTuple):
    """Vehicle and size that represent a received entity."""

    vehicle: str | None  # name of a shipped vehicle; None for a box
    body: Body


_BODY_OF_DOMAIN: dict[int, Body] = {  # dimensions of platforms
    Domain.LAND: Body(5.0, 2.5, 2.0),
    Domain.AIR: Body(15.0, 12.0, 4.5),
    Domain.SURFACE: Body(60.0, 10.0, 12.0),
    Domain.SUBSURFACE: Body(70.0, 9.0, 9.0),
    Domain.SPACE: Body(5.0, 3.0, 3.0),
}
_BODY_OF_KIND: dict[int, Body] = {
    EntityKind.MUNITION: Body(2.5, 0.3, 0.3),
    EntityKind.LIFE_FORM: Body(0.5, 0.6, 1.8),
    EntityKind.CULTURAL_FEATURE: Body(10.0, 10.0, 5.0),
    EntityKind.SUPPLY: Body(1.2, 1.0, 1.0),
}
_BODY_OF_THE_REST = Body(1.0, 1.0, 1.0)


def entity_type_of(model: Model | str) -> EntityType:
    """Return the entity type of a vehicle or motion model.

    Raises:
        ModelError: there is no model of that name.
    """
    model = find(model)
    vehicle = model.vehicle
    if vehicle is None:
        return parse_entity_type(_TYPE_OF_KIND.get(model.kind, "1.1"))
    return vehicle.entity_type or parse_entity_type(looks()[vehicle.look].entity_type)


@lru_cache(maxsize=4096)
def likeness_of(entity_type: EntityType) -> Likeness:
    """Return the shipped vehicle that best represents an entity, and its size."""
    name = _nearest(entity_type)
    if name is None:
        return Likeness(None, _box_of(entity_type))
    return Likeness(name, body_of(find(name)))


def _nearest(entity_type: EntityType) -> str | None:
    if entity_type[:2] != (EntityKind.PLATFORM, Domain.LAND):
        return None
    common, _, name = max(_score(entity_type, known, name) for name, known in _pool().items())
    return name if common >= UP_TO_CATEGORY else _VEHICLE_OF_CATEGORY.get(entity_type.category)


def _score(received: EntityType, known: EntityType, name: str) -> tuple[int, int, str]:
    for index, (a, b) in enumerate(zip(received, known, strict=True)):
        if a != b:
            return index, -abs(a - b), name
    return len(received), 0, name


def _box_of(entity_type: EntityType) -> Body:
    if entity_type.kind == EntityKind.PLATFORM:
        return _BODY_OF_DOMAIN.get(entity_type.domain, _BODY_OF_THE_REST)
    return _BODY_OF_KIND.get(entity_type.kind, _BODY_OF_THE_REST)


@cache
def _pool() -> dict[str, EntityType]:
    return {name: entity_type_of(name) for name in motor_pool.names()}
