"""Connection to a Ray cluster: an existing one, or a new one on this machine for the duration of its use.

Ray's nodes receive this package from here, so that all run the same version; the packages that it imports (NumPy, LLVM,
...) must be installed on each. Ray's usage statistics and its dashboard are disabled.

Access to a cluster allows programs to be run on it. A cluster that is started here listens on the loopback interface
only, requires a token, and keeps its files in a folder that only this user can read and that is deleted at the end. By
default Ray listens on every interface, and makes its token and its files readable to all users.
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
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...base.errors import ClusterError, require
from ...base.operating_system import user_id

ADDRESS = "RAY_ADDRESS"  # environment variable with the address of the cluster
LOCAL = "local"  # address: start a cluster on this machine
AUTO = "auto"  # address: find the cluster that was started on this machine
PATIENCE = 5.0  # time-out of a connection to an address [s]
PAUSES = (4.0,) * 4  # between attempts to reach a head until it counts as dead [s]
REMEDY = "start the cluster again, use --ray local, or leave out --ray"
OWN_NODE_DIED = f"Ray's node on this machine has died: it was killed, or lacked memory; {REMEDY}"
TOKEN_PATH = "RAY_AUTH_TOKEN_PATH"  # environment variable with the path of the token file
_QUIET = {  # Ray's settings while it starts
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
_ON_LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # 0: nodes use the loopback address, on Linux as well
_NO_TOKEN = "disabled"  # value of RAY_AUTH_MODE
ADMINISTRATOR = 0  # user id


class Cluster(NamedTuple):
    """Cluster that this program is connected to."""

    ray: Any  # the library
    address: str  # of its head, host:port
    processor_count: int  # of all nodes at the time of connection
    has_folder: bool = False  # whether its workers have a copy of the given folder as their current one
    own_node: str = ""  # address of Ray's node on this machine, host:port; empty if unknown

    def get(self, references: Sequence[Any]) -> list[Any]:
        """Return the values of references; wait for them as long as the head of the cluster answers.

        Raises:
            ClusterError: the cluster was lost.
        """
        waiting = list(references)
        with self.losses():
            while waiting:
                _, waiting = self.ray.wait(waiting, num_returns=len(waiting), timeout=PATIENCE)
                if waiting:
                    self.check()
            return self.ray.get(list(references))

    def check(self) -> None:
        """Check that the head of the cluster answers. Ray ends this program a minute after its head has ended.

        Raises:
            ClusterError: it did not answer for some time, or Ray's node on this machine has ended.
        """
        self.check_own_node()
        for pause in (*PAUSES, 0.0):
            if _answers(self.address):
                return
            time.sleep(pause)
        raise ClusterError(f"the head of the cluster at {self.address} has died; {REMEDY}")

    def check_own_node(self) -> None:
        """Check that Ray's node on this machine answers. Ray ends this program some seconds after its node has ended.

        Raises:
            ClusterError: it has ended.
        """
        if self.own_node and not (_answers(self.own_node) or _answers(self.own_node)):
            raise ClusterError(OWN_NODE_DIED)

    @contextlib.contextmanager
    def losses(self) -> Generator[None, None, None]:
        """Raise ``ClusterError`` where Ray says that its node on this machine has died."""
        try:
            yield
        except self.ray.exceptions.LocalRayletDiedError as error:
            raise ClusterError(OWN_NODE_DIED) from error


@contextlib.contextmanager
def connected(
    address: str | None = None, *, processors: int | None = None, folder: Path | None = None
) -> Generator[Cluster, None, None]:
    """Connect to a Ray cluster, and disconnect at the end; a cluster that was started for this is ended.

    An existing connection of this program (``ray.init``) is used and kept.

    Args:
        address: host:port of the cluster's head; "auto" for the one that this user or the administrator started by
            ``ray start`` on this machine; "local" for a new one on this machine; None for the value of RAY_ADDRESS,
            else the one that was started here, else a new one.
        processors: number of processors of a new cluster; those of this machine by default.
        folder: temporary folder with files that the workers need, to which a file is added; not copied with an
            existing connection.

    Raises:
        MissingExtraError: Ray is not installed.
        ClusterError: there is no cluster at the address, or it has another version of Ray or Python.
    """
    with contextlib.ExitStack() as stack:
        with _quietly():
            ray = require("ray", extra="cluster", purpose="a cluster")
            if ray.is_initialized():
                found = _cluster(ray)
            else:
                stack.enter_context(_without_messages())
                found = _connected(ray, address or os.environ.get(ADDRESS), processors, folder, stack)
        yield found


def _connected(
    ray: Any, address: str | None, processors: int | None, folder: Path | None, stack: contextlib.ExitStack
) -> Cluster:
    """Connect to an address, or without one to the cluster that was started on this machine, or to a new one."""
    if address in (None, "", AUTO):
        started = _started_here()
        if started is None and address == AUTO:
            raise ClusterError(
                'no cluster runs on this machine; start one with `ray start --head`, or use "local" for a new one'
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

    Ray itself would connect to any cluster on this machine, even another user's, whose results could run code here.
    """
    file = Path(_ray_folder()) / "ray" / "ray_current_cluster"
    try:
        found = file.lstat()
        is_trusted = user_id() in (None, found.st_uid) or found.st_uid == ADMINISTRATOR
        address = file.read_text("utf-8").strip() if is_trusted and stat.S_ISREG(found.st_mode) else ""
        if address:
            _check_answers(address)
    except (OSError, ValueError):  # no cluster, not readable, or the cluster has ended
        return None
    return address or None


