"""Measure drivers of learning tasks: share of successes and mean return of 1000 episodes.

    python benchmarks/learning_scores.py                                       # all tasks: random actions, scripted
    python benchmarks/learning_scores.py BackTrailer-v0 --weights policy.npz   # and a learned driver
    python benchmarks/learning_scores.py --write                               # benchmarks/results, and docs/tasks

The scores of all drivers of a task are of the same episodes.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from motorpool import learning
from motorpool.learning import scores

ROOT = Path(__file__).parents[1]
FILE = ROOT / "benchmarks" / "results" / scores.FILE


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="all by default")
    parser.add_argument("--weights", type=Path, help="of the one task, as examples/learning/ppo.py saves them")
    parser.add_argument("--episodes", type=int, default=scores.EPISODES)
    parser.add_argument("--write", action="store_true", help=f"store them in {FILE.relative_to(ROOT)}, and in the docs")
    options = parser.parse_args()
    if options.weights is not None and len(options.tasks) != 1:
        parser.error("--weights needs the one task that they are for")
    print("| task | driver | successes | mean return |")
    print("|---|---|---:|---:|")
    measured: dict[str, list[scores.Score]] = {}
    for name in options.tasks or learning.names():
        measured[name] = []
        for score in scores.scores_of(name, options.weights, episodes=options.episodes):
            print(f"| {name} | {score.driver} | {100.0 * score.success:.1f} % | {score.mean_return:.2f} |", flush=True)
            measured[name].append(score)
    if options.write:
        scores.write(FILE, measured)
        subprocess.run([sys.executable, str(ROOT / "tools" / "generated" / "task_pages.py"), "--write"], check=True)


if __name__ == "__main__":
    main()
