"""Task files: what is wrong in them is one sentence."""

import re
from pathlib import Path

import pytest

from motorpool.errors import ScenarioError
from motorpool.learning import Batch
from motorpool.learning.task import FOLDER, task_of

TEXT = (FOLDER / "BackTrailer-v0.yaml").read_text(encoding="utf-8")


def task(text: str):
    return task_of(text, name="own", folder=Path(), where="own.yaml")


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("- hitch-sine", "- hitch-sin", "34: there is no observation 'hitch-sin'; did you mean 'hitch-sine'?"),
        ("- hitch-sine", "- 5", "34: observations[5] is 5; it must be a mapping (key: value) (what the driver sees)"),
        ("scale: 25", "scal: 25", "29: there is no key observations[0].scal; did you mean scale?"),
        ("kind: milestones", "kind: milestone", "40: there is no reward 'milestone'; did you mean 'milestones'?"),
        ("kind: milestones", "kid: milestones", "40: rewards[0].kind is missing; add it (kind of the piece)"),
        ("kind: jack-knifed", "kind: jackknifed", "45: there is no end 'jackknifed'; did you mean 'jack-knifed'?"),
        ("angle_deg: 75", "angel_deg: 75", "45: there is no key ends[1].angel_deg; did you mean angle_deg?"),
        ("angle_deg: 75", "angel: 75", "45: there is no key ends[1].angel; did you mean angle?"),
        ("angle_deg: 75, ", "", "45: ends[1] (jack-knifed) needs angle; it takes angle"),
        ("angle_deg: 75", "angle_deg: [75, 80]", "45: ends[1].angle_deg is [75, 80]; it must be a finite number"),
        ("angle_deg: 75", "angle_deg: true", "45: ends[1].angle_deg is True; it must be a finite number"),
        (
            "decision: 0.2",
            "decision: 0.3",
            "13: decision is 0.3 s, which is no multiple of the world's step of 0.2 s",
        ),
        (
            "decision: 0.2",
            "decision: -1",
            "13: decision is -1; it must be positive (time between two actions; a multiple of the world's step [s])",
        ),
        ("goal: {", "gaol: {}\ngoal: {", "16: there is no key gaol; did you mean goal?"),
        ("- {input: steer}", "- {input: steer}\n  - {input: steer}", "26: two actions set the same input; give each"),
        (
            "- {input: steer}",
            "- {input: steering}",
            "26: actions[0].input is 'steering'; it must be one of 'throttle', 'brake' or 'steer' (did you",
        ),
        ("yaw_deg: 90", "yaw_deg: [90, 0]", "16: goal.yaw_deg is [90.0, 0.0]; the least must not exceed the most"),
        (
            "yaw_deg: 90",
            "x: far",
            "16: goal.x is 'far'; it must be a number, or a list of the least and the most (east",
        ),
        ("yaw_deg: 90", "x: [1]", "16: goal.x is [1]; it must be a number, or a list of the least and the most (east"),
        ("left: [-4, 4]", "left: [4, -4]", "19: start.left is [4.0, -4.0]; the least must not exceed the most"),
        ("left: [-4, 4]", "left: 4", "19: start.left is 4; it must be a list (to the left of it, least and most [m])"),
        ("dt: 0.2", "dt: -1", "7: dt is -1; it must be positive (time step [s])"),
        (
            "model: tractor-trailer/unguided",
            "model: tractor-trailer/ungided",
            "10: vehicles[0]: there is no model named 'tractor-trailer/ungided' (did you mean",
        ),
        (
            "  vehicles:\n    - name",
            "  vehicles:\n    - {model: bicycle}\n    - name",
            "9: world.vehicles must be a list",
        ),
        (
            "inputs: {",
            "place: {area: [0, 0, 1, 1], distance: [1, 2]}\ninputs: {",
            "16: goal.yaw_deg is for tasks with a start; place draws where the goal is\nown.yaml:24: a task has either",
        ),
    ],
)
def test_a_mistake_is_refused_with_its_line(before, after, sentence):
    assert before in TEXT
    with pytest.raises(ScenarioError, match=f"^{re.escape(f'own.yaml:{sentence}')}"):
        task(TEXT.replace(before, after, 1))


def test_all_mistakes_of_a_kind_are_reported_at_once():
    with pytest.raises(ScenarioError) as caught:
        task(TEXT.replace("- hitch-sine", "- hitch-sin").replace("angle_deg: 75", "angel_deg: 75"))
    assert [line.partition(" ")[0] for line in str(caught.value).splitlines()] == ["own.yaml:34:", "own.yaml:45:"]


@pytest.mark.parametrize("text", ["- a\n- b\n", "5"])
def test_what_is_no_mapping_is_no_task(text):
    with pytest.raises(
        ScenarioError, match=r"^own\.yaml:1: this is no task; it must be a mapping with at least the keys"
    ):
        task(text)


def test_a_vehicle_without_a_trailer_has_no_hitch_to_be_seen():
    with pytest.raises(ScenarioError, match="the model bicycle/arc has no trailer"):
        Batch(task(TEXT.replace("model: tractor-trailer/unguided", "model: bicycle").replace("vary: {tra", "#")))


def test_a_parameter_that_the_model_does_not_have_cannot_be_varied():
    with pytest.raises(ScenarioError, match="trailer_length"):
        Batch(task(TEXT.replace("vary: {trailer_length", "vary: {trailer_lenght")))


def test_a_task_says_what_it_is():
    assert repr(task(TEXT)) == (
        "<Task 'own': Back an articulated lorry into a bay between two others.\n 9 observations, 1 action (steer), a "
        "decision each 0.2 s, 90 s at most>"
    )
