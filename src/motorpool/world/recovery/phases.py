"""Phases of a vehicle that frees itself or is recovered: the values of the ``recovery_phase`` column."""

NONE = 0  # drives as its autopilot decides
EASING = 1  # drives on with less throttle, so that its wheels or tracks slip less
BACKING = 2  # drives back along its own track
OTHER_WAY = 3  # drives on another heading
YIELDING = 4  # backs off for a vehicle that it blocks and that blocks it
LETTING_PASS = 5  # stands until the other of the two has backed off
WAITING = 6  # stands until it is recovered
TOWED = 7  # is pulled along its own track
PARKING = 8  # its autopilot parks it beside the road on which a user has left it

MOVED = frozenset((BACKING, YIELDING, TOWED))  # recovery moves the vehicle
OVERRIDING = MOVED | {LETTING_PASS, WAITING}  # these replace the avoidance rule

WORDS = {
    NONE: "none", EASING: "eases the throttle", BACKING: "backs out", OTHER_WAY: "tries another way",
    YIELDING: "yields", LETTING_PASS: "waits for the other to yield", WAITING: "waits for recovery",
    TOWED: "is towed", PARKING: "is parked beside the road",
}  # fmt: skip
