"""The chain of trailers without help for its driver: it moves alike, and its command is that of the front wheels."""

import numpy as np
import pytest

from motorpool import Fleet, Vehicle


def test_it_moves_as_the_chain_whose_guide_is_off():
    steer = np.linspace(-0.5, 0.5, 21)
    fleets = [
        Fleet(f"tractor-trailer/{name}", 21, speed=-1.5, steer_angle=steer, hitch_angle=0.1, trailer_count=2.0)
        for name in ("chain", "unguided")
    ]
    for fleet in fleets:
        fleet.step(dt=0.1, steps=30)
    for one, other in zip(fleets[0].state, fleets[1].state, strict=True):
        assert (one == other).all()


@pytest.mark.parametrize("speed", [-2.0, 2.0])
def test_the_command_is_a_share_of_the_full_wheel_angle_in_both_directions(speed):
    lorry = Vehicle("tractor-trailer/unguided", hitch_angle=0.2, max_steer_angle=0.6)
    lorry.drive(speed, 0.5)
    assert (lorry.steer_angle, lorry.speed, lorry.backing_guide) == (0.3, speed, 0.0)
