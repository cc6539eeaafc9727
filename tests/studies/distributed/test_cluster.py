"""Clusters: reached or started, left again, and a sentence where that cannot be."""

import os
import shutil
import signal
import socket
import stat
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from clusters import Nodes
from listening import beyond_loopback, listening_sockets, processes_below

import motorpool
from motorpool.errors import ClusterError, MissingExtraError
from motorpool.studies.distributed import cluster
from motorpool.studies.distributed.cluster import connected, protect_token

pytestmark = pytest.mark.usefixtures("ray")


@pytest.fixture(scope="module")
def ray() -> Any:
    """Ray, which is imported by these tests alone."""
    return pytest.importorskip("ray", reason="clusters need ray, which the extra cluster installs")


def test_the_nodes_of_a_cluster_run_the_package_that_this_program_runs(ray: Any, nodes: Nodes):
    def where() -> tuple[str, str]:
        import motorpool

        return motorpool.__version__, motorpool.__file__

    with connected(nodes.address) as found:
        assert found.processor_count >= 2
        assert found.address == nodes.address
        version, file = ray.get(ray.remote(where).remote())
        assert version == motorpool.__version__
        assert file != motorpool.__file__  # a copy that Ray brought there
    assert not ray.is_initialized()


def test_a_folder_that_a_node_has_lost_is_missed_by_no_later_program(ray: Any, nodes: Nodes):
    """Ray's nodes know folders by their content, and believe that they still have what they had once."""

    def where() -> Path:
        return Path.cwd()

    with connected(nodes.address):
        folder = ray.get(ray.remote(where).remote())
    shutil.rmtree(folder)
    with connected(nodes.address):
        assert ray.get(ray.remote(where).remote()).is_dir()


def test_the_environment_names_the_cluster(nodes: Nodes, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("RAY_ADDRESS", nodes.address)
    with connected() as found:
        assert found.address == nodes.address


def test_where_none_runs_one_is_started_for_as_long_as_it_is_used(
    ray: Any, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
):
    """It listens on the loopback alone, and its files are closed to other users."""
    folders = Path(tempfile.mkdtemp(prefix="r", dir="/tmp"))  # a short path: Ray's sockets lie below
    monkeypatch.setenv("RAY_TMPDIR", str(folders))  # where nothing says that others run on this machine
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with connected(processors=2) as found:
        assert found.processor_count == 2
        assert found.address != nodes.address
        host, _, port = found.address.rpartition(":")
        socket.create_connection((host, int(port))).close()
        ray.get(ray.remote(lambda: os.getpid()).remote())  # a worker listens, too
        listening = listening_sockets(*processes_below())
        assert beyond_loopback(listening) == set()
        assert len(listening) >= 5  # this program, the head, its raylet, an agent, a worker; and the other cluster's
        (folder,) = folders.iterdir()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert list(folder.glob("ray/session_*/sockets"))
    assert not ray.is_initialized()
    assert list(folders.iterdir()) == []
    token = Path.home() / ".ray" / "auth_token"
    assert (stat.S_IMODE(token.stat().st_mode), len(token.read_text())) == (0o600, 64)
    folders.rmdir()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)))


def test_a_token_is_made_for_its_owner_s_eyes_and_one_that_all_can_read_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_AUTH_MODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    token = tmp_path / ".ray" / "auth_token"
    protect_token(make=False)
    assert not token.exists()
    protect_token(make=True)
    text = token.read_text()
    assert (stat.S_IMODE(token.stat().st_mode), stat.S_IMODE(token.parent.stat().st_mode)) == (0o600, 0o700)
    assert len(bytes.fromhex(text)) == 32
    token.chmod(0o644)
    protect_token(make=False)
    assert stat.S_IMODE(token.stat().st_mode) == 0o600
    protect_token(make=True)
    assert (token.read_text(), list(token.parent.iterdir())) == (text, [token])


@pytest.mark.parametrize("variable", ["RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_AUTH_MODE"])
def test_no_token_is_made_where_another_is_given_or_none_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
):
    for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_AUTH_MODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv(variable, "disabled")
    protect_token(make=True)
    assert list(tmp_path.iterdir()) == []


