"""Journal of a sweep: a line for each run that is done, written at once and read when the sweep is resumed.

A line is a checksum and a JSON object. A line that was cut short or changed is ignored: its run is made again. Only one
program at a time writes a journal; the operating system ends the claim when the program ends.
"""

import io
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ....base.errors import SweepError
from ....base.files import folders_for
from ....recording.claimed_file import claim
from .runs import Outcome, Run

NAME = "runs.jsonl"


class Journal:
    """Journal in a sweep's folder, claimed until ``close``.

    Raises:
        SweepError: the folder cannot be written, or another program sweeps into it.
    """

    def __init__(self, folder: Path):
        self.path = folder / NAME
        with folders_for(self.path, error=SweepError):
            self._file = self._opened()
        if not claim(self._file):
            self._file.close()
            raise SweepError(f"another sweep is writing to {folder}; wait for it, or give another folder")

    def _opened(self) -> io.FileIO:
        try:
            return io.FileIO(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666), "r+")
        except OSError as error:
            raise SweepError(f"{self.path} cannot be written: {_reason(error)}; choose another place") from error

    def outcomes(self) -> list[Outcome]:
        """Return the runs that are done. Bytes behind the last whole line are cut off."""
        self._file.seek(0)
        content = self._file.readall()
        found, end = list(_outcomes(content)), content.rfind(b"\n") + 1
        if end < len(content):
            self._file.truncate(end)
        self._file.seek(end)
        return found

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Write runs that are done; the operating system has them when this returns.

        Raises:
            SweepError: the disk is full, or the folder was deleted.
        """
        content = b"".join(_line(outcome) for outcome in outcomes)
        try:
            if self._file.write(content) != len(content):
                raise OSError(28, "no space left on device")
        except OSError as error:
            raise SweepError(
                f"{self.path} cannot be written: {_reason(error)}; what is done is kept, and the same command goes on "
                "from there"
            ) from error

    def close(self) -> None:
        """Release the claim."""
        self._file.close()


def _line(outcome: Outcome) -> bytes:
    run = outcome.run
    text = json.dumps(
        {"key": run.key, "values": run.values, "measures": outcome.measures, "error": outcome.error,
         "cost": round(outcome.cost, 4)}
    ).encode()  # fmt: skip
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _outcomes(content: bytes) -> Iterator[Outcome]:
    for line in content.split(b"\n")[:-1]:
        found = _read(line)
        if found is not None:
            yield Outcome(Run(found["key"], found["values"]), found["measures"], found["error"], found["cost"])


def _read(line: bytes) -> Any:
    checksum, _, text = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        return None
    return json.loads(text)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
