"""Arrays of other libraries: they read a fleet's columns without a copy, and columns take their values."""

import numpy as np
import pytest

from motorpool.errors import ModelError
from motorpool.vehicles.fleet import Fleet


class ByDlpackOnly:
    """An array of a library that NumPy knows nothing of."""

    def __init__(self, values, device=(1, 0)):
        self.values, self.device = np.array(values), device

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.device


class OnGpu:
    """An array in a GPU's memory, as CuPy's."""

    @property
    def __cuda_array_interface__(self):
        return {"shape": (5,), "typestr": "<f8", "data": (1, False), "version": 3}

    def __array__(self, *_, **__):
        raise AssertionError("copied without a word")


class WithGradient:
    """A tensor that its library does not hand out, as PyTorch's with a gradient."""

    def __array__(self, *_, **__):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")


@pytest.fixture
def fleet():
    return Fleet("bicycle", 5, speed=1.0)


# ---------------------------------------------------------------- columns that others read


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("count", [1, 5, 1000])
def test_jax_reads_a_column_without_a_copy(dtype, count):
    jax = pytest.importorskip("jax", reason="needs jax")
    fleet = Fleet("bicycle", count, dtype=dtype)
    with jax.enable_x64(True):
        array = jax.numpy.from_dlpack(fleet.state.x)
    assert array.unsafe_buffer_pointer() == fleet.state.x.ctypes.data
    assert (array.shape, array.dtype) == ((count,), dtype)


def test_pytorch_reads_and_writes_a_column_without_a_copy(fleet):
    torch = pytest.importorskip("torch", reason="needs torch")
    tensor = torch.from_dlpack(fleet.state.x)
    tensor += 3.0
    assert fleet.state.x.tolist() == [3.0] * 5
    fleet.step(0.5)
    assert tensor.tolist() == [3.5] * 5


def test_a_reader_by_dlpack_sees_the_next_step(fleet):
    array = np.from_dlpack(fleet.state.x)
    fleet.step(0.5)
    assert array.tolist() == [0.5] * 5


# ---------------------------------------------------------------- columns that take values


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 3, 4, 5],
        (1.0, 2.0, 3.0, 4.0, 5.0),
        np.arange(1, 6, dtype=np.float32),
        np.arange(1, 6, dtype=np.uint8),
        np.arange(1.0, 11.0)[:5],
        ByDlpackOnly([1.0, 2.0, 3.0, 4.0, 5.0]),
        ByDlpackOnly(np.arange(1, 6, dtype=np.int32)),
    ],
)
def test_a_column_takes_one_value_a_vehicle_in_place(fleet, values):
    column = fleet.control.speed
    fleet.control.speed = values
    assert fleet.control.speed is column
    assert column.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2.0), np.array(2.0), [2.0], ByDlpackOnly(2.0)])
def test_a_column_takes_one_value_for_all(fleet, value):
    fleet.control.speed = value
    assert fleet.control.speed.tolist() == [2.0] * 5


def test_a_column_takes_arrays_of_jax_and_so_does_a_new_fleet(fleet):
    jax = pytest.importorskip("jax", reason="needs jax")
    values = jax.numpy.arange(5.0)
    fleet.control.speed = values
    assert fleet.control.speed.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    fleet.control.speed = values.astype(jax.numpy.bfloat16) + 1
    assert fleet.control.speed.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert Fleet("bicycle", 5, speed=values).control.speed.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_a_column_takes_tensors_of_pytorch(fleet):
    torch = pytest.importorskip("torch", reason="needs torch")
    fleet.control.speed = torch.arange(5, dtype=torch.float32)
    assert fleet.control.speed.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    with pytest.raises(ModelError, match=r"control\.speed cannot take this torch Tensor: .*detach"):
        fleet.control.speed = torch.zeros(5, requires_grad=True)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (ByDlpackOnly([1.0, 2.0]), r"bicycle/arc\.control\.speed has 5 vehicles and cannot take \(2,\) values"),
        (np.zeros((5, 1)), r"bicycle/arc\.control\.speed has 5 vehicles and cannot take \(5, 1\) values"),
        (np.zeros(5, complex), r"control\.speed takes real numbers and cannot take values of the type complex128"),
        (["1", "2", "3", "4", "5"], r"control\.speed takes real numbers and cannot take values of the type <U1"),
        ([1.0, None, 2.0, 3.0, 4.0], r"control\.speed takes real numbers and cannot take values of the type object"),
        (OnGpu(), r"control\.speed is on the CPU and cannot take a test_exchange OnGpu on a GPU; copy it to the CPU"),
        (ByDlpackOnly(np.zeros(5), device=(2, 0)), r"control\.speed is on the CPU and cannot take a .* on a GPU"),
        (WithGradient(), r"control\.speed cannot take this test_exchange WithGradient: .*tensor\.detach"),
    ],
)
def test_what_a_column_cannot_take_is_refused_with_a_sentence(fleet, value, sentence):
    with pytest.raises(ModelError, match=sentence):
        fleet.control.speed = value
    assert fleet.control.speed.tolist() == [1.0] * 5


def test_a_new_fleet_refuses_an_array_on_a_gpu():
    class OfSize(OnGpu):
        ndim = 1

    with pytest.raises(ModelError, match=r"bicycle/arc\.speed is on the CPU and cannot take .* on a GPU"):
        Fleet("bicycle", 5, speed=OfSize())
