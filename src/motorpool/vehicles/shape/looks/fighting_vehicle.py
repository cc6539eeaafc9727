"""Infantry fighting vehicles on tracks: a carrier's hull under a turret for two with an automatic cannon."""

from ..carrier_body import cannon_turret, carrier_shape
from ..look import Look
from ..parts import Shape
from ..vehicle_plan import Dimensions

DECK = 0.72  # height of the roof over the height


def build(size: Dimensions) -> Shape:
    """Return a fighting vehicle."""
    deck = DECK * size.height
    ring = (0.02 * size.length, 0.04 * size.width, deck)
    return carrier_shape(size, deck=deck, ring=ring, armament=cannon_turret(size, ring), wheels=6)


LOOK = Look("fighting-vehicle", "Infantry fighting vehicle", "1.1.0.2", build)
