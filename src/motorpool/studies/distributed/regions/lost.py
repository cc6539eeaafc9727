"""Loss of regions: their process or machine has died."""

from collections.abc import Sequence


class LostRegionError(Exception):
    """Regions have died; their caller restarts them and restores the last snapshot.

    Attributes:
        dead: indices of the regions.
    """

    def __init__(self, dead: Sequence[int]):
        super().__init__(f"regions {', '.join(map(str, dead))} have died")
        self.dead = list(dead)
