"""Clusters: reached or started, left again, and a sentence where that cannot be."""

import os
import signal
import socket
from typing import Any

import pytest
from clusters import Nodes

import motorpool
from motorpool.cluster import connected
from motorpool.errors import ClusterError, MissingExtraError

pytestmark = pytest.mark.usefixtures("ray")


@pytest.fixture(scope="module")
def ray() -> Any:
    """Ray, which is imported by these tests alone."""
    return pytest.importorskip("ray", reason="clusters need ray, which the extra cluster installs")


def test_the_nodes_of_a_cluster_run_the_package_that_this_program_runs(ray: Any, nodes: Nodes):
    def where() -> tuple[str, str]:
        import motorpool

        return motorpool.__version__, motorpool.__file__

    with connected(nodes.address) as cluster:
        assert cluster.node_count == cluster.processor_count >= 3
        assert cluster.address == nodes.address
        version, file = ray.get(ray.remote(where).remote())
        assert version == motorpool.__version__
        assert file != motorpool.__file__  # a copy that Ray brought there
    assert not ray.is_initialized()


def test_the_environment_names_the_cluster(nodes: Nodes, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("RAY_ADDRESS", nodes.address)
    with connected() as cluster:
        assert cluster.address == nodes.address


def test_where_none_runs_one_is_started_for_as_long_as_it_is_used(
    ray: Any, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
):
    """Others run on this machine, so that the search for them has to be told that none does."""
    start = ray.init

    def init(*, address: str, **options: object) -> object:
        if address == "auto":
            raise ConnectionError("Could not find any running Ray instance")
        return start(address=address, **options)

    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(ray, "init", init)
    with connected(processors=2) as cluster:
        assert (cluster.node_count, cluster.processor_count) == (1, 2)
        assert cluster.address != nodes.address
        host, _, port = cluster.address.rpartition(":")
        socket.create_connection((host, int(port))).close()
    assert not ray.is_initialized()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)))


def test_a_connection_that_was_there_is_used_and_left_alone(ray: Any, nodes: Nodes):
    with connected(nodes.address):
        with connected("127.0.0.1:1") as again:
            assert again.address == nodes.address
        assert ray.is_initialized()


def test_nothing_is_left_in_the_environment(nodes: Nodes):
    before = dict(os.environ)
    with connected(nodes.address):
        assert os.environ == before
    assert os.environ == before


def test_this_programs_answer_to_a_request_to_end_stays(nodes: Nodes):
    def answer(number: int, frame: object) -> None:
        """Do nothing."""

    before = signal.signal(signal.SIGTERM, answer)
    try:
        with connected(nodes.address):
            assert signal.getsignal(signal.SIGTERM) is answer
    finally:
        signal.signal(signal.SIGTERM, before)


def test_an_address_where_nobody_listens_is_a_sentence_at_once():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        with pytest.raises(ClusterError, match=rf"no cluster answers at 127\.0\.0\.1:{port} .*ray start --head"):
            connected(f"127.0.0.1:{port}").__enter__()


@pytest.mark.parametrize("address", ["here", "host:", ":6379", "host:99999"])
def test_what_is_no_address_is_refused(address: str):
    with pytest.raises(ClusterError, match="must be host:port"):
        connected(address).__enter__()


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"motorpool\[cluster\]"):
        connected("local").__enter__()


def test_a_token_that_is_asked_for_is_named(
    ray: Any, nodes: Nodes, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    """Ray prints the reason, again and again, and then raises an error without it."""

    def refuse(**options: object) -> None:
        os.write(2, b"gcs_client.cc:210: RPC error: InvalidAuthToken: missing or incorrect\n" * 20)
        raise ConnectionError("Failed to connect")

    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(ClusterError, match="RAY_AUTH_MODE=token"):
        connected(nodes.address).__enter__()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RuntimeError("Version mismatch: The cluster was\n started with: Ray: 2.9"), "install the same everywhere"),
        (SystemExit(15), "no Ray cluster"),
        (ValueError("odd"), "cannot be used: odd"),
    ],
)
def test_a_refusal_of_ray_is_one_sentence(
    ray: Any, nodes: Nodes, monkeypatch: pytest.MonkeyPatch, error: BaseException, words: str
):
    def refuse(**options: object) -> None:
        raise error

    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(ClusterError, match=words) as caught:
        connected(nodes.address).__enter__()
    assert "\n" not in str(caught.value)
