"""Columns of motion."""

from typing import NamedTuple

from ..columns import Words


class SplitChoice(NamedTuple):
    """Choice of the friction split."""

    keeps_friction_split: Words  # 1 if the program states the friction split, 0 if the surface gives it
