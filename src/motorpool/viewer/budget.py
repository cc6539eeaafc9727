"""Token buckets, which bound what one visitor may cost the others."""

from collections.abc import Callable


class Budget:
    """A token bucket: so many at once, refilled at a steady rate."""

    def __init__(self, *, rate: float, size: float, clock: Callable[[], float]) -> None:
        self._rate, self._size, self._clock = rate, size, clock
        self._tokens, self._filled = size, clock()

    @property
    def has_debt(self) -> bool:
        """Return whether more was charged than has come in since."""
        self._fill()
        return self._tokens < 0.0

    def has(self, amount: float) -> bool:
        """Return whether there are so many tokens."""
        self._fill()
        return self._tokens >= amount

    def spend(self, amount: float = 1.0) -> bool:
        """Take so many tokens; return whether there were so many."""
        if not self.has(amount):
            return False
        self._tokens -= amount
        return True

    def charge(self, amount: float) -> None:
        """Take so many tokens that are spent already, though there may be fewer."""
        self._fill()
        self._tokens -= amount

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
