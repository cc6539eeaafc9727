"""Telemetry ten times a second besides the frames: instruments and sensors of drivers, states of watched autopilots.

The simulation's thread samples it, some twenty numbers for each driven or watched vehicle; the server's thread encodes
it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .autopilot_state import autopilot_state
from .instruments import instruments
from .schema.live import AutopilotState, Instruments, SensorReadings
from .sensor_readings import DrivenSensors

if TYPE_CHECKING:
    from ..world import World

INTERVAL = 0.1  # between samples [s]


@dataclass(frozen=True)
class Telemetry:
    """Instruments and states of autopilots at one moment."""

    number: int = 0
    instruments: Mapping[int, Instruments] = field(default_factory=dict[int, Instruments])  # by vehicle
    autopilots: Mapping[int, AutopilotState] = field(default_factory=dict[int, AutopilotState])
    sensors: Mapping[int, SensorReadings] = field(default_factory=dict[int, SensorReadings])

    def messages_for(self, *, driven: int, watched: int) -> list[Instruments | AutopilotState | SensorReadings]:
        """Return the messages for one browser."""
        found = self.instruments.get(driven), self.autopilots.get(watched), self.sensors.get(driven)
        return [message for message in found if message is not None]


class TelemetrySampler:
    """Samples telemetry at a constant rate; stores speeds to compute accelerations."""

    def __init__(self) -> None:
        self.newest = Telemetry()
        self._sensors = DrivenSensors()
        self._due = 0.0  # when the next sample is due, on the clock
        self._before: dict[int, tuple[float, float, float]] = {}  # simulated time, speed, acceleration by vehicle

    def sample(self, world: "World", *, now: float, driven: Iterable[int], watched: Iterable[int]) -> Telemetry:
        """Return the newest telemetry; a new sample if one is due.

        Args:
            now: time by the clock [s].
        """
        if now >= self._due:
            self._due = max(self._due + INTERVAL, now)
            before, self._before = self._before, {}
            shown = {vehicle: self._instruments(world, vehicle, before.get(vehicle)) for vehicle in driven}
            autopilots = {vehicle: autopilot_state(world, vehicle) for vehicle in watched}
            readings = self._sensors.messages(world, shown)
            self.newest = Telemetry(self.newest.number + 1, shown, autopilots, readings)
        return self.newest

    def _instruments(self, world: "World", vehicle: int, before: tuple[float, float, float] | None) -> Instruments:
        message = instruments(world, vehicle)
        speed = message["values"]["speed"]
        time_then, speed_then, acceleration = before or (world.time, speed, 0.0)
        if world.time > time_then:
            acceleration = (speed - speed_then) / (world.time - time_then)
        self._before[vehicle] = world.time, speed, acceleration
        message["values"]["acceleration"] = acceleration
        return message
