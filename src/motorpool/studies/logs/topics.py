"""Messages of several topics, each with its own times, as columns on the union of these times."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError
from .sparse_columns import LONGEST_NAME, Cells, Columns, FilledRows, check_size, listed

Floats = NDArray[np.float64]

LOG_TIME = "time"
STAMP = "header.stamp"  # time of the measurement in a message of ROS
MOST_LATE = 10.0  # greatest difference of a stamp from the time of the log, on one clock [s]


class Topic:
    """Values of one topic by their times [s]; a row of a field is the number of a message."""

    def __init__(self):
        self.times = array("d")
        self.fields: defaultdict[str, Cells] = defaultdict(Cells)

    def add(self, time: float, values: Mapping[str, float]) -> int:
        """Add a message; return the number of new fields."""
        known = len(self.fields)
        for name, value in values.items():
            if math.isfinite(value):
                self.fields[name].add(len(self.times), value)
        self.times.append(time)
        return len(self.fields) - known

    def use_stamps(self) -> None:
        """Take the times of the messages' stamps, if all have one of the log's clock that rises."""
        if STAMP not in self.fields:
            return
        stamps, times = self.fields.pop(STAMP).as_arrays().values, np.array(self.times)
        is_whole = stamps.size == times.size and bool((np.diff(stamps) >= 0.0).all())
        if is_whole and np.abs(stamps - times).max() < MOST_LATE:
            self.times = array("d", stamps)


class Topics:
    """Messages of a file while it is read; ``path`` is named in errors."""

    def __init__(self, path: Path):
        self.path = path
        self.topics: dict[str, Topic] = {}
        self.left_out: set[str] = set()
        self._messages = self._columns = self._numbers = 0

    def leave_out(self, topic: str, kind: str) -> None:
        """Count a message that cannot be read."""
        self._messages += 1
        check_size(self.path, rows=self._messages, is_partial=True)
        self.left_out.add(f"{topic} ({kind[:LONGEST_NAME]})")

    def add(self, topic: str, time: float, values: Mapping[str, float]) -> None:
        """Add a message.

        Args:
            time: when it was logged [s].

        Raises:
            FitError: the file has too many messages, fields or numbers.
        """
        self._messages += 1
        check_size(self.path, rows=self._messages, is_partial=True)
        self._columns += self.topics.setdefault(topic, Topic()).add(time, values)
        self._numbers += len(values)
        check_size(self.path, columns=self._columns, numbers=self._numbers, is_partial=True)

    def add_series(self, topic: str, times: Floats, field: str, values: Floats) -> None:
        """Add a field of all messages of a topic, which has the same ``times`` for each of its fields [s].

        Raises:
            FitError: as for ``add``.
        """
        one = self.topics.setdefault(topic, Topic())
        if not one.times:
            one.times = array("d", times)
            self._messages += times.size
        is_there = np.isfinite(values)
        rows = np.flatnonzero(is_there)
        self._columns += field not in one.fields
        self._numbers += rows.size
        check_size(self.path, rows=self._messages, columns=self._columns, numbers=self._numbers, is_partial=True)
        one.fields[field].extend(rows, values[is_there])

    def columns(self, encodings: str, units: Mapping[str, str] | None = None) -> Columns:
        """Return columns on the union of all times; a field has no topic in its name if only one topic has it.

        Args:
            encodings: what is read, for the sentence that refuses a file without numbers.

        Raises:
            FitError: no message has a number.
        """
        filled = {name: topic for name, topic in self.topics.items() if topic.fields}
        if not filled:
            seen = f"; it has {listed(sorted(self.left_out)[:4])}" if self.left_out else ""
            raise FitError(f"{self.path} has no messages with numbers in {encodings}{seen}: write them as CSV instead")
        for topic in filled.values():
            topic.use_stamps()
        times = np.unique(np.concatenate([np.array(topic.times) for topic in filled.values()]))
        owners = Counter(name for topic in filled.values() for name in topic.fields)
        columns = {LOG_TIME: FilledRows(np.arange(times.size, dtype=np.int32), times)}
        for topic_name, topic in filled.items():
            places = np.searchsorted(times, np.array(topic.times)).astype(np.int32)
            for name, cells in topic.fields.items():
                values = cells.as_arrays()
                is_alone = owners[name] == 1 and name != LOG_TIME
                columns[name if is_alone else f"{topic_name}/{name}"] = values._replace(rows=places[values.rows])
        return Columns(columns, times.size, units)


def checked_name(name: str) -> str:
    """Return the name of a topic or field.

    Raises:
        FitError: it is too long.
    """
    if len(name) > LONGEST_NAME:
        raise FitError(
            f"it has the name {name[:20]!r}... of {len(name)} characters; a topic and a field may have at most "
            f"{LONGEST_NAME}"
        )
    return name
