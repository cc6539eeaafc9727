"""The largest difference between each model in another language and the model itself, over a drive of 1 000 steps.

Languages whose compiler is not installed are left out.
"""

import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "tests" / folder) for folder in ("support", "compile/translation")]

from drivers import DRIVEN, TOOLCHAINS, MissingToolError, drive_of, largest_differences, rows_of_driver  # noqa: E402

from motorpool.compile.translation.languages import LANGUAGES  # noqa: E402
from motorpool.compile.translation.program import program_of  # noqa: E402
from motorpool.models.registry import find  # noqa: E402


def main() -> None:
    programs, drives = [program_of(find(name)) for name in DRIVEN], [drive_of(name) for name in DRIVEN]
    print("| language | | largest difference | of the model |\n|---|---|---|---|")
    for name, language in LANGUAGES.items():
        row = f"| {language.title} | {language.checked or 'not run by us'} |"
        if name not in TOOLCHAINS:
            print(f"{row} | |")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = rows_of_driver(name, programs, drives, Path(folder))
            except MissingToolError as missing:
                print(f"{row} {missing} is not installed | |")
                continue
        differences = dict(zip(DRIVEN, largest_differences(found, drives), strict=True))
        worst = max(differences, key=lambda model: differences[model])
        print(f"{row} {differences[worst]:.1e} | {worst if differences[worst] else 'all to the bit'} |")


if __name__ == "__main__":
    main()
