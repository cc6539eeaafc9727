"""A word that a key allows needs no quotes, whatever YAML 1.1 would make of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest

from motorpool.errors import ScenarioError
from motorpool.learning.task_format import TaskPart
from motorpool.models import registry
from motorpool.models.fields import fields_of
from motorpool.studies.distributed.sweep.axes import vary
from motorpool.world.scenario.document import parse
from motorpool.world.scenario.format import ScenarioPart, parts_in
from motorpool.world.scenario.loader import scenario_of
from motorpool.world.scenario.plain_values import validated

LOOK_LIKE_OTHERS = (
    "1992", "007", "0o17", "0x1F", "1_000", "12:30", "12:30:45.5", "2026-11-29", "2026-11-29T12:30:00Z", "1e3", "1E+3",
    ".5", "5.", "-.5", ".inf", ".NaN", "NO", "no", "No", "yes", "on", "off", "Off", "true", "True", "FALSE", "y", "n",
)  # fmt: skip
NULLS = ("null", "Null", "~")
TRUTH = {"yes": True, "on": True, "true": True, "On": True, "no": False, "off": False, "NO": False, "false": False}
OFF_WORDS = ("off", "Off", "OFF", "false", "False", "no", "null", "~", "none")


def all_parts(part: Any, found: dict[Any, None]) -> dict[Any, None]:
    if part not in found:
        found[part] = None
        for field in part.model_fields.values():
            for inner in parts_in(field.annotation):
                all_parts(inner, found)
    return found


def forms(annotation: Any, wrap: str = "%s") -> Iterator[tuple[str, Any]]:
    """Yield the way to write a plain word in a value of a type, with the type that the word has there."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in (str, bool) or origin is Literal:
        yield wrap, annotation
    elif origin is Annotated:
        yield from forms(arguments[0], wrap)
    elif origin is list:
        yield from forms(arguments[0], wrap % "[%s]")
    elif origin is dict:
        yield from forms(arguments[1], wrap % "{key: %s}")
    else:
        for argument in arguments:
            yield from forms(argument, wrap)


KEYS = [
    (part, key, wrap, taken, type(None) in get_args(field.annotation))
    for root in (ScenarioPart, TaskPart)
    for part in all_parts(root, {})
    for key, field in part.model_fields.items()
    for wrap, taken in forms(field.annotation)
]


def read(part: Any, key: str, written: str) -> Any:
    """Return the value of a key in a file of this one line; keys that the file lacks are no matter here."""
    _, document, mistakes = validated(part, parse(f"{key}: {written}", "file.yaml"))
    wrong = [each for each in mistakes if each["type"] not in ("missing", "string_too_long") and each["loc"][0] == key]
    assert not wrong, (written, wrong)
    return document.values[key]


def test_the_keys_of_words_are_found():
    assert {"recovery", "driver", "name", "kind", "loops", "roles", "role"} <= {key for _, key, *_ in KEYS}


@pytest.mark.parametrize(("part", "key", "wrap", "taken", "is_optional"), KEYS, ids=lambda value: str(value)[-30:])
def test_each_key_of_words_takes_them_without_quotes(part, key, wrap, taken, is_optional):
    if taken is bool:
        values = {word: read(part, key, wrap % word) for word in TRUTH}
        assert values == {word: parse(f"{key}: {wrap % str(is_true).lower()}", "").values[key]
                          for word, is_true in TRUTH.items()}  # fmt: skip
        return
    words = get_args(taken) if get_origin(taken) is Literal else LOOK_LIKE_OTHERS + (() if is_optional else NULLS)
    for word in words:
        if isinstance(word, str):
            assert read(part, key, wrap % word) == read(part, key, wrap % f'"{word}"')


def scenario(line: str) -> str:
    return f"{line}\nterrain: flat\nvehicles:\n  - {{model: tracked, count: 2, start: {{grid: {{x: 0, y: 0}}}}}}\n"


@pytest.mark.parametrize("word", OFF_WORDS)
def test_recovery_is_off_by_each_word_for_it(word):
    here = {"name": "file", "folder": Path(), "where": "file.yaml"}
    loaded = scenario_of(scenario(f"recovery: {word}"), **here)
    assert loaded.content.recovery == "off"
    assert loaded.changed(seed=3).content.recovery == "off"
    (value,) = vary(f"recovery={word}").in_turn()
    assert scenario_of(scenario("seed: 1"), **here).varied({"recovery": value}).content.recovery == "off"


@pytest.mark.parametrize("word", ["on", "yes", "true", "5"])
def test_a_word_that_is_not_allowed_is_refused_as_it_is_written(word):
    with pytest.raises(ScenarioError, match=r"file.yaml:1: recovery is .*; it must be one of 'off', 'rep"):
        scenario_of(scenario(f"recovery: {word}"), name="file", folder=Path(), where="file.yaml")


def test_words_of_models_are_taken_without_quotes():
    for name in registry.names():
        for field in fields_of(registry.find(name).module.Params):
            for word, number in field.names.values if field.names is not None else ():
                assert field.check(parse(f"key: {word}", "").values["key"], "") == number
            if field.names is not None and "off" in dict(field.names.values):
                assert [field.check(value, "") for value in (False, True)] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("written", "value"), [("010", 10), ("1e3", 1000.0), (".5", 0.5), ("0x1F", 31), ("-1_000", -1000), ("5.", 5.0)]
)
def test_a_number_is_what_it_looks_like(written, value):
    found = parse(f"key: {written}", "").values["key"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("written", ["12:30", "2026-11-29", "1:0.5"])
def test_a_time_is_no_number(written):
    with pytest.raises(ScenarioError, match=f"seed is '{written}'; it must be a whole number"):
        scenario_of(scenario(f"seed: {written}"), name="file", folder=Path(), where="file.yaml")


@pytest.mark.parametrize(
    "text",
    ["vehicles:\n\t- {model: tracked}\n", "vehicles:\n  - model: tracked\n\tcount: 3\n", "a:\n  b: 1\n \tc: 2\n",
     "vehicles:\n  - body:\n\t\tlength: 3\n", "vehicles:\n\t model: x\n\t count: 2\n", "a: \tb\n c: d\n"],
)  # fmt: skip
def test_a_tab_is_named(text):
    with pytest.raises(ScenarioError, match=r"file.yaml:\d: (a tab|this is no YAML: mapping)") as refused:
        scenario_of(text, name="file", folder=Path(), where="file.yaml")
    assert "a tab" in str(refused.value) or "\n\t" not in text
