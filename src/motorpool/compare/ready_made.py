"""Ready-made comparisons: named figures that extensions provide."""

from ..extensions import COMPARISONS, load, provided
from .comparison import Comparison


def comparisons() -> tuple[Comparison, ...]:
    """Return the comparisons of all extensions, in their order."""
    return tuple(one for place in provided(COMPARISONS).values() for one in load(place)())
