"""Weather: the class of ground that replaces each dry class in rain and in snow.

The values of the classes are cited in ``surface``; the replacements are estimates. Gravel and sand drain, and wet earth
does not change. Snow is packed on paved ground and loose elsewhere. Fog changes nothing.
"""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from ...base.errors import WorldError, unknown_name
from .surface import CLASSES, Floats, rows_of

WeatherKind = Literal["dry", "rain", "snow", "fog"]
WEATHERS: tuple[WeatherKind, ...] = get_args(WeatherKind)

_PAVED: tuple[str, ...] = ("dry-asphalt", "wet-asphalt", "concrete", "gravel")
_LOOSE: tuple[str, ...] = ("dry-earth", "wet-earth", "dry-sand", "mud", "grass", "wet-grass")
COUNTERPARTS: dict[str, dict[str, str]] = {
    "rain": {
        "dry-asphalt": "wet-asphalt", "concrete": "wet-asphalt", "dry-earth": "wet-earth", "grass": "wet-grass",
    },
    "snow": {name: "packed-snow" if name in _PAVED else "fresh-snow" for name in (*_PAVED, *_LOOSE)},
}  # fmt: skip


def class_in(weather: str, name: str) -> str:
    """Return the class that replaces a dry class in a weather; the class itself if it does not change.

    Raises:
        WorldError: the weather is unknown.
    """
    return COUNTERPARTS.get(checked_weather(weather), {}).get(name, name)


def table_in(weather: str, names: Sequence[str], dry: Floats) -> Floats:
    """Return the table of a surface in a weather, from that in dry weather, in units of ``surface.FIELDS``.

    Raises:
        WorldError: the weather is unknown.
    """
    rows = [_row(class_in(weather, name), names, dry) if name in CLASSES else dry[i] for i, name in enumerate(names)]
    return np.array(rows, np.float64)


def checked_weather(weather: str) -> WeatherKind:
    """Return the name of a weather after checking it.

    Raises:
        WorldError: the weather is unknown.
    """
    for known in WEATHERS:
        if weather == known:
            return known
    raise WorldError(unknown_name("", "weather", weather, WEATHERS))


def _row(name: str, names: Sequence[str], dry: Floats) -> Floats:
    """Return the values of a class, from the surface's own table or else from the standard one."""
    return dry[names.index(name)] if name in names else rows_of([name])[0]
