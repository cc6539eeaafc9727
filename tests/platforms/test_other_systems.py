"""What Windows and macOS do otherwise, by fakes: signals, users, processors, sockets, locks and consoles."""

import errno
import importlib.util
import io
import os
import re
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from sockets import free_port

from motorpool.app import cli
from motorpool.base import operating_system
from motorpool.base.command_line.interruption import Interruption, hangup_as_request, interruptible
from motorpool.base.terminal import printable_output
from motorpool.compile import cache
from motorpool.errors import ExerciseError, ViewerError
from motorpool.links.dis import endpoint
from motorpool.links.serving import listening
from motorpool.models.registry import split_name
from motorpool.recording import claimed_file, description
from motorpool.studies.mobility.console import path_of

ROOT = Path(__file__).parents[2]
LARGEST_OF_NTFS = 1 << 53  # size of a file [bytes]
posix = pytest.mark.skipif(os.name != "posix", reason="it stands for another system by a signal or a call of this one")


def stand_for(monkeypatch: pytest.MonkeyPatch, module: ModuleType, platform: str) -> None:
    """Make a module take this system for another one."""
    monkeypatch.setattr(module, "sys", SimpleNamespace(platform=platform))


# ---------------------------------------------------------------- processors, users, signals


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_without_affinity_all_processors_of_the_machine_count(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    stand_for(monkeypatch, operating_system, platform)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 12)
    assert operating_system.processor_count() == 12
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert operating_system.processor_count() == 1


def test_windows_has_no_user_number_and_no_niceness(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_for(monkeypatch, operating_system, "win32")
    monkeypatch.delattr(os, "getuid", raising=False)
    monkeypatch.delattr(os, "nice", raising=False)
    assert operating_system.user_id() is None
    operating_system.lower_priority()


@pytest.mark.parametrize(("platform", "expected"), [("win32", ["terminated"]), ("darwin", [signal.SIGINT])])
def test_a_process_is_interrupted_as_its_system_can(
    monkeypatch: pytest.MonkeyPatch, platform: str, expected: list[Any]
) -> None:
    stand_for(monkeypatch, operating_system, platform)
    received: list[Any] = []
    process: Any = SimpleNamespace(terminate=lambda: received.append("terminated"), send_signal=received.append)
    operating_system.interrupt(process)
    assert received == expected


@posix
@pytest.mark.parametrize("name", ["SIGHUP", "SIGBREAK"])
def test_a_closed_terminal_ends_a_run_between_two_steps(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(operating_system, "signal", SimpleNamespace(**{name: signal.SIGURG}))
    with interruptible() as raise_if_interrupted:
        signal.raise_signal(signal.SIGURG)
        with pytest.raises(Interruption) as ended:
            raise_if_interrupted()
    assert ended.value.exit_code == 128 + signal.SIGURG
    assert signal.getsignal(signal.SIGURG) is signal.SIG_DFL


@posix
def test_a_closed_terminal_of_windows_is_a_request_to_a_live_world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operating_system, "signal", SimpleNamespace(SIGBREAK=signal.SIGURG))
    requests: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: requests.append(number))
    try:
        with hangup_as_request():
            signal.raise_signal(signal.SIGURG)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert requests == [signal.SIGTERM]


def test_a_system_without_such_a_signal_is_interrupted_by_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operating_system, "signal", SimpleNamespace())
    with hangup_as_request(), interruptible() as raise_if_interrupted:
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(Interruption):
            raise_if_interrupted()


# ---------------------------------------------------------------- folders


def test_kernels_are_kept_without_permissions_of_posix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_for(monkeypatch, operating_system, "win32")
    for module in ("pwd", "grp"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delattr(os, "getuid", raising=False)
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path / "chosen"))
    cache.cache_folder.cache_clear()
    try:
        assert cache.cache_folder() == (tmp_path / "chosen" / "kernels").resolve()
    finally:
        cache.cache_folder.cache_clear()


@pytest.mark.parametrize(
    ("platform", "variable", "value", "expected"),
    [
        ("win32", "LOCALAPPDATA", "given", "given"),
        ("win32", "LOCALAPPDATA", "", "home/AppData/Local"),
        ("darwin", "XDG_CACHE_HOME", "given", "home/Library/Caches"),
        ("linux", "XDG_CACHE_HOME", "given", "given"),
        ("linux", "XDG_CACHE_HOME", "", "home/.cache"),
    ],
)
def test_kernels_lie_where_the_system_keeps_caches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, value: str, expected: str
) -> None:
    stand_for(monkeypatch, cache, platform)
    stand_for(monkeypatch, operating_system, platform)
    monkeypatch.delenv("MOTORPOOL_CACHE", raising=False)
    monkeypatch.setenv(variable, str(tmp_path / value) if value else "")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    cache.cache_folder.cache_clear()
    try:
        assert cache.cache_folder() == (tmp_path / expected / "motorpool" / "kernels").resolve()
    finally:
        cache.cache_folder.cache_clear()


