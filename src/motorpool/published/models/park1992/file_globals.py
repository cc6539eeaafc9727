"""Effects of friction being a variable of the file: it goes from one vehicle to the next.

Document 003, appendix B: ``float friction;`` stands outside every function, and ``calc_drag_force`` sets it for
whichever vehicle it is called for, except where that one moves and does not accelerate: this one then rolls with
the friction of the vehicle before it. Our states carry a friction each; ``one_after_another`` is the document's loop,
and ``listing1992`` does the same in a world.
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
    """One frame of several vehicles that share one friction, on flat ground, in their order.

    Args:
        model: the module ``park1992.tracked`` or ``park1992.wheeled``.
        states: one a vehicle; their own ``friction_force`` is ignored.
        controls: likewise.
        params: likewise.
        dt: the step [s].
        friction: what the frame before left in the variable [N].

    Returns:
        The new states, and the friction left for the next frame.
    """
    after: list[State] = []
    for state, control, param in zip(states, controls, params, strict=True):
        moved = model.step(state._replace(friction_force=friction), control, param, dt, model.Ground())
        friction = moved.friction_force
        after.append(moved)
    return after, friction
