"""Loss of a region: its process, or its machine, has died."""

from collections.abc import Sequence


class LostRegionError(Exception):
    """Regions have died; whoever steps them starts them anew and goes back to the last snapshot.

    Attributes:
        dead: indices of the regions.
    """

    def __init__(self, dead: Sequence[int]):
        super().__init__(f"regions {', '.join(map(str, dead))} have died")
        self.dead = list(dead)
