"""Phases of a vehicle in traffic: the values of the ``traffic_phase`` column."""

DRIVING = 0  # along its lane
PARKED = 1  # beside the road, until its time is over
LEAVING = 2  # beside the road, until the lane is free
