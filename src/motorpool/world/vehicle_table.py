"""Roster: the columns that all vehicles of a world have, whatever their model; a vehicle's id is its row.

The pose columns are the fleets' own state columns: each fleet's ``state.x`` is a slice of ``roster.x``.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import WorldError
from ..fleet import Fleet, aligned_columns
from ..kernels.ground import FIELDS
from ..models.mathematics import wrap_angle
from . import columns
from .avoidance import rules as avoidance
from .avoidance.dynamic_window_costs import PATIENCE
from .columns import Flags, Floats, Indices, Words
from .drivers.manual_control import Handling
from .guidance.pure_pursuit import LARGEST

# How vehicles answer to a driver where a scenario does not say.
HANDLING = {
    "wheeled": Handling(),
    "tracked": Handling(
        max_speed=15.0, max_reverse_speed=4.0, acceleration=2.0, braking=5.0, max_lateral_acceleration=5.0
    ),
    "point": Handling(max_reverse_speed=0.0),  # polar movement turns about instead
}


# Mass over length times width times height, where a model has no mass: the means of published figures [kg/m^3].
# Wheeled: Ford Escort 122, M35A2 168, M998 193. Tracked: M113A3 343, M2A2 433, M60A3 649, T-72A 746, M1A1 808.
DENSITY = {"wheeled": 160.0, "tracked": 600.0, "point": 160.0}


TRIAL_SPEED = 5.0  # of a vehicle with inertia, whose yaw rate may not grow with its speed [m/s]
LAG_SPEED, LONGEST_LAG = 5.0, 1.5  # that a turn's lag is tried at [m/s], and the longest that counts [s]
TRIAL_STEPS, TRIAL_DT = 40, 0.05  # two seconds of full steer, after which a vehicle with inertia turns steadily


class Roster:
    """Columns over all vehicles of a world, contiguous, changed in place; copy what you keep."""

    # where it is
    x: Floats  # east [m]
    y: Floats  # north [m]
    z: Floats  # ground under the vehicle, up [m]
    yaw: Floats  # counter-clockwise from east [rad]
    pitch: Floats  # nose down positive [rad]
    roll: Floats  # right side down positive [rad]
    speed: Floats  # forward positive [m/s]
    lateral_speed: Floats  # to the left, of its model and of its slide [m/s]
    yaw_rate: Floats  # counter-clockwise, as its model or its steering turns it, and its spin [rad/s]
    odometer: Floats  # distance driven [m]
    status: Flags  # bits of ``errors.Status``

    # who it is
    vehicle_id: Indices  # its row
    fleet_index: Indices
    half_length: Floats  # of the body [m]
    half_width: Floats  # of the body [m]
    body_height: Floats  # [m]
    radius: Floats  # of the circle around the body [m]
    mass: Floats  # its model's, or estimated from its body; see ``DENSITY`` [kg]
    yaw_inertia: Floats  # its model's, or that of a box of its body's size [kg m^2]
    full_curvature: Floats  # of the path at full steer, less that of pivoting [1/m]
    pivot_yaw_rate: Floats  # at full steer, standing [rad/s]
    turn_lag: Floats  # how long a turn takes to build up [s]
    max_speed: Floats  # these and the following: see ``world.drivers.manual_control.Handling``
    max_reverse_speed: Floats
    acceleration: Floats
    braking: Floats
    coasting: Floats
    steer_rate: Floats
    max_lateral_acceleration: Floats

    # who drives it, and what that driver's hands do
    driver: Words  # a constant of ``world.drivers.kinds``
    throttle: Floats  # -1..1, backward negative
    brake: Floats  # 0..1
    steer_wish: Floats  # -1..1, left positive
    steer: Floats  # steering command now, -1..1, left positive

    # what a blow has set it in and its model does not know of; see ``collisions``
    slide_speed: Floats  # to the left [m/s]
    spin: Floats  # counter-clockwise, beyond what its steering makes [rad/s]

    # which model moves it; see ``twins``
    is_twin: Floats  # 1 while its second model does, else 0

    # its switches, 1 on and 0 off; see ``world.drivers.switches``
    cruise: Floats
    side_brake: Floats
    engine_stop: Floats
    is_cruising: Floats  # 1 while the cruise control drives, else 0
    cruise_speed: Floats  # that it holds [m/s]

    # where its autopilot wants to go
    goal: Words  # a constant of ``world.guidance.goal_kinds``
    goal_x: Floats  # of the place that it drives to, east [m]; infinite while it is bound for no place
    goal_y: Floats  # north [m]
    desired_speed: Floats  # that it likes to drive [m/s]
    course_yaw: Floats  # [rad]
    course_speed: Floats  # when nothing is in the way [m/s]
    course_reach: Floats  # how far its course leads: what stands beyond does not matter [m]
    back_off_time: Floats  # how long it will still drive back [s]
    turning: Words  # how it turns round for a point: a constant of ``world.guidance.turning``
    detour_time: Floats  # how long it will still drive aside of what it ran into [s]
    detours: Words  # that it has made since its last waypoint

    order: Indices  # orders of its script that have begun, see ``sources.orders``

    # its route, see ``goals.Goals``
    route_first: Indices  # of its waypoints
    route_count: Indices  # of its waypoints
    route_index: Indices  # of the waypoint that it is on its way to, counted from 0
    route_loops: Words  # 1 if it goes on from the last waypoint to the first
    arrival_radius: Floats  # of a waypoint that counts as reached [m]
    has_arrived: Words  # 1 once it is at the end of its route

    # whom it follows, and the trail that it leaves for its own followers
    leader: Indices  # vehicle id, or -1
    convoy: Indices  # id of the first vehicle of its column, or -1
    gap: Floats  # to its leader when they stand, from bumper to bumper [m]
    headway: Floats  # what that grows by with each metre a second [s]
    trail_mark: Indices  # number of the nearest crumb of its leader's trail
    trail_slot: Indices  # which trail is its own, or -1
    trail_count: Indices  # crumbs that it has dropped

    # what its autopilot sees ahead
    seen: Words  # a constant of ``world.avoidance.perception``
    seen_index: Indices  # of the object or vehicle
    seen_distance: Floats  # of its centre [m]
    seen_right: Floats  # offset of its centre to the right [m]
    seen_radius: Floats  # [m]

    # what it does about that
    avoidance: Words  # a constant of ``world.avoidance.rules``
    desired_yaw: Floats  # where it steers now [rad]
    is_avoiding: Floats  # 1 while it turns away from something, else 0
    avoidance_speed: Floats  # how fast it then drives, unless it avoids by the rule [m/s]

    # what it remembers of that, if it does: see ``world.avoidance.dynamic_window_costs``
    passing_side: Floats  # of itself that it turns to, round what is in its way: 1 left, -1 right, 0 neither
    passing_time: Floats  # how long it will still keep to that side [s]
    is_following_edge: Floats  # 1 while it looks for a way out along the edge of what stopped it, else 0
    trap_x: Floats  # where it was stopped, east [m]
    trap_y: Floats  # north [m]
    trap_time: Floats  # how long it has followed the edge on this side [s]
    patience: Floats  # how long it will, before it tries the other [s]
    waiting_time: Floats  # how long it has stood [s]

    # its gun; see ``world.gunnery.guns.Armament``
    muzzle_speed: Floats  # 0 without a gun [m/s]
    reload_duration: Floats
    slew_rate: Floats
    round_damage: Floats
    round_drag: Floats
    barrel_length: Floats
    min_elevation: Floats
    max_elevation: Floats

    # what its gunner wants, and what the gun does
    aim_yaw: Floats  # of the turret, relative to the hull, left positive [rad]
    aim_elevation: Floats  # of the barrel, up positive [rad]
    trigger: Floats  # 1 while it is pulled, else 0
    turret_yaw: Floats  # [rad]
    turret_elevation: Floats  # [rad]
    reload_time: Floats  # until it is loaded again [s]

    # what hits have left of it
    damage: Floats  # 0 whole, 1 dead; see ``world.gunnery.damage``
    damage_time: Floats  # since the last hit, while it is not whole [s]

    def __init__(self, fleets: Sequence[Fleet], handling: Any):
        self.count = sum(fleet.count for fleet in fleets)
        floats = [name for name, kind in COLUMNS.items() if kind == Floats]
        for name, column in zip(floats, aligned_columns(len(floats), self.count, np.float64), strict=True):
            setattr(self, name, column)
        for name in COLUMNS.keys() - set(floats):
            setattr(self, name, np.zeros(self.count, _WHOLE_NUMBERS[COLUMNS[name]]))
        self.vehicle_id[:] = np.arange(self.count)
        self._group()
        self.rows: list[slice] = []
        for index, fleet in enumerate(fleets):
            rows = slice(self.rows[-1].stop if self.rows else 0, (self.rows[-1].stop if self.rows else 0) + fleet.count)
            self.rows.append(rows)
            self.fleet_index[rows] = index
            self._adopt(fleet, rows)
            self._describe(fleet, rows, handling.get(fleet.name) or handling_of(fleet))

    def columns(self, *names: str) -> list[NDArray[Any]]:
        """The named columns, in order."""
        return [getattr(self, name) for name in names]

    def all_columns(self) -> list[NDArray[Any]]:
        """Every column."""
        return self.columns(*COLUMNS)

    def _group(self) -> None:
        """Name what belongs together, as stages take it; the arrays are the columns themselves."""
        self.body = columns.Body(*self.columns(*columns.Body._fields))
        self.pose = columns.Pose(*self.columns(*columns.Pose._fields))
        self.motion = columns.Motion(*self.columns(*columns.Motion._fields))
        self.inputs = columns.DriverInputs(*self.columns(*columns.DriverInputs._fields))
        self.route = columns.Route(*self.columns(*columns.Route._fields))
        self.convoys = columns.Convoy(*self.columns(*columns.Convoy._fields))
        self.memory = columns.AvoidanceMemory(*self.columns(*columns.AvoidanceMemory._fields))
        self.gun = columns.Gun(*self.columns(*columns.Gun._fields))
        self.damages = columns.Damage(*self.columns(*columns.Damage._fields))
        performance = columns.Performance(*self.columns(*columns.Performance._fields))
        self.entity = columns.Entity(self.pose, self.motion, self.body, performance)
        self.autopilot = columns.Autopilot(
            columns.Goal(*self.columns(*columns.Goal._fields)),
            columns.Course(*self.columns(*columns.Course._fields)),
            columns.Perception(*self.columns(*columns.Perception._fields)),
            columns.Avoidance(*self.columns(*columns.Avoidance._fields)),
        )

    def _adopt(self, fleet: Fleet, rows: slice) -> None:
        """Let the fleet's pose and status lie in these columns."""
        _refuse_unfit(fleet)
        for name in ("x", "y", "yaw"):
            fleet.rebind(name, getattr(self, name)[rows])
        fleet.is_in_world = True
        self.status[rows] = fleet.status
        fleet.status = self.status[rows]
        self.course_yaw[rows] = self.yaw[rows]
        self.desired_yaw[rows] = self.yaw[rows]

    def _describe(self, fleet: Fleet, rows: slice, handling: Handling) -> None:
        self.half_length[rows], self.half_width[rows] = 0.5 * fleet.body.length, 0.5 * fleet.body.width
        self.body_height[rows] = fleet.body.height
        self.radius[rows] = 0.5 * math.hypot(fleet.body.length, fleet.body.width)
        self.mass[rows], self.yaw_inertia[rows] = inertia_of(fleet)
        self.goal_x[rows] = self.goal_y[rows] = math.inf
        self.avoidance[rows], self.patience[rows] = avoidance.RULE, PATIENCE
        self.course_reach[rows] = LARGEST
        self.leader[rows] = self.convoy[rows] = self.trail_slot[rows] = -1
        for name in Handling._fields:
            getattr(self, name)[rows] = getattr(handling, name)
        self.pivot_yaw_rate[rows] = full_steer_yaw_rate(fleet, 0.0)
        speed = TRIAL_SPEED if fleet.model.has_inertia else 1.0
        self.full_curvature[rows] = (full_steer_yaw_rate(fleet, speed) - self.pivot_yaw_rate[rows]) / speed
        self.turn_lag[rows] = turn_lag(fleet)
        self.desired_speed[rows] = 0.6 * handling.max_speed


