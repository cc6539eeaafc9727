"""Entity types: a kind of vehicle as the seven numbers by which DIS names it.

``1.1.225.1.1.2`` is a platform on land of the United States, a tank, the M1, the M1A1. The numbers are those of
SISO-REF-010, "Reference for Enumerations for Simulation Interoperability"; those that are left out at the end are 0.
"""

import re
from typing import NamedTuple

LARGEST = (255, 255, 65535, 255, 255, 255, 255)  # of each number
_DOTTED = re.compile(r"[0-9]{1,5}(\.[0-9]{1,5}){1,6}")


class EntityType(NamedTuple):
    """The seven numbers, from the general to the special; 0 is "other"."""

    kind: int  # 1 platform, 2 munition, 3 life form, ...
    domain: int  # of a platform: 1 land, 2 air, 3 surface, 4 subsurface, 5 space
    country: int = 0  # 225 United States, 222 Russia, 0 of no country
    category: int = 0  # of a platform on land: 1 tank, 2 armoured fighting vehicle, 81 car, ...
    subcategory: int = 0
    specific: int = 0
    extra: int = 0

    def __str__(self) -> str:
        return ".".join(map(str, self))


def parse_entity_type(text: str) -> EntityType:
    """Return the entity type of a dotted text: two to seven whole numbers.

    Raises:
        ValueError: it is none; the sentence says what is allowed.
    """
    numbers = tuple(map(int, text.strip().split("."))) if _DOTTED.fullmatch(text.strip()) else ()
    if not numbers or any(number > largest for number, largest in zip(numbers, LARGEST, strict=False)):
        raise ValueError(
            f"{text[:60]!r} is no entity type; it must be two to seven whole numbers with dots between, "
            f"{'.'.join(EntityType._fields)}, of which the country is at most 65535 and the others at most 255: "
            "1.1.225.1.1.2"
        )
    return EntityType(*numbers)
