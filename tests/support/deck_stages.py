"""Stage that asks for the surface under places, as the stages of a world do."""

from typing import NamedTuple

from motorpool.base.arrays import Floats
from motorpool.ground.terrain.heightfield import Heightfield
from motorpool.ground.terrain.levels import Decks, stand
from motorpool.world.columns import Whole


class Places(NamedTuple):
    """Places, and the height of the surface there."""

    x: Floats
    y: Floats
    z: Floats
    height: Floats


def stand_at(places: Places, ground: Whole[Heightfield], decks: Whole[Decks]) -> None:
    """Find the surface under each place."""
    for i in range(places.x.size):
        places.height[i], _, _, _ = stand(ground, decks, places.x[i], places.y[i], places.z[i])
