"""Weather: the class that each class of ground turns into in rain and in snow.

The classes are those of the table of ``surface``, whose values are cited there; which one becomes which is ours. Gravel
drains, sand drains, and earth that is wet already stays as it is: no rain here lasts for days. Snow is driven firm on
what is paved, and lies loose elsewhere. Fog wets nothing.
"""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from ..errors import WorldError, unknown_name
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
    """Return the name of the class that a class of dry weather is in a ``weather``; its own where nothing changes it.

    Raises:
        WorldError: there is no such weather.
    """
    return COUNTERPARTS.get(checked_weather(weather), {}).get(name, name)


def table_in(weather: str, names: Sequence[str], dry: Floats) -> Floats:
    """Return the table of a surface in a weather.

    Args:
        weather: one of ``WEATHERS``.
        names: of the surface's classes.
        dry: its table in dry weather, units as ``surface.FIELDS``.

    Raises:
        WorldError: there is no such weather.
    """
    rows = [_row(class_in(weather, name), names, dry) if name in CLASSES else dry[i] for i, name in enumerate(names)]
    return np.array(rows, np.float64)


def checked_weather(weather: str) -> WeatherKind:
    """Return the weather, if there is such a one.

    Raises:
        WorldError: there is none.
    """
    for known in WEATHERS:
        if weather == known:
            return known
    raise WorldError(unknown_name("", "weather", weather, WEATHERS))


def _row(name: str, names: Sequence[str], dry: Floats) -> Floats:
    """Return the values of a class: the surface's own, else those of the standard table."""
    return dry[names.index(name)] if name in names else rows_of([name])[0]
