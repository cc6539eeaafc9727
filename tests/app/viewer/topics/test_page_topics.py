"""All topics of the live page: where they are found, and what they declare."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from pydantic import TypeAdapter

from motorpool.app.viewer import hub, topics
from motorpool.app.viewer.schema import live
from motorpool.app.viewer.topics.topic import StateTopic
from motorpool.base import extensions


class Tide(StateTopic):
    """A topic of another package."""

    name = "tide"

    def message(self):
        """Return the tide."""
        return {"type": "tide", "height": 1.0}


def test_each_topic_has_a_file_and_a_name_of_its_own():
    assert len({topic.name for topic in topics.TOPICS}) == len(topics.TOPICS) > 10
    folder = Path(topics.__file__).parent
    assert {Path(sys.modules[topic.__module__].__file__).parent for topic in topics.TOPICS} == {folder}


@pytest.mark.parametrize("topic", topics.TOPICS, ids=lambda topic: topic.name)
def test_the_page_knows_the_messages_of_each_topic(topic):
    assert set(topic.messages) <= set(live.ServerMessage.__args__)
    for message in topic.messages:
        assert TypeAdapter(message).json_schema()["description"].endswith(".")


def test_an_installed_package_adds_topics_after_ours(monkeypatch):
    monkeypatch.setattr(
        extensions, "installed", lambda group: {"tide": f"{__name__}:Tide"} if group == extensions.TOPICS else {}
    )
    assert topics.installed() == (*topics.TOPICS, Tide)


def test_a_state_is_sent_on_connection_and_when_it_has_changed(monkeypatch):
    tide = Tide(SimpleNamespace(world=None, clock=None))
    text = '{"type":"tide","height":1.0}'
    assert list(tide.welcome(None)) == [("tide", text)]
    assert list(tide.changes()) == [("tide", text)]
    assert list(tide.changes()) == []
    monkeypatch.setattr(Tide, "message", lambda _: {"type": "tide", "height": 2.0})
    assert list(tide.changes()) == [("tide", text.replace("1", "2"))]


def test_the_hub_names_no_topic_of_the_world():
    names = {topic.__name__ for topic in topics.TOPICS} & set(vars(hub))
    assert names == {"PeopleTopic"}  # which removals change at once
