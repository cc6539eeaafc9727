"""Kinds of goals of an autopilot: the values of the ``goal`` column."""

WANDER = 0  # on a course, back from the edge of the area
HOLD = 1  # stand still
ROUTE = 2  # along waypoints
FOLLOW = 3  # behind another vehicle, at a distance
TRAFFIC = 4  # along the lanes of a road network, see ``world.traffic``

# Of short descriptions: "480 wander, 5 follow a vehicle".
WORDS = {
    WANDER: "wander",
    HOLD: "hold still",
    ROUTE: "drive a route",
    FOLLOW: "follow a vehicle",
    TRAFFIC: "drive in traffic",
}
