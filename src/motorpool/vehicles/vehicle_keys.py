"""Keys of a vehicle's file by table, and the advice on a key that its table does not have."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..base.errors import closest_names
from .toml_lines import Lines, Path

TOP = ""  # name of the keys above the first table
FIGURE = "figure"
MOST_KEYS = 8  # in a sentence; the nearest ones


class Keys(NamedTuple):
    """Keys of a vehicle's file."""

    tables: Mapping[str, Sequence[str]]  # keys by the name of the table, TOP for those above the first one
    lines: Lines  # of the file
    params_listed: str = "docs/vehicles.md"  # place with the list of the parameters

    def advice(self, path: Path) -> str:
        """Return the end of the sentence on an unknown key: the table that has it, or the keys of its own table.

        Args:
            path: path of the key, whose table is known.
        """
        table, key = table_of(path), str(path[-1])
        if places := self.places_of(path):
            return f"; {key} belongs {' or '.join(map(self._place, places))}"
        known = self._all(table, key)
        behind_question = f"{known[0].upper()}{known[1:]}"
        if close := closest_names(key, self.tables[table]):
            return f"; did you mean {' or '.join(close)}? {behind_question}"
        if other := next(self._similar_elsewhere(table, key), None):
            return f"; did you mean {other[1]}, which belongs {self._place(other[0])}? {behind_question}"
        return f"; {known}"

    def places_of(self, path: Path) -> list[str]:
        """Return the other tables that have the key at a path, without its own."""
        table, key = table_of(path), path[-1]
        return [name for name, known in self.tables.items() if name != table and key in known]

    def _similar_elsewhere(self, table: str, key: str) -> Iterator[tuple[str, str]]:
        """Yield each other table with its key that is nearest to a misspelt one."""
        for name, known in self.tables.items():
            if name != table and (close := closest_names(key, known)):
                yield name, close[0]

    def _place(self, table: str) -> str:
        """Return the place to write a key: "to [params] (line 13)"."""
        if table == TOP:
            return "above the first table"
        number = self.lines.number((table,)) if self.lines.has((table,)) else 0
        return f"to {_header(table)}{f' (line {number})' if number else ''}"

    def _all(self, table: str, key: str) -> str:
        """Return the keys of a table, those nearest to ``key`` first."""
        nearest = sorted(self.tables[table], key=lambda name: -_likeness(key, name))
        where = f"of {_header(table)}" if table != TOP else "above the first table"
        if len(nearest) <= MOST_KEYS + 1:
            return f"the keys {where} are {', '.join(nearest)}"
        listed = f" ({self.params_listed} lists them)" if table == "params" else ""
        more = len(nearest) - MOST_KEYS
        return f"the keys {where} are {', '.join(nearest[:MOST_KEYS])} and {more} more{listed}"


def table_of(path: Path) -> str:
    """Return the name of the table that has the key at a path: "params" of params.mass."""
    return str(path[0]) if len(path) > 1 else TOP


def shown(path: Path) -> str:
    """Return a path as messages show it: ``figure[2].low``."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def _header(table: str) -> str:
    return "[[figure]]" if table == FIGURE else f"[{table}]"


def _likeness(key: str, name: str) -> float:
    return difflib.SequenceMatcher(None, key.casefold(), name).ratio()
