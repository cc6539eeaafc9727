"""Columns of model switching."""

from typing import NamedTuple

from ..columns import Words


class ModelChoice(NamedTuple):
    """Choice of the model that moves a vehicle."""

    uses_alternate_model: Words  # 1 while its alternate model moves it, else 0
