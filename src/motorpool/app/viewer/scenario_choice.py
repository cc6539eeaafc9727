"""Choice of another scenario while a world runs: its world is built in a thread, one at a time, and then shown.

Building costs processor time and memory, so only an instructor may ask for it, and the name must be one that the
server offers; a browser never names a file. All browsers receive the progress of compilation.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ...base.errors import MotorpoolError
from .schema.session import ScenarioDescription, SessionState

if TYPE_CHECKING:
    from ...world import World
    from ...world.clock import Pacer

_logger = logging.getLogger(__name__)


class Built(NamedTuple):
    """A world that is ready to be shown."""

    name: str  # of its scenario
    world: "World"
    pacer: "Pacer | None" = None  # a new one by default


Stand = Callable[[Built], None]  # shows a world that stands still until its kernels are compiled


class WorldBuilder(Protocol):
    """Offers scenarios and builds their worlds; thread-safe."""

    def scenarios(self) -> Sequence[ScenarioDescription]:
        """Return the scenarios that may be chosen; reads files."""
        ...

    def offers(self, name: str) -> bool:
        """Return whether a scenario of this name may be chosen."""
        ...

    def refusal(self) -> str | None:
        """Return why the running world cannot be replaced, in one sentence; None if it can."""
        ...

    def build(self, name: str, stand: Stand) -> Built:
        """Build the world of a scenario, compiled and ready to run.

        Args:
            stand: may be called once, before what the world runs is compiled, with the same world and pacer as are
                returned: the world is then shown, and runs when this function returns.

        Raises:
            MotorpoolError: it cannot be built.
        """
        ...


class NoScenarios:
    """A builder that offers no scenario."""

    def scenarios(self) -> Sequence[ScenarioDescription]:
        """Return an empty list."""
        return ()

    def offers(self, name: str) -> bool:
        """Return False."""
        return False

    def refusal(self) -> str | None:
        """Return the sentence that there is no choice."""
        return "this server shows one world only; `motorpool run` offers scenarios"

    def build(self, name: str, stand: Stand) -> Built:
        """Refuse."""
        raise MotorpoolError(f"there is no scenario {name}")


class Building(NamedTuple):
    """A world that is being built."""

    name: str  # of its scenario
    began: float  # on the clock
    has_compiled: bool = False
    kernels: tuple[int, int] = (0, 0)  # work done and total work; 0 if not known


class ScenarioChoice:
    """The running scenario, and the scenario that is being built.

    Attributes:
        changed: called after each change, in any thread.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.running = ""
        self.changed: Callable[[], None] = lambda: None
        self._stand: Stand = lambda _: None
        self._show: Callable[[Built], None] = lambda _: None
        self.builder: WorldBuilder = NoScenarios()
        self._clock = clock
        self._lock = threading.Lock()
        self._building: Building | None = None
        self._compiling_since: float | None = None  # on the clock

    def offered(self) -> list[ScenarioDescription]:
        """Return the scenarios that may be chosen."""
        return list(self.builder.scenarios())

    def show_with(self, show: Callable[[Built], None], *, stand: Stand = lambda _: None) -> None:
        """Set the functions that show a world; they are called in the thread that builds it.

        Args:
            show: called with a world that is ready to run.
            stand: called before with the same world, if it is to be shown while what it runs is compiled.
        """
        self._show, self._stand = show, stand

    def begin(self, name: str, fail: Callable[[BaseException], None]) -> None:
        """Build the first world, in a thread."""
        self._building = Building(name, self._clock())
        self._start(name, fail)

    def choose(self, name: str, answer: Callable[[str], None]) -> str | None:
        """Build another world, in a thread; return None, or the reason for a refusal in one sentence.

        Args:
            answer: called with a sentence if it fails later, in any thread.
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
        """Return the message about the running scenario and the one that is being built."""
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

    # ---- called by ``compile.notices``, in the thread that compiles

    def began(self) -> None:
        """Store that compiling has begun."""
        was_told = self.state()["is_compiling"]
        self._compiling_since = self._clock()
        with self._lock:
            self._building = self._building and self._building._replace(has_compiled=True)
        if not was_told:
            self.changed()

    def ended(self, seconds: float) -> None:
        """Store that compiling has ended; while a world is being built, more may follow."""
        self._compiling_since = None
        if not self.state()["is_compiling"]:
            self.changed()

    def progressed(self, done: int, total: int) -> None:
        """Store the progress of compiling the world that is being built."""
        with self._lock:
            self._building = self._building and self._building._replace(kernels=(done, total))
        if self.state()["is_compiling"]:
            self.changed()

    def _start(self, name: str, fail: Callable[[BaseException], None]) -> None:
        self.changed()
        threading.Thread(target=self._build, args=(name, fail), name="motorpool-builder", daemon=True).start()

    def _build(self, name: str, fail: Callable[[BaseException], None]) -> None:
        try:
            self._show(self.builder.build(name, self._stand))
            self.running = name
        except BaseException as error:  # reported to the browser or the server that asked for the world
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
