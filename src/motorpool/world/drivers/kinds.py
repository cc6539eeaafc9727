"""Kinds of drivers: the values of the ``driver`` column."""

AUTOPILOT = 0  # guidance and an avoidance rule
SCRIPT = 1  # a prewritten script sets throttle, brake and target steering
PLAYER = 2  # a user sets them
REMOTE = 3  # another program moves it, see ``world.remote``
ABSENT = 4  # the row is free for a vehicle of another program
