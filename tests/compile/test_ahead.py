"""Kernels are listed without being run, and shared out so that each is compiled once."""

import threading
from typing import NamedTuple

import numpy as np

import motorpool as mp
from motorpool.app.cli import precompilation
from motorpool.compile import ahead
from motorpool.compile.rows import Stages, name_of


class Column(NamedTuple):
    value: np.ndarray


def double(column: Column, factor: float) -> None:
    for i in range(column.value.size):
        column.value[i] *= factor


def test_what_is_listed_is_not_run_and_compiles_later():
    column = Column(np.ones(3))
    stages = Stages()
    with ahead.listed() as jobs:
        stages.run(double, column, 2.0)
        stages.run(double, Column(np.ones(5)), 2.0)  # the same kernel
    assert column.value.tolist() == [1.0, 1.0, 1.0]
    assert [job.name for job in jobs] == ["double"]
    jobs[0].compile()
    stages.run(double, column, 2.0)
    assert column.value.tolist() == [2.0, 2.0, 2.0]


def test_a_world_lists_its_models_their_drivers_and_its_stages_greatest_first():
    with ahead.listed() as jobs:
        world = mp.World(fleets=[mp.Fleet("tracked", 2), mp.Fleet("bicycle", 2)])
        world.step()
    names = [job.name for job in jobs]
    assert names.count("step") == 2
    assert names.count("control_from_command") == 2
    assert {"follow_ground", *map(name_of, precompilation.FIRST)} <= set(names)
    assert [job.size for job in jobs] == sorted((job.size for job in jobs), reverse=True)
    assert not ahead.is_listing()


def test_each_job_is_done_once_whoever_takes_it(tmp_path):
    done = []
    jobs = [ahead.Job(str(number), 1, lambda number=number: done.append(number)) for number in range(200)]
    told = []
    workers = [
        threading.Thread(target=ahead.work, args=(jobs, tmp_path), kwargs={"progress": told.append}) for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(done) == sorted(told) == list(range(200))
    ahead.wait(jobs, tmp_path, is_alive=lambda: True)  # ends, for all is done


def test_a_job_that_fails_is_left_to_its_caller(tmp_path):
    def fail():
        raise TypeError("no such word")

    done = []
    jobs = [ahead.Job("wrong", 2, fail), ahead.Job("right", 1, lambda: done.append("right"))]
    ahead.work(jobs, tmp_path)
    ahead.wait(jobs, tmp_path, is_alive=lambda: True)
    assert done == ["right"]


def test_a_claim_does_not_depend_on_what_else_a_list_has():
    jobs = [ahead.Job(name, size, lambda: None) for name, size in (("a", 3), ("b", 2), ("b", 2), ("b", 1))]
    assert ahead.claims_of(jobs[1:]) == ahead.claims_of(jobs)[1:]
    assert len(set(ahead.claims_of(jobs))) == len(jobs)


def test_one_thread_lists_while_another_runs_its_stages():
    column = Column(np.ones(3))
    with ahead.listed() as jobs:
        other = threading.Thread(target=Stages().run, args=(double, column, 2.0))
        other.start()
        other.join()
        assert ahead.is_listing()
    assert jobs == []
    assert column.value.tolist() == [2.0, 2.0, 2.0]


def test_no_client_waits_for_a_destroyed_vehicle(tmp_path):
    jobs = [ahead.Job("taken by a process that died", 1, lambda: None)]
    (tmp_path / ahead.claims_of(jobs)[0]).touch()
    ahead.work(jobs, tmp_path)
    ahead.wait(jobs, tmp_path, is_alive=lambda: False)
