"""Effects of friction as a file-scope variable, which vehicles share.

Document 003, appendix B: ``float friction;`` is declared outside every function, and ``calc_drag_force`` sets it for
the present vehicle, unless that moves without acceleration: it then rolls with the friction of the previous vehicle. In
our states each vehicle has its own friction; ``one_after_another`` is the document's loop, and ``listing1992`` does the
same in a world.
"""

from collections.abc import Sequence
from types import ModuleType

from .state import State, VehicleControl, VehicleParams


def one_after_another(
    model: ModuleType,
    states: Sequence[State],
    controls: Sequence[VehicleControl],
    params: Sequence[VehicleParams],
    *,
    dt: float,
    friction: float = 0.0,
) -> tuple[list[State], float]:
    """Return the states after one frame of several vehicles that share one friction, on flat ground, in their order.

    Args:
        states: one per vehicle; their own ``friction_force`` is ignored.
        friction: value of the variable after the previous frame [N].
    """
    after: list[State] = []
    for state, control, param in zip(states, controls, params, strict=True):
        moved = model.step(state._replace(friction_force=friction), control, param, dt, model.Ground())
        friction = moved.friction_force
        after.append(moved)
    return after, friction
