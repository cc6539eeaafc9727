"""Fuzz the reading of recordings, behind valid checksums and a valid chain: read, play, verify, convert, repair, fit.

    python tests/recording/fuzz_recordings.py --seconds 3600 --seed 1 --findings FOLDER

Each case is a small recording with one or a few changes: of its bytes, of its index, of its description, of its rows,
of its journal, or of the order of its chunks; closed as Parquet, still growing as an Arrow stream, or of an earlier
version. Every fourth case is a changed log of another program, as CSV, Parquet or
MCAP (``log_mutations``). Anything but an answer or a ``MotorpoolError`` is a finding, and so are a
case that takes longer than its time and one that fills the memory; its file is kept.
"""

import argparse
import faulthandler
import json
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))  # as a program; pytest does it by itself

from log_mutations import mutated_log
from mutations import NASTY, changed_bytes, changed_json
from recording_parts import CHUNKS_KEY, CLOSED_KEY, DROPPED_KEY, Chunk, Parts, parts_of

import motorpool as mp
from motorpool.errors import MotorpoolError
from motorpool.recording.playback import Playback
from motorpool.recording.recording import recover_recording
from motorpool.recording.verification import report, told, verify
from motorpool.studies.fitting import read_log
from motorpool.studies.logs.tables import read_table
from motorpool.world.sources.actions import ACTIONS
from motorpool.world.sources.command import parameters_of
from motorpool.world.sources.player import Player

SCENARIO = """
name: three
terrain: {source: flat, size: 400.0}
vehicles: [{model: bicycle, count: 3}]
"""
LOG_EVERY = 4  # cases, of which one is a log of another program
LONGEST = 20.0  # for a case [s]
MOST_BYTES = 1_500_000_000  # that the memory may grow by


class Base(NamedTuple):
    """What is changed, and the world that it is of."""

    parts: Parts
    tables: list[Any]
    world: Any
    beginning: Any
    folder: Path

    def world_again(self) -> Any:
        """Return the world at its beginning."""
        self.world.restore(self.beginning)
        self.world.sources.clear()
        self.world.observers.clear()
        return self.world


def base_in(folder: Path) -> Base:
    """Record a small world with a driver, and take the recording apart."""
    scenario, path = folder / "three.yaml", folder / "base.parquet"
    scenario.write_text(SCENARIO)
    world = mp.load(scenario).build()
    beginning = world.snapshot()
    player = Player()
    world.sources.append(player)
    with mp.Recorder(path, chunk_seconds=0.4, overwrite=True) as recorder:
        for second in range(4):
            player.take(second % 3)
            player.set(second % 3, throttle=0.5 + 0.1 * second, steer=0.3)
            world.run(seconds=0.4, observers=[recorder])
    parts = parts_of(path)
    return Base(parts, [chunk.table for chunk in parts.chunks], world, beginning, folder)


# ---- changes


def mutated(base: Base, chance: random.Random) -> bytes:
    """Return a file with a change, or a few."""
    parts = base.parts.changed(chunks=[replace(chunk) for chunk in base.parts.chunks])
    how: dict[str, Any] = {"is_chained": chance.random() > 0.1, "is_growing": chance.random() < 0.4}
    is_raw = chance.random() < 0.2
    for _ in range(chance.choice((0, 1) if is_raw else (1, 1, 1, 2, 4))):
        if parts.chunks:
            parts = chance.choice(CHANGES)(parts, base, chance)
    file = parts.file(**how)
    return _raw(file, is_growing=how["is_growing"], chance=chance) if is_raw else file


def _raw(file: bytes, *, is_growing: bool, chance: random.Random) -> bytes:
    """Return a file with changed bytes: anywhere, or in the index of a closed one, which has no checksum."""
    if is_growing or chance.random() < 0.3:
        return changed_bytes(file, chance)
    size = int.from_bytes(file[-8:-4], "little")
    index = changed_bytes(file[-8 - size : -8], chance)
    return file[: -8 - size] + index + len(index).to_bytes(4, "little") + file[-4:]


def _description(parts: Parts, base: Base, chance: random.Random) -> Parts:
    return parts.changed(description=changed_json(parts.description, chance))


