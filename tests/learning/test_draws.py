"""Random numbers by counters: the published vectors, and what each number depends on."""

import numpy as np
import pytest

from motorpool.learning.draws import MOST_DRAWS, stream_of, threefry, uniform

SEEDS, EPISODES = np.array([3, 2**40 + 5], np.uint64), np.array([0, 7], np.int64)


# Random123's known answers (kat_vectors, threefry2x32, 20 rounds): key, counter, result.
@pytest.mark.parametrize(
    ("key", "counter", "result"),
    [
        ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
        ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_the_generator_gives_the_published_numbers(key, counter, result):
    words = [np.array([word], np.uint32) for word in (*key, *counter)]
    first, second = threefry((words[0], words[1]), (words[2], words[3]))
    assert (int(first[0]), int(second[0])) == result


def test_a_number_depends_on_seed_episode_name_and_draw_and_on_nothing_else():
    both = uniform(SEEDS, EPISODES, ["start.left", "vary.mass"])
    assert (uniform(SEEDS, EPISODES, ["vary.mass"])[:, 0] == both[:, 1]).all()
    assert (uniform(SEEDS[1:], EPISODES[1:], ["start.left", "vary.mass"])[0] == both[1]).all()
    others = [uniform(SEEDS + np.uint64(1), EPISODES, ["start.left"]), uniform(SEEDS, EPISODES + 1, ["start.left"])]
    others.append(uniform(SEEDS, EPISODES, ["start.left"], draw=1))
    for other in others:
        assert (other[:, 0] != both[:, 0]).all()


def test_the_numbers_fill_the_interval_evenly():
    count = 20_000
    found = uniform(np.arange(count, dtype=np.uint64), np.zeros(count, np.int64), ["start.left"])[:, 0]
    assert 0.0 <= found.min() < 1e-3 < 0.999 < found.max() < 1.0
    counts = np.histogram(found, bins=20, range=(0.0, 1.0))[0]
    chi_squared = (((counts - count / 20) ** 2) / (count / 20)).sum()
    assert chi_squared < 43.8  # 19 degrees of freedom: one generator in a thousand exceeds it


def test_the_draws_of_a_name_have_numbers_of_their_own():
    assert stream_of("start.left") % MOST_DRAWS == 0
    assert stream_of("start.left") != stream_of("start.ahead")
