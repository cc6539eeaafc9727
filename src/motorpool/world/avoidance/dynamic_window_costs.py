"""Avoid by trying headings and remembering what was tried: the rule that takes the thesis's "further work" on.

Ten times a second each driver tries headings from the one it wants outward, fast and slow (``foresight.try_heading``),
and takes the cheapest that hits nothing. It remembers three things:

* the side on which it goes round what is in its way, so that it does not swing between two posts;
* where it got stuck: there it turns along the edge of what stopped it, keeps that on one side, and leaves the edge
  when it is nearer to its goal than where it got stuck; after ``PATIENCE`` it tries the other side;
* how long it has waited: whoever waits long insists less on others' right of way, or backs off.

Vehicles keep right when they meet, and who comes from the right goes first.

Source: the thesis (document 003, chapter IV: "Since vehicles do not save their past paths, current behavioral motion is
not quite intelligent to select optimal path"). Edges: Lumelsky and Stepanov, "Path-planning strategies for a point
mobile automaton", Algorithmica 2 (1987), and Kamon, Rimon and Rivlin, "TangentBug", International Journal of Robotics
Research 17 (1998).
"""

import math

from ...models.mathematics import maximum, minimum, sincos, sqrt

PERIOD = 0.1  # between two decisions of a driver [s]
CALM = 3  # of so many decisions of a driver whose way is clear one needs a look around
FASTER = 0.5  # than before, with which a driver looks around again [m/s]
HEADING_SPACING = math.radians(10.0)  # between two headings that are tried [rad]
SPEED_SAMPLES = (1.0, 0.5, 0.2)  # speeds that are tried, of the course's [1]
CRAWL = 2.0  # speed [m/s] below which no gear is worth trying
WALL_SPEED = 6.0  # at most while following an edge [m/s]

SLOWNESS = 0.7  # the cost of standing; of half the speed, half of it [rad]
STOPPING = 1.2  # the cost of stopping, if nothing hits who stands [rad]
TURNING = 0.15  # the cost of a turn, by its angle [1]
CHANGING = 0.15  # the cost of another heading than the last, by the angle between them [1]
NARROWNESS = 0.3  # the cost of no room beside the vehicle [rad]
OTHER_SIDE = 0.7  # the cost of the side that was not taken before [rad]
KEEP_RIGHT = 0.4  # the cost of passing on the left of one who comes the other way [rad]

STUCK = math.radians(80.0)  # farther from the wanted heading than this is no way there [rad]
SWEEP = math.radians(300.0)  # how far from the direction of the edge's nearest point headings are tried [rad]
WALL_REACH = 25.0  # no edge nearer than this: nothing to follow [m]
PROGRESS = 1.0  # nearer to the goal than where it got stuck, before an edge is left [m]
SIDE_MEMORY = 2.0  # how long a side is kept after the way has become free [s]
PATIENCE = 40.0  # along one side of an edge, before the other is tried; each time twice as long [s]

OBJECT_MARGIN = 0.3  # kept from objects [m]
SPEED_MARGIN = 0.02  # more for each m/s [s]
VEHICLE_MARGIN = 0.8  # kept from vehicles [m]
VEHICLE_GROWTH = 0.3  # more for each second ahead: they may turn [m/s]
LAG_PENALTY = 1.5  # a vehicle with a lag brakes and turns worse while it does both: by this for each second [1/s]
SHORT_SIGHT = 1.0  # how far ahead a driver looks at those who give way to it, beyond the time to stop [s]
MOST_TURN = 0.5  # of another vehicle toward where it steers, as far as it is counted on [rad]
WAIT = 2.0  # how long a driver waits before it insists less, and half a second more for each of four kinds [s]

ARRIVING = 0.75  # of the speed at which a vehicle would just meet its goal in a circle [1]
SPARE = 1.0  # left before what a vehicle stops for [m]
HALT = 0.3  # below this speed a vehicle stands [m/s]
BACK_OFF_DISTANCE = 7.0  # at most [m]
LEAST_BACK_OFF = 1.0  # less room behind than this is not worth it [m]


def progress(
    x: float, y: float, trap_x: float, trap_y: float, goal_x: float, goal_y: float, course_yaw: float
) -> float:
    """Decrease of the distance to the goal [m] since the vehicle was stopped; along its course if it has no goal.

    Args:
        x, y: position of the vehicle [m].
        trap_x, trap_y: where it was stopped [m].
        goal_x, goal_y: its goal, infinite if it has none [m].
        course_yaw: its course [rad].
    """
    if goal_x - goal_x != 0.0:  # infinite
        sine, cosine = sincos(course_yaw)
        return (x - trap_x) * cosine + (y - trap_y) * sine
    return distance(trap_x, trap_y, goal_x, goal_y) - distance(x, y, goal_x, goal_y)


def distance(x: float, y: float, goal_x: float, goal_y: float) -> float:
    """From one place to the other [m].

    Args:
        x, y: one place [m].
        goal_x, goal_y: the other [m].
    """
    return sqrt((goal_x - x) * (goal_x - x) + (goal_y - y) * (goal_y - y))


def arriving_speed(goal_distance: float, turn: float, max_lateral_acceleration: float) -> float:
    """The speed [m/s] at which a vehicle that must still ``turn`` [rad] does not circle about its goal for ever.

    A circle of radius r through the vehicle, along its heading, meets what lies in the direction ``turn`` after
    2 r sin(turn).

    Args:
        goal_distance: to the goal [m].
        turn: from the heading to the goal, to either side [rad].
        max_lateral_acceleration: of the vehicle [m/s^2].
    """
    across = 2.0 * maximum(abs(sincos(turn)[0]), 1e-3)
    return maximum(ARRIVING * sqrt(max_lateral_acceleration * minimum(goal_distance, 1e6) / across), CRAWL)


def stopping_speed(room: float, braking: float) -> float:
    """The speed [m/s] at which a vehicle that hits something after ``room`` [m] still stops, with room to spare."""
    return sqrt(braking * maximum(room - SPARE, 0.0))
