"""Numbers too small to be normal: float32 kernels take them for zero, and the processor's mode is restored after."""

import platform

import numpy as np
import pytest

import motorpool as mp
from motorpool.compile import flat

needs_x86 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the mode is that of x86")
SMALLEST = np.finfo(np.float32).tiny


@needs_x86
@pytest.mark.skipif(not flat.is_on(), reason="nothing is compiled")
def test_a_fleet_in_float32_that_comes_to_rest_has_no_subnormal_numbers():
    fleet = mp.Fleet("skid-steer", 64, dtype="float32")
    fleet.state.speed[:] = 5.0
    fleet.step(1 / 60, steps=3000)
    for name in fleet.state._fields:
        column = np.abs(getattr(fleet.state, name))
        assert not np.any((column > 0.0) & (column < SMALLEST)), name
    assert np.abs(fleet.state.speed).max() < 1e-6


def test_after_a_kernel_small_numbers_are_what_they_were():
    fleet = mp.Fleet("arc", 64, dtype="float32")
    fleet.step(1 / 60)
    halved = np.full(8, SMALLEST, np.float32) * np.float32(0.5)
    assert np.all(halved > 0.0)


def test_in_float64_small_numbers_are_kept():
    fleet = mp.Fleet("arc", 4, forward_speed=1e-310)
    fleet.step(1.0)
    assert np.all(fleet.state.x > 0.0)
