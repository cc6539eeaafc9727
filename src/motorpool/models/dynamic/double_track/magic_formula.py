"""Car on four wheels on Pacejka's tyres: all of ``double-track``, with the magic formula for the side force.

Beyond the peak of its tyres the car gives less and less hold, where Fiala's gives the same.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 4.3.1, equation 4.6; the rest as ``double-track``.
"""

from ...mathematics import Real
from ...parts.tyre import magic_formula
from .model import CONVERGENCE, KIND, REPORTS, Control, Ground, Params, State, control_from_command, step_with

__all__ = ["CONVERGENCE", "KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]


NAME = "double-track/magic-formula"
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass."""
    return step_with(magic_formula, state, control, params, dt, ground)
