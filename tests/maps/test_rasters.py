"""Lines on rasters: what is near a line row by row is what the distance of each cell says."""

import numpy as np
import pytest

from motorpool.maps.rasters import Lattice, Segments, spans_near

LATTICE = Lattice(-50.0, -40.0, 2.5, 33, 41)


def _distances(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Return the distance of each cell from a segment, (rows, columns) [m]."""
    x, y = np.meshgrid(
        LATTICE.x_west + LATTICE.spacing * np.arange(LATTICE.columns),
        LATTICE.y_south + LATTICE.spacing * np.arange(LATTICE.rows),
    )
    along = end - start
    share = ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / max(along @ along, 1e-30)
    share = np.clip(share, 0.0, 1.0)
    return np.hypot(x - start[0] - share * along[0], y - start[1] - share * along[1])


@pytest.mark.parametrize("seed", range(20))
def test_the_spans_near_segments_are_the_cells_within_their_reach(seed: int):
    """Segments of all directions and lengths, parallel to the raster and points among them."""
    chance = np.random.default_rng(seed)
    start, end = chance.uniform(-120.0, 120.0, (2, 40, 2))
    if seed % 4 == 1:
        start, end = np.round(start / 2.5) * 2.5, np.round(end / 2.5) * 2.5
    end[:6, 0], end[6:12, 1] = start[:6, 0], start[6:12, 1]
    end[12:18] = start[12:18] + chance.choice([0.0, 1e-12, 1e-8, 1e-4], (6, 2))
    reach = chance.uniform(0.0, 60.0, 40)
    found = np.zeros((40, LATTICE.rows, LATTICE.columns), bool)
    segments = Segments(start[:, 0], start[:, 1], end[:, 0], end[:, 1], np.arange(40))
    order: list[int] = []
    for spans in spans_near(segments, reach, LATTICE):
        for segment, row, first, stop in zip(*(each.tolist() for each in spans), strict=True):
            assert 0 <= first < stop <= LATTICE.columns
            found[segment, row, first:stop] = True
            order.append(segment)
    distances = np.stack([_distances(*ends) for ends in zip(start, end, strict=True)])
    is_sure = np.abs(distances - reach[:, None, None]) > 1e-6
    assert order == sorted(order)
    assert np.array_equal(found[is_sure], (distances <= reach[:, None, None])[is_sure])
