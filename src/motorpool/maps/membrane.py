"""Smooth ground between known posts: a membrane through them, in a time that is proportional to the number of posts.

Each unknown post has the mean height of its four neighbours (Laplace's equation), with no slope across the edges; so
ground between two roads is an even slope, and nowhere higher or lower than the roads around it. The membrane is found
on posts 2^n apart first, then on finer ones, each beginning with the interpolated result of the coarser ones; cycles
over all of them correct the rest.

Source: Brandt, "Multi-level adaptive solutions to boundary-value problems", Mathematics of Computation 31 (1977)
333-390: the full multigrid method, with damped Jacobi relaxation.
"""

import numpy as np
from numpy.typing import NDArray

from .place_map import Floats

Singles = NDArray[np.float32]
Marks = NDArray[np.bool_]

CYCLES = 3  # on each level
SWEEPS = 3  # before and after each correction
COARSEST_SWEEPS = 100
COARSEST = 4  # posts along the longer side of the coarsest level
RELAXATION = 0.8  # share of the way to the neighbours' mean in one sweep; with 1 a checkerboard would stay


def filled(heights: Floats, is_known: Marks) -> Floats:
    """Return heights of posts (rows, columns) [m]: the known ones, and a membrane between them.

    Args:
        is_known: Known posts (rows, columns), at least one.
    """
    base = float(heights[is_known].mean())  # heights above it, so that single precision is enough
    known = [np.where(is_known, heights - base, 0.0).astype(np.float32)]
    marks = [is_known]
    while max(known[-1].shape) > COARSEST:
        known.append(_means(known[-1], marks[-1]))
        marks.append(_mark(marks[-1]))
    found = np.zeros_like(known[-1])
    for level in range(len(known) - 1, -1, -1):
        if found.shape != known[level].shape:
            found = _finer(found, known[level].shape)
        np.copyto(found, known[level], where=marks[level])
        for _ in range(CYCLES):
            _correct(found, np.float32(0.0), marks[level:])
    return np.where(is_known, heights, found + base)


def _correct(heights: Singles, source: "Singles | np.float32", marks: list[Marks]) -> None:
    """Improve unknown heights in place towards the neighbours' mean and ``source``, by one cycle over coarser posts."""
    is_known = marks[0]
    if len(marks) == 1:
        for _ in range(COARSEST_SWEEPS):
            _sweep(heights, source, is_known)
        return
    for _ in range(SWEEPS):
        _sweep(heights, source, is_known)
    rest = _mean(heights) + source - heights
    rest[is_known] = 0.0
    coarse = 4.0 * _sums(rest) / np.float32(16.0)  # the same curvature over twice the distance
    change = np.zeros_like(coarse)
    _correct(change, coarse, marks[1:])
    change = _finer(change, heights.shape)
    change[is_known] = 0.0
    heights += change
    for _ in range(SWEEPS):
        _sweep(heights, source, is_known)


def _sweep(heights: Singles, source: "Singles | np.float32", is_known: Marks) -> None:
    """Move each unknown post towards the mean of its neighbours and the source, in place."""
    move = _mean(heights)
    move += source
    move -= heights
    move *= np.float32(RELAXATION)
    move[is_known] = 0.0
    heights += move


def _mean(heights: Singles) -> Singles:
    """Return the mean of the four neighbours; beyond an edge the heights are those at it."""
    mean = heights.copy()  # beyond an edge, or overwritten
    mean[1:-1] = heights[:-2] + heights[2:]
    mean[0] += heights[1]
    mean[-1] += heights[-2]
    mean[:, 1:-1] += heights[:, :-2]
    mean[:, 1:-1] += heights[:, 2:]
    mean[:, 0] += heights[:, 0] + heights[:, 1]
    mean[:, -1] += heights[:, -1] + heights[:, -2]
    mean *= np.float32(0.25)
    return mean


def _sums(values: "Singles | Marks") -> Singles:
    """Return the sums over nine posts around every second one, with the weights 1, 2, 1 along both axes."""
    rows, columns = (2 * (size // 2 + 1) + 1 for size in values.shape)
    wide = np.zeros((rows, columns), np.float32)
    wide[1 : values.shape[0] + 1, 1 : values.shape[1] + 1] = values
    wide = wide[:-2:2] + np.float32(2.0) * wide[1:-1:2] + wide[2::2]
    return np.asarray(wide[:, :-2:2] + np.float32(2.0) * wide[:, 1:-1:2] + wide[:, 2::2], np.float32)


def _mark(is_known: Marks) -> Marks:
    """Return the known posts twice as far apart: those with a known one among the nine around them."""
    return _sums(is_known) > 0.0


def _means(known: Singles, is_known: Marks) -> Singles:
    """Return the mean heights of the known posts around every second one."""
    return np.asarray(_sums(known) / np.maximum(_sums(is_known), np.float32(1.0)), np.float32)


def _finer(heights: Singles, shape: tuple[int, ...]) -> Singles:
    """Return posts half as far apart, by bilinear interpolation."""
    wide = np.empty(tuple(2 * size - 1 for size in heights.shape), np.float32)
    wide[::2, ::2] = heights
    wide[1::2, ::2] = 0.5 * (heights[:-1] + heights[1:])
    wide[:, 1::2] = 0.5 * (wide[:, :-2:2] + wide[:, 2::2])
    return np.ascontiguousarray(wide[: shape[0], : shape[1]])
