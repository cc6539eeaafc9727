"""Writes what demonstrations in the documentation run: motion models, by ``motorpool export``, shapes and a car park.

Run ``python tools/generated/page_models.py`` (or ``make generate``) after one of these models has changed; ``--check``
writes nothing and fails where a file is not what the model gives.
"""

import json
import sys
from pathlib import Path
from typing import Any

import motorpool as mp
from motorpool.app.playground import scenes
from motorpool.app.playground.driven import Driven
from motorpool.app.viewer.description import describe
from motorpool.vehicles.shape.description import describe_drawing

GENERATED = Path(__file__).parents[2] / "client" / "src" / "generated"
FOLDER = GENERATED / "models"
MOCK = Path(__file__).parents[2] / "client" / "mock" / "generated"
MODELS = (
    "bicycle/arc",
    "bicycle/six-line",
    "cartesian/components",
    "polar/corrected",
    "single-track",
    "tracked/arc",
    "tracked/simple",
)


def main() -> None:
    """Write the files, or check them."""
    texts = {FOLDER / f"{name.replace('/', '-')}.ts": mp.export(name, to="typescript") for name in MODELS}
    texts[GENERATED / "demonstrations.ts"] = playground_things()
    texts[MOCK / "fleets.json"] = mock_fleets()
    stale = [path for path, text in texts.items() if not path.is_file() or path.read_text("utf-8") != text]
    stale += [path for path in FOLDER.glob("*.ts") if path not in texts]
    if "--check" not in sys.argv[1:]:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for path in stale:
            path.write_text(texts[path], "utf-8") if path in texts else path.unlink()
    elif stale:
        sys.exit(f"{', '.join(path.name for path in stale)}: not what the models give; run make generate")


def playground_things() -> str:
    """Return the module of what the demonstrations have from the playground: two shapes, and the car park for a car."""
    car, tank = (Driven(name).shape for name in ("bicycle/arc", "tracked/arc"))
    things = {
        "CAR": ("Shape", describe_drawing(car)),
        "TANK": ("Shape", describe_drawing(tank)),
        "CAR_PARK": ("SceneInfo", scenes.make("parking", (car, car)).describe()),
    }
    lines = [
        "/** Shapes and a car park of the playground. Written by make generate; not to be edited. */\n",
        "import type { SceneInfo, Shape } from './playground'",
    ]
    lines += [f"\nexport const {name}: {kind} = {json.dumps(rounded(thing))}" for name, (kind, thing) in things.items()]
    return "\n".join(lines) + "\n"


def mock_fleets() -> str:
    """Return the fleets of the mock world, as a server describes them, one a line: its vehicles have shapes, too."""
    lorry, wheeled = mp.Body(length=6.0, width=2.5, height=3.4), mp.Body(length=4.6, width=1.95, height=1.95)
    trailers = "trailer_length=8.1,second_trailer_length=5.5,hitch_offset=1.6,second_hitch_offset=1.5,trailer_count=2"
    fleets = [
        mp.Fleet("M1A1", 1, name="M1A1"),
        mp.Fleet(f"tractor-trailer/chain:{trailers}", 1, name="lorry", body=lorry),
        mp.Fleet("quad", 1, name="quad"),
        mp.Fleet("single-track", 1, name="Wheeled", body=wheeled),
    ]
    described = describe(mp.World(fleets=fleets, name="mock"))["fleets"]
    return "[\n" + ",\n".join(json.dumps(rounded(fleet), separators=(",", ":")) for fleet in described) + "\n]\n"


def rounded(thing: Any) -> Any:
    """Return it with every number rounded to a micrometre or a microradian."""
    if isinstance(thing, dict):
        return {name: rounded(part) for name, part in thing.items()}
    if isinstance(thing, list | tuple):
        return [rounded(part) for part in thing]
    return round(thing, 6) if isinstance(thing, float) else thing


if __name__ == "__main__":
    main()
