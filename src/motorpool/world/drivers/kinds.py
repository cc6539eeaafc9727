"""Kinds of drivers: the values of the ``driver`` column."""

AUTOPILOT = 0  # its behaviours
SCRIPT = 1  # a prewritten script sets throttle, brake and target steering
PLAYER = 2  # a person does
REMOTE = 3  # another program moves it, see ``world.remote``
ABSENT = 4  # nobody is there: the row is free for a vehicle that comes
