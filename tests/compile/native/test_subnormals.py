"""Numbers too small to be normal: float32 kernels take them for zero, and the processor's mode is restored after."""

import platform

import numpy as np
import pytest

import motorpool as mp
from motorpool.compile import columns, flat, ground
from motorpool.compile.address_table import AddressTable
from motorpool.compile.native import machine
from motorpool.models import find

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


def stepped(model, fleet, *, flushes):
    """Columns of a fleet in float32 after three seconds, by a kernel with or without the processor's mode."""
    program = columns.advance_program(model, model.module.step, "float32")._replace(flushes=flushes)
    kernel = machine.loaded(machine.object_of(flat.llvm_of(program), in_vectors=True), program.name)
    given = [*map(np.array, fleet.snapshot().columns), np.zeros(fleet.count, np.uint32)]
    kernel(AddressTable([given]).entries, 0.01, 300, *ground.NOWHERE)
    return given


@needs_x86
@pytest.mark.slow
@pytest.mark.parametrize("name", ["single-track", "skid-steer"])
def test_vehicles_that_drive_are_the_same_to_the_bit_where_small_numbers_are_kept(name):
    model = find(name)
    fleet = mp.Fleet(model, 256, dtype="float32")
    random = np.random.default_rng(3)
    fleet.state.speed[:] = random.uniform(3.0, 12.0, 256)
    fleet.drive(fleet.state.speed + 0.5, random.uniform(0.05, 0.3, 256), dt=0.01)
    with_zeros, kept = (stepped(model, fleet, flushes=flushes) for flushes in (True, False))
    assert np.ptp(kept[0]) > 10.0  # they have driven apart
    for one, other in zip(with_zeros, kept, strict=True):
        np.testing.assert_array_equal(one, other)