def test_a_cluster_that_others_may_reach_is_ended(ray: Any, nodes: Nodes, monkeypatch: pytest.MonkeyPatch):
    """A later Ray may not know the setting that keeps it on the loopback."""
    ended: list[bool] = []
    reached = cluster.Cluster(ray, "192.0.2.7:6379", 1)
    monkeypatch.setattr(cluster, "_connect", lambda *_, **__: reached)
    monkeypatch.setattr(ray, "shutdown", lambda: ended.append(True))
    with pytest.raises(ClusterError, match=r"listens at 192\.0\.2\.7:6379, which other machines may reach"):
        connected("local").__enter__()
    assert ended == [True]


@pytest.mark.parametrize("owner", ["us", "the stranger"])
def test_a_cluster_that_was_started_here_is_taken_unless_another_user_says_so(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, owner: str
):
    """Results of a cluster are pickles, so whoever names the cluster could run code here."""
    note = tmp_path / "ray" / "ray_current_cluster"
    note.parent.mkdir()
    note.write_text(nodes.address)
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    if owner == "us":
        with connected("auto") as found:
            assert found.address == nodes.address
        return
    if os.getuid() == 0:
        os.chown(note, 12345, -1)
    else:
        monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(ClusterError, match=r"no cluster runs on this machine; start one with `ray start --head`"):
        connected("auto").__enter__()


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


def test_an_address_without_a_listener_gives_one_sentence_at_once():
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
    with pytest.raises(MissingExtraError, match=r"pip install '\.\[cluster\]' in a checkout"):
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
        (SystemExit(15), "is not a Ray cluster"),
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


# ---- losses


class NodeDiedError(Exception):
    """What Ray raises when its node on this machine has died."""


def cluster_at(address: str, *, own_node: str = "", values: Any = None) -> cluster.Cluster:
    """Return a cluster whose library waits in vain, or returns values."""
    waits = [] if values is None else None
    fake = SimpleNamespace(
        exceptions=SimpleNamespace(LocalRayletDiedError=NodeDiedError),
        wait=lambda references, **_: (references, [] if waits is None else references),
        get=values,
    )
    return cluster.Cluster(fake, address, 1, own_node=own_node)


@pytest.fixture
def closed_port() -> str:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{listener.getsockname()[1]}"


def test_a_head_that_has_died_is_said_before_ray_ends_the_program(closed_port: str, monkeypatch: pytest.MonkeyPatch):
    assert sum(cluster.PAUSES) < 60.0
    waited: list[float] = []
    monkeypatch.setattr(cluster.time, "sleep", waited.append)
    words = (
        rf"the head of the cluster at {closed_port} has died; start the cluster again, use --ray local, or leave out"
    )
    for lost in (cluster_at(closed_port).check, lambda: cluster_at(closed_port).get([1])):
        with pytest.raises(ClusterError, match=words):
            lost()
    assert waited == [*cluster.PAUSES, 0.0] * 2


def test_a_head_that_answers_again_costs_nothing(monkeypatch: pytest.MonkeyPatch):
    answers = iter([False, False, True])
    monkeypatch.setattr(cluster, "_answers", lambda address: next(answers))
    monkeypatch.setattr(cluster.time, "sleep", lambda seconds: None)
    cluster_at("head:1").check()
    assert next(answers, None) is None


def test_the_death_of_the_own_node_is_said_whoever_notices_it(closed_port: str):
    def raise_death(references: Any) -> None:
        raise NodeDiedError

    with pytest.raises(
        ClusterError, match=r"Ray's node on this machine has died: it was killed, or lacked memory; start"
    ):
        cluster_at("", own_node=closed_port).check()
    with pytest.raises(ClusterError, match=r"Ray's node on this machine has died"):
        cluster_at("", values=raise_death).get([1])


def test_values_come_as_ray_gives_them():
    assert cluster_at("", values=lambda references: [10 * each for each in references]).get([1, 2]) == [10, 20]
