"""Kinds of obstacles that an autopilot sees ahead: the values of the ``seen`` column."""

NOTHING = 0
OBJECT = 1  # something that never moves
VEHICLE = 2
