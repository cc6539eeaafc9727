"""Computed arrays are found again, whole, and only if all that they depend on is the same."""

import os
import stat
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest

from motorpool.compile import array_cache, cache
from motorpool.compile.array_cache import as_text, cached, cached_rows, from_text, version_of

SQUARES = np.arange(1000.0) ** 2


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path, None, None]:
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path / "chosen"))
    cache.cache_folder.cache_clear()
    yield tmp_path / "chosen" / "kernels" / "arrays"
    cache.cache_folder.cache_clear()


class Maker:
    """Makes arrays, and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> dict[str, np.ndarray]:
        self.calls += 1
        return {"squares": SQUARES, "words": as_text(["a word", 1.5, None])}


def test_what_was_computed_is_read_again():
    make = Maker()
    for _ in range(2):
        found = cached("squares", [SQUARES, "text", 1.0, None], code="1", make=make)
        assert np.array_equal(found["squares"], SQUARES)
        assert from_text(found["words"]) == ["a word", 1.5, None]
    assert make.calls == 1


@pytest.mark.parametrize(
    ("kind", "inputs", "code"),
    [
        ("cubes", [SQUARES, "text", 1.0], "1"),
        ("squares", [SQUARES, "text", 1.0], "2"),
        ("squares", [SQUARES, "text", 2.0], "1"),
        ("squares", [SQUARES, "other", 1.0], "1"),
        ("squares", [SQUARES[:-1], "text", 1.0], "1"),
        ("squares", [SQUARES.astype(np.float32), "text", 1.0], "1"),
        ("squares", [SQUARES.reshape(10, 100), "text", 1.0], "1"),
        ("squares", [SQUARES, "text"], "1"),
    ],
)
def test_another_input_or_other_code_is_another_entry(kind: str, inputs: list, code: str):
    make = Maker()
    cached("squares", [SQUARES, "text", 1.0], code="1", make=make)
    cached(kind, inputs, code=code, make=make)
    assert make.calls == 2


@pytest.mark.parametrize("damage", ["truncated", "empty", "one byte", "pickle", "no archive", "one array"])
def test_a_damaged_entry_is_made_anew(damage: str, own_folder: Path):
    make = Maker()
    cached("squares", [], code="1", make=make)
    (entry,) = own_folder.iterdir()
    content = bytearray(entry.read_bytes())
    if damage == "pickle":
        np.savez(entry, squares=np.array([{"an": "object"}], dtype=object))
    elif damage == "no archive":
        entry.write_text("no archive", encoding="utf-8")
    elif damage == "one array":
        with entry.open("wb") as file:
            np.save(file, SQUARES)
    elif damage == "one byte":
        content[len(content) // 2] ^= 1
        entry.write_bytes(content)
    else:
        entry.write_bytes(content[: len(content) // 2] if damage == "truncated" else b"")
    for _ in range(2):
        assert np.array_equal(cached("squares", [], code="1", make=make)["squares"], SQUARES)
    assert make.calls == 2


def test_what_fails_leaves_nothing(own_folder: Path):
    def fail() -> dict[str, np.ndarray]:
        raise ValueError("no squares today")

    with pytest.raises(ValueError, match="today"):
        cached("squares", [], code="1", make=fail)
    assert not list(own_folder.iterdir())


def test_the_entries_that_were_used_longest_ago_make_room(own_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(array_cache, "MAX_BYTES", 33_000)  # three entries
    make = Maker()
    for number in range(3):
        cached("squares", [float(number)], code="1", make=make)
        (newest,) = (path for path in own_folder.iterdir() if path.stat().st_mtime > 2000.0)
        os.utime(newest, (1000.0 + number, 1000.0 + number))
    cached("squares", [0.0], code="1", make=make)  # used again
    cached("squares", [3.0], code="1", make=make)
    assert make.calls == 4
    for number in (0.0, 2.0, 3.0):
        cached("squares", [number], code="1", make=make)
    assert make.calls == 4
    cached("squares", [1.0], code="1", make=make)
    assert make.calls == 5


def test_an_entry_that_would_fill_the_cache_is_not_kept(own_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(array_cache, "MAX_BYTES", 10_000)
    cached("squares", [], code="1", make=Maker())
    assert not list(own_folder.iterdir())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no permissions of POSIX")
def test_only_the_user_can_read_and_write_the_entries(own_folder: Path):
    before = os.umask(0)
    try:
        cached("squares", [], code="1", make=Maker())
    finally:
        os.umask(before)
    (entry,) = own_folder.iterdir()
    assert stat.S_IMODE(own_folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600


def test_where_nothing_can_be_kept_it_is_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "occupied").write_text("a file, no folder", encoding="utf-8")
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path / "occupied" / "cache"))
    cache.cache_folder.cache_clear()
    make = Maker()
    for _ in range(2):
        assert np.array_equal(cached("squares", [], code="1", make=make)["squares"], SQUARES)
    assert make.calls == 2


def test_the_version_of_code_changes_with_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "one.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.setattr(array_cache, "HOME", tmp_path)
    versions: set[str] = set()
    for text in ("y = 1\n", "y = 2\n"):
        (tmp_path / "two.py").write_text(text, encoding="utf-8")
        version_of.cache_clear()
        versions.add(version_of("part", "two.py"))
    (tmp_path / "part" / "one.py").write_text("x = 3\n", encoding="utf-8")
    version_of.cache_clear()
    versions.add(version_of("part", "two.py"))
    version_of.cache_clear()
    assert len(versions) == 3


def test_only_missing_rows_are_computed_and_all_at_once():
    asked = []

    def doubled(rows: np.ndarray) -> dict[str, np.ndarray]:
        asked.append(rows[:, 0].tolist())
        return {"doubled": 2.0 * rows}

    for numbers in ([1.0, 3.0], [0.0, 1.0, 2.0, 3.0], [2.0, 1.0]):
        rows = np.column_stack([numbers, numbers])
        found = cached_rows("doubled", ["text"], rows, code="1", make=doubled)
        assert np.array_equal(found["doubled"], 2.0 * rows)
    assert asked == [[1.0, 3.0], [0.0, 2.0]]


def test_rows_with_another_input_are_computed_again():
    rows = np.ones((1, 2))
    for factor in (1.0, 2.0):
        found = cached_rows("scaled", [factor], rows, code="1", make=lambda some, by=factor: {"scaled": by * some})
        assert np.array_equal(found["scaled"], factor * rows)
