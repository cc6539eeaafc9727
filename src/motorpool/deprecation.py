"""Deprecated public names: their list, and the places where an old name still works and gives a warning.

To rename something public, rename it in the code and add an entry to ``DEPRECATED``. The old name then works until the
entry is deleted: as a name of ``motorpool``, a member or a parameter of one, a column of vehicles, a key of scenario
files, an option of a command, or a word for a value of a model. `python tools/public_interface.py` prints names in the
form that an entry has, and a test fails if a name vanishes without an entry.
"""

import functools
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from .errors import InterfaceDeprecationWarning

NAMES = "names"
COLUMNS = "columns of vehicles"
KEYS = "scenario keys"
COMMANDS = "commands"
WORDS = "words of model fields"
PARTS = (NAMES, COLUMNS, KEYS, COMMANDS, WORDS)  # headings of tests/release/interface.json whose names can be replaced


class Deprecated(NamedTuple):
    """Old public name, which still works.

    Example:
        Deprecated("names", "World.step(delta)", "dt", since="1.2.0", gone_in="2.0.0")
    """

    part: str  # one of PARTS
    name: str  # the old name: "World", "World.step", "World.step(dt)", "mass", "FleetPart.count", "run --vehicles"
    replacement: str  # its last part, renamed: "Scene", "advance", "time_step", "sprung_mass", "number", "--count"
    since: str  # version that gave the first warning
    gone_in: str  # version that will not have the old name: the next first number


DEPRECATED: tuple[Deprecated, ...] = (
    Deprecated(WORDS, "mended", "corrected", since="1.0.0", gone_in="2.0.0"),
    Deprecated(WORDS, "printed", "as-published", since="1.0.0", gone_in="2.0.0"),
)


def replacement_of(part: str, name: str, entries: Sequence[Deprecated] | None = None) -> str | None:
    """Return the present name in place of a deprecated one, with a warning; None if the name is not deprecated.

    Args:
        part: one of ``PARTS``.
        name: as an entry has it.
        entries: in place of ``DEPRECATED``.
    """
    for entry in DEPRECATED if entries is None else entries:
        if (entry.part, entry.name) == (part, name):
            _warn(entry)
            return entry.replacement
    return None


def with_old_members(name: str, value: Any) -> Any:
    """Return a public class or function, whose deprecated members and parameters work.

    Args:
        name: public name of ``motorpool``.
        value: what it stands for; members of a class are added to it.
    """
    parameters: dict[str, list[Deprecated]] = {}
    for entry in DEPRECATED:
        owner, _, parameter = entry.name.removesuffix(")").partition("(")
        if entry.part != NAMES or owner.partition(".")[0] != name:
            continue
        if parameter:
            parameters.setdefault(owner, []).append(entry)
        elif owner != name:
            setattr(value, owner.partition(".")[2], _OldMember(entry))
    for owner, entries in parameters.items():
        if not isinstance(value, type):
            return _with_old_parameters(cast("Callable[..., Any]", value), entries)
        member = owner.partition(".")[2] or "__init__"
        setattr(value, member, _with_old_parameters(getattr(value, member), entries))
    return value


def with_present_keys(values: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    """Return a mapping of a file with present keys in place of deprecated ones; itself if it has none of them.

    Args:
        part: name of the class that describes the mapping, such as "FleetPart"; "top" for a whole scenario.
    """
    if not any(entry.part == KEYS for entry in DEPRECATED):
        return values
    found = {key: replacement_of(KEYS, f"{part}.{key}") or key for key in values}
    return values if all(key == now for key, now in found.items()) else {found[key]: values[key] for key in values}


def with_present_options(arguments: Sequence[str]) -> list[str]:
    """Return the words of a command line with present options in place of deprecated ones."""
    named = {entry.name.rpartition(" ")[0] for entry in DEPRECATED if entry.part == COMMANDS}
    command = next((words for words in named if list(arguments[: words.count(" ") + 1]) == words.split()), None)
    end = arguments.index("--") if "--" in arguments else len(arguments)
    found = list(arguments)
    for place in range(end if command is not None else 0):
        option, equals, value = arguments[place].partition("=")
        now = replacement_of(COMMANDS, f"{command} {option}")
        found[place] = arguments[place] if now is None else now + equals + value
    return found


class _OldMember:
    """Attribute of a class that reads and writes the one that has replaced it."""

    def __init__(self, entry: Deprecated):
        self._entry = entry

    def __get__(self, owner: Any, kind: type[Any]) -> Any:
        _warn(self._entry)
        return getattr(kind if owner is None else owner, self._entry.replacement)

    def __set__(self, owner: Any, value: Any) -> None:
        _warn(self._entry)
        setattr(owner, self._entry.replacement, value)


def _with_old_parameters(function: Callable[..., Any], entries: Sequence[Deprecated]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        for entry in entries:
            name = entry.name.removesuffix(")").partition("(")[2]
            if name in keywords:
                _warn(entry)
                keywords[entry.replacement] = keywords.pop(name)
        return function(*arguments, **keywords)

    return call


def _warn(entry: Deprecated) -> None:
    """Give the warning of an entry, for the line outside of this package that uses the old name."""
    warnings.warn(
        f"{entry.name} is deprecated since Motorpool {entry.since}; use {entry.replacement} in its place, because "
        f"version {entry.gone_in} will not have it",
        InterfaceDeprecationWarning,
        stacklevel=_outside(),
    )


def _outside() -> int:
    """Return the stack level, for ``warnings.warn`` in the calling function, of the first frame of another package."""
    level, frame = 1, sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and f"{frame.f_globals.get('__name__')}.".startswith(f"{__package__}."):
        level, frame = level + 1, frame.f_back
    return level
