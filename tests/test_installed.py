"""Which programs count as installed."""

import sys
from pathlib import Path

import pytest
from installed import runs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")


def program(folder: Path, name: str, text: str) -> str:
    """Write a program, and return the path to find it by."""
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)
    return str(folder)


def test_a_program_that_tells_its_version_runs(tmp_path: Path) -> None:
    assert runs("compiler", program(tmp_path, "compiler", 'test "$1" = --version'))


def test_a_program_that_is_there_and_does_not_run_is_not_installed(tmp_path: Path) -> None:
    """Such as rustup's rustc without a toolchain."""
    assert not runs("rustc", program(tmp_path, "rustc", "echo 'error: no default toolchain' >&2; exit 1"))
    (tmp_path / "odd").write_bytes(b"\x7fELF of another processor")
    (tmp_path / "odd").chmod(0o755)
    assert not runs("odd", str(tmp_path))


def test_a_program_that_is_not_there_is_not_installed(tmp_path: Path) -> None:
    assert not runs("compiler", str(tmp_path))
