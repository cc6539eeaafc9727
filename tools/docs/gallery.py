"""Write docs/gallery.md, and docs/figures/gallery/*.webp by running the programs of examples/.

    python tools/docs/gallery.py                   # the page alone
    python tools/docs/gallery.py --check           # exit code 1 if the page is out of date
    python tools/docs/gallery.py --draw            # runs every example and draws all thumbnails, then writes the page
    python tools/docs/gallery.py --draw convoy     # only that one; "commands" for those of the commands

A program's sentence is the first line of its docstring. ``tests/test_examples.py`` runs each program and compares its
plot with the thumbnail.
"""

import argparse
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from motorpool.app.examples import SECTIONS, Example, sentence_of

if TYPE_CHECKING:
    from PIL import Image

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = ROOT / "docs" / "gallery.md"
THUMBNAILS = ROOT / "docs" / "figures" / "gallery"
SIZE = (480, 300)  # of a thumbnail [pixels]
LARGEST = 40_000  # [byte]

HEAD = """---
hide: [toc]
---

# Gallery

Programs to copy, and commands to try. Each program does one job; it draws its picture by itself, and its source is
behind the picture. They come with the package: `python -m motorpool.examples` lists them, runs one by its name, and
writes it to a folder with `--copy`.
"""

ARGUMENTS = {  # of programs that are not run as `python NAME.py plot.png`; they save it, or print what is drawn
    "pygame_car.py": ("--frames", "345", "--save"),
    "pygame_tank.py": ("--seconds", "12", "--save"),
    "game_engines.py": ("--engine", "unity", "--seconds", "1"),
    "sweep_cluster.py": (),
}
PRINTING = ("game_engines.py", "sweep_cluster.py")


class Command(NamedTuple):
    """A command with a picture of what it gives."""

    line: str
    title: str
    meaning: str
    figure: str  # in docs/figures
    page: str  # of the documentation


COMMANDS = (
    Command("motorpool run", "The live world", "Drive among five hundred vehicles.", "workstation.jpg", "viewer.md"),
    Command(
        "motorpool playground", "The playground", "Drive two formulas side by side.", "playground.jpg", "playground.md"
    ),
    Command(
        "motorpool compare tracked/arc tracked/simple",
        "Two formulas compared",
        "Draw what a formula gets wrong, and by how much.",
        "models/tracked-simple.png",
        "compare.md",
    ),
    Command(
        "motorpool vehicles", "The motor pool", "See every vehicle from above.", "vehicles-sheet.png", "vehicles.md"
    ),
    Command(
        "motorpool validate",
        "Manoeuvres with known answers",
        "Simulate sixteen manoeuvres and compare each with its answer.",
        "validation.png",
        "validation.md",
    ),
    Command(
        "motorpool mobility --terrain jacksboro --soil terrain --vehicle M998",
        "A map of mobility",
        "Map where a vehicle can go, how fast, and what stops it.",
        "mobility.png",
        "mobility.md",
    ),
    Command(
        "motorpool route -9000,-9000 9000,8000 --map map.tif",
        "A way through the map",
        "Find the fastest way of a vehicle, dry and wet.",
        "mobility-route.png",
        "mobility.md",
    ),
    Command(
        "motorpool sweep convoy --vary seed=0:20 --out seeds",
        "A thousand runs",
        "Run a scenario with other values, and get one table and its figures.",
        "sweep.png",
        "sweeps.md",
    ),
)


