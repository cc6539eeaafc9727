"""Trials of the manoeuvres with which vehicles back out or are towed: they stop before other vehicles and trailers."""

from ...compile.scratch import scratch
from ..avoidance.columns import Autopilot
from ..avoidance.dynamic_window.preference import ability_of
from ..avoidance.dynamic_window_costs import BACK_OFF_DISTANCE, SHORT_SIGHT
from ..avoidance.rollout import Discs, Motion, Obstacles, note_reach, try_heading
from ..avoidance.surroundings import MOST_DISCS, Surroundings, add_vehicles
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..entity.columns import Entity
from .phases import BACKING, TOWED, YIELDING
from .stages import Memory, Pace


def try_manoeuvres(
    entity: Entity, inputs: DriverInputs, autopilot: Autopilot, memory: Memory, pace: Pace, around: Whole[Surroundings]
) -> None:
    """Set the speed of vehicles that back or are towed: 0 if a trial hits a vehicle before it could have stopped."""
    discs = scratch(Discs, MOST_DISCS)
    pose, motion, freeing = entity.pose, entity.motion, memory.freeing
    for i in range(pose.x.size):
        pace.speed[i] = 0.0
        phase = memory.standstill.recovery_phase[i]
        if phase not in (BACKING, YIELDING, TOWED) or freeing.freeing_speed[i] == 0.0:
            continue
        start = Motion(pose.x[i], pose.y[i], pose.yaw[i], motion.speed[i], inputs.steer[i])
        ability = ability_of(i, entity, autopilot.ground, freeing.throttle_cut[i], around.trailers)
        count = add_vehicles(start, ability, entity.body.vehicle_id[i], False, discs, 0, around)
        fastest = max(abs(start.speed), abs(freeing.freeing_speed[i]))
        obstacles = Obstacles(discs, count, around.edge, note_reach(start, ability, fastest, discs, count))
        trial = try_heading(
            start, ability, obstacles, freeing.freeing_yaw[i], freeing.freeing_speed[i], BACK_OFF_DISTANCE, False
        )
        if trial.is_free or trial.hit < 0 or trial.time > SHORT_SIGHT + fastest / ability.braking:
            pace.speed[i] = freeing.freeing_speed[i]