def _rows(parts: Parts, base: Base, chance: random.Random) -> Parts:
    number = chance.randrange(len(parts.chunks))
    table = base.tables[number % len(base.tables)]
    name = chance.choice(table.schema.names)
    place = table.schema.names.index(name)
    values = table[name].to_pylist()
    match chance.randrange(6):
        case 0:
            values[chance.randrange(len(values))] = None
        case 1 if name != "journal":
            kind = table.schema.field(name).type.to_pandas_dtype()
            limits = np.iinfo(kind)
            for _ in range(chance.choice((1, 3, len(values)))):
                values[chance.randrange(len(values))] = chance.choice((limits.min, limits.max, 0, 1, limits.max - 1))
        case 2:
            chance.shuffle(values)
        case 3:
            table = table.take(chance.choices(range(table.num_rows), k=chance.randrange(1, 2 * table.num_rows)))
            values = table[name].to_pylist()
        case 4:
            other = chance.choice((pyarrow.int64(), pyarrow.float32(), pyarrow.string(), pyarrow.bool_()))
            column = pyarrow.array([None] * len(values), other)
            return _with_table(parts, number, table.set_column(place, name, column), chance)
        case _:
            table = table.slice(0, chance.randrange(1, table.num_rows + 1))
            values = table[name].to_pylist()
    column = pyarrow.array(values, table.schema.field(name).type)
    return _with_table(parts, number, table.set_column(place, table.schema.field(name), column), chance)


def _journal(parts: Parts, base: Base, chance: random.Random) -> Parts:
    number = chance.randrange(len(parts.chunks))
    table = base.tables[number % len(base.tables)]
    texts = table["journal"].to_pylist()
    carriers = [index for index, text in enumerate(texts) if text]
    for index in chance.sample(carriers, min(len(carriers), chance.choice((1, 2, 10)))):
        change = _with_action if chance.random() < 0.5 else changed_json
        texts[index] = change(texts[index], chance)
    column = pyarrow.array(texts, pyarrow.binary())
    changed = table.set_column(table.schema.names.index("journal"), "journal", column)
    return _with_table(parts, number, changed, chance)


def _with_action(text: bytes, chance: random.Random) -> bytes:
    """Return a journal with another action, whose fields are mostly of the right types."""
    entries = json.loads(text)
    name = chance.choice(list(ACTIONS))
    values = {int: (0, 1, 2), float: (0.0, 1.0, -1.0, 1e308, -1e-320, float("nan"), 300.0), bool: (True, False)}
    fields = [chance.choice(values.get(kind, ("dry", "snow", "x"))) for _, kind, *_ in parameters_of(ACTIONS[name])]
    if chance.random() < 0.2:
        fields[chance.randrange(len(fields))] = chance.choice(NASTY)
    chance.choice(entries).setdefault("actions", []).append([name, *fields])
    return json.dumps(entries).encode()


def _with_table(parts: Parts, number: int, table: Any, chance: random.Random) -> Parts:
    ticks = chance.choice((None, None, None, 1, table.num_rows, 3, 24))
    chunks = list(parts.chunks)
    chunks[number] = Chunk.of(table, ticks)
    return parts.changed(chunks=chunks)


def _listed(parts: Parts, base: Base, chance: random.Random) -> Parts:
    """Change what is listed about a chunk."""
    chunk = chance.choice(parts.chunks)
    values = (0, -1, 1, 3, 24, 1 << 31, 1 << 40, 10**400, 0.5, "", "x", None, True, [], b"\x1b[2J".decode())
    chunk.listed = list(chunk.listed)
    chunk.listed[chance.randrange(4)] = chance.choice(values)
    if chance.random() < 0.3:
        chunk.links = chance.choice(((b"", b""), (b"0" * 64, b"1" * 64), (b"x", b"\xff")))
    return parts


def _ending(parts: Parts, base: Base, chance: random.Random) -> Parts:
    words = (b"", b"no", b"yes", b"0", b"nan", b"inf", b"-1", b"1e400", b"9" * 5000, b"\xff")
    keys = (CLOSED_KEY, DROPPED_KEY, "ARROW:schema")
    kept = {key: chance.choice(words) for key in keys if chance.random() < 0.6}
    if chance.random() < 0.3:
        kept[CHUNKS_KEY] = changed_json(b'[[1,24,24,72,"","",3],[25,48,24,72,"","",3]]', chance)
    return parts.changed(ending=kept)


def _order(parts: Parts, base: Base, chance: random.Random) -> Parts:
    chunks = list(parts.chunks)
    match chance.randrange(5):
        case 0:
            chance.shuffle(chunks)
        case 1:
            del chunks[chance.randrange(len(chunks))]
        case 2:
            chunks = []
        case 3:
            chunks *= chance.randrange(2, 6)
        case _:
            return replace(parts.with_their_links(), chunks=chance.sample(parts.with_their_links().chunks, 2))
    return parts.changed(chunks=chunks or [replace(parts.chunks[0])] * chance.randrange(2))


CHANGES: tuple[Callable[[Parts, Base, random.Random], Parts], ...] = (
    _description, _description, _rows, _rows, _journal, _journal, _listed, _listed, _ending, _order,
)  # fmt: skip


# ---- what is tried with each


