"""Tyres of other programs: tyre property files (.tir), their forces and moments, and the parameters of an axle.

    tyre = read_tyre("205-60R15.tir")
    forces_of(tyre, load=4000.0, slip_angle=0.05).lateral  # [N]

``tyre_file`` reads a file, ``magic_formula`` computes the forces of the wheel, ``axle_values`` the parameters of an
axle; ``command``, ``console`` and ``figure`` are ``motorpool tyre``. May import what other studies may. Start with
``magic_formula.py``.
"""

from typing import TYPE_CHECKING

from ...base.lazy_names import lazy_names

if TYPE_CHECKING:
    from .axle_values import AxleValues, axle_values_of
    from .magic_formula import Forces, forces_of
    from .tyre_file import Tyre, read_tyre

__all__ = ["AxleValues", "Forces", "Tyre", "axle_values_of", "forces_of", "read_tyre"]

__getattr__ = lazy_names(
    __name__,
    {
        "axle_values": "AxleValues axle_values_of",
        "magic_formula": "Forces forces_of",
        "tyre_file": "Tyre read_tyre",
    },
)
