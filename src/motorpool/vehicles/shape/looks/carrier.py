"""Armoured carriers on tracks, with a machine gun on the roof."""

from ..carrier_body import carrier_shape
from ..gear import roof_gun
from ..look import Look
from ..parts import Shape
from ..vehicle_plan import Dimensions

DECK = 0.8  # height of the roof over the height


def build(size: Dimensions) -> Shape:
    """Return a carrier."""
    deck = DECK * size.height
    ring, pivot = (0.0, 0.0, deck), (0.04 * size.length, 0.0, deck + 0.12 * size.height)
    armament = roof_gun(size, ring=ring, pivot=pivot, reach=size.muzzle or 0.3 * size.length)
    return carrier_shape(size, deck=deck, ring=ring, armament=armament)


LOOK = Look("carrier", "Carrier", "1.1.0.3", build)
