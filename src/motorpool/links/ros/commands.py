"""Commands of robot programs: a source that drives vehicles at a speed and a yaw rate or a steer angle.

A commanded vehicle is driven by the pedals and the steering wheel of a person (action ``drive``), so that recordings
keep all that is done and replays repeat it. Before each step the pedals are set to reach the commanded speed as fast
as the driver's limits of the vehicle allow, without overshoot: those of its model, or, for one without pedals, the
inverse of ``drivers.manual_control``.
Without a new command a vehicle brakes and stands.
"""

import math
import reprlib
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ...base.errors import RosError
from ...world.drivers.kinds import PLAYER
from ...world.sources.actions import NOT_OURS, Drive, Release, SetSwitches, Take, apply
from .joints import Steering, steering_of

if TYPE_CHECKING:
    from ...world import World

TIMEOUT = 0.5  # a vehicle brakes if its last command is older [s]
TWIST = "geometry_msgs/msg/Twist"
TWIST_STAMPED = "geometry_msgs/msg/TwistStamped"
ACKERMANN = "ackermann_msgs/msg/AckermannDriveStamped"
SLOW = 0.5  # below this speed a turn is computed for the commanded speed [m/s]
CORRECTION_TIME = 1.0  # in which the steering makes up for an error of the yaw rate [s]
LARGEST_CORRECTION = 0.3  # of the steering, whose range is -1..1 [1]
_VECTOR = dict.fromkeys(("x", "y", "z"), float)
_TWIST: dict[str, Any] = {"linear": _VECTOR, "angular": _VECTOR}
_HEADER: dict[str, Any] = {"stamp": dict.fromkeys(("sec", "nanosec", "secs", "nsecs"), float), "frame_id": str}
_ACKERMANN = dict.fromkeys(("steering_angle", "steering_angle_velocity", "speed", "acceleration", "jerk"), float)
_FORMS: dict[str, dict[str, Any]] = {
    TWIST: _TWIST,
    TWIST_STAMPED: {"header": _HEADER, "twist": _TWIST},
    ACKERMANN: {"header": _HEADER, "drive": _ACKERMANN},
}


class Command(NamedTuple):
    """Target of a vehicle; a turn by yaw rate or by the angle of its steered wheels."""

    speed: float  # forward positive [m/s]
    yaw_rate: float = 0.0  # counter-clockwise [rad/s]
    steer_angle: float | None = None  # in place of the yaw rate, left positive [rad]


class _Given(NamedTuple):
    """A command that a vehicle has."""

    command: Command
    since: float  # simulated time [s]


def command_of(ros_type: str, fields: Any) -> Command:
    """Return the command of a message's fields; missing numbers are 0.

    Raises:
        RosError: a field is unknown or no finite number, or a steering angle looks like degrees.
    """
    _check(fields, _FORMS[ros_type], ros_type)
    if ros_type == ACKERMANN:
        angle = _number(fields, "drive", "steering_angle")
        if abs(angle) > 0.5 * math.pi:
            raise RosError(f"{ros_type}: drive: steering_angle is {angle:g}; it must be in -pi/2..pi/2, in radians")
        return Command(_number(fields, "drive", "speed"), steer_angle=angle)
    twist = fields.get("twist", {}) if ros_type == TWIST_STAMPED else fields
    return Command(_number(twist, "linear", "x"), _number(twist, "angular", "z"))


