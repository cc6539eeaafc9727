"""The small world of the documentation begins and drives as tools/generated/page_world.py has written it."""

import json

import numpy as np
import page_world
import pytest


@pytest.fixture
def world():
    return page_world.build_world()


def test_it_begins_as_the_page_has_it(world):
    written = json.loads((page_world.FOLDER / "start.json").read_text("utf-8"))
    assert_near(json.loads(json.dumps(page_world.start_of(world))), written)


def test_it_drives_as_the_client_expects(world):
    driven = json.loads((page_world.FOLDER / "driven.json").read_text("utf-8"))
    for own, sample in zip(page_world.drive_of(world), driven, strict=True):
        for name, values in sample.items():
            np.testing.assert_allclose(own[name], values, rtol=0.0, atol=1e-9, err_msg=name)


def assert_near(own, written, place="start"):
    """The same but for the last digits of numbers, which depend on the processor."""
    if isinstance(written, dict):
        assert own.keys() == written.keys(), place
        for name in written:
            assert_near(own[name], written[name], f"{place}.{name}")
    elif isinstance(written, list):
        assert len(own) == len(written), place
        for number, value in enumerate(written):
            assert_near(own[number], value, f"{place}[{number}]")
    else:
        assert own == (pytest.approx(written, rel=1e-9, abs=1e-9) if isinstance(written, float) else written), place
