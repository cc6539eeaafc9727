"""Avoid what stands in the way, by the rule of the 1992 thesis: look into a cone, turn an eighth of a circle away.

A vehicle looks ahead into a cone (``reach``, ``HALF_ANGLE``; the search itself is
``objects.grid.nearest_in_cone``). The nearest object there on the right makes it turn left by pi/4, on the
left, right. It holds the new direction until it has got there and resumes its course, unless it sees another
object: the nearest imminent one always decides. The rule plans nothing, and knows nothing of how tightly the vehicle
turns; it may be trapped between trees.

Source: Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics", Naval Postgraduate School 1992, section
IV.B, equations 4.1 (reach) and 4.3 (turn), Figure 4.2 (side). Where the thesis contradicts itself its text is followed:
Figure 4.3 and the listing of Appendix B turn toward the object, the listing takes the farther of two, and it
compares directions for equality, which a turning vehicle never meets. One thing is ours: there the vehicle looks at
nothing until it has turned, and often turned into the neighbour. Looking on, with the vehicle's half width as
clearance, brings a contact every few kilometres, not several a kilometre (``benchmarks/avoidance.py``).
"""

import math

from ...models.mathematics import Real, minimum, select, wrap_angle
from ...objects.grid import Circles, nearest_in_cone
from ...terrain.area import Bounds
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity, Pose
from ..guidance.columns import Convoy
from ..guidance.goal_kinds import WANDER
from ..guidance.wandering import turned_back
from ..neighbours.component import Neighbours
from ..scene import Scene
from .columns import Autopilot
from .perception import NOTHING, OBJECT, VEHICLE
from .rule import Options, Rule

HALF_ANGLE = math.radians(10.0)  # of the searched cone, "The searching angle is 10 degrees" [rad]
LEAST_REACH = 20.0  # how far a standing vehicle looks, d_minimum of equation 4.1 [m]
SECOND = 1.0  # the time that equation 4.1 multiplies the speed by without saying so [s]
TURN = 0.25 * math.pi  # away from an object, equation 4.3 [rad]
ARRIVED = math.radians(3.0)  # a heading this close to the desired one counts as reached [rad]


def reach(speed: Real) -> Real:
    """Search distance ahead [m] at ``speed`` [m/s]; the same in reverse."""
    return LEAST_REACH + SECOND * abs(speed)


def avoid(
    yaw: Real, course_yaw: Real, desired_yaw: Real, is_avoiding: Real, found: Real, right: Real
) -> tuple[Real, Real]:
    """The yaw to steer for now [rad], and whether that is to avoid something (1.0) or the course (0.0).

    Args:
        yaw: of the vehicle [rad].
        course_yaw: where it wants to go when nothing is in the way [rad].
        desired_yaw: what this function returned last [rad].
        is_avoiding: what this function returned last; 0.0 to begin with.
        found: whether something is in the cone (bool, or above 0.5).
        right: the nearest object's offset to the right [m]; read only if something is found. Dead
            ahead (0) counts as left, as in Figure 4.2.
    """
    away = wrap_angle(yaw + select(right > 0.0, TURN, -TURN))
    still_turning = select(abs(wrap_angle(desired_yaw - yaw)) > ARRIVED, is_avoiding, 0.0)
    held = select(still_turning > 0.5, desired_yaw, course_yaw)
    return select(found > 0.5, away, held), select(found > 0.5, 1.0, select(still_turning > 0.5, 1.0, 0.0))


