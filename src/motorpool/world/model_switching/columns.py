"""Columns of model switching."""

from typing import NamedTuple

from ..columns import Floats


class ModelChoice(NamedTuple):
    """Choice of the model that moves a vehicle."""

    uses_alternate_model: Floats  # 1 while its alternate model moves it, else 0
