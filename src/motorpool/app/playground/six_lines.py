"""Python program with the present drive of one of the two vehicles, for copying."""

from collections.abc import Sequence

from ...models.fields import Field
from .additions import AS_WRITTEN, FIXED, WITH_SPEED, Additions
from .demonstrations import Phase
from .driven import Driven
from .ground import GROUND_TEXT
from .input_mapping import Command

SECONDS = 10.0  # simulated time of the program [s]


def steps_of(dt: float) -> int:
    """Return the number of steps that the program makes."""
    return max(1, round(SECONDS / dt))


def program(
    driven: Driven, told: Command | Sequence[Phase] | None, *, dt: float, slope: float = 0.0, is_let_go: bool = False
) -> str:
    """Return a program that places the vehicle at its start, drives it in steps of ``dt`` [s] and prints its pose.

    Args:
        told: a command to hold for ten seconds, or the phases of a demonstration; None for a vehicle that is commanded
            by a direction, which keeps its present controls.
    """
    if told is not None and not isinstance(told, Command):
        return _program_of_phases(driven, told, dt=dt, slope=slope)
    command = told
    turned_back = return_line(driven.additions, command, dt) if is_let_go and command is not None else ""
    orders, is_constant = _orders(driven, command, dt, steer="steer" if turned_back else "")
    lines = _head(driven, slope, turned_back)
    if turned_back and command is not None:
        lines.append(f"steer = {command.steer!r}")
    if is_constant:
        lines.append(orders)
    lines.append(f"for _ in range({steps_of(dt)}):")
    lines += [f"    {line}" for line in _ground_lines(driven, slope)]
    if turned_back:
        lines.append(f"    {turned_back}")
    if not is_constant:
        lines.append(f"    {orders}")
    return "\n".join([*lines, f"    car.step(dt={step_text(dt)})", *_end(driven)]) + "\n"


def _program_of_phases(driven: Driven, phases: Sequence[Phase], *, dt: float, slope: float) -> str:
    """Return a program that repeats the drive of a demonstration."""
    if len(phases) == 1 and phases[0].seconds == SECONDS:
        return program(driven, Command(phases[0].speed, phases[0].steer), dt=dt, slope=slope)
    step = step_text(dt)
    count = f"round(seconds * {step.removeprefix('1 / ')})" if step.startswith("1 / ") else f"round(seconds / {step})"
    last = f", dt={step}" if driven.model.is_dynamic else ""
    lines = _head(driven, slope, "")
    lines.append("for seconds, speed, steer in [")
    lines += [f"    ({phase.seconds!r}, {phase.speed!r}, {phase.steer!r})," for phase in phases]
    lines += ["]:", f"    for _ in range({count}):"]
    lines += [f"        {line}" for line in _ground_lines(driven, slope)]
    lines += [f"        car.drive(speed, steer{last})", f"        car.step(dt={step})"]
    return "\n".join([*lines, *_end(driven)]) + "\n"


def _head(driven: Driven, slope: float, turned_back: str) -> list[str]:
    needs_angles = any("cos" in line or "sin" in line for line in _ground_lines(driven, slope))
    return [
        *(["from math import cos, sin"] if needs_angles else []),
        "import motorpool as mp",
        *_imports(driven, turned_back),
        "",
        f"car = mp.Vehicle({_arguments(driven, slope)})",
    ]


def _ground_lines(driven: Driven, slope: float) -> list[str]:
    """Return the lines that set the ground properties of the vehicle before each step."""
    ground = [name for name in driven.ground if name in GROUND_TEXT] if slope != 0.0 else []
    return [f"car.{name} = {GROUND_TEXT[name].format(slope=repr(slope))}" for name in ground]


def _end(driven: Driven) -> list[str]:
    drawn = [drift_line(driven.additions)] if driven.additions.is_drawn_drifting else []
    return ["print(car.x, car.y, car.yaw)", *drawn]


def return_line(additions: Additions, command: Command, dt: float) -> str:
    """Return the line that returns the steering before each step of ``dt`` [s]; empty if there is no return law."""
    if additions.steering_return == FIXED:
        law = f"returned(steer * car.max_steer_angle, {additions.return_rate!r}, {step_text(dt)})"
    elif additions.steering_return == WITH_SPEED:
        speed = f"{command.speed!r}, {additions.return_per_speed!r}"
        law = f"returned_with_speed(steer * car.max_steer_angle, {speed}, {step_text(dt)})"
    else:
        return ""
    return f"steer = {law} / car.max_steer_angle"


def drift_line(additions: Additions) -> str:
    """Return the line that prints the yaw at which the car is drawn."""
    name = _drift_name(additions)
    arguments = f"car.yaw, car.steer_angle, car.speed, {additions.drift_max_speed!r}, {additions.drift_damping!r}"
    return f"print({name}({arguments}))  # the yaw to draw"


def _drift_name(additions: Additions) -> str:
    return "drift_heading_as_written" if additions.drift_heading == AS_WRITTEN else "drift_heading"


def _imports(driven: Driven, turned_back: str) -> list[str]:
    lines: list[str] = []
    if driven.additions.is_drawn_drifting:
        lines.append(f"from motorpool.models.kinematic.bicycle.drift_heading import {_drift_name(driven.additions)}")
    if turned_back:
        name = "returned_with_speed" if "returned_with_speed" in turned_back else "returned"
        lines.append(f"from motorpool.models.kinematic.bicycle.steering_return import {name}")
    return lines


def step_text(dt: float) -> str:
    """Return a time step as source text: "1 / 60" instead of "0.016666666666666666" if both are the same number."""
    rate = round(1.0 / dt)
    return f"1 / {rate}" if len(repr(dt)) > 5 and 1.0 / rate == dt else repr(dt)


def _orders(driven: Driven, command: Command | None, dt: float, *, steer: str = "") -> tuple[str, bool]:
    """Return the line that sets the controls, and whether it is needed only once, before the loop.

    ``steer`` is the name of the variable with the steering command if that changes.
    """
    if command is None:
        control = driven.control
        names, values = ", ".join(f"car.{name}" for name in control), ", ".join(map(repr, control.values()))
        return f"{names} = {values}", True
    drive = f"car.drive(speed={command.speed!r}, steer={steer or repr(command.steer)}"
    if driven.model.is_dynamic:
        return f"{drive}, dt={step_text(dt)})", False
    return f"{drive})", not steer


def _arguments(driven: Driven, slope: float) -> str:
    changed = driven.changed
    given = {field.name: _value_text(field, changed[field.name]) for field in driven.fields if field.name in changed}
    if slope != 0.0 and "slope_x" in driven.ground:
        given["slope_x"] = repr(slope)
    start = {name: repr(value) for name, value in driven.start._asdict().items() if value != 0.0}
    return ", ".join([f'"{driven.model.name}"', *(f"{name}={text}" for name, text in {**given, **start}.items())])


def _value_text(field: Field, value: float) -> str:
    """Return the field's named value for that number if it has one, otherwise the number."""
    words = {number: word for word, number in field.names.values} if field.names else {}
    return f'"{words[value]}"' if value in words else repr(value)
