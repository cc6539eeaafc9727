"""Pictures and texts of environments: what is drawn is where it is, and what is written is so."""

import math
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import motorpool.learning
from motorpool.errors import WorldError
from motorpool.learning import Batch, DriverEnv, DriverVectorEnv
from motorpool.learning.rendering import modes
from motorpool.learning.rendering.canvas import following, whole
from motorpool.learning.rendering.picture import Pictures
from motorpool.learning.rendering.vehicle import axles
from motorpool.learning.rendering.watch import Decision, Watch

TASK = "BackTrailer-v0"
STRAIGHT, TURN = np.zeros((2, 1), np.float32), np.ones((2, 1), np.float32)
HILLS = """
description: Drive on hills.
world:
  terrain: {source: jacksboro}
  objects: {count: 2000}
  vehicles: [{name: cars, model: car}]
decision: 0.2
time_limit: 9
goal: {x: 500, y: 300}
start: {ahead: [-60, -50]}
inputs: {throttle: 0.3}
actions: [{input: steer}]
observations: [ahead, left]
ends: [{kind: far, distance: 300}]
"""


def watched(task=TASK, count=2, *, seed=0, decisions=0, action=0.0):
    """Return a batch that is watched, after some decisions."""
    batch = Batch(task, count)
    watch = Watch(batch, range(count))
    batch.reset(seed=seed)
    watch.note()
    for _ in range(decisions):
        result = batch.step(np.full((count, 1), action))
        watch.note(Decision(result.reward, batch.causes, result.is_cut))
    return batch, watch


def colour_at(picture, camera, x, y):
    """Return red, green and blue of the picture where a point of the ground is."""
    right, above = camera.project([(x, y)])[0]
    return picture[picture.shape[0] - 1 - math.floor(above), math.floor(right)].astype(float)


def is_orange(colour):
    return colour[0] > 1.8 * colour[2] and colour[0] > 1.3 * colour[1]


@pytest.fixture(scope="module")
def hills(tmp_path_factory):
    path = tmp_path_factory.mktemp("tasks") / "hills.yaml"
    path.write_text(HILLS)
    return path


@pytest.mark.parametrize(
    "task", [name for name in motorpool.learning.names() if motorpool.learning.load(name).agents == 1]
)
def test_gymnasium_finds_nothing_wrong_in_any_mode(task):
    check_env(gymnasium.make(f"motorpool/{task}", render_mode="rgb_array").unwrapped)


