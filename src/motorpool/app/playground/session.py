"""Simulation of one visitor: two vehicles, their common input, and a clock that follows real time in steps of dt.

Every change that a visitor can make is a method, which raises a `ModelError` with one sentence if it is refused. The
work is bounded: one call of `Session.advance` makes at most `MAX_STEPS` steps, however much time has passed.
"""

import math
from collections.abc import Callable
from typing import Any, Literal

from ...base.errors import ModelError, unknown_name
from ...models import registry
from ...models.mathematics import wrap_angle
from ...models.periods import whole_steps
from ...models.registry import Model
from ...vehicles.shape.description import describe_drawing
from . import pursuit, scenes
from .catalogue import MAX_DT, MIN_DT, PAIRS, STANDARD_DT, demonstration_of
from .demonstrations import LETTING_GO, ON_A_SLOPE, PAUSE, SHOWS, Demonstration, Phase
from .driven import Driven, Pose
from .exported import Exported, exported
from .ground import MAX_SLOPE
from .input_mapping import IDLE, Command, HeldKeys, command_after
from .six_lines import program
from .valet import PATIENCE, Valet

Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")

MAX_STEPS = 24  # steps per call, a tenth of a second of the shortest steps; time beyond that is dropped
FAR = 10_000.0  # largest coordinate of a target [m]
AT_REST = 0.05  # speed below which a vehicle counts as standing [m/s]
FEELS_SLOPE = ("tracked/arc", "friction-circle/tracked")  # pair for the hill if the slope acts on neither model


