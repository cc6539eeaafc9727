"""Road network: sections of road that meet at nodes, with width, lanes, surface, speed limit and level.

A section leads from one node to another without a junction between. Sections that share a node are connected; sections
that cross elsewhere (a bridge over a road) are not. A vehicle drives a section forward, from ``start`` to ``end``, if
it has forward lanes, and backward if it has backward lanes. Signs and traffic lights stand where vehicles leave a
section: ``end_rule`` applies to those that drive forward, ``start_rule`` to those that drive backward.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..terrain.roads import Road

PRIORITY, GIVE_WAY, STOP = "priority", "give-way", "stop"
RULES = ("", PRIORITY, GIVE_WAY, STOP)  # right of way at the end of a section; "": the map says nothing
FROM_EDGE = 1.25  # distance of a vehicle's middle from the edge of a wide carriageway, at least [m]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class RoadSection:
    """One section of road."""

    points: Floats  # (points, 3): x, y, z of the centre line [m]; z is NaN where the road lies on the ground
    start: int  # node of its first point
    end: int  # node of its last point
    width: float = 6.0  # of the whole carriageway [m]
    kind: str = "dry-asphalt"  # surface class
    category: str = "road"  # as the map names it, such as "primary" or "track"
    lanes_forward: int = 1
    lanes_backward: int = 1  # 0: one-way
    speed_limit: float = 13.9  # [m/s]
    level: int = 0  # order of crossing roads: bridges are above 0, tunnels below
    is_bridge: bool = False
    is_tunnel: bool = False
    is_turn: bool = False  # leads through a junction from one road to another: a turn of one crossing; see ``turns``
    name: str = ""
    source_id: str = ""  # of the map's element, for messages
    start_rule: str = ""  # right of way of vehicles that come to the start, of ``RULES``
    end_rule: str = ""  # of those that come to the end
    start_lights: int = -1  # number of the junction whose traffic lights stop vehicles at the start; -1: none do
    end_lights: int = -1
    start_phase: int = -1  # number of the phase in which these lights are green; -1: by the direction of the road
    end_phase: int = -1
    surface: Floats | None = None  # (points, k, 3): points across, from left to right [m]; not in files; None: level

    @property
    def length(self) -> float:
        """Return the length of the centre line in the plane [m]."""
        return float(np.hypot(*np.diff(self.points[:, :2], axis=0).T).sum())

    def at(self, points: Floats, **fields: Any) -> "RoadSection":
        """Return the section at other points; ten times faster than ``replace``, for maps of many sections.

        Signs and traffic lights stay at the old nodes: an end with another node has none.

        Args:
            fields: ``start``, ``end`` and ``surface``, if they change.
        """
        moved = object.__new__(RoadSection)
        values = vars(moved)
        values.update(vars(self), points=points, **fields)
        if values["start"] != self.start:
            values.update(start_rule="", start_lights=-1, start_phase=-1)
        if values["end"] != self.end:
            values.update(end_rule="", end_lights=-1, end_phase=-1)
        return moved


@dataclass(frozen=True, eq=False, kw_only=True)
class RoadNetwork:
    """Sections of road, connected at their nodes."""

    sections: list[RoadSection] = field(default_factory=list[RoadSection])
    drives_on_left: bool = False
    attribution: str = ""  # licence line of the map, such as "© OpenStreetMap contributors"


def lines_of(network: RoadNetwork) -> list[Road]:
    """Return the sections as lines to draw into a surface: tunnels first, bridges last."""
    order = sorted(range(len(network.sections)), key=lambda number: network.sections[number].level)
    chosen = (network.sections[number] for number in order)
    return [
        Road(each.points[:, :2], each.width, each.kind, lane_reach(each), (each.lanes_forward, each.lanes_backward))
        for each in chosen
    ]


def lane_reach(section: RoadSection) -> float:
    """Return the distance from the middle of a section up to which the middles of vehicles are [m]."""
    return max(0.5 * section.width - FROM_EDGE, 0.25 * section.width)
