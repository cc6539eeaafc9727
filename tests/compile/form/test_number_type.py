"""The numbers of an array annotation, as each version of NumPy evaluates it."""

from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from motorpool.compile.form.number_type import number_type

Scalar = TypeVar("Scalar", bound=np.generic)


def test_the_annotation_of_the_installed_numpy_has_its_numbers():
    assert number_type(NDArray[np.float64]) is np.float64
    assert number_type(NDArray[np.int8]) is np.int8


def test_an_array_with_its_shape_and_an_alias_have_them():
    assert number_type(np.ndarray[Any, np.dtype[np.float32]]) is np.float32  # before NumPy 2.5
    extensions = pytest.importorskip("typing_extensions")
    alias = extensions.TypeAliasType("NDArray", np.ndarray[Any, np.dtype[Scalar]], type_params=(Scalar,))
    assert number_type(alias[np.uint32]) is np.uint32  # since


@pytest.mark.parametrize("other", [float, tuple[int, int], None, list[float]])
def test_another_annotation_has_none(other):
    assert number_type(other) is None
