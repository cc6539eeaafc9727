"""Recordings as bags of ROS 2: MCAP with the profile ros2, messages in CDR, definitions as ros2msg.

All topics of the world are recorded, those of the sensors included; times are simulated, from zero. The file gets its
index when it is closed: after a crash ``mcap recover`` writes it anew. Messages are in the file after each simulated
second, so a process that is killed loses at most the last one.
"""

import io
import json
import os
import weakref
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ...base.errors import RecordingError, require
from ...base.files import folders_for, missing_folders
from ...recording.recorder import give_up, open_claimed
from . import cdr, messages
from .sensor_topics import SensorTopics, sensors_of
from .topics import Topic, Topics

if TYPE_CHECKING:
    from ...world import World

SUFFIX = ".mcap"
PURPOSE = "a bag of ROS"
_FOREVER = {"sec": 9223372036, "nsec": 854775807}  # a duration without a limit, as rosbag2 writes it
_QOS = [
    {
        "history": 1,  # keep last
        "depth": 10,
        "reliability": 1,  # reliable
        "durability": 2,  # volatile
        "deadline": _FOREVER,
        "lifespan": _FOREVER,
        "liveliness": 1,  # automatic
        "liveliness_lease_duration": _FOREVER,
        "avoid_ros_namespace_conventions": False,
    }
]


class BagRecorder:
    """An observer that writes a bag, until ``close()`` or the end of ``with``.

    Args:
        path: file to write, ending in .mcap.
        every: each tick that this divides is recorded.
        overwrite: an existing file.

    Raises:
        RecordingError: the file exists already (unless ``overwrite``), is being recorded, or cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], *, every: int = 1, overwrite: bool = False):
        if every < 1:
            raise RecordingError(f"every is {every}; it must be 1 (each tick) or more")
        self.path, self.every = Path(path), every
        if self.path.suffix.lower() != SUFFIX:
            raise RecordingError(f"{self.path} must end in {SUFFIX}: a bag of the profile ros2 is an MCAP file")
        self._mcap = require("mcap.writer", extra="app", purpose=PURPOSE)
        cdr.definition(messages.ros_type(messages.Clock))  # raises if rosbags is missing
        missing = missing_folders(self.path)
        with folders_for(self.path, error=RecordingError):
            self._file, is_new = open_claimed(self.path, overwrite=overwrite)
        self._finish = weakref.finalize(self, give_up, self._file, missing, is_new=is_new)
        self._bag: _Bag | None = None

    def __repr__(self) -> str:
        return f"<BagRecorder of {str(self.path)!r}: {'records' if self.is_recording else 'closed'}>"

    @property
    def is_recording(self) -> bool:
        """Return whether the recorder is open."""
        return self._finish.alive

    def observe(self, world: "World") -> None:
        """Write the messages of a step.

        Raises:
            RecordingError: the file cannot be written, or the recorder is closed.
        """
        if not self.is_recording:
            raise RecordingError(f"{self.path} is closed; nothing more can be recorded to it")
        try:
            bag = self._bag or self._begin(world)
            if world.tick % self.every == 0:
                bag.write(world)
        except OSError as error:
            raise self._unwritable(error) from error

    def close(self) -> None:
        """Write the index. Closing twice has no effect.

        Raises:
            RecordingError: the file cannot be written.
        """
        if not self.is_recording:
            return
        try:
            self._finish()
        except OSError as error:
            raise self._unwritable(error) from error

    def __enter__(self) -> "BagRecorder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _begin(self, world: "World") -> "_Bag":
        self._file.truncate(0)
        stream = io.BufferedWriter(self._file)
        writer = self._mcap.Writer(stream, compression=self._mcap.CompressionType.ZSTD)
        self._bag = _Bag(world, writer)
        self._finish.detach()
        self._finish = weakref.finalize(self, _end, writer, stream)
        return self._bag

    def _unwritable(self, error: OSError) -> RecordingError:
        return RecordingError(f"{self.path} cannot be written: {(error.strerror or str(error)).lower()}")


class _Bag:
    """Topics of a world in a file."""

    def __init__(self, world: "World", writer: Any):
        from ... import __version__

        self._topics, self._writer = Topics(world), writer
        self._sensors = SensorTopics(self._topics, world, sensors_of(world))
        self._schemas: dict[str, int] = {}
        self._channels: dict[str, int] = {}
        self._counts: dict[int, int] = {}
        self._written = world.time  # until which messages are in the file [s]
        writer.start(profile="ros2", library=f"motorpool {__version__}")

    def write(self, world: "World") -> None:
        """Write the messages of a step."""
        self._topics.follow()
        self._sensors.follow()
        time = messages.nanoseconds_of(world.time)
        for topic in self._topics.due(self._topics.published):
            message = topic.make()
            if message is None:
                continue
            channel = self._channels.get(topic.name) or self._begin(topic)
            self._counts[channel] = self._counts.get(channel, 0) + 1
            self._writer.add_message(channel, time, cdr.encode(message), time, sequence=self._counts[channel])
        if abs(world.time - self._written) >= 1.0:
            self._writer.flush()
            self._written = world.time

    def _begin(self, topic: Topic) -> int:
        """Return the number of a new channel."""
        kind = topic.ros_type
        if kind not in self._schemas:
            self._schemas[kind] = self._writer.register_schema(kind, "ros2msg", cdr.definition(kind).encode())
        metadata = {"offered_qos_profiles": json.dumps(_QOS), "topic_type_hash": cdr.type_hash(kind)}
        self._channels[topic.name] = self._writer.register_channel(topic.name, "cdr", self._schemas[kind], metadata)
        return self._channels[topic.name]


def _end(writer: Any, stream: Any) -> None:
    try:
        writer.finish()
    finally:
        stream.close()
