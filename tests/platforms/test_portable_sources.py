"""Source text that runs on every system: encodings are named, and what one system lacks is asked for first.

Linux does not notice these mistakes: its encoding is UTF-8, and it has every function of POSIX.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tools", "benchmarks", "examples")

OPENING = ("open", "read_text", "write_text", "fdopen", "TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile")
TEXT_MODE = re.compile(r"[rwax]\+?t?")
POSIX_ONLY = {  # of ``os``: none exists on Windows
    "fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "setuid", "nice", "uname", "mkfifo", "mknod", "chown",
    "fchmod", "fchown", "chroot", "killpg", "getpgid", "setsid", "openpty", "ttyname", "wait", "wait4", "sysconf",
    "statvfs", "sync", "getloadavg", "sched_getaffinity", "sched_setaffinity", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC",
    "O_DIRECTORY", "O_NOCTTY", "WIFEXITED", "WEXITSTATUS",
}  # fmt: skip
OF_ONE_SYSTEM = {"fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog", "msvcrt", "winreg", "_winapi"}
SIGNALS = {"SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "SIGPIPE", "SIGBREAK"}
SOCKETS = {"AF_UNIX", "SO_REUSEPORT", "TCP_USER_TIMEOUT", "SO_EXCLUSIVEADDRUSE", "IP_MULTICAST_ALL", "SO_BINDTODEVICE"}
LOOPS = {"add_reader", "add_writer", "add_signal_handler"}  # of asyncio; that of Windows has none


def sources(folder: str, words: Iterable[str]) -> Iterator[tuple[str, ast.Module]]:
    """Yield the name and the syntax of each file in which one of the words occurs."""
    pattern = re.compile("|".join(rf"\b{word}\b" for word in words))
    for path in sorted((ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if pattern.search(text):
            yield path.relative_to(ROOT).as_posix(), ast.parse(text)


# ---------------------------------------------------------------- encodings


def lacks_encoding(call: ast.Call) -> bool:
    """Return whether a call opens a text file in the encoding of the system that it runs on."""
    named = {keyword.arg for keyword in call.keywords}
    if "encoding" in named or None in named:
        return False
    match call.func:
        case ast.Attribute(attr="read_text"):
            return not call.args
        case ast.Attribute(attr="write_text"):
            return len(call.args) < 2
        case ast.Name(id="open") | ast.Attribute(value=ast.Name(id="os"), attr="fdopen"):
            mode = mode_of(call, 1)
            return len(call.args) < 4 and (mode == "" or is_text(mode))
        case ast.Attribute(attr="open"):
            return len(call.args) < 3 and is_text(mode_of(call, 0))
        case ast.Attribute(attr="TemporaryFile" | "NamedTemporaryFile" | "SpooledTemporaryFile"):
            return is_text(mode_of(call, 0))
    return False


def mode_of(call: ast.Call, place: int) -> str:
    given = [*call.args[place : place + 1], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    return next((str(one.value) for one in given if isinstance(one, ast.Constant)), "?" if given else "")


def is_text(mode: str) -> bool:
    return bool(TEXT_MODE.fullmatch(mode))


def calls_without_encoding(folder: str) -> list[str]:
    return [
        f"{name}:{node.lineno}"
        for name, tree in sources(folder, OPENING)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and lacks_encoding(node)
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_text_files_are_opened_with_an_encoding(folder: str) -> None:
    assert calls_without_encoding(folder) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open(path)", True),
        ("open(path, 'w')", True),
        ("open(path, 'rb')", False),
        ("open(path, 'w', encoding='utf-8')", False),
        ("path.open('a')", True),
        ("path.open('x+b')", False),
        ("archive.open(entry)", False),
        ("path.read_text()", True),
        ("path.read_text('utf-8')", False),
        ("path.write_text(text)", True),
        ("path.write_text(text, 'utf-8')", False),
        ("os.fdopen(number, 'w')", True),
        ("tempfile.NamedTemporaryFile('w')", True),
        ("tempfile.TemporaryFile()", False),
    ],
)
def test_the_check_of_encodings_knows_each_way_to_open_a_file(text: str, expected: bool) -> None:
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    assert lacks_encoding(call) == expected


# ---------------------------------------------------------------- names of one system


def unguarded(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the lines that use a name of one system outside an ``if`` or ``assert`` on ``sys.platform``."""
    yield from _unguarded(tree.body, is_guarded=False)


