"""How an autopilot avoids what is in its way: the values of the ``avoidance`` column."""

NONE = 0  # not at all
RULE = 1  # the rule of 1992 as its text means it: ``behaviours.avoid``
PRINTED = 2  # the rule of 1992 as it is printed: ``behaviours.park1992``
REMEMBERING = 3  # tries arcs ahead and remembers what it has tried
