"""Token buckets, which bound the cost of one client to the others."""

from collections.abc import Callable


class Budget:
    """A token bucket of a given size, refilled at a constant rate."""

    def __init__(self, *, rate: float, size: float, clock: Callable[[], float]) -> None:
        self._rate, self._size, self._clock = rate, size, clock
        self._tokens, self._filled = size, clock()

    @property
    def has_debt(self) -> bool:
        """Return whether more tokens were charged than have been refilled."""
        self._fill()
        return self._tokens < 0.0

    def has(self, amount: float) -> bool:
        """Return whether there are at least as many tokens."""
        self._fill()
        return self._tokens >= amount

    def spend(self, amount: float = 1.0) -> bool:
        """Take a number of tokens if there are as many; return whether there were."""
        if not self.has(amount):
            return False
        self._tokens -= amount
        return True

    def charge(self, amount: float) -> None:
        """Take a number of tokens for a cost that has already been incurred; the balance may become negative."""
        self._fill()
        self._tokens -= amount

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
