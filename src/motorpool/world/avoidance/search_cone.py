"""Search cone of the 1992 thesis: turn by pi/4 away from the nearest obstacle in a cone ahead.

A vehicle searches a cone ahead (``reach``, ``HALF_ANGLE``; the search is ``objects.grid.nearest_in_cone``). If the
nearest obstacle is on the right, it turns left by pi/4, otherwise right. It holds the new heading until it is reached,
then resumes its course, unless another obstacle is in the cone: the nearest one always decides. The rule has no plan
and no model of the turning circle; a vehicle may be trapped between trees.

Source: Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics", Naval Postgraduate School 1992, section
IV.B, equations 4.1 (reach) and 4.3 (turn), Figure 4.2 (side). Where the thesis contradicts itself its text is followed:
Figure 4.3 and the listing of Appendix B turn toward the object, the listing takes the farther of two, and it
compares directions for equality, which a turning vehicle never reaches. One change is ours: in the thesis a vehicle
does not search until it has turned, and often turns into the next object. A search during the turn, with half of the
vehicle's width as clearance, gives a contact every few kilometres, not several a kilometre
(``benchmarks/avoidance.py``).
"""

import math

from ...ground.objects.grid import Circles, nearest_in_cone
from ...ground.terrain.area import Bounds
from ...models.mathematics import Real, minimum, select, wrap_angle
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import AUTOPILOT
from ..entity.columns import Entity, Pose
from ..entity.levels import are_on_other_levels, storey_of
from ..guidance.columns import Convoy
from ..guidance.goal_kinds import TRAFFIC, WANDER
from ..navigation.wander import turned_back
from ..neighbours.component import Neighbours
from ..scene import Scene
from .columns import Autopilot
from .perception import NOTHING, OBJECT, VEHICLE
from .rule import Options, Rule

HALF_ANGLE = math.radians(10.0)  # of the searched cone, "The searching angle is 10 degrees" [rad]
LEAST_REACH = 20.0  # search distance at standstill, d_minimum of equation 4.1 [m]
SECOND = 1.0  # factor of the speed in equation 4.1, which omits its unit [s]
TURN = 0.25 * math.pi  # away from an object, equation 4.3 [rad]
ARRIVED = math.radians(3.0)  # heading error from which the desired heading counts as reached [rad]


def reach(speed: Real) -> Real:
    """Return the search distance ahead [m] at ``speed`` [m/s]; the same in reverse."""
    return LEAST_REACH + SECOND * abs(speed)


def avoid(
    yaw: Real, course_yaw: Real, desired_yaw: Real, is_avoiding: Real, found: Real, right: Real
) -> tuple[Real, Real]:
    """Return the desired yaw [rad], and 1.0 if it avoids something, 0.0 if it is the course.

    Args:
        yaw: yaw of the vehicle, counter-clockwise from east [rad].
        course_yaw: heading without an obstacle [rad].
        desired_yaw: last result of this function [rad].
        is_avoiding: last result of this function; 0.0 at the beginning.
        found: an obstacle is in the cone (bool, or above 0.5).
        right: offset of the nearest obstacle to the right [m]; read only if one is found. Straight ahead (0) counts
            as left, as in Figure 4.2.
    """
    away = wrap_angle(yaw + select(right > 0.0, TURN, -TURN))
    still_turning = select(abs(wrap_angle(desired_yaw - yaw)) > ARRIVED, is_avoiding, 0.0)
    held = select(still_turning > 0.5, desired_yaw, course_yaw)
    return select(found > 0.5, away, held), select(found > 0.5, 1.0, select(still_turning > 0.5, 1.0, 0.0))


