"""Connection to a Ray cluster: the one at an address, or one on this machine for as long as it is used.

Ray's nodes get this package from here, so that all run the same version; what the package imports (NumPy, LLVM, ...)
must be installed on each. Ray's usage statistics and its dashboard are off.

Whoever reaches a cluster can run programs on it. One that is started here listens on the loopback alone, asks for a
token, and keeps its files in a folder that only this user can enter; the folder goes with it. Ray by itself listens on
every interface, and makes its token and its files readable to all users.
"""

import contextlib
import ipaddress
import os
import secrets
import shutil
import signal
import socket
import stat
import sys
import tempfile
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import ClusterError, require

ADDRESS = "RAY_ADDRESS"  # environment variable that names the cluster
LOCAL = "local"  # address: start a cluster on this machine
AUTO = "auto"  # address: find the cluster that was started on this machine
PATIENCE = 5.0  # for an address to answer [s]
TOKEN_PATH = "RAY_AUTH_TOKEN_PATH"  # environment variable that names the file of the token
_QUIET = {  # of Ray's own settings, while it starts
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
_ON_LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # 0: nodes have the loopback's address, on Linux as well
_NO_TOKEN = "disabled"  # of RAY_AUTH_MODE
ADMINISTRATOR = 0  # as a user


class Cluster(NamedTuple):
    """A cluster that this program is connected to."""

    ray: Any  # the library
    address: str  # of its head, host:port
    node_count: int  # machines, when the connection was made
    processor_count: int  # of all nodes, when the connection was made
    has_folder: bool = False  # its workers have a copy of the folder that was given, as their current one


@contextlib.contextmanager
def connected(
    address: str | None = None, *, processors: int | None = None, folder: Path | None = None
) -> Generator[Cluster, None, None]:
    """Connect to a Ray cluster, and disconnect at the end; a cluster that was started for this ends then.

    A program that is connected already (``ray.init``) stays so, and what it is connected to is used.

    Args:
        address: host:port of the cluster's head; "auto" for the one that this user or the administrator started by
            ``ray start`` on this machine; "local" for a new one on this machine; None for what RAY_ADDRESS says, else
            the one that was started here, else a new one.
        processors: of a new one; those of this machine by default.
        folder: whose files the workers need; where this program is connected already, they get none.

    Raises:
        MissingExtraError: Ray is not installed.
        ClusterError: there is no cluster at the address, or it runs another version of Ray or Python.
    """
    with contextlib.ExitStack() as stack:
        with _quietly():
            ray = require("ray", extra="cluster", purpose="a cluster")
            if ray.is_initialized():
                found = _cluster(ray)
            else:
                found = _connected(ray, address or os.environ.get(ADDRESS), processors, folder, stack)
        yield found


def _connected(
    ray: Any, address: str | None, processors: int | None, folder: Path | None, stack: contextlib.ExitStack
) -> Cluster:
    """Connect to an address; without one to the cluster that was started on this machine, or to a new one.

    Args:
        ray: the library.
        address: of the cluster; None for one that was started here, or a new one.
        processors: of a new one.
        folder: whose files the workers need.
        stack: gets what ends the connection.
    """
    if address in (None, "", AUTO):
        started = _started_here()
        if started is None and address == AUTO:
            raise ClusterError(
                'no cluster runs on this machine; start one with `ray start --head`, or take "local" for a new one'
            )
        address = started or LOCAL
    if address == LOCAL:
        return _start(ray, processors, folder, stack)
    _check_answers(address)
    protect_token(make=False)
    with on_loopback() if _is_on_loopback_only(ray, address) else contextlib.nullcontext():
        found = _connect(ray, address, folder)
    stack.callback(ray.shutdown)
    return found


def _started_here() -> str | None:
    """Return the address of the cluster that ``ray start`` has started on this machine; None if there is none.

    Ray itself would take any that runs here, even another user's: its results would run code in this program.
    """
    file = Path(_ray_folder()) / "ray" / "ray_current_cluster"
    try:
        found = file.lstat()
        is_trusted = not hasattr(os, "getuid") or found.st_uid in (os.getuid(), ADMINISTRATOR)
        address = file.read_text().strip() if is_trusted and stat.S_ISREG(found.st_mode) else ""
        if address:
            _check_answers(address)
    except (OSError, ValueError):  # there is none, it is unreadable, or its cluster has ended
        return None
    return address or None


def _ray_folder() -> str:
    """Return the folder below which Ray keeps its files."""
    chosen = os.environ.get("RAY_TMPDIR") or (os.environ.get("TMPDIR") if sys.platform == "linux" else None)
    return chosen or (tempfile.gettempdir() if sys.platform == "win32" else "/tmp")


def _is_on_loopback_only(ray: Any, address: str) -> bool:
    """Return whether a cluster that answers on the loopback does so nowhere else, where Ray would look for it."""
    if "://" in address or not _is_loopback(address):
        return False
    port = int(address.rpartition(":")[2])
    try:
        socket.create_connection((ray.util.get_node_ip_address(), port), timeout=PATIENCE).close()
    except OSError:
        return True
    return False


def _start(ray: Any, processors: int | None, folder: Path | None, stack: contextlib.ExitStack) -> Cluster:
    """Start a cluster on this machine that nobody else can reach; its files go when it ends."""
    # Ray opens its own folder to all users, so it is in one that is not. The paths of its sockets must stay short.
    own = Path(tempfile.mkdtemp(prefix="motorpool-ray-", dir=_ray_folder()))
    stack.callback(shutil.rmtree, own, ignore_errors=True)
    protect_token(make=True)
    options: dict[str, Any] = {"include_dashboard": False, "num_cpus": processors, "_temp_dir": str(own / "ray")}
    with on_loopback():
        found = _connect(ray, LOCAL, folder, **options)
    stack.callback(ray.shutdown)
    if not _is_loopback(found.address):
        raise ClusterError(
            f"Ray {ray.__version__} listens at {found.address}, which other machines may reach; it was ended. Start a "
            "cluster by `ray start --head` and give its address, or install another version of Ray"
        )
    return found


@contextlib.contextmanager
def on_loopback() -> Generator[None, None, None]:
    """Let nodes that are started listen on the loopback alone, as Ray's do on a Mac, and not on every interface."""
    constants: Any = require("ray._private.ray_constants", extra="cluster", purpose="a cluster")
    before, variable = constants.ENABLE_RAY_CLUSTER, os.environ.get(_ON_LOOPBACK)
    constants.ENABLE_RAY_CLUSTER, os.environ[_ON_LOOPBACK] = False, "0"  # of this process, and of those it starts
    try:
        yield
    finally:
        constants.ENABLE_RAY_CLUSTER = before
        if variable is None:
            os.environ.pop(_ON_LOOPBACK, None)
        else:
            os.environ[_ON_LOOPBACK] = variable


def _is_loopback(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def protect_token(*, make: bool) -> None:
    """Make the file of Ray's token readable to this user alone.

    Args:
        make: make one if there is none and no other token is given; Ray's own would be readable to all.

    Raises:
        ClusterError: it cannot be made.
    """
    path = Path(os.environ.get(TOKEN_PATH) or Path.home() / ".ray" / "auth_token")
    is_given = bool(os.environ.get("RAY_AUTH_TOKEN") or os.environ.get(TOKEN_PATH))
    is_needed = make and not is_given and os.environ.get("RAY_AUTH_MODE") != _NO_TOKEN
    try:
        if path.exists():
            if stat.S_IMODE(path.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
                path.chmod(stat.S_IRUSR | stat.S_IWUSR)
        elif is_needed:
            _write_token(path)
    except OSError as error:
        if is_needed:
            reason = (error.strerror or str(error)).lower()
            raise ClusterError(
                f"the token of a cluster cannot be kept in {path}: {reason}; set {TOKEN_PATH}"
            ) from error


def _write_token(path: Path) -> None:
    """Write a new token, whole before it has its name; that of a program that comes first stays."""
    path.parent.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    handle, new = tempfile.mkstemp(dir=path.parent)  # of a mode that only this user can read
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(new, path)
    finally:
        Path(new).unlink(missing_ok=True)


def _connect(ray: Any, address: str, folder: Path | None, **options: Any) -> Cluster:
    printed = b""
    try:
        with (
            # Without a folder of their own, Ray's workers would import modules from this program's current folder.
            tempfile.TemporaryDirectory(prefix="motorpool-") as nothing,
            tempfile.TemporaryFile() as file,
            _errors_to(file),
            _own_end_on_request(),
        ):
            environment: dict[str, Any] = {
                "py_modules": [sys.modules[__name__.partition(".")[0]]],
                "working_dir": str(folder or nothing),
            }
            try:
                ray.init(
                    address=address, log_to_driver=False, logging_level="error", runtime_env=environment, **options
                )
            finally:
                file.seek(0)
                printed = file.read()
        return _cluster(ray)._replace(has_folder=folder is not None)
    except (Exception, SystemExit) as error:  # Ray ends the program where nobody answers
        with contextlib.suppress(Exception):
            ray.shutdown()
        raise ClusterError(_sentence(address, error, printed)) from error


def _cluster(ray: Any) -> Cluster:
    nodes = [node for node in ray.nodes() if node["Alive"]]
    address = ray.get_runtime_context().gcs_address
    return Cluster(ray, address, len(nodes), int(ray.cluster_resources().get("CPU", 0)))


def _check_answers(address: str) -> None:
    """Refuse an address at which nobody listens: Ray itself tries for minutes.

    Raises:
        ClusterError: nobody does, or it is no address.
    """
    if "://" in address:
        return
    host, colon, port = address.rpartition(":")
    if not (colon and host and port.isdigit() and int(port) < 1 << 16):
        raise ClusterError(
            f"the cluster's address is {address!r}; it must be host:port of its head, such as 10.0.0.1:6379, "
            '"auto" for the cluster on this machine, or "local" for a new one'
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except OSError as error:
        raise ClusterError(
            f"no cluster answers at {address} ({(error.strerror or str(error)).lower()}); start one there with "
            f"`ray start --head --port={port}`, or give the address that this printed"
        ) from error


def _sentence(address: str, error: BaseException, printed: bytes) -> str:
    """Return why there is no connection, from Ray's error and what it printed before."""
    text = " ".join(str(error).split())
    if b"InvalidAuthToken" in printed:
        return (
            f"the cluster at {address} asks for its token; set RAY_AUTH_MODE=token here, and copy ~/.ray/auth_token "
            "from its head"
        )
    if isinstance(error, SystemExit):
        return f"what answers at {address} is no Ray cluster, or is not ready; give the address of `ray start --head`"
    if "ersion mismatch" in text:
        return f"the cluster at {address} runs other versions than this program; install the same everywhere ({text})"
    if address == LOCAL:
        return f"a cluster cannot be started on this machine: {text}"
    return f"the cluster at {address} cannot be used: {text}"


@contextlib.contextmanager
def _quietly() -> Generator[None, None, None]:
    """Set what keeps Ray quiet, where nothing else is set, until it has started."""
    added = {name: value for name, value in _QUIET.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


@contextlib.contextmanager
def _own_end_on_request() -> Generator[None, None, None]:
    """Keep this program's handler of requests to end (SIGTERM), if it has one; Ray takes its place."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if callable(before) and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _errors_to(file: Any) -> Generator[None, None, None]:
    """Let what compiled code prints as errors go to a file; Ray repeats each second that it cannot connect."""
    sys.stderr.flush()
    saved = os.dup(2)
    os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