COLUMNS: dict[str, Any] = dict(Roster.__annotations__)  # the name and kind of every column
_WHOLE_NUMBERS = {Words: np.int8, Indices: np.int32, Flags: np.uint32}


def inertia_of(fleet: Fleet) -> tuple[Any, Any]:
    """The mass [kg] and yaw inertia [kg m^2] of a fleet's vehicles: parameters of their model, else of a box."""
    known, body = fleet.model.module.Params._fields, fleet.body
    volume = body.length * body.width * body.height
    mass = fleet.params.mass if "mass" in known else DENSITY.get(fleet.kind, DENSITY["point"]) * volume
    of_a_box = mass * (body.length * body.length + body.width * body.width) / 12.0
    return mass, fleet.params.yaw_inertia if "yaw_inertia" in known else of_a_box


def handling_of(fleet: Fleet) -> Handling:
    """How a fleet's vehicles answer to a driver: as their file says, and where it says nothing as suits their kind."""
    kind = HANDLING.get(fleet.kind, Handling())
    return kind if fleet.model.vehicle is None else kind._replace(**fleet.model.vehicle.handling)


def full_steer_yaw_rate(fleet: Fleet, speed: float) -> Floats:
    """How fast [rad/s] each vehicle of a fleet turns at full steer and ``speed`` [m/s], found by driving it."""
    if fleet.model.has_inertia:
        return _steady_yaw_rate(fleet, speed)
    module, dt = fleet.model.module, 1e-3
    params = module.Params(*fleet.params)
    zeros, ones = np.zeros(fleet.count), np.ones(fleet.count)
    state = module.State(*(zeros for _ in module.State._fields))
    ground = [module.Ground(*fleet.ground)] if fleet.model.stands_on_ground else []
    return module.step(state, module.drive(speed * ones, ones, params), params, dt, *ground).yaw / dt


