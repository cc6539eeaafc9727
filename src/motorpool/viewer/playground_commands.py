"""Execution of a browser's commands in its playground."""

from collections.abc import Callable
from typing import Any

from ..playground.session import Session
from .schema import playground


def _drive(session: Session, *, seen: int, **held_keys: float) -> None:
    """Hold what the keys say; what the browser has seen is for the socket."""
    session.drive(**held_keys)


_ACTS: dict[type[playground.Command], Callable[..., None]] = {
    playground.Drive: _drive,
    playground.Choose: Session.choose,
    playground.Compare: Session.compare,
    playground.Set: Session.set,
    playground.TimeStep: Session.set_dt,
    playground.Slope: Session.set_slope,
    playground.Scene: Session.set_scene,
    playground.Rule: Session.set_rule,
    playground.Target: Session.set_target,
    playground.Hold: Session.hold,
    playground.Autopilot: Session.autopilot,
    playground.Pause: Session.pause,
    playground.Resume: Session.resume,
    playground.Step: Session.step,
    playground.Reset: Session.reset,
}


def obey(session: Session, command: playground.Command) -> None:
    """Do what the browser asks.

    Raises:
        ModelError: the session refuses it.
    """
    fields: dict[str, Any] = vars(command)
    _ACTS[type(command)](session, **fields)
