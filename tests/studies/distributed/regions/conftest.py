"""A scenario that regions can step."""

import pytest

CROSSING = """
name: crossing
terrain: {source: flat, size: 1600}
area: [-300, -300, 300, 300]
vehicles:
  - name: cars
    model: bicycle
    count: 64
    avoidance: dynamic-window
    start: {grid: {x: -200, y: -200, columns: 8, spacing: 50, heading_deg: 45}}
"""


@pytest.fixture
def scenario(tmp_path):
    """Return the file of a scenario of 64 cars."""
    file = tmp_path / "crossing.yaml"
    file.write_text(CROSSING)
    return file
