"""Single-track car on Pacejka's tyres: all of ``single-track``, with the magic formula for the side force.

The tyre keeps a little less than its greatest force when it slides far: beyond the peak the car gives less and less
hold, where Fiala's gives the same. Its stiffness without slip is that of ``front_axle_cornering_coefficient``.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 4.3.1, equation 4.6; the rest as ``single-track``.
"""

from ...mathematics import Real
from ...parts.tyre import magic_formula
from .model import CONVERGENCE, KIND, REPORTS, Control, Ground, Params, State, control_from_command, step_with

__all__ = ["CONVERGENCE", "KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]


NAME = "single-track/magic-formula"
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass."""
    return step_with(magic_formula, state, control, params, dt, ground)
