"""How an autopilot avoids what is in its way: the values of the ``avoidance`` column."""

NONE = 0  # not at all
RULE = 1  # the rule of 1992 as its text means it: ``world.avoidance.search_cone``
PRINTED = 2  # the search of 1992 as it is printed, ``world.avoidance.park1992``, with our steering and speed control
REMEMBERING = 3  # tries arcs ahead and remembers what it has tried
LISTING = 4  # the whole program of 1992 as it is listed, steering and speed as well: ``listing1992``
