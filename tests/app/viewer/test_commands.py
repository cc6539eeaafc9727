"""Commands over the wire, each of the list: who may send it, what its fields may be, where it is refused."""

import json

import pytest
from screenless_browser import ScreenlessBrowser

import motorpool as mp
from motorpool.app.viewer import Viewer, session_commands
from motorpool.app.viewer.schema.page_commands import COMMANDS, decode
from motorpool.errors import ViewerError
from motorpool.recording.playback import Playback
from motorpool.world.clock import Pacer
from motorpool.world.sources import actions as action_module
from motorpool.world.sources.actions import ACTIONS, Action
from motorpool.world.sources.command import INSTRUCTOR, listed, parameters_of, purpose_of

TOKEN = "a" * 43
VALUES = {int: 1, float: 1.0, bool: True, str: "Anna"}
STRANGE = [None, [], {}, [1], "\ud800", 10**400, -(10**400), 1.5, True, "1", ""]


def message_of(command):
    """A message that is understood."""
    sent = [parameter for parameter in parameters_of(command) if parameter.allowed]
    values = {each.name: each.allowed.choices[0] if each.allowed.choices else VALUES[each.type] for each in sent}
    return {"type": command.tag} | values


@pytest.fixture(scope="module")
def world():
    return mp.World(fleets=[mp.Fleet("bicycle", 3)])


@pytest.mark.parametrize("tag", COMMANDS)
def test_a_message_of_each_command_is_understood_with_exactly_its_fields(tag):
    message = message_of(COMMANDS[tag])
    assert type(decode(json.dumps(message))) is COMMANDS[tag]
    for name in message:
        with pytest.raises(ViewerError):
            decode(json.dumps({key: value for key, value in message.items() if key != name}))
    with pytest.raises(ViewerError, match="with exactly its fields"):
        decode(json.dumps(message | {"more": 1}))


@pytest.mark.parametrize("tag", COMMANDS)
def test_strange_values_are_refused_in_a_sentence_or_are_of_the_type_of_the_field(tag):
    message = message_of(COMMANDS[tag])
    for parameter in parameters_of(COMMANDS[tag]):
        for value in STRANGE if parameter.allowed else ():
            outcome = outcome_of(json.dumps(message | {parameter.name: value}))
            if isinstance(outcome, str):
                assert outcome == f"{tag}.{parameter.name} must {parameter.allowed.words}"
            else:
                assert type(getattr(outcome, parameter.name)) is parameter.type


def outcome_of(text):
    """The command in a message, or the sentence that refuses it."""
    try:
        return decode(text)
    except ViewerError as error:
        return str(error)


@pytest.mark.parametrize("field", ["vehicle", "is_pulled"])
def test_a_field_that_the_server_fills_in_is_not_taken_from_a_message(field):
    with pytest.raises(ViewerError, match="with exactly its fields"):
        decode(json.dumps({"type": "fire", field: 1}))


def test_a_driver_may_send_no_command_of_instructors(world):
    with Viewer(world, port=0, token=TOKEN) as viewer:
        driver_token = viewer.driver_url.partition("token=")[2]
        with ScreenlessBrowser(viewer, token=driver_token) as browser:
            for command in COMMANDS.values():
                if command.sender == INSTRUCTOR and not command.is_costly:
                    browser.say(**message_of(command))
                    assert browser.told("refused")["reason"] == f"only an instructor may {purpose_of(command)}"
        assert not viewer.pacer.is_paused


def test_no_command_changes_a_recording_that_is_played(tmp_path):
    world = mp.load("playground").build()
    with mp.Recorder(tmp_path / "film.parquet") as recorder:
        world.run(seconds=1.0, observers=[recorder])
    playback = Playback(mp.load("playground").build(), mp.read_recording(tmp_path / "film.parquet"))
    with Viewer(playback.world, port=0, pacer=Pacer(playback)) as viewer, ScreenlessBrowser(viewer) as browser:
        for command in COMMANDS.values():
            if command.changes_world:
                browser.say(**message_of(command))
                assert browser.told("refused")["reason"].startswith("this is a recording")


def test_the_names_of_actions_in_recordings_are_still_known():
    names = "take release drive switches teleport model aim trigger repair weather policy place"
    assert ACTIONS.keys() >= set(names.split())


def test_no_two_commands_have_the_same_tag_and_no_two_actions_the_same_name():
    actions, sessions = listed(vars(action_module), Action), session_commands.COMMANDS
    assert len(ACTIONS) == len(actions)
    assert len(COMMANDS) == len([command for command in (*actions, *sessions) if command.sender is not None])
