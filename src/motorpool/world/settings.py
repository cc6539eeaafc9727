"""Settings of components: keywords of ``World``, most of which are top-level keys of scenario files, too.

A component declares its settings as a NamedTuple beside its class, with a ``Key`` in the type of each:

    class GunnerySettings(NamedTuple):
        repair_duration: Annotated[Positive, Key("time after which a vehicle is repaired", unit="s")] = 60.0

``World``, the scenario format, its checks and the reference pages read the declaration; none of them names a setting.
"""

import math
import numbers
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from ..base.errors import WorldError, closest_names, one_of, switch_word, unknown_name
from ..models.fields import Range, shown_value


class Key(NamedTuple):
    """Description of a setting."""

    meaning: str
    unit: str = ""
    file_key: str = ""  # key in scenario files; the name of the setting by default
    null: Any = None  # value for which a scenario file has ``null``
    null_meaning: str = ""  # effect of that value; empty for a setting that cannot be null

    def text(self, null: str) -> str:
        """Return the description with its unit, as references and error messages show it.

        Args:
            null: word for the value without effect: "null" in a file.
        """
        ending = f"; {null} for {self.null_meaning}" if self.null_meaning else ""
        return f"{self.meaning}{ending}{f' [{self.unit}]' if self.unit else ''}"


class Setting(NamedTuple):
    """One declared setting."""

    name: str  # keyword of ``World``
    type: Any  # without its metadata
    range: Range | None  # of a number
    default: Any
    key: Key

    @property
    def is_by_fleet(self) -> bool:
        """Return whether it is a mapping by the names of fleets; a scenario file has a key of each fleet instead."""
        return get_origin(self.type) is Mapping

    @property
    def file_key(self) -> str:
        """Return its top-level key in scenario files."""
        return self.key.file_key or self.name

    def checked(self, value: Any) -> Any:
        """Return a value after checking its range.

        Raises:
            WorldError: it is none of the allowed ones.
        """
        if self.is_by_fleet:
            return value or {}
        if get_origin(self.type) is Literal and not _is_among(value, get_args(self.type)):
            if (meant := switch_word(value, get_args(self.type))) is not None:
                return meant
            words = one_of(value, get_args(self.type), is_quoted=True)
            raise WorldError(f"{self.name} is {shown_value(value)}; it must be {words}")
        if self.range is not None and not self._is_in_range(value):
            null = f", or {self.key.null!r} for {self.key.null_meaning}" if self.key.null_meaning else ""
            words = f"{self.range.words}{null.replace('inf ', 'infinite ')}"
            raise WorldError(f"{self.name} is {shown_value(value)}; it must be {words} ({self.key.meaning})")
        return value

    def _is_in_range(self, value: Any) -> bool:
        if self.key.null_meaning and value == self.key.null:
            return True
        is_number = isinstance(value, numbers.Real) and not math.isnan(value)
        return self.range is None or (is_number and self.range.contains(float(value)))


def _is_among(value: Any, words: tuple[Any, ...]) -> bool:
    return isinstance(value, str) and value in words


def declared(structure: Any) -> list[Setting]:
    """Return the settings that a structure declares, in order."""
    found: list[Setting] = []
    for name, annotation in get_type_hints(structure, include_extras=True).items():
        assert get_origin(annotation) is Annotated, f"{structure.__name__}.{name} has no Key"
        plain, *metadata = get_args(annotation)
        (key,) = (each for each in metadata if isinstance(each, Key))
        limits = next((each for each in metadata if isinstance(each, Range)), None)
        found.append(Setting(name, plain, limits, structure._field_defaults[name], key))
    return found


def filled(structure: Any, values: Mapping[str, Any]) -> Any:
    """Return a component's settings: the given values after a check, and defaults for the others.

    Args:
        structure: the component's NamedTuple of settings.
        values: by keyword, of all components.

    Raises:
        WorldError: a value is not allowed.
    """
    given = [setting for setting in declared(structure) if setting.name in values]
    return structure(**{setting.name: setting.checked(values[setting.name]) for setting in given})


def refuse_unknown(values: Iterable[str], known: Iterable[str], set_later: Mapping[str, str]) -> None:
    """Refuse keywords that no component declares.

    Args:
        values: keywords that were given.
        known: allowed keywords.
        set_later: advice, by name, on what is set by fleet once the world is made.

    Raises:
        WorldError: with the keyword that was probably meant, or with that advice.
    """
    names = list(known)
    for name in values:
        if name not in names:
            closest = closest_names(name, [*names, *set_later])[:1]
            for meant in set_later.keys() & closest:
                sentence = f"a World has no keyword {name!r}; {meant} is set for each fleet, not for a World"
                raise WorldError(f"{sentence}: {set_later[meant]}")
            raise WorldError(unknown_name("a World", "keyword", name, names, listed="docs/scenario-reference.md"))


def refuse_unknown_fleets(settings: Iterable[Setting], values: Mapping[str, Any], fleet_names: list[str]) -> None:
    """Refuse settings by fleet for a fleet that the world does not have.

    Args:
        settings: all that are declared.
        values: by keyword.

    Raises:
        WorldError: with the name that was probably meant.
    """
    for setting in settings:
        by_fleet: Mapping[str, Any] = (setting.is_by_fleet and values.get(setting.name)) or {}
        for name in by_fleet:
            if name not in fleet_names:
                raise WorldError(f"{setting.name}: {unknown_name('', 'fleet', name, fleet_names)}")