class SearchCone(Rule):
    """The avoidance rule ``search-cone``.

    Args:
        scene: the world's.
        options: not looked at.
        index: of the rule whose vehicles look ahead.
        turns: they turn away from what they see.
    """

    name = "search-cone"
    number = 1
    about = "turns by 45 degrees away from the nearest obstacle in a cone ahead: the rule of 1992, its errors corrected"

    def __init__(self, scene: Scene, options: Options, index: int, *, turns: bool = True):
        self._scene, self._index, self._turns = scene, index, int(turns)

    def step(self) -> None:
        """Let every vehicle under the rule look ahead and turn away."""
        scene, vehicles = self._scene, self._scene.vehicles
        inputs, autopilot, convoys = vehicles.inputs, vehicles.autopilot, vehicles.convoys
        scene.of(Neighbours).refresh()
        others = scene.of(Neighbours).circles
        scene.run(
            look_ahead, vehicles.entity, inputs, autopilot, convoys, convoys, scene.obstacles, others, self._index
        )
        scene.run(turn_away, vehicles.pose, inputs, autopilot, scene.bounds, self._index, self._turns)


def look_ahead(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, convoys: Convoy,
    convoy_of: Whole[Convoy], objects: Whole[Circles], others: Whole[Circles], rule: int,
) -> None:  # fmt: skip
    """Find the nearest obstacle in the search cone of each autopilot under a rule, but for its own convoy.

    Args:
        entity: columns of the vehicles.
        inputs: of the drivers.
        autopilot: goals, courses and avoidance of the autopilots.
        convoys: of the vehicles in these rows.
        convoy_of: of all vehicles.
        objects: circles of all objects.
        others: circles of all vehicles.
        rule: number of the avoidance rule.
    """
    pose, seen, avoidance_rule = entity.pose, autopilot.perception, autopilot.avoidance.avoidance_rule
    for i in range(pose.x.size):
        if inputs.driver[i] != AUTOPILOT or avoidance_rule[i] != rule:
            continue
        x, y, yaw, clearance = pose.x[i], pose.y[i], pose.yaw[i], entity.body.half_width[i]
        seen.seen[i], seen.seen_radius[i] = NOTHING, 0.0
        far = minimum(reach(entity.motion.speed[i]), autopilot.course.course_reach[i])
        seen.seen_index[i], seen.seen_distance[i], seen.seen_right[i] = nearest_in_cone(
            x, y, yaw, far, HALF_ANGLE, objects, clearance
        )
        if seen.seen_index[i] >= 0:
            seen.seen[i], seen.seen_radius[i] = OBJECT, objects.radius[seen.seen_index[i]]
        other, distance, right = nearest_in_cone(x, y, yaw, far, HALF_ANGLE, others, clearance)
        is_mate = other >= 0 and convoys.convoy[i] >= 0 and convoy_of.convoy[other] == convoys.convoy[i]
        if other >= 0 and distance < seen.seen_distance[i] and not is_mate:
            seen.seen[i], seen.seen_index[i] = VEHICLE, other
            seen.seen_distance[i], seen.seen_right[i], seen.seen_radius[i] = distance, right, others.radius[other]


def turn_away(
    pose: Pose, inputs: DriverInputs, autopilot: Autopilot, area: Whole[Bounds], rule: int, turns: int
) -> None:
    """Desired heading of each autopilot under a rule: its course, or away from what is seen if ``turns`` is 1.

    Autopilots that wander do not turn out of their area.

    Args:
        pose: of the vehicles.
        inputs: of the drivers.
        autopilot: goals, courses and avoidance of the autopilots.
        area: bounds that wandering autopilots stay in.
        rule: number of the avoidance rule.
        turns: 1 where they avoid what they see, 0 where they keep their course.
    """
    goal, course, seen, avoidance = autopilot.goal, autopilot.course, autopilot.perception, autopilot.avoidance
    desired_yaw, is_avoiding = avoidance.desired_yaw, avoidance.is_avoiding
    for i in range(pose.yaw.size):
        if inputs.driver[i] == AUTOPILOT and avoidance.avoidance_rule[i] == rule:
            found = select((seen.seen[i] != NOTHING) & (turns != 0), 1.0, 0.0)
            desired_yaw[i], is_avoiding[i] = avoid(
                pose.yaw[i], course.course_yaw[i], desired_yaw[i], is_avoiding[i], found, seen.seen_right[i]
            )
            if goal.goal[i] == WANDER:
                desired_yaw[i] = turned_back(pose.x[i], pose.y[i], desired_yaw[i], area)
