"""Costs and constants of the avoidance rule ``dynamic-window``, which extends the thesis's avoidance by a memory.

Ten times a second each driver simulates trials (``rollout.try_heading``) with headings on both sides of the preferred
one and several speeds, and chooses the cheapest that hits nothing. Three states persist between decisions:

* the side on which the vehicle passes an obstacle, so that it does not alternate between two obstacles;
* the position at which it was stopped: from there it follows the edge of the obstacle on one side, and leaves the edge
  once it is nearer to its goal than that position; after ``PATIENCE`` it tries the other side;
* the time that it has waited: after a long wait it ignores others' right of way, or backs off.

Vehicles keep right when they meet, and vehicles from the right have priority.

Source: the thesis (document 003, chapter IV: "Since vehicles do not save their past paths, current behavioral motion is
not quite intelligent to select optimal path"). Edges: Lumelsky and Stepanov, "Path-planning strategies for a point
mobile automaton", Algorithmica 2 (1987), and Kamon, Rimon and Rivlin, "TangentBug", International Journal of Robotics
Research 17 (1998).
"""

import math

from ...models.mathematics import maximum, minimum, sincos, sqrt

PERIOD = 0.1  # time between two decisions of a driver [s]
CALM = 3  # decisions between two full checks of a driver whose last check found its path free; more react later
FASTER = 0.5  # increase of the speed that makes such a driver check again [m/s]
HEADING_SPACING = math.radians(10.0)  # angle between two headings that are tried; larger ones miss gaps [rad]
SPEED_SAMPLES = (1.0, 0.5, 0.2)  # speeds that are tried, relative to that of the course [1]
CRAWL = 2.0  # speed below which no lower speed is tried [m/s]
WALL_SPEED = 6.0  # highest speed while following an edge [m/s]

SLOWNESS = 0.7  # cost of standing, and half of it at half speed; larger values prefer detours to waiting [rad]
STOPPING = 1.2  # cost of stopping if nothing would hit the stopped vehicle [rad]
TURNING = 0.15  # weight of the angle of a turn; larger values prefer going on straight to the goal's heading [1]
CHANGING = 0.15  # weight of the change from the last chosen heading; with 0 vehicles alternate between equal ways [1]
NARROWNESS = 0.3  # cost of having no free space beside the vehicle [rad]
OTHER_SIDE = 0.7  # cost of passing an obstacle on another side than before [rad]
KEEP_RIGHT = 0.4  # cost of a turn to the left if a vehicle is oncoming; without it both may turn the same way [rad]

STUCK = math.radians(80.0)  # deviation from the preferred heading above which a driver follows an edge [rad]
SWEEP = math.radians(300.0)  # range of the headings tried along an edge, from the direction of its nearest point [rad]
WALL_REACH = 25.0  # distance of the nearest object above which there is no edge to follow [m]
PROGRESS = 1.0  # approach to the goal, since the vehicle was stopped, at which it leaves an edge [m]
SIDE_MEMORY = 2.0  # time for which a side is kept after the way has become free [s]
PATIENCE = 40.0  # time along one side of an edge before the other is tried; doubles each time [s]

OBJECT_MARGIN = 0.3  # clearance from objects at standstill [m]
SPEED_MARGIN = 0.02  # its increase with speed [s]
VEHICLE_MARGIN = 0.8  # clearance from vehicles [m]
CLOSER = 0.005  # share of a gap smaller than its margin by which one decision may reduce it [1]
TRAILER_MARGIN = 0.5  # clearance of the driver's own trailer from vehicles [m]
VEHICLE_GROWTH = 0.3  # its increase with the time ahead, because they may turn [m/s]
LAG_PENALTY = 1.5  # reduction of expected braking for each second of a vehicle's lag [1/s]
SHORT_SIGHT = 1.0  # time, beyond that to stop, for which vehicles that give way are obstacles [s]
MOST_TURN = 0.5  # largest turn of another vehicle towards its steering that trials assume [rad]
WAIT = 2.0  # time after which a waiting driver ignores priority; up to 1.5 s more, by its id [s]

ARRIVING = 0.75  # speed near the goal, relative to that at which the turning circle just meets the goal [1]
SPARE = 1.0  # distance to an obstacle at which a vehicle stops [m]
HALT = 0.3  # speed below which a vehicle counts as standing [m/s]
STUCK_SPEED = 0.02  # speed below which it is stuck; larger values take slow starts uphill for that [m/s]
BACK_OFF_DISTANCE = 7.0  # longest distance of backing off [m]
LEAST_BACK_OFF = 1.0  # shortest; with less space behind, a vehicle does not back off [m]


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
    """Return the speed [m/s] at which a vehicle that must still ``turn`` [rad] does not circle about its goal for ever.

    A circle of radius r through the vehicle, along its heading, meets what lies in the direction ``turn`` after
    2 r sin(turn).

    Args:
        goal_distance: to the goal [m].
        turn: from the heading to the goal, to either side [rad].
        max_lateral_acceleration: largest lateral acceleration of the vehicle [m/s^2].
    """
    across = 2.0 * maximum(abs(sincos(turn)[0]), 1e-3)
    return maximum(ARRIVING * sqrt(max_lateral_acceleration * minimum(goal_distance, 1e6) / across), CRAWL)


def stopping_speed(room: float, braking: float) -> float:
    """Return the speed [m/s] from which a vehicle stops before an obstacle at a distance of ``room`` [m]."""
    return sqrt(braking * maximum(room - SPARE, 0.0))
