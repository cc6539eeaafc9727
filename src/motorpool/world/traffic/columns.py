"""Columns of traffic: where each vehicle is on the road network, and where it drives."""

from typing import NamedTuple

from ..columns import Floats, Indices, Words

NO_LEG = -1


class Traffic(NamedTuple):
    """Place of a vehicle on the road network, its trip, and its state at the next crossing; see ``roads.graph``."""

    traffic_leg: Indices  # that it drives along; -1 for none
    traffic_along: Floats  # distance from where the lane of this leg begins; the curve behind the lane follows [m]
    traffic_aside: Floats  # of its path from the lane's middle, to the right [m]
    traffic_lane: Words  # lane of its direction that it drives on, or changes to; 0 is the outer one
    traffic_lane_before: Words  # the other lane that it is on: it leaves it, or will move to it; else the same
    traffic_lane_time: Floats  # since the last change of lanes began [s]
    traffic_before: Indices  # leg before; -1 for none
    traffic_next: Indices  # leg after; -1 while its path is not planned
    traffic_path_index: Indices  # number of its leg in its path
    traffic_path_count: Indices  # legs of its path
    traffic_goal: Indices  # leg at which its trip ends; -1 for none
    traffic_place: Indices  # parking place at which its trip ends; -1 for none
    traffic_trip: Indices  # number of trips that it has begun
    traffic_phase: Words  # a constant of ``traffic.phases``
    traffic_may_pass: Words  # number of legs whose ends it may pass, that of its own first
    traffic_at_lights: Words  # 1 while a light that is not green stops it, or those before it on its leg
    traffic_wait: Floats  # how long it has stood before this crossing [s]
    traffic_rotations: Indices  # how often it has passed to end a gridlock
    traffic_stood: Floats  # time for which a vehicle outside of traffic has stood on a lane [s]
    traffic_passes: Indices  # how often it has passed vehicles that stood in its lane
    traffic_pass_room: Floats  # distance until it is back in its lane, while it passes; else 0 [m]
    traffic_pass_side: Floats  # of its path meanwhile from the lane's middle, to the right [m]
    traffic_cap: Floats  # speed, at most, because of those that stand or pass; negative: back off [m/s]
    traffic_best: Floats  # farthest that it has come along its leg [m]
    traffic_held: Floats  # time that it is behind a slow drive although nothing bids it stand [s]
    traffic_turned: Words  # 1 if it has turned back there, and has not come to another leg since
    traffic_rest: Floats  # how long it still stays parked [s]
    traffic_parks: Words  # 1 if its trips end at parking places
    traffic_rest_least: Floats  # shortest stay at a parking place ... [s]
    traffic_rest_most: Floats  # ... and the longest [s]