def uses(path: Path, base: Base) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield everything that is done with a recording, by name."""
    yield "fit", lambda: read_table(path, vehicle=0)
    yield "log", lambda: read_log(path, columns=["speed=speed*1"], vehicle=0)
    try:
        recording = mp.read_recording(path)
    except MotorpoolError:
        yield "read", lambda: mp.read_recording(path)
    else:
        yield "look", lambda: (str(recording), recording._repr_html_(), recording.chain, recording.spans())
        yield "table", recording.table
        yield "vehicle", lambda: recording.vehicle(recording.vehicle_count - 1)
        yield "way", lambda: recording.way(0)
        yield "journal", recording.journal
        yield "pandas", lambda: recording.to_pandas(every=2)
        yield "csv", lambda: recording.to_csv(path.with_suffix(".csv"), overwrite=True)
        yield "play", lambda: played(recording, base)
        yield "verify", lambda: verified(recording, base)
    yield "recover", lambda: recover_recording(path)
    yield "table again", lambda: mp.read_recording(path).table()


def played(recording: Any, base: Base) -> None:
    """Play all of it, forwards and backwards."""
    playback = Playback(base.world_again(), recording)
    for time_ in (playback.end, playback.start, 0.5 * (playback.start + playback.end), -1e300, 1e300):
        playback.seek(time_)
        playback.step()


def verified(recording: Any, base: Base) -> None:
    """Verify it; what was changed is not equal, or changed nothing that matters."""
    outcome = verify(recording, base.world_again())
    told(recording, outcome)
    json.dumps(report(recording, outcome))
    if outcome.result == "equal":
        assert outcome.ticks > 0 < outcome.columns
        assert outcome.checks > 0


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise where something takes longer."""

    def ring(*_: Any) -> None:
        raise TimeoutError(f"it takes longer than {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def findings_of(file: bytes, path: Path, base: Base, ended: Counter[str], *, patience: float = 1.0) -> list[str]:
    """Return what went wrong with a file: tracebacks.

    Args:
        file: its content.
        path: where to write it.
        base: what it was made of.
        ended: counts what each use ended with.
        patience: factor of the time that a case may take.
    """
    path.write_bytes(file)
    findings: list[str] = []
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    uses_of_it = uses(path, base)
    while True:
        name = "opening"
        try:
            with limited(LONGEST * patience):
                step = next(uses_of_it, None)
                if step is None:
                    break
                name, use = step
                use()
            ended[f"{name}: done"] += 1
        except MotorpoolError as error:
            ended[f"{name}: {type(error).__name__}"] += 1
            if "\n" in str(error) or not str(error):
                findings.append(f"{name}: a sentence of several lines, or none: {error!r}")
        except Exception:
            findings.append(f"{name}:\n{traceback.format_exc()}")
            if name == "opening":
                break
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    if grown > MOST_BYTES:
        findings.append(f"the memory grew by {grown / 1e9:.1f} GB")
    return findings


def case_of(base: Base, name: str, *, is_log: bool) -> tuple[str, bytes]:
    """Return the suffix and the content of a file.

    Args:
        base: recording that is changed.
        name: of the case, which decides the changes.
        is_log: the file is a log of another program.
    """
    chance = random.Random(name)
    return mutated_log(chance) if is_log else (".parquet", mutated(base, chance))


def run(folder: Path, *, seconds: float, seed: int) -> int:
    """Fuzz for a while, keep what is found in a folder, and tell how it goes; returns the number of findings."""
    folder.mkdir(parents=True, exist_ok=True)
    base = base_in(folder)
    ended: Counter[str] = Counter()
    start = told_at = time.monotonic()
    cases = found = 0
    while time.monotonic() - start < seconds:
        name = f"{seed}-{cases}"
        suffix, file = case_of(base, name, is_log=cases % LOG_EVERY == LOG_EVERY - 1)
        findings = findings_of(file, folder / f"case{suffix}", base, ended)
        cases += 1
        if findings:
            found += 1
            (folder / f"{name}{suffix}").write_bytes(file)
            (folder / f"{name}.txt").write_text("\n".join(findings))
            print(f"{name}: {findings[0].strip().splitlines()[-1]}", flush=True)
        if time.monotonic() - told_at > 60.0:
            told_at = time.monotonic()
            print(f"{told_at - start:.0f} s, {cases} cases, {found} findings", flush=True)
    spent = f"{time.monotonic() - start:.0f} s, {time.process_time():.0f} s of the processor"
    print(f"{spent}, {cases} cases, {found} findings, seed {seed}")
    print(json.dumps(dict(sorted(ended.items())), indent=1))
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=Path, default=Path("findings"))
    options = parser.parse_args()
    faulthandler.enable()
    sys.exit(1 if run(options.findings, seconds=options.seconds, seed=options.seed) else 0)
