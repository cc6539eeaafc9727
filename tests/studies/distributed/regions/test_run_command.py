"""The options --regions and --ray of ``motorpool run``."""

import pytest

from motorpool.app.cli.app import run_app
from motorpool.errors import ClusterError, WorldError


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--ray", "auto"], "--ray goes with --regions N"),
        (["--regions", "0"], "--regions is 0; it must be 1 or more"),
        (["--regions", "2", "--dis"], "--regions does not go with an exercise"),
        (["forest", "--regions", "2"], "--regions runs one scenario, not 2"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options, sentence):
    with pytest.raises(WorldError, match=sentence):
        run_app(["run", "slalom", "--headless", *options])


def test_a_world_that_cannot_be_partitioned_is_refused_before_a_cluster_starts():
    with pytest.raises(WorldError, match="its source Orders controls vehicles"):
        run_app(["run", "parking", "--headless", "--regions", "2", "--seconds", "1"])


def test_a_cluster_that_does_not_answer_is_refused(scenario):
    with pytest.raises(ClusterError, match=r"no cluster answers at 127\.0\.0\.1:1 "):
        run_app(["run", str(scenario), "--headless", "--regions", "2", "--ray", "127.0.0.1:1"])
