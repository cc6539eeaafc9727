"""Replay: the datagrams of a capture, sent again at the pace at which they were recorded."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ...errors import ExerciseError
from .captures import Captured, read_capture
from .headers import is_dis, rewritten

SLICE = 0.05  # longest sleep, so that somebody who wants to end it need not wait [s]
MOST_RATE = 1000.0


class Replay(NamedTuple):
    """Changes that are made to datagrams, and to their pace, while they are sent again."""

    rate: float = 1.0  # recorded seconds a second
    exercise: int | None = None  # number of the exercise; None for that of the recording
    keeps_timestamps: bool = False  # else they are of the moment of sending, absolute or relative as they were

    def checked(self) -> "Replay":
        """Return it if it is possible.

        Raises:
            ExerciseError: it is not.
        """
        if not 0.0 < self.rate <= MOST_RATE:
            raise ExerciseError(f"rate is {self.rate:g}; it must be above 0, at most {MOST_RATE:g} seconds a second")
        if self.exercise is not None and not 1 <= self.exercise <= 255:
            raise ExerciseError(f"exercise is {self.exercise}; it must be a whole number of 1 to 255")
        return self


class Contents(NamedTuple):
    """Numbers of a capture."""

    datagrams: int  # of DIS
    others: int  # UDP datagrams that are none
    duration: float  # from the first datagram of DIS to the last [s]
    hosts: tuple[str, ...]  # that sent them


def datagrams_of(path: str | os.PathLike[str], *, port: int | None = None) -> Iterator[Captured]:
    """Yield the datagrams of DIS in a capture.

    Args:
        path: of a .pcap or .pcapng file.
        port: all that were sent to this UDP port; None for those of any port that begin as DIS does.

    Raises:
        ExerciseError: the file cannot be read, or is no capture.
    """
    for captured in read_capture(path):
        if captured.port == port if port is not None else is_dis(captured.data):
            yield captured


def contents_of(
    path: str | os.PathLike[str], *, port: int | None = None, progress: Callable[[int], None] = lambda _: None
) -> Contents:
    """Count the datagrams of a capture.

    Args:
        path: of a .pcap or .pcapng file.
        port: that counts, as ``datagrams_of`` has it.
        progress: told the number of datagrams so far, now and then.

    Raises:
        ExerciseError: the file cannot be read, is no capture, or has no datagram of DIS.
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
        wanted = "that begins as DIS does" if port is None else f"to port {port}"
        raise ExerciseError(f"{path} has no UDP datagram {wanted}; it has {others} of other kinds")
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
    """Send datagrams at the pace at which they were captured; returns their number.

    Args:
        captured: in the order in which they are sent; one whose time lies before that of another is sent at once.
        send: takes a datagram.
        how: what is changed.
        progress: told the number sent and the recorded time that has passed [s], often; what it raises ends the replay.
        now: the clock [s], for tests.
        sleep: the same.
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
