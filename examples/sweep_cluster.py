"""Run a sweep in a Ray cluster: one that was started before, or a new one on this machine.

    python sweep_cluster.py                   # a new cluster on this machine, for as long as the sweep takes
    python sweep_cluster.py 10.0.0.1:6379     # the cluster that `ray start --head` began there

Needs motorpool[app,cluster].
"""

import sys
import tempfile

from motorpool.studies.distributed.sweep import sweep, vary


def tell(done, count, failed):
    """Show how far it is: called as runs are done, and once a second."""
    print(f"\r{done} of {count} runs, {failed} failed", end="", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        results = sweep(
            "playground",
            [vary("seed=0:8"), vary("weather=dry,rain")],
            out=folder,
            seconds=2.0,
            ray=sys.argv[1] if len(sys.argv) > 1 else "local",
            told=tell,
        )
        print(f"\n{results.summary()}")
