"""Input files: regular files of a bounded size are opened; everything else is refused at once, in one sentence."""

import os
import socket
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

import motorpool as mp
from motorpool.base.files import check_input, open_input, read_bytes, read_text, whole_file
from motorpool.base.operating_system import expanded
from motorpool.errors import RecordingError, ScenarioError, TerrainError

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")


def refusal(path, error=ScenarioError, max_bytes=1000) -> str:
    """The one sentence with which every way of opening refuses a path."""
    sentences = set()
    for way in (open_input, check_input, read_bytes, read_text):
        with pytest.raises(error) as refused:
            way(path, max_bytes=max_bytes, error=error)
        assert type(refused.value) is error
        sentences.add(str(refused.value))
    assert len(sentences) == 1
    sentence = sentences.pop()
    assert "\n" not in sentence
    return sentence


def test_a_regular_file_is_read_whole(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"\x00\xff\r\n")
    assert read_bytes(path, max_bytes=4, error=ScenarioError) == b"\x00\xff\r\n"
    with open_input(str(path), max_bytes=4, error=ScenarioError) as file:
        assert file.read(2) == b"\x00\xff"


def test_text_is_utf_8_with_any_line_ends(tmp_path):
    path = tmp_path / "file"
    path.write_bytes("a: é\r\nb\rc\n".encode())
    assert read_text(path, max_bytes=99, error=ScenarioError) == "a: é\nb\nc\n"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match="file is not a text file in UTF-8"):
        read_text(path, max_bytes=99, error=ScenarioError)


def test_a_link_to_a_file_is_followed(tmp_path):
    (tmp_path / "file").write_bytes(b"content")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert read_bytes(tmp_path / "link", max_bytes=10, error=ScenarioError) == b"content"


def test_the_error_is_the_callers_own(tmp_path):
    # Some of ours are OSErrors, some ValueErrors: none may be taken for a complaint of the system.
    for error in (ScenarioError, TerrainError, RecordingError):
        assert refusal(tmp_path, error) == f"{tmp_path} is a folder; it must be a regular file: name one"
        assert refusal(tmp_path / "no", error) == f"{tmp_path / 'no'} cannot be read: no such file or directory"


def test_a_file_that_is_too_large_is_refused_by_its_size(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(10**12)  # of which nothing is stored
    assert "has 1000000000000 bytes; a file of its kind may have at most 1000" in refusal(path)


@needs_pipes
def test_a_named_pipe_is_refused_without_waiting_for_its_writer(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    assert "pipe is a named pipe; it must be a regular file" in refusal(tmp_path / "pipe")
    assert "link is a named pipe; it must be a regular file" in refusal(tmp_path / "link")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="this system has no such devices")  # noqa: PTH110
def test_an_endless_device_is_refused_even_behind_a_link(tmp_path):
    (tmp_path / "link").symlink_to("/dev/zero")
    assert "link is a device; it must be a regular file" in refusal(tmp_path / "link")


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no such sockets")
def test_a_socket_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        assert refusal("socket") == "socket is a socket; it must be a regular file: name one"


@needs_pipes
def test_a_file_exchanged_for_a_pipe_at_the_last_moment_is_refused(tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"content")
    os.mkfifo(tmp_path / "pipe")
    real = os.open
    monkeypatch.setattr("motorpool.base.files.os.open", lambda path, flags: real(tmp_path / "pipe", flags))
    assert "is a named pipe" in refusal(tmp_path / "file")


def test_a_small_file_takes_little_memory_whatever_it_may_have(tmp_path):
    (tmp_path / "file").write_bytes(b"content")
    tracemalloc.start()
    assert read_bytes(tmp_path / "file", max_bytes=1 << 30, error=ScenarioError) == b"content"
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_a_file_that_hides_its_size_is_read_no_further_than_allowed():
    with pytest.raises(ScenarioError, match="has more than 10 bytes; a file of its kind may have at most 10"):
        read_bytes("/proc/self/status", max_bytes=10, error=ScenarioError)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="whoever is root may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path):
    (tmp_path / "file").touch(mode=0o000)
    assert refusal(tmp_path / "file").endswith("file cannot be read: permission denied")


@pytest.mark.parametrize("name", ["a\0b", "a" * 5000, "\ud800"])
def test_a_name_that_no_file_can_have_is_refused(name):
    assert "cannot be read" in refusal(name)


def test_a_refusal_leaves_no_file_open(tmp_path):
    code = (
        "import gc, sys, warnings; warnings.simplefilter('error')\n"
        "from motorpool.errors import ScenarioError\nfrom motorpool.base.files import open_input\n"
        "for path in sys.argv[1:]:\n"
        "    try: open_input(path, max_bytes=1, error=ScenarioError)\n"
        "    except ScenarioError: pass\n"
        "gc.collect()\n"
    )
    (tmp_path / "large").write_bytes(b"12")
    command = [sys.executable, "-X", "dev", "-c", code, str(tmp_path), str(tmp_path / "large")]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "ResourceWarning" not in ended.stderr


# ---------------------------------------------------------------- output


def test_a_file_is_whole_under_its_name_and_others_may_read_it_as_usual(tmp_path):
    path = tmp_path / "table.csv"
    usual = tmp_path / "usual"
    usual.touch()
    with whole_file(path, error=RecordingError) as new:
        new.write_text("whole")
        assert not path.exists()
    assert path.read_text() == "whole"
    assert path.stat().st_mode == usual.stat().st_mode


def fill_the_disk(file):
    file.write_text("half")
    raise OSError(28, "No space left")


def test_a_file_that_fails_halfway_leaves_the_one_before_and_nothing_else(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("before")
    with (
        pytest.raises(RecordingError, match=r"table\.csv cannot be written: no space left; delete something"),
        whole_file(path, error=RecordingError, advice="delete something") as new,
    ):
        fill_the_disk(new)
    with pytest.raises(KeyboardInterrupt), whole_file(path, error=RecordingError):
        raise KeyboardInterrupt
    assert [file.name for file in tmp_path.iterdir()] == ["table.csv"]
    assert path.read_text() == "before"


def test_a_folder_that_is_not_there_is_made(tmp_path):
    with whole_file(tmp_path / "one" / "two" / "table.csv", error=RecordingError) as new:
        new.write_text("whole")
    assert (tmp_path / "one" / "two" / "table.csv").read_text() == "whole"


def test_the_home_of_an_unknown_user_is_a_path_like_any_other(monkeypatch):
    name = str(Path("~no-such-user", "hills.tif"))
    assert expanded(name) == Path(name)
    for open_file in (mp.load_terrain, mp.load, mp.Vehicle, mp.load_map, mp.read_recording):
        with pytest.raises(mp.MotorpoolError):
            open_file(name)
    monkeypatch.setenv("HOME", str(Path(os.sep, "home", "one")))
    monkeypatch.setenv("USERPROFILE", str(Path(os.sep, "home", "one")))
    assert expanded("~/hills.tif") == Path(os.sep, "home", "one", "hills.tif")