def _unguarded(body: list[ast.stmt], *, is_guarded: bool) -> Iterator[tuple[int, str]]:
    for statement in body:
        if asks_for_system(statement):
            is_guarded = is_guarded or not isinstance(statement, ast.If) or ends(statement.body)
            if isinstance(statement, ast.If):
                continue  # both branches are for known systems
        if not is_guarded:
            yield from _of_one_system(statement)
        for field in ("body", "orelse", "finalbody"):
            yield from _unguarded(getattr(statement, field, []), is_guarded=is_guarded)
        for handler in getattr(statement, "handlers", []):
            yield from _unguarded(handler.body, is_guarded=is_guarded)


def asks_for_system(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If | ast.Assert) and "sys.platform" in ast.unparse(statement.test)


def ends(body: list[ast.stmt]) -> bool:
    return isinstance(body[-1], ast.Return | ast.Raise)


def _of_one_system(statement: ast.stmt) -> Iterator[tuple[int, str]]:
    """Yield the names in a statement, but not those in the statements that it holds."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.IfExp) and "sys.platform" in ast.unparse(node.test):
            continue
        match node:
            case ast.Import():
                yield from ((node.lineno, alias.name) for alias in node.names if alias.name in OF_ONE_SYSTEM)
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                wanted = {"os": POSIX_ONLY, "signal": SIGNALS, "socket": SOCKETS}.get(module, set())
                if name in wanted:
                    yield node.lineno, f"{module}.{name}"
        waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def test_the_package_asks_for_the_system_before_it_uses_what_others_lack() -> None:
    words = POSIX_ONLY | OF_ONE_SYSTEM | SIGNALS | SOCKETS
    found = [f"{name}:{line} {what}" for name, tree in sources("src", words) for line, what in unguarded(tree)]
    assert found == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("import os\nos.getuid()", 1),
        ("import fcntl", 1),
        ("import signal\ndef f():\n    return signal.SIGHUP", 1),
        ("import os\ntry:\n    os.fork()\nexcept AttributeError:\n    os.wait()", 2),
        ("import os, sys\nif sys.platform == 'win32':\n    pass\nelse:\n    os.getuid()", 0),
        ("import os, sys\ndef f():\n    if sys.platform == 'win32':\n        return\n    os.getuid()", 0),
        ("import os, sys\ndef f():\n    if sys.platform == 'win32':\n        pass\n    os.getuid()", 1),
        ("import os, sys\ndef f():\n    assert sys.platform != 'win32'\n    os.getuid()\nos.getuid()", 1),
        ("import os, sys\nuser = None if sys.platform == 'win32' else os.getuid()", 0),
    ],
)
def test_the_check_of_names_knows_how_a_system_is_asked_for(text: str, count: int) -> None:
    assert len(list(unguarded(ast.parse(text)))) == count


def test_no_event_loop_is_asked_for_what_the_one_of_windows_lacks() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, tree in sources("src", LOOPS)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in LOOPS
    ]
    assert found == []


def test_processes_are_started_anew_as_on_windows_and_macos() -> None:
    # A forked process would have the modules and the settings of its parent, which others lack.
    uses = [
        ast.unparse(node)
        for _, tree in sources("src", ("multiprocessing", "ProcessPool"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and re.match(r"multiprocessing\.|pebble\.ProcessPool", ast.unparse(node.func))
    ]
    assert uses.count("multiprocessing.get_context('spawn')") == 1
    uses = [use for use in uses if use != "multiprocessing.parent_process()"]  # starts none
    assert all("spawn" in use or "context=context" in use for use in uses)
