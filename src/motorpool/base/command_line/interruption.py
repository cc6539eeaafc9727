"""Interruption of commands: Ctrl-C and signals end a run between two steps, so that files are closed."""

import contextlib
import signal
from collections.abc import Callable, Generator
from typing import Any

from ..operating_system import hang_up_signal


class Interruption(Exception):  # noqa: N818 - it is not an error
    """Ctrl-C, or a signal that ends the program, between two steps."""

    def __init__(self, number: int):
        super().__init__(number)
        self.exit_code = 128 + number


@contextlib.contextmanager
def interruptible() -> Generator[Callable[[], None], None, None]:
    """Raise ``Interruption`` between steps after the first Ctrl-C or ending signal; a second one ends at once."""
    received: list[int] = []

    def note(number: int, _: Any) -> None:
        received.append(number)
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

    def raise_if_interrupted() -> None:
        if received:
            raise Interruption(received[0])

    before = {number: signal.signal(number, note) for number in _ending_signals()}
    try:
        yield raise_if_interrupted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def hangup_as_request() -> Generator[None, None, None]:
    """Treat a closed terminal as SIGTERM, so that recordings are closed."""
    hangup = hang_up_signal()
    if hangup is None or signal.getsignal(hangup) is signal.SIG_IGN:
        yield
        return
    before = signal.signal(hangup, _request_end)
    try:
        yield
    finally:
        signal.signal(hangup, before)


def _request_end(*_: object) -> None:
    signal.raise_signal(signal.SIGTERM)


def _ending_signals() -> list[int]:
    """Return the signals that end a program; that of a closed terminal only if it is not ignored (nohup)."""
    signals: list[int] = [signal.SIGINT, signal.SIGTERM]
    hangup = hang_up_signal()
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:
        signals.append(hangup)
    return signals
