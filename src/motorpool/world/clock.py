"""Fixed-step clock: real time determines when a step is made, but not its length.

If the machine is too slow, a delay of more than a quarter of a second is dropped: simulated time then runs slower than
real time, instead of an ever increasing backlog.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from ..base.errors import WorldError

LONGEST_DEBT = 0.25  # limit of the delay that is caught up [s]
MEASURED_STEPS = 120  # number of steps over which the achieved rate is measured


class Pacer:
    """Runs a world in real time, in a thread of its own.

    Example:
        world = mp.World(fleets=[("bicycle", 10)])
        pacer = mp.Pacer(world, rate=2.0)  # twice as fast as real time
        pacer.start()
        print(pacer)
        pacer.stop()

    Args:
        rate: simulated seconds per second of real time.
        now, sleep: the clock, replaced in tests.

    Attributes:
        error: exception of a step, which has stopped the pacer; None otherwise.
        dropped: real time that was dropped because the machine was too slow [s].
    """

    def __init__(
        self,
        world: Any,
        *,
        rate: float = 1.0,
        now: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ):
        self.world = world
        self.error: BaseException | None = None
        self.dropped = 0.0
        self._rate = _checked_rate(rate)
        origin = now()  # times since then are small: a sum of many short steps to a large time is rounded too coarsely
        self._now, self._sleep = lambda: now() - origin, sleep
        self._wake = threading.Condition()
        self._is_paused, self._is_stopping, self._single_steps = False, False, 0
        self._jobs: list[Callable[[], None]] = []
        self._thread: threading.Thread | None = None
        self._finished: deque[float] = deque(maxlen=MEASURED_STEPS)

    def __repr__(self) -> str:
        running = "paused" if self._is_paused else f"running at {self.achieved_hz:.3g} steps a second"
        ended = f"ended by {type(self.error).__name__}: {self.error}" if self.error else "not running"
        now = running if self.is_running else ended
        return (
            f"<Pacer at {self._rate:g} times real time, {now}; {self.dropped:.3g} s dropped\n"
            f" of the {type(self.world).__name__} {getattr(self.world, 'name', '')!r}>"
        )

    @property
    def rate(self) -> float:
        """Return the simulated seconds per second of real time."""
        return self._rate

    @rate.setter
    def rate(self, rate: float) -> None:
        self._rate = _checked_rate(rate)

    @property
    def is_running(self) -> bool:
        """Return whether a thread steps the world, or is paused."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_paused(self) -> bool:
        """Return whether the world is paused."""
        return self._is_paused

    @property
    def achieved_hz(self) -> float:
        """Return the steps per second over about the last two seconds; 0 while paused."""
        times = list(self._finished)
        if self._is_paused or len(times) < 2:
            return 0.0
        return (len(times) - 1) / max(times[-1] - times[0], 1e-9)

    def start(self) -> None:
        """Start stepping in a new thread, unless one is running."""
        if self.is_running:
            return
        self._is_stopping, self.error = False, None
        self._thread = threading.Thread(target=self._run_guarded, name="motorpool-pacer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current step, and wait for it."""
        with self._wake:
            self._is_stopping = True
            self._wake.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def pause(self) -> None:
        """Pause after the current step."""
        with self._wake:
            self._is_paused = True

    def resume(self) -> None:
        """Resume; the time of the pause is not caught up."""
        with self._wake:
            self._is_paused, self._single_steps = False, 0
            self._finished.clear()
            self._wake.notify_all()

    def step_once(self) -> None:
        """Make one step; pause if the world was running."""
        with self._wake:
            self._is_paused = True
            self._single_steps += 1
            self._wake.notify_all()

    def between_steps(self, job: Callable[[], None]) -> None:
        """Run a job in the stepping thread before its next step, soon even if the world is paused."""
        with self._wake:
            self._jobs.append(job)
            self._wake.notify_all()

    def run(self, *, steps: int | None = None) -> None:
        """Step in real time in this thread until ``stop`` (or for some steps)."""
        due: float | None = self._now()
        while steps is None or steps > 0:
            due = self._wait_for_permission(due)
            if due is None:
                return
            is_single = self._is_paused
            self.world.step()
            self._finished.append(self._now())
            steps = None if steps is None else steps - 1
            due = self._now() if is_single else self._wait_until(due + self.world.dt / self._rate)

    def _run_guarded(self) -> None:
        try:
            self.run()
        except BaseException as error:  # reported by the owner of the pacer
            self.error = error

    def _wait_for_permission(self, due: float) -> float | None:
        """Return the time of the next step: ``due``, or now after a pause; None when stopping."""
        while True:
            with self._wake:
                while self._is_paused and not (self._single_steps or self._is_stopping or self._jobs):
                    self._wake.wait()
                    due = self._now()
                jobs, self._jobs = self._jobs, []
                if not jobs:
                    self._single_steps = max(0, self._single_steps - 1)
                    return None if self._is_stopping else due
            for job in jobs:
                job()

    def _wait_until(self, due: float) -> float:
        """Sleep until ``due``; return it, or a later time if too much time was lost."""
        early = due - self._now()
        if early > 0.0:
            self._sleep(early)
            return due
        if -early > LONGEST_DEBT:
            self.dropped += -early
            return self._now()
        return due


def _checked_rate(rate: float) -> float:
    if not 0.01 <= rate <= 1000.0:
        raise WorldError(f"rate is {rate!r}; it must be in 0.01..1000 simulated seconds a second")
    return float(rate)
