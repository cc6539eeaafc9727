"""Lines of a TOML text on which its keys are written; ``tomllib`` does not report them.

It reads what people write by hand: tables, arrays of tables and ``key = value``, dotted keys and texts over several
lines included. What stands inside of ``{...}`` or ``[...]`` has the line of the key that it belongs to.
"""

import re
from typing import NamedTuple

Path = tuple[str | int, ...]

_WORD = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_KEYS = rf"{_WORD}(?:\s*\.\s*{_WORD})*"
_ARRAY = re.compile(rf"^\s*\[\[\s*(?P<keys>{_KEYS})\s*\]\]")
_TABLE = re.compile(rf"^\s*\[\s*(?P<keys>{_KEYS})\s*\]")
_KEY = re.compile(rf"^\s*(?P<keys>{_KEYS})\s*=(?P<value>.*)$")
_QUOTED = re.compile(r"\"{3}|'{3}|\"(?:\\.|[^\"\\])*\"|'[^']*'|#")


class Line(NamedTuple):
    """The number of the line that has a key, and the comment behind its value."""

    number: int
    comment: str = ""


class _Open(NamedTuple):
    """The brackets and texts that a piece of a line leaves open, and its comment."""

    quotes: str = ""  # that would end the text
    brackets: int = 0  # more opened than closed
    comment: str = ""


class Lines:
    """The lines of a TOML text, by path: ``("params", "mass")``, ``("figure", 2, "low")``."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, Line] = {}
        self._counts: dict[Path, int] = {}
        table: Path = ()
        quotes, depth = "", 0  # that we are in
        for number, line in enumerate(text.splitlines(), 1):
            if quotes:
                _, found, rest = line.partition(quotes)
                after = _scan(rest) if found else _Open(quotes)
            elif depth == 0 and (match := _ARRAY.match(line)):
                table = self._entered(_words(match["keys"]), number)
                after = _Open()
            elif depth == 0 and (match := _TABLE.match(line)):
                table = self._absolute(_words(match["keys"]))
                self._lines.setdefault(table, Line(number))
                after = _Open()
            elif depth == 0 and (match := _KEY.match(line)):
                after = _scan(match["value"])
                self._lines.setdefault((*table, *_words(match["keys"])), Line(number, after.comment))
            else:
                after = _scan(line)
            quotes, depth = after.quotes, max(0, depth + after.brackets)

    def number(self, path: Path) -> int:
        """Return the line of the value at ``path``, or of the nearest enclosing one that is written down."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines[path].number if path else 1

    def has(self, path: Path) -> bool:
        """Return whether ``path`` itself is written down."""
        return path in self._lines

    def comment(self, path: Path) -> str:
        """Return the remark behind the value at ``path``."""
        return self._lines[path].comment if path in self._lines else ""

    def _entered(self, words: Path, number: int) -> Path:
        array = self._absolute(words[:-1]) + words[-1:]
        index = self._counts[array] = self._counts.get(array, -1) + 1
        self._lines.setdefault(array, Line(number))
        self._lines[(*array, index)] = Line(number)
        return (*array, index)

    def _absolute(self, words: Path) -> Path:
        """Return a header's path: behind the name of an array comes the number of its last table."""
        path: Path = ()
        for word in words:
            path = (*path, word)
            if path in self._counts:
                path = (*path, self._counts[path])
        return path


def _words(keys: str) -> Path:
    return tuple(word.strip("\"'") for word in re.findall(_WORD, keys))


def _scan(text: str) -> _Open:
    """Return brackets and texts that are still open at the end of a line; those in texts and comments do not count."""
    place, depth = 0, 0
    while match := _QUOTED.search(text, place):
        depth += _brackets(text[place : match.start()])
        place = match.end()
        if match[0] == "#":
            return _Open("", depth, text[place:].strip())
        if match[0] in ('"""', "'''"):
            end = text.find(match[0], place)
            if end < 0:
                return _Open(match[0], depth)
            place = end + 3
    return _Open("", depth + _brackets(text[place:]))


def _brackets(text: str) -> int:
    return sum((character in "[{") - (character in "]}") for character in text)
