"""One of the two vehicles: its model, parameters, pose and motion."""

import contextlib
import math
from collections.abc import Iterator
from typing import Any

from ...base.errors import ModelError, Status
from ...models.fields import Field, fields_of
from ...models.registry import Model, find
from ...vehicles.shape.vehicle_shape import VehicleShape, shape_of
from ...vehicles.vehicle import Vehicle
from ...world.drivers.manual_control import Handling
from .additions import Additions, drawn_yaw, steer_after, suits
from .ground import ground_under
from .input_mapping import Command, HeldKeys, command_after, press_pedals
from .motion import Motion, Pose, front_wheels, motion_between
from .points import can_be_pointed, point

Corners = list[tuple[float, float]]


ORIGIN = Pose()


class Driven:
    """A vehicle that is driven on a plane.

    Raises:
        ModelError: there is no such model, it cannot be driven, or a value is out of its range.
    """

    def __init__(self, model: str | Model, *, values: dict[str, Any] | None = None, start: Pose = ORIGIN) -> None:
        found = find(model)
        if not is_drivable(found):
            raise ModelError(f"{found.name} cannot be driven here: it lacks control_from_command()")
        self.model: Model = found.usual  # a variant is its model with other values
        self.vehicle: Any = Vehicle(self.model, **{**found.module.Params()._asdict(), **(values or {})})
        self.vehicle.allow_long_steps()  # the page demonstrates their errors
        self.ground: tuple[str, ...] = self.model.module.Ground._fields if self.model.stands_on_ground else ()
        self.start, self.motion, self.odometer, self.turned = start, Motion(), 0.0, 0.0
        self._control: tuple[str, ...] = self.model.module.Control._fields
        self._shape: VehicleShape | None = None
        self.additions, self.steer = Additions(), 0.0  # its own steering command, -1..1
        self.place(start)

    @property
    def pose(self) -> Pose:
        """Present position and direction."""
        return Pose(self.vehicle.x, self.vehicle.y, self.vehicle.yaw)

    @property
    def speed(self) -> float:
        """Present speed, forward positive [m/s]; that of the last step if the model has none."""
        has_speed = "speed" in self.model.module.State._fields
        return float(self.vehicle.speed) if has_speed else self.motion.speed

    @property
    def parameters(self) -> dict[str, float]:
        """Present values of all parameters."""
        return {name: getattr(self.vehicle, name) for name in self.model.module.Params._fields}

    @property
    def control(self) -> dict[str, float]:
        """Present values of all controls."""
        return {name: getattr(self.vehicle, name) for name in self._control}

    @property
    def inner_state(self) -> dict[str, float]:
        """Fields of the state without those of the pose."""
        names = self.model.module.State._fields
        return {name: getattr(self.vehicle, name) for name in names if name not in Pose._fields}

    @property
    def changed(self) -> dict[str, float]:
        """Parameters that differ from their defaults."""
        return {
            field.name: getattr(self.vehicle, field.name)
            for field in self.fields
            if getattr(self.vehicle, field.name) != field.default
        }

    @property
    def fields(self) -> tuple[Field, ...]:
        """Descriptions of the model's parameters."""
        return fields_of(self.model.module.Params)

    @property
    def shape(self) -> VehicleShape:
        """Shape seen from above."""
        if self._shape is None:
            self._shape = shape_of(self.model, self.parameters)
        return self._shape

    @property
    def can_be_pointed(self) -> bool:
        """Return whether the keys set a direction of the world for it, not pedals and a steering wheel."""
        return can_be_pointed(self.model)

    @property
    def takes_additions(self) -> bool:
        """Return whether the additions can be applied to it."""
        return suits(self.model)

    @property
    def drawn_yaw(self) -> float | None:
        """Yaw at which it is drawn [rad]; None if that is its own yaw."""
        return drawn_yaw(self.vehicle, self.additions) if self.additions.is_drawn_drifting else None

    @property
    def problem(self) -> str:
        """The reason why it did not move in the last step; empty if there was no problem."""
        return " ".join(self.model.sentence(bit) for bit in Status if bit in self.vehicle.status)

    def place(self, pose: Pose) -> None:
        """Place it at a pose, at rest."""
        resting = self.model.module.State()._replace(**pose._asdict())
        for name, value in resting._asdict().items():
            setattr(self.vehicle, name, value)
        for name, field in zip(self._control, fields_of(self.model.module.Control), strict=True):
            setattr(self.vehicle, name, field.default)
        self.start, self.motion, self.odometer, self.turned = pose, Motion(), 0.0, 0.0

    def take_over(self, other: "Driven") -> None:
        """Copy the pose and the other common state fields of another vehicle, limited to this model's ranges."""
        common = set(self.model.module.State._fields) & set(other.model.module.State._fields)
        for field in fields_of(self.model.module.State):
            if field.name in common:
                value = getattr(other.vehicle, field.name)
                setattr(self.vehicle, field.name, min(max(value, field.range.low), field.range.high))
        self.start, self.motion, self.steer = other.start, other.motion, other.steer
        self.additions = other.additions if self.takes_additions else Additions()
        self.odometer, self.turned = other.odometer, other.turned

    def set(self, name: str, value: Any) -> None:
        """Change a parameter or an addition during the drive.

        Raises:
            ModelError: there is no such parameter, or the value is out of its range.
        """
        if name in Additions._fields and self.takes_additions:
            field = next(field for field in fields_of(Additions) if field.name == name)
            self.additions = self.additions._replace(**{name: field.check(value, self.model.name)})
            return
        if name not in self.model.module.Params._fields:
            raise ModelError(f"{self.model.name} has no parameter {name!r}")
        setattr(self.vehicle, name, value)
        self._shape = None

    def turn_steering(self, command: Command, held_keys: HeldKeys, dt: float, *, handling: Handling) -> None:
        """Update its own steering command over ``dt`` [s]: by the keys, or by its return law without a steering key."""
        if not self.additions.steers_itself:
            self.steer = command.steer
            return
        is_held = held_keys.left != 0.0
        own = Command(command.speed, self.steer)
        self.steer = command_after(own, HeldKeys(left=held_keys.left), dt if is_held else 0.0, handling=handling).steer
        if not is_held:
            most = self.parameters["max_steer_angle"]
            self.steer = steer_after(self.steer, self.additions, max_steer_angle=most, speed=command.speed, dt=dt)

    def step(
        self,
        command: Command,
        dt: float,
        *,
        slope: float = 0.0,
        held_keys: HeldKeys | None = None,
        is_by_hand: bool = False,
    ) -> None:
        """Drive for one step of ``dt`` [s].

        Args:
            slope: rise of the ground towards the east, rise over run [1].
            held_keys: direction for a vehicle that is commanded by a direction; used instead of the command.
            is_by_hand: whether the held keys press the pedals of a vehicle that has them; then the command has its
                present speed.
        """
        vehicle, before = self.vehicle, self.pose
        vehicle.status = 0
        for name, value in self._ground_values(slope).items():
            setattr(vehicle, name, value)
        try:
            if held_keys is not None and self.can_be_pointed:
                point(vehicle, held_keys)
            elif held_keys is not None and is_by_hand and self.model.has_pedals:
                press_pedals(vehicle, command, held_keys, dt)
            else:
                vehicle.drive(*command, dt=dt)
        except (ModelError, ArithmeticError):  # the control is outside its declared range, or not a number
            vehicle.status |= Status.OUT_OF_RANGE
        else:
            vehicle.step(dt)
        self.motion = motion_between(before, self.pose, dt)
        self.odometer += abs(self.motion.speed) * dt
        self.turned += self.motion.yaw_rate * dt

    def wheel_angles(self) -> tuple[float, float]:
        """Return the steer angles [rad] of the left and the right front wheel; zeros if there are none."""
        return front_wheels(self.shape, self._steering()) if self.model.kind == "wheeled" else (0.0, 0.0)

    def hitch_angles(self) -> list[float]:
        """Return the yaw of each trailer relative to the unit in front of it [rad]."""
        return [getattr(self.vehicle, field.hitch_angle) for field in self.model.trailers[: len(self.shape.trailers)]]

    def bodies(self) -> list[Corners]:
        """Return the corners on the ground of its body and of each trailer."""
        shape, (x, y, yaw) = self.shape, self.pose
        ahead = shape.middle
        own = corners_of(
            x + ahead * math.cos(yaw), y + ahead * math.sin(yaw), yaw, length=shape.length, width=shape.width
        )
        return [own, *self._trailer_bodies()]

    def _trailer_bodies(self) -> Iterator[Corners]:
        x, y, yaw = self.pose
        for trailer, angle in zip(self.shape.trailers, self.hitch_angles(), strict=True):
            x, y = x - trailer.hitch * math.cos(yaw), y - trailer.hitch * math.sin(yaw)
            yaw += angle
            x, y = x - trailer.reach * math.cos(yaw), y - trailer.reach * math.sin(yaw)
            middle = x + trailer.middle * math.cos(yaw), y + trailer.middle * math.sin(yaw)
            yield corners_of(*middle, yaw, length=trailer.front - trailer.back, width=trailer.width)

    def _steering(self) -> dict[str, float]:
        wheel_angle = getattr(self.model.module, "wheel_angle", None)
        if wheel_angle is not None:  # in reverse the model's backing controller sets the steer angle
            module, vehicle = self.model.module, self.vehicle
            now = [
                kind(*(getattr(vehicle, name) for name in kind._fields))
                for kind in (module.State, module.Control, module.Params)
            ]
            with contextlib.suppress(ArithmeticError):  # a trailer of length 0 has no angle
                return self.control | {"steer_angle": wheel_angle(*now)}
        return self.control | {name: self.inner_state[name] for name in ("wheel_angle",) if name in self.inner_state}

    def _ground_values(self, slope: float) -> dict[str, float]:
        known = ground_under(self.pose, slope) if self.ground else {}
        return {name: known[name] for name in self.ground if name in known}


def is_drivable(model: Model) -> bool:
    """Return whether the playground can drive a model: it has a pose, and accepts a speed or a direction."""
    has_pose = {"x", "y", "yaw"} <= set(model.module.State._fields)
    return has_pose and (model.can_be_driven or can_be_pointed(model))


def corners_of(x: float, y: float, yaw: float, *, length: float, width: float) -> list[tuple[float, float]]:
    """Return the corners [m] of a rectangle around (x, y) [m], counter-clockwise from the front left.

    The length [m] is measured along the yaw [rad], counter-clockwise from east, and the width [m] across.
    """
    ahead, aside = 0.5 * length, 0.5 * width
    sine, cosine = math.sin(yaw), math.cos(yaw)
    signs = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    return [(x + i * ahead * cosine - j * aside * sine, y + i * ahead * sine + j * aside * cosine) for i, j in signs]
