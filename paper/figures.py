"""Draws the figure of the article, of the measured table in docs/performance.md: paper/rates.png.

`python paper/figures.py`
"""

from pathlib import Path

from motorpool.base.plotting.style import new_figure, save_figure

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance.md"
OUT = Path(__file__).with_name("rates.png")
TITLE = "### Dynamic models on hills and soils"


def vehicles_in_real_time() -> dict[str, float]:
    """Return the number of vehicles in real time by program or model, as the page has it."""
    text = PAGE.read_text(encoding="utf-8")
    table = text[text.index(TITLE) :].split("\n\n")[1]
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines()[2:]]
    return {row[0]: float(row[4].replace(",", "")) for row in rows}


def draw() -> Path:
    """Draw a point for each program and model; return the file."""
    found = vehicles_in_real_time()
    figure, (place, *_) = new_figure()
    for row, (name, count) in enumerate(found.items()):
        colour = "#D55E00" if name.startswith("CommonRoad") else "#0072B2"
        place.plot(count, row, "o", color=colour)
        place.annotate(f"{count:,.0f}", (count, row), xytext=(8, 0), textcoords="offset points", va="center")
    place.set_yticks(range(len(found)), list(found))
    place.set_xscale("log")
    place.set_xlim(right=8.0 * max(found.values()))
    place.invert_yaxis()
    place.set_xlabel("vehicles in real time on one core")
    return save_figure(figure, OUT)


if __name__ == "__main__":
    print(draw())
