"""Road graph: a road network as arrays, for searches and for vehicles that drive along it.

A leg is a section in one direction: leg 2 s is section s forward, leg 2 s + 1 backward. ``follow`` lists the legs that
a vehicle can drive after a leg; it turns round only where no other leg follows. An arm is a leg that leaves a node,
whether it is open or not; arms are counted counter-clockwise.

Turns of junctions are no legs (``turns``). Sections are cut where they cross without a node and in tight bends
(``cuts``); the graph's sections are the pieces.

Legs are trimmed at junctions: a vehicle leaves the lane of its leg at ``stop``, and enters that of the next leg at
``begin``. A curve joins the two.
"""

from typing import NamedTuple

from ...base.arrays import Floats, FloatTable, Indices, Words

LATERAL = 2.0  # lateral acceleration in bends; larger values are uncomfortable and slip on wet roads [m/s^2]
BRAKING = 1.5  # deceleration before bends [m/s^2]
SLOWEST = 2.5  # speed in the tightest bend [m/s]
LONGEST_ARC = 12.0  # length over which a vehicle rounds a corner of a line with distant points [m]
JUNCTION, BEND = 1, 2  # kinds of crossings
UNSAID, PRIORITY, GIVE_WAY, STOP = 0, 1, -1, -2  # right of way at the end of a leg, in the order of ``RULES``

# Columns of ``RoadGraph.points``; all of a point lies in one line of the processor's cache.
X, Y = 0, 1  # [m]
LEFT_X, LEFT_Y = 2, 3  # offset of a line one metre to the left of the section's forward direction [1]
ALONG = 4  # distance from the section's first point [m]
FORWARD, BACKWARD = 5, 6  # speed before the bends ahead, in each direction [m/s]
Z = 7  # height of the centre line; 0 where the network has none [m]


class RoadGraph(NamedTuple):
    """Road network as arrays, for compiled functions; see the module's text."""

    point_first: Indices  # (sections + 1,): first point of each section
    points: FloatTable  # (points, 8): of the centre lines, with the columns ``X`` to ``Z``
    along: Floats  # (points,): distance from the section's first point, for searches [m]
    length: Floats  # (legs,): of the section [m]
    speed: Floats  # (legs,): speed limit [m/s]
    lane: Floats  # (legs,): offset of the lane from the centre line, to the right of the leg's direction [m]
    lane_count: Words  # (legs,): lanes of its direction, from the outer one inward; 0 where it is closed
    half_width: Floats  # (legs,): of the carriageway [m]
    begin: Floats  # (legs,): trimmed length at its start [m]
    stop: Floats  # (legs,): distance along the leg where its lane ends [m]
    rank: Floats  # (legs,): of the road; larger ones have precedence
    is_open: Words  # (legs,): 1 if vehicles may drive there
    is_shared: Words  # (legs,): 1 if oncoming vehicles use the same section
    tail: Indices  # (legs,): node that the leg leaves
    head: Indices  # (legs,): node that the leg leads to
    arm: Indices  # (legs,): number of the leg among the arms of its tail
    arm_yaw: Floats  # (legs,): direction in which the leg leaves its tail [rad]
    node_first: Indices  # (nodes + 1,): first arm of each node
    node_arm: Indices  # (legs,): legs that leave each node, counter-clockwise
    wait: Floats  # (legs,): distance before the lane's end at which the bumper of a vehicle that waits is [m]
    clear: Floats  # (legs,): length behind the lane's beginning that belongs to the crossing there [m]
    is_crossing: Words  # (nodes,): JUNCTION or BEND where vehicles must ask before they pass, 0 elsewhere
    follow_first: Indices  # (legs + 1,): first follower of each leg
    follow: Indices  # legs that can follow
    turns: FloatTable  # (len(follow), 16): curve from the lane of each leg to that of one that follows; see ``lanes``
    is_round: Words  # (legs,): 1 on a roundabout, where vehicles have precedence before those that come in
    rule: Words  # (legs,): right of way at its end: PRIORITY, GIVE_WAY, STOP or UNSAID, as where traffic lights are
    lights: Indices  # (legs,): number of the junction whose traffic lights are at its end; -1 for none
    phase: Words  # (legs,): number of the phase in which these are green; -1 if the map does not say it
    before: Indices  # (legs,): the only leg that a leg follows; -1 if there are several or none
    keeps_left: int  # 1 where vehicles drive on the left, else 0

    @property
    def x(self) -> Floats:
        """East of the points of the centre lines (points,) [m]."""
        return self.points[:, X]

    @property
    def y(self) -> Floats:
        """North of the points (points,) [m]."""
        return self.points[:, Y]

    @property
    def z(self) -> Floats:
        """Height of the points (points,); 0 where the network has none [m]."""
        return self.points[:, Z]
