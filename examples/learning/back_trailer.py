"""Train a driver that backs an articulated lorry into a bay, and print the minutes and the share of successes.

    python back_trailer.py
    motorpool run --driver output/back_trailer/policy.npz

Needs motorpool[rl,jax]. The weights that it gave are beside it: ``motorpool run --driver back_trailer.npz`` shows them.
"""

import argparse
from pathlib import Path

import ppo

TASK = "motorpool/BackTrailer-v0"

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "--updates", type=ppo.number_in(1, 1_000_000), default=600, help="of 65 536 decisions each (default: 600)"
    )
    parser.add_argument(
        "--seed", type=ppo.number_in(0, 2**31 - 1), default=0, help="of weights, episodes and exploration (default: 0)"
    )
    parser.add_argument(
        "--out", type=ppo.folder, default=Path("output/back_trailer"), help="folder of weights and curve"
    )
    given = parser.parse_args()
    weights, curve = ppo.train(TASK, updates=given.updates, seed=given.seed, out=given.out)
    print(f"{curve[-1].decisions / 1e6:.1f} million decisions in {curve[-1].minutes:.1f} minutes")
    print(f"successes of 1000 episodes: {ppo.evaluate(TASK, weights):.1%}")
    print(f"watch it: motorpool run --driver {given.out / 'policy.npz'}")
