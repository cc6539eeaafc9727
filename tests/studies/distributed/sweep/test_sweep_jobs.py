"""Jobs of a sweep, with workers that are made up: who makes what again, and who is blamed."""

from collections.abc import Collection, Sequence
from typing import Any

import pytest

from motorpool.studies.distributed.cluster_option import ClusterCommand
from motorpool.studies.distributed.sweep.jobs import MOST_DEATHS, WorkerDied, outcomes
from motorpool.studies.distributed.sweep.runs import Outcome, Run


class Workers:
    """A pool that makes a job when it is asked for its result.

    Args:
        deaths: of the machine under the job of a run, by its key, each a number of times.
        killers: keys of runs that always end their worker.
    """

    size = 2

    def __init__(self, deaths: dict[str, int] | None = None, killers: Sequence[str] = ()):
        self.deaths, self.killers = dict(deaths or {}), killers
        self.jobs: list[list[list[Run]]] = []
        self.most_started = 0

    def start(self, job: Sequence[list[Run]]) -> int:
        self.jobs.append(list(job))
        return len(self.jobs) - 1

    def wait(self, started: Collection[int]) -> list[int]:
        self.most_started = max(self.most_started, len(started))
        return [min(started)]

    def result(self, started: int) -> list[Outcome]:
        runs = [run for unit in self.jobs[started] for run in unit]
        for run in runs:
            if self.deaths.get(run.key, 0) > 0:
                self.deaths[run.key] -= 1
                raise WorkerDied("with its machine", is_blameless=True)
            if run.key in self.killers:
                raise WorkerDied("with exit code -9")
        return [Outcome(run, {"made": 1.0}, "", 0.01) for run in runs]


def made(pool: Workers, units: list[list[Run]]) -> dict[str, Outcome]:
    found = [outcome for some in outcomes(pool, units) for outcome in some]
    assert len({outcome.run.key for outcome in found}) == len(found)  # each once
    return {outcome.run.key: outcome for outcome in found}


def units(count: int) -> list[list[Run]]:
    return [[Run(str(number), {"seed": number})] for number in range(count)]


def test_every_run_is_made_once_and_few_jobs_are_started_at_a_time():
    pool = Workers()
    found = made(pool, units(200))
    assert set(found) == {str(number) for number in range(200)}
    assert pool.most_started == 4
    assert len(pool.jobs) < 60  # those that take 10 ms share jobs


def test_no_run_is_blamed_for_the_death_of_a_machine():
    """Though it died under the same run more often than a run may end its worker."""
    found = made(Workers(deaths={"3": 4 * MOST_DEATHS, "17": 1}), units(20))
    assert not any(outcome.error for outcome in found.values())


def test_a_batch_on_a_machine_that_died_stays_a_batch_and_one_that_ended_its_worker_does_not():
    batch = [Run("a", {}), Run("b", {}), Run("c", {})]
    kept, broken = Workers(deaths={"a": 1}), Workers(killers=["b"])
    assert len(made(kept, [batch])) == len(made(broken, [batch])) == 3
    assert kept.jobs == [[batch], [batch]]
    assert broken.jobs[1] == [[batch[0]]]
    assert made(Workers(killers=["b"]), [batch])["a"].measures == {"made": 1.0}


def test_a_run_that_ends_its_workers_is_a_failure_and_the_others_are_made():
    pool = Workers(killers=["5"])
    found = made(pool, units(20))
    (failure,) = [outcome for outcome in found.values() if outcome.error]
    assert failure.run.key == "5"
    assert failure.error == f"its process ended {MOST_DEATHS} times, last with exit code -9"
    assert sum([[Run("5", {"seed": 5})]] == job for job in pool.jobs) == MOST_DEATHS


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["--ray", "10.0.0.1:6379"], "10.0.0.1:6379"),
        (["--ray", "local"], "local"),
        (["--ray=10.0.0.1:6379"], "10.0.0.1:6379"),
        (["--ray"], ""),
        (["--ray", "cars.yaml"], ""),
        (["--ray", "--out", "there"], ""),
        ([], None),
    ],
)
def test_the_address_of_a_cluster_may_be_left_out(words: list[str], value: str | None):
    import typer
    from typer.testing import CliRunner

    seen: list[Any] = []
    app = typer.Typer()

    @app.command(cls=ClusterCommand)
    def sweep(scenario: str = typer.Argument(""), out: str = "", ray: str | None = None) -> None:
        seen.append((scenario, ray))

    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert seen == [("cars.yaml" if "cars.yaml" in words else "", value)]
