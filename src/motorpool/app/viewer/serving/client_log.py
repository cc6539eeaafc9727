"""Log lines about browsers: a few of each address, and then a count of those that were left out."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from ....links.serving.budget import Budget

LINES_AT_ONCE, LINES_PER_SECOND = 5.0, 0.1  # of one address
ALL_AT_ONCE, ALL_PER_SECOND = 30.0, 1.0  # of all addresses together
MOST_ADDRESSES = 256  # counted separately; beyond, the least recent are counted together
OTHERS = "other addresses"
LONGEST_LINE = 300  # characters


@dataclass
class _Lines:
    """Lines about one address."""

    budget: Budget
    left_out: int = 0


class ClientLog:
    """Writes warnings about browsers at a bounded rate."""

    def __init__(self, logger: logging.Logger, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._logger, self._clock = logger, clock
        self._all = Budget(rate=ALL_PER_SECOND, size=ALL_AT_ONCE, clock=clock)
        self._lines: dict[str, _Lines] = {}

    def warn(self, address: str, words: str) -> None:
        """Write a line about a browser, or count it as left out.

        The address is normalised, see `access.address_of`; of the words only visible characters are written.
        """
        lines = self._lines.pop(address, None) or _Lines(self._new_budget())
        self._lines[address] = lines  # as the newest
        self._forget_oldest()
        if lines.budget.has(1.0) and self._all.spend():
            lines.budget.spend()
            self._write(address, lines, words)
        else:
            lines.left_out += 1

    def tell_left_out(self) -> None:
        """Write how many lines were left out, for each address whose rate permits it."""
        for address, lines in self._lines.items():
            if lines.left_out and lines.budget.has(1.0) and self._all.spend():
                lines.budget.spend()
                self._write(address, lines, "")

    def _write(self, address: str, lines: _Lines, words: str) -> None:
        count, lines.left_out = lines.left_out, 0
        counted = f"{count} line{'s' if count > 1 else ''} about {address} left out" if count else ""
        parts = [part for part in (_visible(words)[:LONGEST_LINE], counted) if part]
        self._logger.warning("%s", "; ".join(parts))

    def _forget_oldest(self) -> None:
        """Merge the counts of the least recent address into the common one."""
        while len(self._lines) > MOST_ADDRESSES:
            oldest = next(one for one in self._lines if one != OTHERS)
            left_out = self._lines.pop(oldest).left_out
            if left_out:
                self._lines.setdefault(OTHERS, _Lines(self._new_budget())).left_out += left_out

    def _new_budget(self) -> Budget:
        return Budget(rate=LINES_PER_SECOND, size=LINES_AT_ONCE, clock=self._clock)


def _visible(text: str) -> str:
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)