class Commands:
    """Source of a world: drives the vehicles that robot programs command.

    Args:
        world: whose step reads the commands.
        timeout: a vehicle brakes if its last command is older [s].
    """

    is_recorded = True  # it changes the world by actions alone

    def __init__(self, world: "World"):
        self._world = world
        self._lock = threading.Lock()
        self._new: dict[int, Command] = {}
        self._given: dict[int, _Given] = {}
        self._driven: dict[int, Drive] = {}  # what each vehicle is driven by
        self._corrections: dict[int, float] = {}  # of the steering of each vehicle
        self._wheels: dict[int, Steering | None] = {}

    def __repr__(self) -> str:
        return f"<Commands: {len(self._driven)} vehicles are driven by robot programs>"

    def receive(self, vehicle: int, command: Command) -> str | None:
        """Drive a vehicle by this command from the next step on; return a sentence if it cannot be, else None.

        May be called from any thread.
        """
        world = self._world
        if not 0 <= vehicle < world.count or world.vehicles.driver[vehicle] in NOT_OURS:
            return f"vehicle {vehicle} is not of this world, or was removed"
        with self._lock:
            if self._is_others(vehicle):
                return f"a person drives vehicle {vehicle}; it takes commands again when it is given back"
            if command.steer_angle is not None and self._steering(vehicle) is None:
                return f"vehicle {vehicle} has no steered wheels; command it by a Twist"
            self._new[vehicle] = command
        return None

    def read(self, world: "World") -> None:
        """Set the pedals and the steering of commanded vehicles; called before each step."""
        with self._lock:
            self._given.update((vehicle, _Given(command, world.time)) for vehicle, command in self._new.items())
            self._new.clear()
            for vehicle in list(self._given):
                if self._is_lost(vehicle):
                    del self._given[vehicle]
                    self._driven.pop(vehicle, None)
                    self._corrections.pop(vehicle, None)
                    continue
                self._drive(world, vehicle, self._given[vehicle])

    def release(self) -> None:
        """Give all commanded vehicles back to their autopilots; called between two steps."""
        with self._lock:
            for vehicle in list(self._driven):
                if not self._is_lost(vehicle):
                    apply(Release(vehicle), self._world)
            self._driven.clear()
            self._given.clear()
            self._new.clear()

    def _drive(self, world: "World", vehicle: int, given: _Given) -> None:
        if vehicle not in self._driven:
            apply(Take(vehicle), world)
            apply(SetSwitches(vehicle), world)
            self._driven[vehicle] = Drive(vehicle)
        age = world.time - given.since
        is_fresh = 0.0 <= age <= TIMEOUT
        command = given.command if is_fresh else Command(0.0)
        wanted = Drive(vehicle, *self._pedals(world, vehicle, command), self._steer(world, vehicle, command))
        if not wanted.is_applied(world.vehicles):
            apply(wanted, world)
        self._driven[vehicle] = wanted

    def _is_lost(self, vehicle: int) -> bool:
        """Return whether a vehicle has left, or a person has taken it meanwhile."""
        vehicles = self._world.vehicles
        if vehicle >= self._world.count or vehicles.driver[vehicle] in NOT_OURS:
            return True
        return self._is_others(vehicle)

    def _is_others(self, vehicle: int) -> bool:
        """Return whether a person drives a vehicle: its inputs are others than those written here."""
        vehicles, mine = self._world.vehicles, self._driven.get(vehicle)
        if mine is not None:
            return vehicles.driver[vehicle] == PLAYER and not mine.is_applied(vehicles)
        return bool(vehicles.driver[vehicle] == PLAYER)

    def _pedals(self, world: "World", vehicle: int, command: Command) -> tuple[float, float]:
        limits, dt, speed = world.vehicles.performance, world.dt, float(world.vehicles.speed[vehicle])
        target = max(-float(limits.max_reverse_speed[vehicle]), min(command.speed, float(limits.max_speed[vehicle])))
        direct = world.drivers.direct_pedals(vehicle, target) if target != 0.0 or speed != 0.0 else None
        return direct or pedals_to_reach(
            speed,
            target,
            acceleration=float(limits.acceleration[vehicle]),
            braking=float(limits.braking[vehicle]),
            coasting=float(limits.coasting[vehicle]),
            dt=dt,
        )

    def _steer(self, world: "World", vehicle: int, command: Command) -> float:
        limits, speed = world.vehicles.performance, float(world.vehicles.speed[vehicle])
        full_curvature, pivot = float(limits.full_curvature[vehicle]), float(limits.pivot_yaw_rate[vehicle])
        kept = float(limits.full_lateral_acceleration[vehicle])
        if command.steer_angle is not None:
            wheels = self._steering(vehicle)
            return wheels.steer_of(command.steer_angle) if wheels is not None else 0.0
        reference = speed if abs(speed) > SLOW else command.speed
        full_yaw_rate = min(pivot + full_curvature * abs(reference), kept / max(abs(reference), SLOW))
        if full_yaw_rate <= 0.0 or command.yaw_rate == 0.0:
            self._corrections.pop(vehicle, None)
            return 0.0
        direction = -1.0 if reference < 0.0 and pivot <= 0.0 else 1.0
        steer = direction * command.yaw_rate / full_yaw_rate
        return _limited(steer + self._corrected(world, vehicle, command.yaw_rate, direction / full_yaw_rate))

    def _corrected(self, world: "World", vehicle: int, yaw_rate: float, gain: float) -> float:
        """Return the steering that makes up for understeer: the integral of the error of the yaw rate.

        Args:
            yaw_rate: commanded [rad/s].
            gain: steering for a yaw rate [s/rad].
        """
        error = yaw_rate - float(world.vehicles.yaw_rate[vehicle])
        before = self._corrections.get(vehicle, 0.0)
        now = before + world.dt / CORRECTION_TIME * gain * error
        self._corrections[vehicle] = max(-LARGEST_CORRECTION, min(now, LARGEST_CORRECTION))
        return self._corrections[vehicle]

    def _steering(self, vehicle: int) -> Steering | None:
        if vehicle not in self._wheels:
            self._wheels[vehicle] = steering_of(self._world, vehicle)
        return self._wheels[vehicle]