# ---------------------------------------------------------------- sockets


class Options(socket.socket):
    """Socket that remembers its options, and knows those of other systems."""

    def setsockopt(self, level: int, option: int, value: Any) -> None:  # type: ignore[override]
        self.__dict__.setdefault("set", {})[level, option] = value
        if option > 0:
            super().setsockopt(level, option, value)

    __slots__ = ("__dict__",)


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_a_port_is_not_shared_with_another_program(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    stand_for(monkeypatch, listening, platform)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    monkeypatch.setattr(socket, "socket", Options)
    with listening.listen("127.0.0.1", 0).socket as listener:
        options = {option for _, option in listener.__dict__["set"]}
    # On Windows SO_REUSEADDR lets two programs have one port; elsewhere it takes over one that was just closed.
    assert options == {-5} if platform == "win32" else {socket.SO_REUSEADDR}


@pytest.mark.parametrize(("platform", "words"), [("win32", "is reserved or in use"), ("linux", "needs more rights")])
def test_a_port_that_is_refused_says_why(monkeypatch: pytest.MonkeyPatch, platform: str, words: str) -> None:
    class Refusing(Options):
        def bind(self, address: Any) -> None:
            raise OSError(errno.EACCES, "permission denied")

        def setsockopt(self, *_: Any) -> None:  # type: ignore[override]
            pass

    stand_for(monkeypatch, listening, platform)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    monkeypatch.setattr(socket, "socket", Refusing)
    with pytest.raises(ViewerError, match=f"^port 50000 of 127.0.0.1 {words}"):
        listening.listen("127.0.0.1", 50_000)


@pytest.mark.parametrize("address", ["239.255.30.0", "127.255.255.255", "127.0.0.1"])
def test_on_windows_an_exercise_is_bound_to_the_interface(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    class OfInterfaces(socket.socket):
        def bind(self, address: Any) -> None:
            if address[0] not in ("127.0.0.1", "0.0.0.0"):
                raise OSError(10049, "the requested address is not valid in its context")
            super().bind(address)

    stand_for(monkeypatch, endpoint, "win32")
    monkeypatch.setattr(socket, "socket", OfInterfaces)
    port = free_port()
    try:
        opened = endpoint.Endpoint(address, port=port)
    except ExerciseError as error:
        if "multicast" not in str(error):
            raise
        pytest.skip(f"this machine's loopback cannot do it: {error}")
    with opened:
        assert opened.own == ("127.0.0.1", port)


def test_a_receive_buffer_above_the_limit_of_macos_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    granted: list[int] = []

    class Limited(socket.socket):
        def setsockopt(self, level: int, option: int, value: Any) -> None:  # type: ignore[override]
            if option == socket.SO_RCVBUF:
                if value > 7_000_000:
                    raise OSError(55, "no buffer space available")
                granted.append(value)
            super().setsockopt(level, option, value)

    monkeypatch.setattr(socket, "socket", Limited)
    with endpoint.Endpoint(f"127.0.0.1:{free_port()}", port=free_port()):
        assert granted == [endpoint.RECEIVE_BUFFER // 2]


# ---------------------------------------------------------------- locks


class OpenFile:
    """One of several open files of the same name."""

    def __init__(self, number: int) -> None:
        self.number, self.position, self.is_closed = number, 0, False

    def fileno(self) -> int:
        return self.number

    def seek(self, position: int) -> None:
        self.position = position


class Msvcrt(ModuleType):
    """The module of Windows: bytes of a file that are locked until the one that locked them is closed."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.files: list[OpenFile] = []  # by their numbers
        self.locked: dict[int, OpenFile] = {}  # by the position of the byte

    def locking(self, number: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        file = self.files[number]
        if file.position in self.locked and not self.locked[file.position].is_closed:
            raise PermissionError(errno.EACCES, "permission denied")
        self.locked[file.position] = file


def test_on_windows_a_byte_behind_the_file_is_locked_which_readers_do_not_need(monkeypatch: pytest.MonkeyPatch) -> None:
    msvcrt = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    specification = importlib.util.spec_from_file_location(
        "motorpool.recording.claimed_file_of_windows", str(claimed_file.__file__)
    )
    assert specification is not None
    assert specification.loader is not None
    of_windows = importlib.util.module_from_spec(specification)
    with monkeypatch.context() as context:
        context.setattr(sys, "platform", "win32")
        specification.loader.exec_module(of_windows)
    first, second, third = (OpenFile(number) for number in range(3))
    msvcrt.files = [first, second, third]
    assert of_windows.claim(first)
    assert not of_windows.claim(second)
    assert first.position == second.position == 0
    assert all(position > LARGEST_OF_NTFS for position in msvcrt.locked)
    first.is_closed = True
    assert of_windows.claim(third)


# ---------------------------------------------------------------- names and paths


def test_paths_of_windows_are_stored_without_their_folders() -> None:
    assert description.portable_model(r"C:\models\own.py:step") == "own.py:step"
    assert description.portable_model("tracked/arc") == "tracked/arc"
    text = "terrain: {source: 'D:\\maps\\hills.tif'}\nvehicles: [{model: 'C:\\tanks\\mine.toml', count: 1}]\n"
    stored = description.portable_scenario(text)
    assert "hills.tif" in stored
    assert "mine.toml" in stored
    assert not re.search(r"[CD]:|\\|tanks|maps", stored)


def test_the_colon_of_a_drive_is_not_that_of_settings() -> None:
    assert split_name(r"C:\tanks\t72.toml:mass=30000") == (r"C:\tanks\t72.toml", "mass=30000")
    assert split_name(r"C:\models\own.py") == (r"C:\models\own.py", "")


def is_name_on_windows(name: str) -> bool:
    is_reserved = re.fullmatch(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", name, re.IGNORECASE)
    return not is_reserved and not re.search(r'[<>:"/\\|?*\x00-\x1f]|[. ]$', name)


@pytest.mark.parametrize("part", ["winter: wet", "a/b\\c", "what?*", "<x>|y", "end.", "nul"])
def test_a_file_name_made_of_words_is_one_on_windows(part: str) -> None:
    assert is_name_on_windows(path_of(Path("map.tif"), [part, ""]).name)


def test_every_file_of_the_project_can_lie_on_windows_and_macos() -> None:
    folders = ("src", "tests", "docs", "examples", "tools", "benchmarks", "changes", "client/src")
    files = [path.relative_to(ROOT) for folder in folders for path in (ROOT / folder).rglob("*")]
    assert [str(file) for file in files if not all(map(is_name_on_windows, file.parts))] == []
    seen: dict[str, Path] = {}
    same = [(str(seen[key]), str(file)) for file in files if seen.setdefault(key := str(file).casefold(), file) != file]
    assert same == []
    assert len(files) > 2000


# ---------------------------------------------------------------- consoles


def printed_on_windows(monkeypatch: pytest.MonkeyPatch, job: Callable[[], Any]) -> str:
    """Return the output of a job on a console of Windows in western Europe."""
    received = io.BytesIO()
    with monkeypatch.context() as context:
        context.setattr(sys, "stdout", io.TextIOWrapper(received, encoding="cp1252", errors="strict"))
        job()
        sys.stdout.flush()
        return received.getvalue().decode("cp1252")


@pytest.mark.parametrize("command", [("models",), ("models", "tracked/arc"), ("scenarios",), ("vehicles",)])
def test_a_command_prints_to_a_console_without_some_characters(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    codes: list[int] = []
    text = printed_on_windows(monkeypatch, lambda: codes.append(cli.run(command)))
    assert codes == [0]
    assert len(text) > 200
    assert re.findall(r"\\[ux][0-9a-f]{2,}.*", text) == []


def test_a_character_that_a_console_lacks_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    def job() -> None:
        with printable_output():
            print("5 µm Ω")

    assert printed_on_windows(monkeypatch, job).strip() == r"5 µm \u03a9"


class ClosedPipe(io.TextIOWrapper):
    """Pipe whose reader has ended, as Windows reports it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")

    def flush(self) -> None:
        raise OSError(errno.EINVAL, "invalid argument")

    def fileno(self) -> int:
        raise io.UnsupportedOperation

    def close(self) -> None:
        pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_reader_that_has_ended_is_no_error_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", ClosedPipe())
    with pytest.raises(OSError, match="invalid argument"):
        cli.run(["--version"])
    monkeypatch.setattr(sys, "platform", "win32")
    assert cli.run(["--version"]) == 0


def test_another_invalid_argument_is_an_error_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Any) -> int:
        raise OSError(errno.EINVAL, "invalid argument")

    monkeypatch.setattr(cli, "_call", fail)
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(OSError, match="invalid argument"):
        cli.run(["models"])
