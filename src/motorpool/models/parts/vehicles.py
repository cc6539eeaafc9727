"""Protocols of whole vehicles: the parts that shared parts read of a state, of controls and of parameters.

A model's own ``State``, ``Control`` and ``Params`` have these parts among others; nothing has to be declared.
"""

from __future__ import annotations

from typing import Protocol

from ..mathematics import Real
from . import (
    axle,
    body,
    brakes,
    distribution,
    hitch,
    pedals,
    powertrain,
    running_gear,
    semitrailer,
    steering,
    track,
    tyre,
    wheels,
)


class WheeledState(Protocol):
    """State of a vehicle on wheels."""

    @property
    def body(self) -> body.State:
        """Body."""
        ...

    @property
    def steering(self) -> steering.State:
        """Steered wheels."""
        ...

    @property
    def powertrain(self) -> powertrain.State:
        """Engine, gear and tank."""
        ...

    @property
    def running_gear(self) -> running_gear.State:
        """Resistance of the last step."""
        ...


class WheeledControl(Protocol):
    """Driver inputs of a vehicle on wheels."""

    @property
    def pedals(self) -> pedals.Control:
        """Pedals and switches."""
        ...

    @property
    def steering(self) -> steering.Control:
        """Wanted angle of the wheels."""
        ...


class WheeledParams(Protocol):
    """Parameters of a vehicle on wheels."""

    @property
    def body(self) -> body.Params:
        """Body."""
        ...

    @property
    def wheels(self) -> wheels.Params:
        """Track width."""
        ...

    @property
    def tyre(self) -> tyre.Params:
        """Tyres."""
        ...

    @property
    def running_gear(self) -> running_gear.Params:
        """Rolling resistance."""
        ...

    @property
    def steering(self) -> steering.Params:
        """Limits of the steering."""
        ...

    @property
    def powertrain(self) -> powertrain.Params:
        """Engine, governor, gearbox and tank."""
        ...

    @property
    def brakes(self) -> brakes.Params:
        """Brakes."""
        ...


class TwoAxleParams(WheeledParams, Protocol):
    """Parameters of a vehicle with two axles."""

    @property
    def front_axle(self) -> axle.Params:
        """Front axle."""
        ...

    @property
    def rear_axle(self) -> axle.Params:
        """Rear axle."""
        ...

    @property
    def distribution(self) -> distribution.Params:
        """Shares of the front axle."""
        ...


class CarParams(TwoAxleParams, Protocol):
    """Parameters of a vehicle with four wheels."""

    @property
    def front_roll_share(self) -> Real:
        """Share of the roll stiffness at the front axle [1]."""
        ...


class LorryState(WheeledState, Protocol):
    """State of a tractor with a semitrailer."""

    @property
    def hitch(self) -> hitch.State:
        """Angle and force of the hitch."""
        ...

    @property
    def trailer(self) -> semitrailer.State:
        """Rotation of the trailer."""
        ...


class LorryParams(TwoAxleParams, Protocol):
    """Parameters of a tractor with a semitrailer."""

    @property
    def hitch(self) -> hitch.Params:
        """Place of the hitch."""
        ...

    @property
    def trailer(self) -> semitrailer.Params:
        """Semitrailer."""
        ...


class TrackedState(Protocol):
    """State of a vehicle on tracks."""

    @property
    def body(self) -> body.State:
        """Body."""
        ...

    @property
    def track(self) -> track.State:
        """Speeds of the belts."""
        ...

    @property
    def powertrain(self) -> powertrain.State:
        """Engine, gear and tank."""
        ...

    @property
    def running_gear(self) -> running_gear.State:
        """Resistance of the last step."""
        ...


class TrackedParams(Protocol):
    """Parameters of a vehicle on tracks."""

    @property
    def body(self) -> body.Params:
        """Body."""
        ...

    @property
    def track(self) -> track.Params:
        """Tracks."""
        ...

    @property
    def running_gear(self) -> running_gear.Params:
        """Rolling resistance."""
        ...

    @property
    def powertrain(self) -> powertrain.Params:
        """Engine, governor, gearbox and tank."""
        ...

    @property
    def brakes(self) -> brakes.Params:
        """Brakes."""
        ...
