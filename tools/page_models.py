"""Writes the motion models that demonstrations in the documentation run, by ``motorpool export --to typescript``.

Run ``python tools/page_models.py`` (or ``make messages``) after one of these models has changed; ``--check`` writes
nothing and fails where a file is not what the model gives.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import motorpool as mp

FOLDER = Path(__file__).parents[1] / "client" / "src" / "generated" / "models"
MODELS = ("bicycle/arc", "bicycle/six-line", "cartesian/components", "polar/corrected", "tracked/arc", "tracked/simple")


def main() -> None:
    """Write the files, or check them."""
    texts = {FOLDER / f"{name.replace('/', '-')}.ts": mp.export(name, to="typescript") for name in MODELS}
    stale = [path for path, text in texts.items() if not path.is_file() or path.read_text("utf-8") != text]
    stale += [path for path in FOLDER.glob("*.ts") if path not in texts]
    if "--check" not in sys.argv[1:]:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for path in stale:
            path.write_text(texts[path], "utf-8") if path in texts else path.unlink()
    elif stale:
        sys.exit(f"{', '.join(path.name for path in stale)}: not what the models give; run python tools/page_models.py")


if __name__ == "__main__":
    main()