def _ray_folder() -> str:
    chosen = os.environ.get("RAY_TMPDIR") or (os.environ.get("TMPDIR") if sys.platform == "linux" else None)
    return chosen or (tempfile.gettempdir() if sys.platform == "win32" else "/tmp")


def _is_on_loopback_only(ray: Any, address: str) -> bool:
    """Return whether a cluster answers on the loopback interface, but not at this node's address."""
    if "://" in address or not _is_loopback(address):
        return False
    port = int(address.rpartition(":")[2])
    try:
        socket.create_connection((ray.util.get_node_ip_address(), port), timeout=PATIENCE).close()
    except OSError:
        return True
    return False


def _start(ray: Any, processors: int | None, folder: Path | None, stack: contextlib.ExitStack) -> Cluster:
    """Start a cluster on this machine that only this user can reach; its files are deleted when it ends."""
    # Ray makes its own folder readable to all users, so its parent is private. Paths of sockets must be short.
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
    """Make nodes that are started listen on the loopback interface only, as Ray does on macOS."""
    constants: Any = require("ray._private.ray_constants", extra="cluster", purpose="a cluster")
    before, variable = constants.ENABLE_RAY_CLUSTER, os.environ.get(_ON_LOOPBACK)
    constants.ENABLE_RAY_CLUSTER, os.environ[_ON_LOOPBACK] = False, "0"  # for this process and those that it starts
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
    """Make the file of Ray's token readable to this user only.

    Ray's own token would be readable to all users, so with ``make`` a missing one is made here.

    Raises:
        ClusterError: the token cannot be made.
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
                f"the token of a cluster cannot be stored in {path}: {reason}; set {TOKEN_PATH}"
            ) from error


def _write_token(path: Path) -> None:
    """Write a new token atomically; a token that another program has written meanwhile is kept."""
    path.parent.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    handle, new = tempfile.mkstemp(dir=path.parent)  # readable to this user only
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
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
            _own_termination_handler(),
        ):
            files = folder or Path(nothing)
            # Ray knows folders by their content, and a node that has lost one does not fetch it again for the next
            # program that sends the same.
            (files / ".connection").write_text(secrets.token_hex(16), encoding="ascii")
            environment: dict[str, Any] = {
                "py_modules": [sys.modules[__name__.partition(".")[0]]],
                "working_dir": str(files),
            }
            try:
                ray.init(
                    address=address, log_to_driver=False, logging_level="error", runtime_env=environment, **options
                )
            finally:
                file.seek(0)
                printed = file.read()
        return _cluster(ray)._replace(has_folder=folder is not None)
    except (Exception, SystemExit) as error:  # Ray exits the program if no cluster answers
        with contextlib.suppress(Exception):
            ray.shutdown()
        raise ClusterError(_sentence(address, error, printed)) from error


def _cluster(ray: Any) -> Cluster:
    nodes = [node for node in ray.nodes() if node["Alive"]]
    context = ray.get_runtime_context()
    own = [node for node in nodes if node["NodeID"] == context.get_node_id()]
    address = "".join(f"{node['NodeManagerAddress']}:{node['NodeManagerPort']}" for node in own)
    processors = int(ray.cluster_resources().get("CPU", 0))
    return Cluster(ray, context.gcs_address, processors, own_node=address)


def _answers(address: str) -> bool:
    try:
        _check_answers(address)
    except ClusterError:
        return False
    return True


def _check_answers(address: str) -> None:
    """Raise an error if no cluster answers at an address; Ray itself would try for minutes.

    Raises:
        ClusterError: no cluster answers, or the address is invalid.
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
            f"`ray start --head --port={port}`, or give the address that it printed"
        ) from error


def _sentence(address: str, error: BaseException, printed: bytes) -> str:
    """Return the reason for a failed connection, from Ray's error and output."""
    text = " ".join(str(error).split())
    if b"InvalidAuthToken" in printed:
        return (
            f"the cluster at {address} asks for its token; set RAY_AUTH_MODE=token here, and copy ~/.ray/auth_token "
            "from its head"
        )
    if isinstance(error, SystemExit):
        return f"the program at {address} is not a Ray cluster, or is not ready; give the address of `ray start --head`"
    if "ersion mismatch" in text:
        return f"the cluster at {address} runs other versions than this program; install the same everywhere ({text})"
    if address == LOCAL:
        return f"a cluster cannot be started on this machine: {text}"
    return f"the cluster at {address} cannot be used: {text}"


@contextlib.contextmanager
def _quietly() -> Generator[None, None, None]:
    """Set Ray's settings for quiet operation until it has started, unless they are set."""
    added = {name: value for name, value in _QUIET.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


@contextlib.contextmanager
def _without_messages() -> Generator[None, None, None]:
    """Keep Ray from printing its nodes' logs when one dies; an error says how to continue."""
    worker: Any = require("ray._private.worker", extra="cluster", purpose="a cluster")
    before = getattr(worker, "print_to_stdstream", None)
    worker.print_to_stdstream = _print_nothing
    try:
        yield
    finally:
        worker.print_to_stdstream = before


def _print_nothing(*_: object, **__: object) -> None:
    """Print nothing."""


@contextlib.contextmanager
def _own_termination_handler() -> Generator[None, None, None]:
    """Restore this program's handler of SIGTERM, which Ray replaces."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if callable(before) and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _errors_to(file: Any) -> Generator[None, None, None]:
    """Redirect error output of compiled code to a file, because Ray reports every second that it cannot connect."""
    sys.stderr.flush()
    saved = os.dup(2)
    os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
