"""Connection to a Ray cluster: the one at an address, or one on this machine for as long as it is used.

Ray's nodes get this package from here, so that all run the same version; what the package imports (NumPy, Numba, ...)
must be installed on each. Ray's usage statistics and its dashboard are off.
"""

import contextlib
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

from .errors import ClusterError, require

ADDRESS = "RAY_ADDRESS"  # environment variable that names the cluster
LOCAL = "local"  # address: start a cluster on this machine
AUTO = "auto"  # address: find the cluster that was started on this machine
PATIENCE = 5.0  # for an address to answer [s]
_QUIET = {  # of Ray's own settings, while it starts
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


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
        address: host:port of the cluster's head; "auto" for the one that runs on this machine; "local" for a new one
            on this machine; None for what RAY_ADDRESS says, else the one that runs here, else a new one.
        processors: of a new one; those of this machine by default.
        folder: whose files the workers need; where this program is connected already, they get none.

    Raises:
        MissingExtraError: Ray is not installed.
        ClusterError: there is no cluster at the address, or it runs another version of Ray or Python.
    """
    with _quietly():
        ray = require("ray", extra="cluster", purpose="a cluster")
        if ray.is_initialized():
            found, was_connected = _cluster(ray), True
        else:
            found, was_connected = _connected(ray, address or os.environ.get(ADDRESS), processors, folder), False
    try:
        yield found
    finally:
        if not was_connected:
            ray.shutdown()


def _connected(ray: Any, address: str | None, processors: int | None, folder: Path | None) -> Cluster:
    """Connect to an address; without one to the cluster that runs on this machine, or to a new one."""
    if address:
        return _connect(ray, address, processors, folder)
    try:
        return _connect(ray, AUTO, None, folder)
    except ClusterError as error:
        if not isinstance(error.__cause__, ConnectionError):
            raise
        return _connect(ray, LOCAL, processors, folder)


def _connect(ray: Any, address: str, processors: int | None, folder: Path | None) -> Cluster:
    options: dict[str, Any] = {"include_dashboard": False, "num_cpus": processors} if address == LOCAL else {}
    environment: dict[str, Any] = {"py_modules": [sys.modules[__package__ or __name__]]}
    if folder is not None:
        environment["working_dir"] = str(folder)
    _check_answers(address)
    printed = b""
    try:
        with tempfile.TemporaryFile() as file, _errors_to(file), _own_end_on_request():
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
    if address in (LOCAL, AUTO) or "://" in address:
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
    if address == AUTO and isinstance(error, ConnectionError):
        return 'no cluster runs on this machine; start one with `ray start --head`, or take "local" for a new one'
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
