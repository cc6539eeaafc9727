"""A moment of a session: all that its next steps depend on, from which another session continues.

The page on a site drives the first two models in JavaScript until Python has started; then a session in Python
continues from the page's moment. Numbers are not rounded, so that both are in the same state.
"""

from typing import TYPE_CHECKING, Any

from .driven import Driven
from .input_mapping import Command, HeldKeys
from .motion import Motion

if TYPE_CHECKING:
    from .session import Session


def moment_of(session: "Session") -> dict[str, Any]:
    """Return the moment of a session as values for JSON; models, parameters and scene are not among them."""
    return {
        "dt": session.dt,
        "time": session.time,
        "tick": session.tick,
        "unused_time": session.unused_time,
        "paused": session.is_paused,
        "holding": session.is_holding,
        "demonstrating": session.is_demonstrating,
        "command": list(session.command),
        "held_keys": list(session.held_keys),
        **{side: _moment_of_side(driven) for side, driven in session.sides.items()},
    }


def continue_from(session: "Session", moment: dict[str, Any]) -> None:
    """Put a session with the same models, parameters and scene, and without autopilot, into a moment of another."""
    session.dt, session.time, session.tick = moment["dt"], moment["time"], moment["tick"]
    session.unused_time = moment["unused_time"]
    session.is_paused, session.is_holding = moment["paused"], moment["holding"]
    session.is_demonstrating = moment["demonstrating"]
    session.command, session.held_keys = Command(*moment["command"]), HeldKeys(*moment["held_keys"])
    for side, driven in session.sides.items():
        _continue_side(driven, moment[side])
    session.revision += 1


def _moment_of_side(driven: Driven) -> dict[str, Any]:
    """Return state and control in the order of the model's fields, and the motion of the last step."""
    return {
        "state": [getattr(driven.vehicle, name) for name in driven.model.module.State._fields],
        "control": list(driven.control.values()),
        "motion": list(driven.motion),
        "odometer": driven.odometer,
        "turned": driven.turned,
        "steer": driven.steer,
    }


def _continue_side(driven: Driven, moment: dict[str, Any]) -> None:
    names = (*driven.model.module.State._fields, *driven.model.module.Control._fields)
    for name, value in zip(names, (*moment["state"], *moment["control"]), strict=True):
        setattr(driven.vehicle, name, value)
    speed, yaw_rate, centre = moment["motion"]
    driven.motion = Motion(speed, yaw_rate, None if centre is None else (centre[0], centre[1]))
    driven.odometer, driven.turned, driven.steer = moment["odometer"], moment["turned"], moment["steer"]
