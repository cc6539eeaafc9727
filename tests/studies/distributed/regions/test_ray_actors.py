"""Regions as actors of a small Ray cluster, whose nodes are processes of this machine."""

import os
import signal

import pytest
from test_partitioned_world import assert_same, convoy_world, crossing_world, state_of
from traps import MODEL, TRAP

import motorpool as mp
from motorpool.app.cli.app import run_app
from motorpool.base import trust
from motorpool.studies.distributed.cluster import connected
from motorpool.studies.distributed.regions import PartitionedWorld
from motorpool.studies.distributed.regions.plan import plan_of, world_of
from motorpool.studies.distributed.regions.ray_actors import RegionsOnRay


@pytest.fixture(scope="module")
def cluster(nodes):
    with connected(nodes.address) as found:
        yield found


def on(cluster):
    return lambda plan: RegionsOnRay(plan, cluster)


def test_actors_step_as_the_undivided_world_does(cluster):
    whole, world = convoy_world(), convoy_world()
    whole.run(seconds=6.0)
    with PartitionedWorld(world, regions=2, runs_on=on(cluster)) as partitioned:
        partitioned.run(seconds=6.0)
        counts = cluster.ray.get([actor.counts.remote() for actor in partitioned.regions.actors])
    assert sum(own for own, _, _ in counts) == world.count
    assert sum(handed_over for _, _, handed_over in counts) > 0
    assert_same(state_of(world), state_of(whole))


def test_a_killed_actor_comes_back_and_the_result_is_that_of_an_undisturbed_run(cluster):
    class Contacts:
        def __init__(self):
            self.seen = []

        def observe(self, world):
            self.seen += world.events.contacts.time.tolist()

    undisturbed, killed = crossing_world(), crossing_world()
    expected, found = Contacts(), Contacts()
    with PartitionedWorld(undisturbed, regions=2, gather_steps=50) as partitioned:
        partitioned.run(seconds=3.5, observers=[expected])
    assert expected.seen
    with PartitionedWorld(killed, regions=2, runs_on=on(cluster), gather_steps=50) as partitioned:
        killed.observers.append(found)
        partitioned.run(seconds=1.5)
        partitioned.advance(25)
        os.kill(cluster.ray.get(partitioned.regions.actors[1].process.remote()), signal.SIGKILL)
        partitioned.run(seconds=95 / 60)
        assert partitioned.losses == 1
    assert_same(state_of(killed), state_of(undisturbed))
    assert found.seen == expected.seen


def test_the_command_records_what_the_undivided_world_does(cluster, scenario, tmp_path, capsys):
    for name, options in {"whole": (), "divided": ("--regions", "2")}.items():
        command = ["run", scenario, "--headless", "--seconds", 2, "--record", tmp_path / f"{name}.parquet", *options]
        assert run_app([str(word) for word in command]) == 0
    assert "simulated 2.0 s of 64 vehicles" in capsys.readouterr().out
    whole, divided = (mp.read_recording(tmp_path / f"{name}.parquet") for name in ("whole", "divided"))
    assert divided.table().equals(whole.table())


def test_a_region_runs_no_code_that_has_changed_since_it_was_trusted(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(trust, "_granted", set())
    trace, code, scenario = tmp_path / "trace", tmp_path / "x.py", tmp_path / "own.yaml"
    code.write_text(MODEL)
    scenario.write_text("terrain: {source: flat, size: 400}\nvehicles: [{model: ./x.py, avoidance: none}]\n")
    world = mp.load(scenario, trust=True).build()
    code.write_text(TRAP.format(trace=str(trace)))
    refused = pytest.raises(cluster.ray.exceptions.RayTaskError, match="TrustError")
    with refused, PartitionedWorld(world, regions=2, runs_on=on(cluster)) as partitioned:
        partitioned.run(seconds=0.1)
    assert not trace.exists()
    plan = plan_of(world, 2)._replace(trusted=frozenset({trust.digest(code.read_bytes())}))
    with pytest.raises(
        cluster.ray.exceptions.RayTaskError, match="it was imported"
    ):  # else the trap would catch nothing
        cluster.ray.get(cluster.ray.remote(world_of).remote(plan, [1]))
    assert trace.read_text() == "ran"