def pedals_to_reach(
    speed: float, target: float, *, acceleration: float, braking: float, coasting: float, dt: float
) -> tuple[float, float]:
    """Return throttle (-1..1) and brake (0..1) with which a step of ``dt`` [s] ends at a speed, or comes nearest.

    Args:
        speed: forward positive [m/s].
        target: forward positive [m/s].
        acceleration: at full throttle, resistance already taken off [m/s^2].
        braking: at full brake, resistance not counted [m/s^2].
        coasting: deceleration by resistance [m/s^2].
    """
    if target == 0.0 and speed == 0.0:
        return 0.0, 1.0
    direction = math.copysign(1.0, speed if speed != 0.0 else target)
    change = (direction * target - abs(speed)) / dt
    throttle = (change + coasting) / max(acceleration + coasting, 1e-9)
    if direction * target >= 0.0 and throttle >= 0.0:
        return direction * min(throttle, 1.0), 0.0
    brake = (-change - coasting) / max(braking, 1e-9)
    return 0.0, max(0.0, min(brake, 1.0))


def _limited(steer: float) -> float:
    return max(-1.0, min(steer, 1.0))


def _check(value: Any, form: Any, where: str) -> None:
    if isinstance(form, dict):
        if not isinstance(value, Mapping):
            raise RosError(f"{where} is {_shown(value)}; it must be an object with {', '.join(cast('Any', form))}")
        for name, part in cast("Mapping[Any, Any]", value).items():
            if name not in form:
                raise RosError(f"{where} has no field {_shown(name)}; it has {', '.join(cast('Any', form))}")
            _check(part, form[name], f"{where}: {name}")
    elif form is str:
        if not isinstance(value, str):
            raise RosError(f"{where} is {_shown(value)}; it must be a text")
    elif isinstance(value, bool) or not isinstance(value, (int, float)) or not _is_finite(value):
        raise RosError(f"{where} is {_shown(value)}; it must be a finite number")


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond the largest float
        return False


def _number(fields: Mapping[str, Any], part: str, name: str) -> float:
    return float(fields.get(part, {}).get(name, 0.0))


def _shown(value: Any) -> str:
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a whole number with many digits"
    return reprlib.repr(value)
