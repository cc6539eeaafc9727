"""Recording of a run: the options ``--record``, ``--record-every``, ``--force`` and ``--profile``."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base import extensions
from ..base.errors import RecordingError, one_of
from ..world.part import Part, Participant, Run, option

if TYPE_CHECKING:
    from .recorder import Recorder

PROFILES = {"ros2": "motorpool.links.ros.bag:BagRecorder"}


@dataclass(frozen=True)
class RecordingOptions:
    """File of a recording."""

    record: Path | None = option(
        None,
        "Record every vehicle to this file; the suffix decides the format: .parquet can be replayed.",
    )
    record_every: int = option(1, "Record every STEPS-th step: 60 is once a second.", metavar="STEPS")
    force: bool = option(False, "Overwrite the recording if it exists.", "--force")
    profile: str | None = option(
        None,
        "ros2: write a bag of ROS 2, with the topics of --ros, to the .mcap file of --record.",
        metavar="PROFILE",
        show_default=False,
        rank=55,
    )


class RecordedRun(Participant):
    """Recording of all vehicles while the run lasts."""

    Options = RecordingOptions

    def __init__(self, options: RecordingOptions) -> None:
        super().__init__(options)
        if options.record is None and options.record_every != 1:
            raise RecordingError("--record-every goes with --record FILE; it selects the steps that are recorded")
        if (profile := options.profile) is not None:
            if profile not in PROFILES:
                raise RecordingError(f"--profile is {profile!r}; it must be {one_of(profile, PROFILES)}")
            if options.record is None:
                raise RecordingError("--profile goes with --record FILE.mcap; it says how messages are written")
        if options.record is not None:
            self.given, self.reason_to_stay = ("--record",), f"this world is recorded to {options.record.name}"
        self.recorder: Recorder | None = None

    def begin(self, run: Run) -> None:
        """Create the file."""
        path: Path = self.options.record
        settings: dict[str, Any] = {"every": self.options.record_every, "overwrite": self.options.force}
        if self.options.profile is not None:
            self.recorder = extensions.load(PROFILES[self.options.profile])(path, **settings)
        else:
            from .recorder import Recorder

            self.recorder = Recorder(path, **settings, sensors=True)

    def enter(self, run: Run) -> None:
        """Record the world after each step; in a live world a failure is printed, and raised at the end."""
        assert self.recorder is not None
        run.world.observers.append(_WhileItLasts(self.recorder) if run.is_live else self.recorder)

    def exit(self, run: Run) -> None:
        """Complete the file; without a step it is deleted."""
        if self.recorder is not None:
            self.recorder.close()

    def observed_steps(self) -> int:
        """Return the number of steps from one recorded step to the next."""
        return self.options.record_every

    def kept(self, run: Run) -> str:
        """Return the content of the file."""
        return f"; the {run.world.time:.1f} s before that are in {self.options.record}"

    def report(self, run: Run) -> None:
        """Print the path and the size of the recording."""
        path: Path = self.options.record
        if not path.exists():
            print(f"no step was made, so {path} was not written")
            return
        print(f"recorded to {path} ({path.stat().st_size / 1e6:.1f} MB)")
        if (beside := getattr(self.recorder, "sensors_path", None)) is not None:
            print(f"sensors recorded to {beside} ({beside.stat().st_size / 1e6:.1f} MB)")


class _WhileItLasts:
    """Recorder whose failure does not end the live world; the error is printed at once, and raised at the end."""

    def __init__(self, recorder: "Recorder"):
        self._recorder: Recorder | None = recorder

    @property
    def is_recording(self) -> bool:
        return self._recorder is not None

    def observe(self, world: Any) -> None:
        if self._recorder is None:
            return
        try:
            self._recorder.observe(world)
        except RecordingError as error:
            print(f"motorpool: {error}; the world goes on", file=sys.stderr, flush=True)
            self._recorder = None


PART = Part("recording", RecordedRun, rank=10)
