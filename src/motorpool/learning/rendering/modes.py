"""Render modes: the results of ``render`` of an environment, and the live page."""

import operator
import time
from collections.abc import Sequence
from typing import Any, cast

import gymnasium
import numpy as np

from ...base.errors import WorldError, unknown_name
from ..batch import Batch
from .picture import VIEWS, Pictures
from .text import text_of
from .watch import Decision, Watch

MODES = ("rgb_array", "ansi", "human")
MOST_SHOWN = 16  # environments, unless others are chosen
LARGEST = 4096  # side of a picture [pixels]
LONGEST_DEBT = 0.25  # limit of a delay that is caught up [s]

Shown = int | Sequence[int] | None


class Rendering:
    """Rendering of a batch in one mode, and its live pages.

    Args:
        mode: one of ``MODES``; None renders nothing.
        rows: the environments that are rendered: a list of them, or a number of the first ones; by default all, and 16
            at most.
        size: width and height of pictures [pixels].
        view: view of pictures, see ``picture.Pictures``.
        is_paced: in the mode "human" a decision takes as long as in reality.

    Raises:
        WorldError: an unknown mode, environment or view, or a size out of range.
    """

    def __init__(
        self,
        batch: Batch,
        mode: str | None,
        *,
        rows: Shown = None,
        size: tuple[int, int] = (600, 400),
        view: str = "auto",
        is_paced: bool = False,
    ):
        if mode is not None and mode not in MODES:
            raise WorldError(unknown_name("", "render mode", mode, MODES))
        if view not in VIEWS:
            raise WorldError(unknown_name("", "render view", view, VIEWS))
        self._batch, self._mode, self._is_paced = batch, mode, is_paced
        size = _size(size)
        self.rows = _rows(rows, batch.count)
        self._watch = Watch(batch, self.rows) if mode in ("rgb_array", "ansi") else None
        self._pictures = None
        if self._watch is not None and mode == "rgb_array":
            self._pictures = Pictures(self._watch, size=size, view=view)
        self._live: Any = None
        self._is_closed = False
        self._due = 0.0

    def note(self, decision: Decision | None = None) -> None:
        """Read the batch after a decision, or without one after episodes began; with the mode "human", show it."""
        if self._watch is not None:
            self._watch.note(decision)
        if self._mode == "human" and self._live is None and not self._is_closed and self._have_begun(self.rows):
            self.show(self.rows)
        if self._live is not None:
            self._live.note()
            if self._mode == "human" and self._is_paced:
                self._wait()

    def render(self) -> list[Any] | None:
        """Return a picture or a text of each environment that is rendered; None where there is nothing to return.

        Raises:
            WorldError: no episode has begun.
        """
        if self._mode is None:
            gymnasium.logger.warn(
                "You are calling render method without specifying any render mode. You can specify the render_mode at "
                f'initialization, e.g. gymnasium.make("motorpool/{self._batch.task.name}", render_mode="rgb_array")'
            )
            return None
        if self._watch is None:
            return None
        self._check_begun(self.rows)
        if self._pictures is not None:
            return [self._pictures.picture(row) for row in self.rows]
        return [text_of(self._watch, row) for row in self.rows]

    def show(self, rows: Shown = None, *, port: int = 0) -> str:
        """Show environments in the live page, and return its address; see the environments' ``show``.

        Raises:
            WorldError: no episode has begun, or there is no such environment.
            ViewerError: the port is taken.
        """
        from .live import Live

        chosen = _rows(rows, self._batch.count)
        self._check_begun(chosen)
        self.close()
        self._is_closed = False
        keeps_up = self._mode == "human" and self._is_paced
        self._live = Live(self._batch, chosen, port=port, keeps_up=keeps_up)
        return str(self._live.url)

    def close(self) -> None:
        """Stop the live page, if there is one."""
        live, self._live, self._is_closed = self._live, None, True
        if live is not None:
            live.close()

    def _have_begun(self, rows: list[int]) -> bool:
        return bool((self._batch.episodes[rows] >= 0).all())

    def _check_begun(self, rows: list[int]) -> None:
        if not self._have_begun(rows):
            raise WorldError(f"{self._batch.task.name}: there is nothing to show yet; call reset first")

    def _wait(self) -> None:
        """Sleep until the decision is over in real time; a longer delay than ``LONGEST_DEBT`` is not caught up."""
        now = time.perf_counter()
        due = now if now - self._due > LONGEST_DEBT else self._due
        time.sleep(max(0.0, due - now))
        self._due = due + self._batch.task.content.decision


def metadata_of(decision: float) -> dict[str, Any]:
    """Return Gymnasium's metadata of an environment.

    Args:
        decision: time between two actions [s].
    """
    return {"render_modes": list(MODES), "render_fps": max(1, round(1.0 / decision))}


def _rows(rows: Shown, count: int) -> list[int]:
    if rows is None:
        rows = min(count, MOST_SHOWN)
    if isinstance(rows, int):
        if not 1 <= rows <= count:
            raise WorldError(f"{rows} environments cannot be rendered; there are {count}: choose 1 to {count}")
        return list(range(rows))
    found = [operator.index(cast("Any", row)) for row in rows]
    wrong = [row for row in found if not 0 <= row < count]
    if wrong or not found or len(set(found)) < len(found):
        raise WorldError(f"environments {list(rows)} cannot be rendered; give different numbers of 0 to {count - 1}")
    return found


def _size(size: tuple[int, int]) -> tuple[int, int]:
    given = np.asarray(size)
    if given.shape != (2,) or not np.issubdtype(given.dtype, np.integer) or given.min() < 64 or given.max() > LARGEST:
        raise WorldError(f"the size of pictures is {size}; it must be a width and a height of 64 to {LARGEST} pixels")
    return int(given[0]), int(given[1])
