"""A Ray cluster of several nodes on this machine, for tests."""

import contextlib
import os
from collections.abc import Generator
from typing import Any

import pytest
from pace import patience

from motorpool.studies.distributed.cluster import on_loopback

STORE = 100_000_000  # object store of a node [bytes]


class Nodes:
    """A cluster of nodes with one processor each, which can be killed one by one.

    Attributes:
        address: of its head.
        others: the nodes beside the head.
    """

    def __init__(self, count: int):
        from ray.cluster_utils import Cluster

        self._cluster = Cluster(initialize_head=True, head_node_args=_NODE | {"include_dashboard": False})
        self.address = self._cluster.address
        self.others: list[Any] = [self._cluster.add_node(wait=False, **_NODE) for _ in range(count - 1)]
        self._cluster.wait_for_nodes(timeout=patience(60.0))

    def add(self) -> Any:
        """Start one more node, to be killed."""
        with _environment():
            self.others.append(self._cluster.add_node(wait=False, **_NODE))
            self._cluster.wait_for_nodes(timeout=patience(60.0))
        return self.others[-1]

    def kill(self, node: Any) -> None:
        """Kill a node and all its workers at once (SIGKILL), as a power failure does."""
        self._cluster.remove_node(node, allow_graceful=False)
        self.others.remove(node)

    def wait_for_obituaries(self) -> None:
        """Wait until the cluster knows which nodes are dead, and gives them no more work."""
        self._cluster.wait_for_nodes(timeout=patience(60.0))

    def stop(self) -> None:
        """End all nodes."""
        self._cluster.shutdown()


_NODE = {"num_cpus": 1, "object_store_memory": STORE}


@contextlib.contextmanager
def cluster_of(count: int) -> Generator[Nodes, None, None]:
    """Start a cluster of ``count`` nodes, and end it; a test is skipped where Ray is missing."""
    pytest.importorskip("ray", reason="the tests of clusters need ray, which the extra cluster installs")
    with _environment():
        nodes = Nodes(count)
    try:
        yield nodes
    finally:
        nodes.stop()


@contextlib.contextmanager
def _environment() -> Generator[None, None, None]:
    """The environment in which Ray starts nodes: on the loopback, without reports, and without changes that stay."""
    old = os.environ.copy()
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.pop("RAY_ADDRESS", None)
    try:
        with on_loopback():
            yield
    finally:
        os.environ.clear()
        os.environ.update(old)
