"""Replay of captures: datagrams are sent again at the recorded intervals."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ....base.errors import ExerciseError
from .captures import Captured, read_capture
from .headers import is_dis, rewritten

SLICE = 0.05  # longest sleep, so that an interruption takes effect soon [s]
MOST_RATE = 1000.0  # limit of seconds of the capture in a second; faster replays only lose packets [1]


class Replay(NamedTuple):
    """Options of a replay."""

    rate: float = 1.0  # recorded seconds per second
    exercise: int | None = None  # number of the exercise; None keeps that of the recording
    # otherwise timestamps of the time of sending, absolute or relative like the recorded ones
    keeps_timestamps: bool = False

    def checked(self) -> "Replay":
        """Return the options after checking them.

        Raises:
            ExerciseError: a value is not allowed.
        """
        if not 0.0 < self.rate <= MOST_RATE:
            raise ExerciseError(f"rate is {self.rate:g}; it must be above 0, at most {MOST_RATE:g} seconds a second")
        if self.exercise is not None and not 1 <= self.exercise <= 255:
            raise ExerciseError(f"exercise is {self.exercise}; it must be a whole number of 1 to 255")
        return self


class Contents(NamedTuple):
    """Contents of a capture."""

    datagrams: int  # number of DIS datagrams
    others: int  # number of other UDP datagrams
    duration: float  # from the first DIS datagram to the last [s]
    hosts: tuple[str, ...]  # senders


def datagrams_of(path: str | os.PathLike[str], *, port: int | None = None) -> Iterator[Captured]:
    """Yield the DIS datagrams of a capture.

    Args:
        port: destination UDP port of the datagrams to yield; by default all with a DIS header, whatever their port.

    Raises:
        ExerciseError: the file cannot be read or is not a capture.
    """
    for captured in read_capture(path):
        if captured.port == port if port is not None else is_dis(captured.data):
            yield captured


def contents_of(
    path: str | os.PathLike[str], *, port: int | None = None, progress: Callable[[int], None] = lambda _: None
) -> Contents:
    """Count the datagrams of a capture.

    Raises:
        ExerciseError: the file cannot be read, is not a capture, or has no DIS datagram.
    """
    count, others, first, last = 0, 0, float("inf"), float("-inf")
    hosts: dict[str, None] = {}
    for captured in read_capture(path):
        if captured.port == port if port is not None else is_dis(captured.data):
            count, first, last = count + 1, min(first, captured.time), max(last, captured.time)
            hosts[captured.source] = None
        else:
            others += 1
        if not (count + others) % 1000:
            progress(count + others)
    if not count:
        condition = "with a DIS header" if port is None else f"to port {port}"
        raise ExerciseError(f"{path} has no UDP datagram {condition}; it has {others} of other kinds")
    return Contents(count, others, last - first, tuple(hosts))


def replay(
    captured: Iterable[Captured],
    send: Callable[[bytes], None],
    how: Replay | None = None,
    *,
    progress: Callable[[int, float], None] = lambda _, __: None,
    now: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    """Send datagrams at the recorded intervals; return their number.

    Args:
        progress: called often with the number of sent datagrams and the recorded time that has passed [s]; an exception
            that it raises ends the replay.
    """
    how = (how or Replay()).checked()
    count, passed, begin, first = 0, 0.0, now(), None
    for one in captured:
        first = one.time if first is None else first
        due = begin + (one.time - first) / how.rate
        while (early := due - now()) > 0.0:
            progress(count, max(passed, (now() - begin) * how.rate))
            sleep(min(early, SLICE))
        send(rewritten(one.data, exercise=how.exercise, time=None if how.keeps_timestamps else time.time()))
        count, passed = count + 1, max(passed, one.time - first)
        if not count % 256:
            progress(count, passed)
    progress(count, passed)
    return count