class Session:
    """Two vehicles side by side, at first the catalogue's first pair in its demonstration.

    After each change a demonstration drives both from the start and is repeated until the visitor drives.

    Args:
        find: function that returns the model of a name; a server passes the ``find`` of its catalogue, which opens no
            file.
    """

    def __init__(self, find: Callable[[str], Model] = registry.find) -> None:
        self._find = find
        self.revision = 0  # number of changes of what `set_up` describes
        self.dt, self.time, self.tick = STANDARD_DT, 0.0, 0
        self.is_paused, self.is_holding, self.has_autopilot, self.is_demonstrating = False, False, False, True
        self.command, self.held_keys = Command(), IDLE
        self.rule, self.target, self.slope = "forward", pursuit.TARGET, 0.0
        self.reached: dict[Side, float] = {}
        self.touches: dict[Side, int] = {"left": 0, "right": 0}
        self._touching: dict[Side, frozenset[int]] = {"left": frozenset(), "right": frozenset()}
        self._set_off = 0.0  # time at which the autopilot began [s]
        self.unused_time = 0.0  # real time that no step has used yet [s]
        self._valet: Valet | None = None  # parks in the demonstration among bays
        self.sides = self._drive(*PAIRS[0][:2])
        self.scene = scenes.make("ground", self._shapes())

    # ---- the clock

    def advance(self, elapsed: float) -> int:
        """Advance by ``elapsed`` [s] of real time and return the number of steps."""
        if self.is_paused:
            return 0
        usable = min(max(0.0, elapsed), MAX_STEPS * self.dt - self.unused_time)
        count, fraction = whole_steps(usable, self.dt, fraction=self.unused_time / self.dt)
        self.unused_time = fraction * self.dt
        for _ in range(count):
            self._step()
        return count

    def pause(self) -> None:
        """Stop the clock."""
        self.is_paused = True
        self._changed()

    def resume(self) -> None:
        """Start the clock again."""
        self.is_paused, self.unused_time = False, 0.0
        self._changed()

    def step(self) -> None:
        """Stop the clock and make one step."""
        self.pause()
        self._step()

    def set_dt(self, value: float) -> None:
        """Set the time step [s]; the clock continues in real time.

        Raises:
            ModelError: it is too short or too long.
        """
        if not MIN_DT * (1.0 - 1e-9) <= value <= MAX_DT:
            raise ModelError(f"dt is {value:g} s; it must be from {MIN_DT:.5f} (1/240) to {MAX_DT:g}")
        self.dt, self.unused_time = value, 0.0
        self._show_change()

    def reset(self) -> None:
        """Place both vehicles at the start; held speed and steering are kept, otherwise the demonstration begins."""
        self._to_start()
        if not self.is_holding:
            self._demonstrate()
        self._changed()

    # ---- driving

    @property
    def is_by_hand(self) -> bool:
        """Return whether the keys drive."""
        return not (self.is_holding or self.has_autopilot or self.is_demonstrating)

    @property
    def presses_pedals(self) -> bool:
        """Return whether the keys press the pedals of both vehicles, and command no speed."""
        return self.is_by_hand and all(driven.model.has_pedals for driven in self.sides.values())

    def drive(self, forward: float, left: float, brake: float) -> None:
        """Set the keys that are held now; any key ends the demonstration, the autopilot and the held command.

        Forward and left are -1..1, backward and right negative; the brake is 0..1.
        """
        self.held_keys = HeldKeys(forward, left, brake)
        if self.held_keys.is_idle:
            return
        if self.is_demonstrating:
            self._end_demonstration()
            self._to_start()
            self._changed()
        elif self.is_holding or self.has_autopilot:
            self.is_holding = self.has_autopilot = False
            self._changed()

    def hold(self, is_on: bool) -> None:
        """Hold speed and steering, rounded to hundredths, or release them; both end a demonstration."""
        self.is_holding = is_on
        self._end_demonstration()
        if is_on:
            self.has_autopilot = False
            self.command = Command(round(self.command.speed, 2), round(self.command.steer, 2))
            for driven in self.sides.values():
                driven.steer = round(driven.steer, 2)
        self._changed()

    def autopilot(self, is_on: bool) -> None:
        """Switch the autopilot of both vehicles, which drives to the target, on or off.

        Raises:
            ModelError: the scene has no target.
        """
        if is_on and not self.scene.has_target:
            raise ModelError("there is no target here; choose the scene with the target first")
        self.has_autopilot, self.is_holding, self.is_demonstrating = is_on, False, False
        self.command, self.reached, self._set_off = Command(), {}, self.time
        for driven in self.sides.values():
            driven.turned = 0.0
        self._changed()

    def set_rule(self, name: str) -> None:
        """Choose the rule by which the autopilot drives to the target.

        Raises:
            ModelError: there is no such rule.
        """
        self.rule = _known(name, pursuit.RULES, "rule")
        self._show_change()

    def set_target(self, x: float, y: float) -> None:
        """Move the target to x, y [m].

        Raises:
            ModelError: it is too far away.
        """
        if not (abs(x) <= FAR and abs(y) <= FAR):
            raise ModelError(f"the target is at ({x:g}, {y:g}); it must be within {FAR:g} m of the start")
        self.target, self.reached = Pose(x, y), {}
        self._show_change()

    # ---- models, parameters and scenes

    def choose(self, side: Side, model: str) -> None:
        """Replace the model of one side; the new one continues from its pose, in a demonstration from the start.

        Raises:
            ModelError: there is no such model, or it cannot be driven.
        """
        driven = Driven(self._find(model))
        driven.take_over(self.sides[side])
        self.sides[side] = driven
        if self.is_demonstrating:
            self.reset()
        else:
            self._show_change()

    def compare(self, left: str, right: str) -> None:
        """Choose two models and place them at the start.

        Raises:
            ModelError: there is no such model, or it cannot be driven.
        """
        self.sides = self._drive(left, right)
        self.scene = scenes.make(self.scene.name, self._shapes())
        self.reset()

    def set(self, side: Side, name: str, value: float | str) -> None:
        """Change a parameter or an addition of one vehicle, effective at once.

        Raises:
            ModelError: there is no such parameter, or the value is out of its range.
        """
        driven = self.sides[side]
        if not driven.additions.steers_itself:
            driven.steer = self.command.steer
        driven.set(name, value)
        self._show_change()

    def set_scene(self, name: str) -> None:
        """Choose a scene and place the vehicles at its start, with the scene's own models if it has any.

        Raises:
            ModelError: there is no such scene.
        """
        name = _known(name, scenes.NAMES, "scene")
        if name in SHOWS:
            self.sides = self._drive(SHOWS[name].left, SHOWS[name].right)
        if name == "hill" and not any(driven.model.stands_on_ground for driven in self.sides.values()):
            self.sides = self._drive(*FEELS_SLOPE)
        self.scene = scenes.make(name, self._shapes())
        self.slope, self.target = self.scene.slope, pursuit.TARGET
        self.has_autopilot = self.is_holding = False
        self.reset()

    def set_slope(self, value: float) -> None:
        """Set the rise of the ground towards the east, rise over run [1].

        Raises:
            ModelError: it is too steep.
        """
        if not abs(value) <= MAX_SLOPE:
            raise ModelError(f"the slope is {value:g}; it must be from {-MAX_SLOPE:g} to {MAX_SLOPE:g}")
        self.slope = value
        self._show_change()

    # ---- descriptions for the page

    def set_up(self) -> dict[str, Any]:
        """Return the settings; they change rarely."""
        return {
            "dt": self.dt,
            "paused": self.is_paused,
            "holding": self.is_holding,
            "autopilot": self.has_autopilot,
            "demonstrating": self.is_demonstrating,
            "pedals": self.presses_pedals,
            "rule": self.rule,
            "slope": self.slope,
            "target": [self.target.x, self.target.y] if self.scene.has_target else None,
            "scene": self.scene.describe(),
            **{side: _describe(driven) for side, driven in self.sides.items()},
        }

    def state(self) -> dict[str, Any]:
        """Return the state; it changes with every step."""
        left, right = self.sides["left"].pose, self.sides["right"].pose
        return {
            "tick": self.tick,
            "time": _number(self.time),
            "command": [_number(value) for value in self.command],
            "gap": _number(math.dist(left[:2], right[:2])),
            "yaw_gap": _number(wrap_angle(right.yaw - left.yaw)),
            **{side: self._state_of(side) for side in SIDES},
        }

    def programs(self) -> dict[str, str]:
        """Return for each side a Python program with its present drive."""
        return {side: self._program(side) for side in SIDES}

    def exported(self, side: Side, language: str) -> Exported:
        """Return one side's vehicle in another language, with its present drive.

        Raises:
            ModelError: there is no such language, or the model cannot be translated.
        """
        return exported(self.sides[side], self._present_drive(side), language=language, dt=self.dt, slope=self.slope)

    def _program(self, side: Side) -> str:
        driven = self.sides[side]
        return program(
            driven, self._present_drive(side), dt=self.dt, slope=self.slope, is_let_go=self._is_let_go(driven)
        )

    def _present_drive(self, side: Side) -> Command | tuple[Phase, ...] | None:
        """Return the present input of a side: a command, a demonstration's phases, or None for held keys."""
        driven = self.sides[side]
        command, held_keys = self._orders(side)
        if held_keys is not None and driven.can_be_pointed:
            return None
        if self._has_phases and not driven.additions.steers_itself:
            return self.demonstration.phases
        return Command(round(command.speed, 2), round(command.steer, 2))

    def _is_let_go(self, driven: Driven) -> bool:
        """Return whether its steering is returning by its own law at present."""
        is_driven = not (self.is_holding or self.has_autopilot)
        return is_driven and self._pressed(driven).left == 0.0 and driven.additions.steers_itself

    # ---- demonstrations

    @property
    def demonstration(self) -> Demonstration:
        """Present demonstration: that of the scene if it has one, otherwise that of the two models."""
        show = SHOWS.get(self.scene.name)
        if show:
            return show.demonstration
        if any(driven.additions.steers_itself for driven in self.sides.values()):
            return LETTING_GO
        if self.scene.name == "hill":
            return ON_A_SLOPE
        return demonstration_of(*(self.sides[side].model for side in SIDES))

    @property
    def _has_phases(self) -> bool:
        """Return whether a demonstration runs whose commands do not depend on the vehicles' motion."""
        return self.is_demonstrating and not self.scene.has_target and self._valet is None

    def _demonstrate(self) -> None:
        self.is_demonstrating, self.has_autopilot = True, self.scene.has_target
        self._valet = Valet(self.scene.bays[0]) if self.scene.bays else None

    def _end_demonstration(self) -> None:
        if self.is_demonstrating:
            self.is_demonstrating = self.has_autopilot = False

    def _show_change(self) -> None:
        """Begin the demonstration after a change, unless one runs already or the visitor drives."""
        is_standing = all(abs(driven.motion.speed) < AT_REST for driven in self.sides.values())
        is_driven = self.is_holding or self.has_autopilot or not self.held_keys.is_idle
        if is_standing and not is_driven and not self.is_demonstrating:
            self.reset()
        self._changed()

    def _to_start(self) -> None:
        for driven in self.sides.values():
            driven.place(self.scene.start)
        if not self.is_holding:
            self.command = Command()
            for driven in self.sides.values():
                driven.steer = 0.0
        self.time, self.tick, self.unused_time, self.reached, self._set_off = 0.0, 0, 0.0, {}, 0.0
        self.touches = {"left": 0, "right": 0}

    def _is_over(self) -> bool:
        if self._valet is not None:
            return self.time > (PATIENCE if self._valet.parked_at is None else self._valet.parked_at + 2.0 * PAUSE)
        if self.scene.has_target:
            return len(self.reached) == len(SIDES) and self.time > max(self.reached.values()) + PAUSE
        return self.time > self.demonstration.seconds + PAUSE

    # ---- a step

    def _drive(self, left: str, right: str) -> dict[Side, Driven]:
        return {"left": Driven(self._find(left)), "right": Driven(self._find(right))}

    def _step(self) -> None:
        if self.is_demonstrating and self._is_over():
            self._to_start()
            self._demonstrate()
        is_driven = not (self.is_holding or self.has_autopilot)
        if is_driven and self.is_demonstrating:
            self.command = self._shown_command()
        elif is_driven:
            speed = self.sides["left"].speed if self.presses_pedals else self.command.speed
            before = self.command._replace(speed=speed)
            self.command = command_after(before, self.held_keys, self.dt, handling=self.scene.handling)
        for side in SIDES:
            driven = self.sides[side]
            pressed = self._pressed(driven)
            if is_driven:
                told = self.command._replace(speed=self._speed_of(driven))
                driven.turn_steering(told, pressed, self.dt, handling=self.scene.handling)
            command, held_keys = self._orders(side)
            driven.step(command, self.dt, slope=self.slope, held_keys=held_keys, is_by_hand=self.is_by_hand)
        self.time += self.dt
        self.tick += 1
        for side in SIDES:
            self._record_events(side)

    def _shown_command(self) -> Command:
        if self._valet is not None:
            return self._valet.command(self.sides["right"], self.time)
        return self.demonstration.command_at(self.time)

    def _pressed(self, driven: Driven) -> HeldKeys:
        if not self.is_demonstrating:
            return self.held_keys
        if driven.can_be_pointed:
            if self._valet is not None:
                return pursuit.keys_towards(Pose(*self.scene.bays[0][:2]), driven)
            return self.demonstration.keys_at(driven, self.time)
        steer = self.command.steer
        return HeldKeys(left=math.copysign(1.0, steer) if steer else 0.0)

    def _orders(self, side: Side) -> tuple[Command, HeldKeys | None]:
        """Return the command of one vehicle; it is common to both unless the autopilot or a return law sets it."""
        driven = self.sides[side]
        if not self.has_autopilot:
            own = driven.steer if driven.additions.steers_itself else self.command.steer
            return Command(self._speed_of(driven), own), None if self.is_holding else self._pressed(driven)
        if side in self.reached:
            return Command(), HeldKeys()
        return pursuit.towards(self.target, driven, self.rule), pursuit.keys_towards(self.target, driven)

    def _speed_of(self, driven: Driven) -> float:
        """Return the common commanded speed [m/s], or the present one of a vehicle whose pedals the keys press."""
        return driven.speed if self.is_by_hand and driven.model.has_pedals else self.command.speed

    def _record_events(self, side: Side) -> None:
        """Record the time at which a vehicle reaches the target, and count new contacts with parked cars."""
        driven = self.sides[side]
        if self.has_autopilot and side not in self.reached and _is_at(self.target, driven):
            self.reached[side] = self.time - self._set_off
        if self.scene.cars:
            touching = frozenset(scenes.judge(driven, self.scene)["cars"])
            self.touches[side] += len(touching - self._touching[side])
            self._touching[side] = touching

    def _state_of(self, side: Side) -> dict[str, Any]:
        driven = self.sides[side]
        motion, pose = driven.motion, driven.pose
        parking = {} if not self.scene.cars else scenes.judge(driven, self.scene) | {"touches": self.touches[side]}
        return {
            "x": _number(pose.x),
            "y": _number(pose.y),
            "yaw": _number(pose.yaw),
            "speed": _number(motion.speed),
            "yaw_rate": _number(motion.yaw_rate),
            "wheels": [_number(angle) for angle in driven.wheel_angles()],
            "centre": None if motion.centre is None else [_number(value) for value in motion.centre],
            "control": [_number(value) for value in driven.control.values()],
            "state": [_number(value) for value in driven.inner_state.values()],
            "problem": driven.problem,
            "reached": self.reached.get(side),
            "turns": _number(driven.turned / math.tau),
            "hitches": [_number(angle) for angle in driven.hitch_angles()],
            "drawn_yaw": None if driven.drawn_yaw is None else _number(driven.drawn_yaw),
            **parking,
        }

    def _shapes(self) -> Any:
        return tuple(self.sides[side].shape for side in SIDES)

    def _changed(self) -> None:
        self.revision += 1


def _describe(driven: Driven) -> dict[str, Any]:
    return {
        "model": driven.model.name,
        "values": driven.parameters,
        "shape": describe_drawing(driven.shape),
        "additions": driven.additions._asdict() if driven.takes_additions else {},
    }


def _is_at(place: Pose, driven: Driven) -> bool:
    return math.dist(place[:2], driven.pose[:2]) <= pursuit.REACHED


def _known(name: str, names: dict[str, str], what: str) -> str:
    if name not in names:
        raise ModelError(unknown_name("", what, name, names))
    return name


def _number(value: float) -> float:
    """Round to 1e-6, which suffices for a page; infinity and NaN become 0, since JSON has neither."""
    return round(value, 6) if math.isfinite(value) else 0.0
