"""The choice of another scenario while a world runs: it is built in a thread, one at a time, and then shown.

Building costs processor time and memory, so only an instructor may ask for it, and the name must be one that the
server offers; no file is ever named by a browser. What compiles meanwhile is told to everybody.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..errors import MotorpoolError
from .schema.session import ScenarioDescription, SessionState

if TYPE_CHECKING:
    from ..clock import Pacer
    from ..world import World

_logger = logging.getLogger(__name__)


class Built(NamedTuple):
    """A world that is ready to be shown."""

    name: str  # of its scenario
    world: "World"
    pacer: "Pacer | None" = None  # a new one by default


class WorldBuilder(Protocol):
    """Offers scenarios and builds their worlds; called from several threads."""

    def scenarios(self) -> Sequence[ScenarioDescription]:
        """Return what may be chosen; reads files."""
        ...

    def offers(self, name: str) -> bool:
        """Return whether a scenario of this name may be chosen."""
        ...

    def refusal(self) -> str | None:
        """Return why the world that runs must stay, in one sentence; None if it may go."""
        ...

    def build(self, name: str) -> Built:
        """Build the world of a scenario, compiled and ready to run.

        Raises:
            MotorpoolError: it cannot be built.
        """
        ...


class NoScenarios:
    """Builds nothing: the world that runs is the only one."""

    def scenarios(self) -> Sequence[ScenarioDescription]:
        """Return none."""
        return ()

    def offers(self, name: str) -> bool:
        """Return that it is not offered."""
        return False

    def refusal(self) -> str | None:
        """Return that there is no choice."""
        return "this server shows one world only; `motorpool run` offers scenarios"

    def build(self, name: str) -> Built:
        """Refuse."""
        raise MotorpoolError(f"there is no scenario {name}")


class Building(NamedTuple):
    """A world that is being built."""

    name: str  # of its scenario
    began: float  # on the clock
    has_compiled: bool = False
    kernels: tuple[int, int] = (0, 0)  # work: done, in all; 0 if not known


class ScenarioChoice:
    """The scenario that runs, and the one that is being built.

    Args:
        clock: for tests.

    Attributes:
        builder: of worlds.
        running: name of the scenario that runs, or of a world that is none.
        changed: called after each change, in any thread.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.running = ""
        self.changed: Callable[[], None] = lambda: None
        self._show: Callable[[Built], None] = lambda _: None
        self.builder: WorldBuilder = NoScenarios()
        self._clock = clock
        self._lock = threading.Lock()
        self._building: Building | None = None
        self._compiling_since: float | None = None  # on the clock

    def offered(self) -> list[ScenarioDescription]:
        """Return the scenarios that may be chosen."""
        return list(self.builder.scenarios())

    def show_with(self, show: Callable[[Built], None]) -> None:
        """Hand what is built to a function, which is called in the thread that built it."""
        self._show = show

    def begin(self, name: str, fail: Callable[[BaseException], None]) -> None:
        """Build the first world, in a thread.

        Args:
            name: of its scenario.
            fail: called with whatever prevented it, in that thread.
        """
        self._building = Building(name, self._clock())
        self._start(name, fail)

    def choose(self, name: str, answer: Callable[[str], None]) -> str | None:
        """Build another world, in a thread; return None, or one sentence that says why not.

        Args:
            name: of its scenario.
            answer: called with a sentence if it fails later, from any thread.
        """
        reason = self.builder.refusal()
        if reason is None and not self.builder.offers(name):
            reason = f"there is no scenario {name} here; choose one of the list"
        if reason is not None:
            return reason
        with self._lock:
            if self._building is not None:
                return f"{self._building.name} is being built; choose again when it is there"
            self._building = Building(name, self._clock())

        def fail(error: BaseException) -> None:
            reason = f"{name} could not be built: {_sentence(error)}"
            _logger.warning("%s; the world goes on", reason)
            answer(reason)

        self._start(name, fail)
        return None

    def state(self) -> SessionState:
        """Return what runs and what is being built, for the browsers."""
        now, building, compiling_since = self._clock(), self._building, self._compiling_since
        began = building.began if building else now if compiling_since is None else compiling_since
        return {
            "type": "session",
            "scenario": self.running,
            "building": building.name if building else None,
            "seconds": round(now - began, 1),
            "is_compiling": compiling_since is not None or (building is not None and building.has_compiled),
            "kernels": list(building.kernels) if building else [0, 0],
        }

    # ---- told by ``compile.notices``, in the thread that compiles

    def began(self) -> None:
        """Note that something is being compiled."""
        was_told = self.state()["is_compiling"]
        self._compiling_since = self._clock()
        with self._lock:
            self._building = self._building and self._building._replace(has_compiled=True)
        if not was_told:
            self.changed()

    def ended(self, seconds: float) -> None:
        """Note that it is done; while a world is being built, more will come."""
        self._compiling_since = None
        if not self.state()["is_compiling"]:
            self.changed()

    def progressed(self, done: int, total: int) -> None:
        """Note how much of the kernels of the world that is being built is ready."""
        with self._lock:
            self._building = self._building and self._building._replace(kernels=(done, total))
        if self.state()["is_compiling"]:
            self.changed()

    def _start(self, name: str, fail: Callable[[BaseException], None]) -> None:
        self.changed()
        threading.Thread(target=self._build, args=(name, fail), name="motorpool-builder", daemon=True).start()

    def _build(self, name: str, fail: Callable[[BaseException], None]) -> None:
        try:
            self._show(self.builder.build(name))
            self.running = name
        except BaseException as error:  # told to whoever asked for it
            if not isinstance(error, MotorpoolError):
                _logger.exception("%s could not be built", name)
            fail(error)
        finally:
            with self._lock:
                self._building = None
            self.changed()


def _sentence(error: BaseException) -> str:
    if isinstance(error, MotorpoolError):
        return "; ".join(str(error).splitlines())
    return f"an error of Motorpool ({type(error).__name__}), which the server's terminal shows"