def test_a_picture_has_the_size_that_was_asked_for():
    environment = DriverEnv(TASK, render_mode="rgb_array", render_size=(320, 200))
    environment.reset(seed=0)
    picture = environment.render()
    assert picture.shape == (200, 320, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50


@pytest.mark.parametrize("view", ["whole", "follow", "heading"])
def test_the_vehicle_is_drawn_where_it_is(view):
    batch, watch = watched(decisions=20, action=0.5)
    pictures = Pictures(watch, size=(600, 400), view=view)
    picture, camera = pictures.picture(1), pictures.camera(1)
    pose, drawing = watch.pose(1), watch.drawing(1)
    ahead = 0.7 * batch.world.fleets[0].params.front_axle_offset[1]
    cab = pose.x + ahead * math.cos(pose.yaw), pose.y + ahead * math.sin(pose.yaw)
    assert is_orange(colour_at(picture, camera, *cab))
    x, y, yaw = axles(drawing, pose)[0]
    trailer, ground = colour_at(picture, camera, x + math.cos(yaw), y + math.sin(yaw)), colour_at(picture, camera, 9, 9)
    assert trailer[0] - trailer[2] > 25.0  # cream
    assert np.ptp(ground) < 12.0  # concrete


def test_a_tank_has_its_tracks_and_its_gun_is_ahead(tmp_path):
    (tmp_path / "tank.yaml").write_text(HILLS.replace("model: car", "model: M1A1"))
    batch, watch = watched(tmp_path / "tank.yaml", 1)
    pictures = Pictures(watch, size=(600, 400), view="follow")
    picture, camera, pose = pictures.picture(0), pictures.camera(0), watch.pose(0)
    body = batch.world.fleets[0].body
    sine, cosine = math.sin(pose.yaw), math.cos(pose.yaw)

    def seen(ahead, left):
        return colour_at(picture, camera, pose.x + cosine * ahead - sine * left, pose.y + sine * ahead + cosine * left)

    assert seen(-0.5, 0.4 * body.width).max() < 90.0  # a track
    assert is_orange(seen(0.5, 0.0))
    assert np.abs(seen(0.5 * body.length + 0.5, 0.0) - seen(0.5 * body.length + 0.5, 1.2)).max() > 60.0  # the gun


def test_the_axle_of_a_drawn_trailer_is_where_the_task_says():
    batch, watch = watched(decisions=15, action=-0.4)
    x, y, yaw = axles(watch.drawing(1), watch.pose(1))[0]
    heading, ahead = np.arctan2(*batch.entries[1, 3:5]), batch.entries[1, 0] * 25.0
    assert yaw - batch.episode.goal_yaw[1] == pytest.approx(heading, abs=1e-5)
    assert y - batch.episode.goal_y[1] == pytest.approx(ahead, abs=1e-4)  # the bay's heading is north
    assert batch.episode.goal_x[1] - x == pytest.approx(batch.entries[1, 1] * 6.0, abs=1e-4)


def test_bay_and_path_are_drawn_where_they_are():
    batch, watch = watched(decisions=25)
    pictures = Pictures(watch, size=(600, 400), view="whole")
    picture, camera = pictures.picture(0), pictures.camera(0)
    bay = colour_at(picture, camera, batch.episode.goal_x[0], batch.episode.goal_y[0] - 3.5)
    assert bay[1] > bay[0] + 20.0
    start = watch.stories[0].path[1]
    assert is_orange(colour_at(picture, camera, *start))
    assert not is_orange(colour_at(picture, camera, start[0] + 1.5, start[1]))


def test_the_whole_is_in_the_picture_even_if_the_vehicle_leaves_it():
    batch, watch = watched()
    pictures = Pictures(watch, size=(300, 200), view="whole")
    first = pictures.camera(0)
    batch.world.vehicles.y[0] += 60.0
    assert not first.shows([(batch.world.vehicles.x[0], batch.world.vehicles.y[0])])
    further = pictures.camera(0)
    assert further.shows([(batch.world.vehicles.x[0], batch.world.vehicles.y[0]), (0.0, 0.0)])
    assert further.scale < first.scale


def test_heading_up_turns_the_picture_and_keeps_distances():
    camera = following(3.0, 4.0, 0.7, 300, 200)
    middle, ahead = camera.project([(3.0, 4.0), (3.0 + 10.0 * math.cos(0.7), 4.0 + 10.0 * math.sin(0.7))])
    assert middle == pytest.approx([150.0, 100.0])
    assert ahead - middle == pytest.approx([0.0, 10.0 * camera.scale])
    x, y = camera.ground(300, 200)
    pixels = camera.project(np.stack([x, y], axis=-1))
    assert pixels[0, 0] == pytest.approx([0.5, 199.5])
    assert pixels[-1, -1] == pytest.approx([299.5, 0.5])
    assert whole([(0.0, 0.0), (50.0, 10.0)], 300, 200).shows([(0.0, 0.0), (50.0, 10.0)])


def test_slopes_are_shaded_and_objects_drawn(hills):
    batch, watch = watched(hills, 1)
    objects = batch.world.objects
    tree = int(np.argmax(np.where(objects.kind == 1, objects.radius, 0.0)))
    batch.world.vehicles.x[0], batch.world.vehicles.y[0] = objects.x[tree] + 20.0, objects.y[tree]
    pictures = Pictures(watch, size=(600, 400), view="follow")
    picture, camera = pictures.picture(0), pictures.camera(0)
    crown = colour_at(picture, camera, objects.x[tree], objects.y[tree])
    assert crown[1] > crown[0]
    assert crown[1] > crown[2] + 20.0
    assert picture[60:, :, 0].std() > 2.0


def test_equal_seeds_give_equal_pictures_and_others_do_not(hills):
    for task in (TASK, hills):
        first, again, other = (
            Pictures(watched(task, seed=seed, decisions=5)[1], size=(200, 150), view="auto").picture(0)
            for seed in (3, 3, 4)
        )
        assert (first == again).all()
        assert (first != other).any()


def test_many_environments_give_a_tuple_of_the_chosen_ones():
    environments = gymnasium.make_vec(
        f"motorpool/{TASK}", num_envs=20, render_mode="rgb_array", render_rows=[7, 2], render_size=(100, 80)
    )
    environments.reset(seed=0)
    seventh, second = environments.render()
    single = DriverEnv(TASK, render_mode="rgb_array", render_size=(100, 80))
    for number, picture in ((7, seventh), (2, second)):
        single.reset(seed=number)
        assert (single.render()[30:] == picture[30:]).all()  # the line of text names the environment
    by_default = DriverVectorEnv(TASK, 20, render_mode="ansi")
    by_default.reset(seed=0)
    assert len(by_default.render()) == 16


def test_pictures_of_an_episode_are_collected_by_gymnasium():
    environment = gymnasium.make(f"motorpool/{TASK}", render_mode="rgb_array_list", render_size=(100, 80))
    environment.reset(seed=0)
    environment.step(STRAIGHT[0])
    pictures = environment.render()
    assert [picture.shape for picture in pictures] == [(80, 100, 3)] * 2


def test_text_says_what_is_so():
    environment = DriverEnv(TASK, render_mode="ansi")
    seen, _ = environment.reset(seed=1)
    total = 0.0
    for _ in range(5):
        seen, reward, *_ = environment.step(STRAIGHT[0])
        total += reward
    text = environment.render()
    distance = math.hypot(25.0 * seen[0], 6.0 * seen[1])
    assert f"{TASK}  1.0 s  return {total:.2f}  goal {distance:.1f} m, heading error" in text
    assert f"speed {1.5 * seen[7]:.1f} m/s  hitch {math.degrees(math.atan2(*seen[5:7])):+.0f}°" in text
    assert "[↑]" in text  # the bay, which looks north


@pytest.mark.parametrize("mode", ["SameStep", "NextStep", "Disabled"])
def test_the_end_of_an_episode_is_shown(mode):
    environments = DriverVectorEnv(TASK, 2, render_mode="ansi", autoreset_mode=mode)
    environments.reset(seed=0)
    is_over = np.zeros(2, bool)
    while not is_over[0]:
        _, _, is_over, _, _ = environments.step(TURN)
    before = "before: " if mode == "SameStep" else ""
    assert environments.render()[0].endswith(f"  {before}jack-knifed")
    environments.step(TURN)
    assert environments.render()[0].endswith("  jack-knifed" if mode == "Disabled" else "  before: jack-knifed")


def test_the_return_of_the_next_episode_begins_at_zero():
    environment = DriverEnv(TASK, render_mode="ansi")
    environment.reset(seed=0)
    while not any(environment.step(TURN[0])[2:4]):
        pass
    environment.reset()
    assert "  0.0 s  return 0.00  " in environment.render()


def test_without_a_mode_rendering_warns_and_costs_nothing():
    environment = DriverEnv(TASK)
    environment.reset(seed=0)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert environment.render() is None
    environments = DriverVectorEnv(TASK, 2)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert environments.render() is None


def test_metadata_names_the_modes_and_the_rate():
    environments = DriverVectorEnv(TASK, 2)
    assert DriverEnv(TASK).metadata == {"render_modes": ["rgb_array", "ansi", "human"], "render_fps": 5}
    assert environments.metadata["render_modes"] == ["rgb_array", "ansi", "human"]
    assert environments.metadata["render_fps"] == 5


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"render_mode": "rgb"}, "there is no render mode 'rgb'; did you mean 'rgb_array'?"),
        ({"render_view": "hole"}, "there is no render view 'hole'; did you mean 'whole'?"),
        (
            {"render_size": (10, 400)},
            "the size of pictures is (10, 400); it must be a width and a height of 64 to 4096",
        ),
        ({"render_rows": 3}, "3 environments cannot be rendered; there are 2: choose 1 to 2"),
        ({"render_rows": [0, 2]}, "environments [0, 2] cannot be rendered; give different numbers of 0 to 1"),
        ({"render_rows": [1, 1]}, "environments [1, 1] cannot be rendered; give different numbers of 0 to 1"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(options, sentence):
    with pytest.raises(WorldError) as refused:
        DriverVectorEnv(TASK, 2, **options)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("mode", ["rgb_array", "ansi"])
def test_before_the_first_episode_there_is_nothing_to_show(mode):
    environments = DriverVectorEnv(TASK, 2, render_mode=mode)
    with pytest.raises(WorldError, match="there is nothing to show yet; call reset first"):
        environments.render()
    with pytest.raises(WorldError, match="there is nothing to show yet; call reset first"):
        environments.show()


def test_gymnasium_passes_an_unknown_mode_on_and_it_is_refused():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium's own, of the same
        with pytest.raises(WorldError, match="there is no render mode 'video'"):
            gymnasium.make(f"motorpool/{TASK}", render_mode="video")


def test_rendering_changes_nothing():
    plain, drawn = DriverVectorEnv(TASK, 3), DriverVectorEnv(TASK, 3, render_mode="rgb_array", render_size=(64, 64))
    for environments in (plain, drawn):
        environments.reset(seed=5)
    for number in range(12):
        actions = np.full((3, 1), math.sin(number), np.float32)
        expected, found = plain.step(actions), drawn.step(actions)
        drawn.render()
        assert all((one == other).all() for one, other in zip(expected[:4], found[:4], strict=True))


def test_a_person_sees_decisions_in_real_time(monkeypatch):
    clock, sleeps = [100.0], []

    def sleep(seconds):
        sleeps.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr(modes.time, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(modes.time, "sleep", sleep)
    rendering = modes.Rendering(Batch(TASK), "human", is_paced=True)
    monkeypatch.setattr(rendering, "_live", type("Page", (), {"note": lambda _: None}))
    rendering._live = rendering._live()
    for _ in range(11):
        rendering.note()
        clock[0] += 0.05  # of work
    assert clock[0] - 100.0 == pytest.approx(10 * 0.2 + 0.05)
    clock[0] += 5.0  # a delay that is not caught up
    rendering.note()
    rendering.note()
    assert sleeps[-1] == pytest.approx(0.2)