class SearchCone(Rule):
    """The avoidance rule ``search-cone``."""

    name = "search-cone"
    number = 1
    about = "turns by 45 degrees away from the nearest obstacle in a cone ahead: the rule of 1992, its errors corrected"

    def __init__(self, scene: Scene, options: Options, index: int, *, turns: bool = True):
        self._scene, self._index, self._turns = scene, index, int(turns)

    def step(self) -> None:
        """Search the cone ahead of every vehicle under the rule, and set its heading."""
        scene, vehicles = self._scene, self._scene.vehicles
        inputs, autopilot = vehicles.inputs, vehicles.autopilot
        scene.of(Neighbours).refresh()
        around = vehicles.convoys, vehicles.pose, scene.obstacles, scene.of(Neighbours).circles
        scene.run(look_ahead, vehicles.entity, inputs, autopilot, *around, self._index)
        scene.run(turn_away, vehicles.pose, inputs, autopilot, scene.bounds, self._index, self._turns)


def look_ahead(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot,
    convoys: Whole[Convoy], poses: Whole[Pose], objects: Whole[Circles], others: Whole[Circles], rule: int,
) -> None:  # fmt: skip
    """Find the nearest obstacle in the search cone of each autopilot under a rule.

    Neither a vehicle of its convoy nor one on another level counts, and none behind it is looked for.
    """
    pose, seen, avoidance_rule = entity.pose, autopilot.perception, autopilot.avoidance.avoidance_rule
    for i in range(pose.x.size):
        if inputs.driver[i] != AUTOPILOT or avoidance_rule[i] != rule or autopilot.goal.goal[i] == TRAFFIC:
            continue
        x, y, yaw, clearance = pose.x[i], pose.y[i], pose.yaw[i], entity.body.half_width[i]
        seen.seen[i], seen.seen_radius[i] = NOTHING, 0.0
        far = minimum(reach(entity.motion.speed[i]), autopilot.course.course_reach[i])
        seen.seen_index[i], seen.seen_distance[i], seen.seen_right[i] = nearest_in_cone(
            x, y, yaw, far, HALF_ANGLE, objects, clearance, storey_of(i, pose)
        )
        if seen.seen_index[i] >= 0:
            seen.seen[i], seen.seen_radius[i] = OBJECT, objects.radius[seen.seen_index[i]]
        other, distance, right = nearest_in_cone(x, y, yaw, far, HALF_ANGLE, others, clearance)
        own = entity.body.vehicle_id[i]
        is_mate = other >= 0 and convoys.convoy[own] >= 0 and convoys.convoy[other] == convoys.convoy[own]
        is_over = other >= 0 and are_on_other_levels(own, other, poses)
        if other >= 0 and distance < seen.seen_distance[i] and not is_mate and not is_over:
            seen.seen[i], seen.seen_index[i] = VEHICLE, other
            seen.seen_distance[i], seen.seen_right[i], seen.seen_radius[i] = distance, right, others.radius[other]


def turn_away(
    pose: Pose, inputs: DriverInputs, autopilot: Autopilot, area: Whole[Bounds], rule: int, turns: int
) -> None:
    """Set the desired heading of each autopilot under a rule: its course, or away from an obstacle if ``turns`` is 1.

    Wandering autopilots do not turn out of their area.
    """
    goal, course, seen, avoidance = autopilot.goal, autopilot.course, autopilot.perception, autopilot.avoidance
    desired_yaw, is_avoiding = avoidance.desired_yaw, avoidance.is_avoiding
    for i in range(pose.yaw.size):
        if inputs.driver[i] == AUTOPILOT and avoidance.avoidance_rule[i] == rule and goal.goal[i] != TRAFFIC:
            found = select((seen.seen[i] != NOTHING) & (turns != 0), 1.0, 0.0)
            desired_yaw[i], is_avoiding[i] = avoid(
                pose.yaw[i], course.course_yaw[i], desired_yaw[i], is_avoiding[i], found, seen.seen_right[i]
            )
            if goal.goal[i] == WANDER:
                desired_yaw[i] = turned_back(pose.x[i], pose.y[i], desired_yaw[i], area)