def main(arguments: list[str]) -> int:
    """Draw what is asked for, then write or check the page; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only compare the page")
    parser.add_argument("--draw", nargs="*", help="run these examples, or all, and draw their thumbnails")
    options = parser.parse_args(arguments)
    if options.check:
        return check()
    if options.draw is not None:
        draw(options.draw)
    PAGE.write_text(page(), encoding="utf-8")
    return 0


def check() -> int:
    """Return 1 and say so if the page is out of date or a thumbnail is missing."""
    missing = [path.name for path in thumbnails() if not path.is_file()]
    if missing:
        print(
            f"docs/figures/gallery lacks {', '.join(missing)}; run python tools/docs/gallery.py --draw", file=sys.stderr
        )
    stale = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page()
    if stale:
        print("docs/gallery.md is out of date; run python tools/docs/gallery.py", file=sys.stderr)
    return int(stale or bool(missing))


def programs() -> dict[str, str]:
    """Return file and title of every program of the gallery."""
    return {example.file: example.title for examples in SECTIONS.values() for example in examples}


def thumbnails() -> list[Path]:
    """Return the files of all thumbnails."""
    names = [Path(name).stem for name in programs()] + [_command_file(command) for command in COMMANDS]
    return [THUMBNAILS / f"{name}.webp" for name in names]


# ---------------------------------------------------------------- the page


def page() -> str:
    """Return the text of the page."""
    parts = [HEAD]
    for section, examples in SECTIONS.items():
        parts.append(_section(section, [_card_of(example) for example in examples]))
    cards = [
        _card(_command_file(command), command.title, command.meaning, command.page, f"`{command.line}`\n")
        for command in COMMANDS
    ]
    parts.append(_section("Commands", cards))
    return "\n".join(parts)


def _section(title: str, cards: list[str]) -> str:
    return f'## {title}\n\n<div class="gallery" markdown>\n' + "\n".join(cards) + "</div>\n"


def _card_of(example: Example) -> str:
    return _card(example.name, example.title, sentence_of(example), f"../examples/{example.file}")


def _card(picture: str, title: str, sentence: str, link: str, last: str = "") -> str:
    image = f'![{title}](figures/gallery/{picture}.webp){{ width="480" height="300" loading="lazy" }}'
    lines = [f"[{image}]({link})", f"**[{title}]({link})**", sentence, *([last.strip()] if last else [])]
    return '<div class="door" markdown>\n\n' + "\n\n".join(lines) + "\n\n</div>\n"


def _command_file(command: Command) -> str:
    return "command-" + command.line.split()[1]


# ---------------------------------------------------------------- thumbnails


def draw(names: list[str]) -> None:
    """Run these programs, or all, and write the thumbnails; "commands" stands for those of the commands.

    Raises:
        SystemExit: a program fails.
    """
    from PIL import Image

    THUMBNAILS.mkdir(exist_ok=True)
    wanted = [name for name in programs() if not names or Path(name).stem in names]
    for name in wanted:
        with tempfile.TemporaryDirectory() as folder:
            save(picture_of(name, Path(folder)), THUMBNAILS / f"{Path(name).stem}.webp")
    for command in COMMANDS if not names or "commands" in names else ():
        figure = Image.open(ROOT / "docs" / "figures" / command.figure).convert("RGB")
        save(figure, THUMBNAILS / f"{_command_file(command)}.webp")


def picture_of(name: str, folder: Path) -> "Image.Image":
    """Run a program of examples/ and return its picture."""
    from PIL import Image

    if name.endswith(".ipynb"):
        return _picture_of_notebook(EXAMPLES / name)
    plot = folder / "plot.png"
    given = ARGUMENTS.get(name, ())
    words = [*given] if name in PRINTING else [*given, str(plot)]
    environment = {**os.environ, "MPLBACKEND": "agg", "SDL_VIDEODRIVER": "dummy"}
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words], cwd=folder, env=environment, capture_output=True, text=True
    )
    if ran.returncode:
        sys.exit(f"examples/{name} fails:\n{ran.stderr}")
    return picture_of_words(f"$ python {name}\n{ran.stdout}") if name in PRINTING else Image.open(plot).convert("RGB")


def _picture_of_notebook(path: Path) -> "Image.Image":
    """Return the last picture among the outputs of a notebook; without one, a picture of what it prints."""
    import base64

    import nbclient
    import nbformat
    from PIL import Image

    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output["data"]["image/png"] for output in outputs if "image/png" in output.get("data", {})]
    if not pictures:
        return picture_of_words("".join(output["text"] for output in outputs if output.output_type == "stream"))
    return Image.open(io.BytesIO(base64.b64decode(pictures[-1]))).convert("RGB")


def picture_of_words(words: str) -> "Image.Image":
    """Return a picture of what a program prints, as a terminal shows it."""
    import matplotlib
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (SIZE[0] * 2, SIZE[1] * 2), "#0f2a1f")
    font = ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"), 24)
    lines = [line[:62] for line in words.expandtabs().splitlines()]
    shown = lines if len(lines) <= 17 else [*lines[:8], "  ...", *lines[-8:]]
    ImageDraw.Draw(picture).multiline_text((28, 26), "\n".join(shown), "#d5e8dd", font, spacing=8)
    return picture


def thumbnail(picture: "Image.Image") -> "Image.Image":
    """Return a picture as a thumbnail: whole, the left one of two plots side by side, or the top of a long column."""
    from PIL import Image, ImageOps

    width, height = picture.size
    gap = gap_in_the_middle(picture) if width > 2 * height else 0
    if gap:
        picture = picture.crop((0, 0, gap, height))
    elif height > 1.5 * width:
        picture = picture.crop((0, 0, width, round(width * SIZE[1] / SIZE[0])))
    return ImageOps.pad(picture, SIZE, Image.Resampling.LANCZOS, color=picture.getpixel((0, 0)))


def gap_in_the_middle(picture: "Image.Image") -> int:
    """Return the empty column of a picture that is nearest to its middle, 0 if there is none near it."""
    grey = picture.convert("L")
    middle = picture.width // 2
    for away in range(picture.width // 12):
        for column in (middle - away, middle + away):
            dark, bright = grey.crop((column, 0, column + 1, picture.height)).getextrema()
            if dark == bright:
                return column
    return 0


def save(picture: "Image.Image", path: Path) -> None:
    """Write a thumbnail, compressed until it is small enough."""
    small = thumbnail(picture)
    for quality in (85, 75, 65, 50, 35):
        written = io.BytesIO()
        small.save(written, "WEBP", quality=quality, method=6)
        if written.tell() <= LARGEST:
            break
    path.write_bytes(written.getvalue())
    print(f"{path.relative_to(ROOT)}: {written.tell() / 1000:.0f} kB")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
