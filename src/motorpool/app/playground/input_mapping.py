"""Mapping of held keys to a speed and a steering command, the same for both vehicles."""

from typing import NamedTuple

from ...world.drivers.manual_control import Handling, drive_by_hand

OPEN_GROUND = Handling(
    max_speed=12.0, max_reverse_speed=5.0, acceleration=3.0, braking=8.0, coasting=1.0, steer_rate=2.5
)
CAR_PARK = OPEN_GROUND._replace(max_speed=3.0, max_reverse_speed=2.0, acceleration=1.5, braking=6.0)


class HeldKeys(NamedTuple):
    """Keys that are held down, or their equivalents on a touch screen."""

    forward: float = 0.0  # -1..1, backward negative; north for a vehicle that is commanded by a direction [1]
    left: float = 0.0  # -1..1, right negative; west for a vehicle that is commanded by a direction [1]
    brake: float = 0.0  # 0..1 [1]

    @property
    def is_idle(self) -> bool:
        """Return whether no key is held down."""
        return self == IDLE


class Command(NamedTuple):
    """Command of a drivable model."""

    speed: float = 0.0  # forward positive [m/s]
    steer: float = 0.0  # -1..1, left positive [1]


IDLE = HeldKeys()


def command_after(command: Command, held_keys: HeldKeys, dt: float, *, handling: Handling = OPEN_GROUND) -> Command:
    """Return the command after a step of ``dt`` [s] with these keys held."""
    speed, steer = command
    return Command(*drive_by_hand(speed, steer, held_keys.forward, held_keys.brake, held_keys.left, handling, dt))
