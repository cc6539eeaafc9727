"""No avoidance: an autopilot keeps its course, and slows down for the obstacle that it sees."""

from ..scene import Scene
from .rule import Options, Rule
from .search_cone import SearchCone


class NoAvoidance(Rule):
    """The avoidance rule ``none``."""

    name = "none"
    number = 0
    about = "keeps its course, and slows down for what it sees"

    def __init__(self, scene: Scene, options: Options, index: int):
        self._cone = SearchCone(scene, options, index, turns=False)

    def step(self) -> None:
        """Search the cone ahead of every vehicle under this rule, and set its course."""
        self._cone.step()
