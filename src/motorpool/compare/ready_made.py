"""Ready-made comparisons: figures with names, which extensions provide."""

from ..extensions import COMPARISONS, load, provided
from .comparison import Comparison


def comparisons() -> tuple[Comparison, ...]:
    """Return the comparisons of all extensions, in the order in which they list them."""
    return tuple(one for place in provided(COMPARISONS).values() for one in load(place)())
