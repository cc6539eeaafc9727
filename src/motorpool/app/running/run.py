"""A run: a world, and the parts that begin before it, enter it, and exit in reverse order.

``Run`` reads the options; ``begun`` is the context of its parts. ``live`` or ``headless`` builds the world in it, has
the parts enter, and sets the pace.
"""

import contextlib
from collections.abc import Callable, Generator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...base.errors import ClusterError, MotorpoolError, WorldError
from ...world.part import Participant
from .options import DEFAULT_SCENARIO, RunOptions

if TYPE_CHECKING:
    from ...world import World
    from ...world.clock import Pacer
    from ...world.scenario.loader import Scenario


class Run:
    """A world and its parts, from the options to the end.

    Args:
        parts: all that there are; those that the options or the scenario ask for take part.

    Attributes:
        names: scenarios: the first one runs, the page offers the others.
        changes: changes of the first one, for ``Scenario.changed``.
        is_named: whether another process can build the world by its name; not if a part replaces the scenario.

    Raises:
        MotorpoolError: a value is out of its range, options exclude each other, or there is no such scenario.
    """

    def __init__(self, options: RunOptions, parts: Sequence[Participant] = ()) -> None:
        self.options, self._all, self._parts = options, parts, list[Participant]()
        self._world: World | None = None
        self._pacer: Pacer | None = None
        self._stepped: Any = None
        asked = [part for part in parts if part.given]
        _refuse_excluded(options, asked)
        for part in asked:
            part.check(self)
        options.check()
        self._scenario = next(filter(None, (part.replacement(self) for part in asked)), None)
        self.is_named = self._scenario is None
        values = {name: getattr(options, name) for name in ("vehicles", "objects", "terrain", "seed")}
        self.changes: dict[str, Any] = dict(pair for part in parts for pair in part.changes().items()) | values
        if self._scenario is not None:
            self.names = [self._scenario.name]
        else:
            self.names = options.scenario or [DEFAULT_SCENARIO]
            _check_names(self.names, options.terrain)

    @property
    def is_live(self) -> bool:
        """Return whether the page is served."""
        return not self.options.headless

    @property
    def is_built_in(self) -> bool:
        """Return whether the first scenario ships with Motorpool: it names no code, so no consent is needed."""
        from ...world.scenario import shipped

        return self.is_named and self.names[0] in shipped.names()

    @property
    def scenario(self) -> "Scenario":
        """Return the first scenario with the changes of the options; read once."""
        if self._scenario is None:
            from ...world.scenario import load

            found, is_changed = load(self.names[0]), any(each is not None for each in self.changes.values())
            self._scenario = found.changed(**self.changes) if is_changed else found
        return self._scenario

    @cached_property
    def parts(self) -> list[Participant]:
        """Return the parts that take part."""
        return [part for part in self._all if part.attends(self.scenario)]

    @property
    def world(self) -> "World":
        """Return the world."""
        assert self._world is not None, "the world is not built yet"
        return self._world

    @property
    def pacer(self) -> "Pacer":
        """Return the pacer that steps the world in real time."""
        assert self._pacer is not None, "the world is not built yet"
        return self._pacer

    @property
    def stepped(self) -> Any:
        """Return the stepped object: the world, or its regions."""
        return self._stepped

    @property
    def observed_steps(self) -> int | None:
        """Return the number of steps from one observation of the world to the next that parts need; None for none."""
        return min(filter(None, (part.observed_steps() for part in self.parts)), default=None)

    @property
    def reason_to_stay(self) -> str | None:
        """Return why the page cannot replace the world by another one; None if it can."""
        reason = next((part.reason_to_stay for part in self.parts if part.reason_to_stay), None)
        return reason and f"{reason}; end the server and start the other scenario"

    def step_by(self, stepped: Any) -> None:
        """Have the world stepped by another object."""
        from ...world.clock import Pacer

        self._stepped, self._pacer = stepped, Pacer(stepped)

    def limit_threads(self) -> None:
        """Limit the threads of this process."""
        if self.options.threads is not None:
            from ...compile.columns import limit_threads

            limit_threads(self.options.threads)

    def trust(self) -> None:
        """Decide on the code that the scenarios name, before one is built.

        Raises:
            ScenarioError: a scenario is wrong.
            TrustError: code is not trusted.
        """
        from ...base.command_line.consent import trust_code
        from ...world.scenario import load

        found = [self.scenario, *map(load, self.names[1:])]
        trust_code([file for scenario in found for file in scenario.code], is_trusted=self.options.trust)

    def waiting(self, words: str) -> contextlib.AbstractContextManager[object]:
        """Show on stderr the work that the user waits for while the block runs."""
        from ...base.command_line.waiting import waiting

        return waiting(words)

    @contextlib.contextmanager
    def begun(self) -> Generator[None, None, None]:
        """Begin all parts, and exit them in reverse order at the end; of several errors the first is raised."""
        with contextlib.ExitStack() as stack:
            for part in self.parts:
                stack.push(self._exit_of(part))
                part.begin(self)
            yield

    def stand(self, world: "World") -> "Pacer":
        """Take the world that was built, which must not be stepped before ``enter``; return its pacer."""
        self._world = world
        self.step_by(world)
        return self.pacer

    def enter(self) -> None:
        """Have all parts enter the world."""
        for part in self.parts:
            part.enter(self)

    def failed(self, error: ClusterError) -> ClusterError:
        """Return an error with the remains of the run."""
        return ClusterError(f"{error}{''.join(part.kept(self) for part in self.parts)}")

    def report(self) -> None:
        """Print the results of the parts."""
        for part in self.parts:
            part.report(self)

    def _exit_of(self, part: Participant) -> Callable[..., None]:
        def exit_part(kind: object, error: BaseException | None, trace: object) -> None:
            with contextlib.suppress(*([] if error is None else [MotorpoolError])):
                part.exit(self)

        return exit_part


def _refuse_excluded(options: RunOptions, parts: Sequence[Participant]) -> None:
    """Refuse options that exclude each other.

    Raises:
        WorldError: there are some.
    """
    given = {f"--{name}" for name in ("objects", "terrain") if getattr(options, name) is not None}
    given.update(option for part in parts for option in part.given)
    for part in parts:
        for option, sentence in part.excludes.items():
            if option in given:
                raise WorldError(sentence.format(option=option))


def _check_names(scenarios: Sequence[str], terrain: str | None) -> None:
    """Refuse misspelt names before other modules are imported, kernels are compiled and a port is opened.

    Raises:
        MotorpoolError: there is no such scenario or terrain.
    """
    from ...world.scenario.shipped import find_file

    for name in scenarios:
        find_file(name)
    if terrain is not None:
        from ...ground.terrain.heightfield_files import reader_for
        from ...world.scenario.ground import find_terrain
        from ...world.scenario.named_files import BUILT_IN

        if terrain not in BUILT_IN:
            reader_for(find_terrain(terrain, Path()))