def turn_lag(fleet: Fleet) -> Floats:
    """How long [s] a turn at full steer takes to build up: what is missing of it at first, over what it becomes."""
    if not fleet.model.has_inertia:
        return np.zeros(fleet.count)
    rates = _yaw_rates(fleet, LAG_SPEED)
    is_turning = np.abs(rates[-1]) > 1e-3
    missing = 1.0 - rates / np.where(is_turning, rates[-1], 1.0)
    return np.where(is_turning, np.clip(missing.sum(axis=0) * TRIAL_DT, 0.0, LONGEST_LAG), 0.0)


def _steady_yaw_rate(fleet: Fleet, speed: float) -> Floats:
    """The same where a turn takes time to build up."""
    return _yaw_rates(fleet, speed)[-1]


def _yaw_rates(fleet: Fleet, speed: float) -> Floats:
    """How fast [rad/s] each vehicle turns in each step of a trial at full steer that begins straight on."""
    params = {name: getattr(fleet.params, name) for name in dir(fleet.params)}
    trial = Fleet(fleet.model, fleet.count, name=fleet.name, **params)
    trial.state.speed = speed
    yaw = [trial.state.yaw.copy()]
    for _ in range(TRIAL_STEPS):
        trial.drive(speed, 1.0, dt=TRIAL_DT)
        trial.step(TRIAL_DT)
        yaw.append(trial.state.yaw.copy())
    return wrap_angle(np.diff(np.array(yaw), axis=0)) / TRIAL_DT


def _refuse_unfit(fleet: Fleet) -> None:
    if fleet.is_in_world:
        raise WorldError(f"fleet {fleet.name!r} is in a world already; make a fleet for each world")
    missing = [name for name in ("x", "y", "yaw") if name not in fleet.model.module.State._fields]
    if missing or not fleet.model.can_be_driven:
        raise WorldError(
            f"fleet {fleet.name!r}: model {fleet.model.name} cannot live in a world; it must have x, y and yaw in its "
            "State and a function drive(speed, steer, params) -> Control, or operate if its State has a speed"
        )
    unknown = [name for name in dir(fleet.ground) if name not in FIELDS]
    if unknown:
        raise WorldError(
            f"fleet {fleet.name!r}: model {fleet.model.name} asks the ground for {unknown[0]!r}; "
            f"a world can tell {', '.join(FIELDS)}"
        )
    if fleet.device != "cpu" or fleet.dtype != np.float64:
        raise WorldError(
            f"fleet {fleet.name!r}: a world's fleets are float64 on the CPU, not {fleet.dtype} on {fleet.device}"
        )
