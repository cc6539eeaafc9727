"""Kinds of drivers: the values of the ``driver`` column."""

AUTOPILOT = 0  # its behaviours
SCRIPT = 1  # a prewritten script sets throttle, brake and target steering
PLAYER = 2  # a person does
