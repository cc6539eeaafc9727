"""Regions as actors of a small Ray cluster on this machine."""

import os
import signal

import pytest
from test_partitioned_world import assert_same, convoy_world, crossing_world, state_of

from motorpool.cluster import connected
from motorpool.regions import PartitionedWorld
from motorpool.regions.ray_actors import RegionsOnRay

pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster():
    with connected("local", processors=2) as found:
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
    with PartitionedWorld(undisturbed, regions=2) as partitioned:
        partitioned.run(seconds=3.5, observers=[expected], every=50)
    assert expected.seen
    with PartitionedWorld(killed, regions=2, runs_on=on(cluster)) as partitioned:
        killed.observers.append(found)
        partitioned.run(seconds=1.5, every=50)
        partitioned.advance(25)
        os.kill(cluster.ray.get(partitioned.regions.actors[1].process.remote()), signal.SIGKILL)
        partitioned.run(seconds=95 / 60, every=50)
        assert partitioned.losses == 1
    assert_same(state_of(killed), state_of(undisturbed))
    assert found.seen == expected.seen
