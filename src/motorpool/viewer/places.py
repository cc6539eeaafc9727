"""Places on a server, some of which are for instructors only."""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

from ..sources.command import Role


class Places:
    """Places on a server; a few are reserved, so that an instructor can always connect and remove a driver.

    Args:
        count: of places.
        for_instructors: reserved places; at most a quarter of all.
    """

    def __init__(self, count: int, *, for_instructors: int) -> None:
        self._count, self._for_instructors = count, min(for_instructors, count // 4)
        self._taken = Counter[Role]()

    @property
    def for_drivers(self) -> int:
        """Number of places that drivers may take."""
        return self._count - self._for_instructors

    @property
    def taken_count(self) -> int:
        """Number of places that are taken."""
        return self._taken.total()

    @contextmanager
    def taken(self, role: Role) -> Generator[bool, None, None]:
        """Take a place until the block ends; yield False, and take none, if none is free for that role."""
        has_room = self.taken_count < self._count and (role != "driver" or self._taken["driver"] < self.for_drivers)
        self._taken[role] += has_room
        try:
            yield has_room
        finally:
            self._taken[role] -= has_room
