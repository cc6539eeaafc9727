"""Writes what pages need without Python: the playground's formulas in TypeScript, its start, a drive, and keys.

Run ``python tools/generated/page_first_drive.py`` (or ``make generate``) after the playground's first pair, its
demonstration or the mapping of keys has changed. ``--check`` writes nothing and fails where formulas or start are not
what the package gives; tests/app/playground/test_first_drive.py checks the numbers of the drive.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from page_models import rounded

from motorpool.app.playground.demonstrations import PAUSE
from motorpool.app.playground.input_mapping import OPEN_GROUND
from motorpool.app.playground.moment import moment_of
from motorpool.app.playground.motion import arc_between
from motorpool.app.playground.session import AT_REST, MAX_STEPS, SIDES, Session
from motorpool.app.playground.visit import ACTS
from motorpool.compile.translation.stages import StageModule
from motorpool.world.drivers.direct_pedals import pedals_of_keys
from motorpool.world.drivers.manual_control import drive_by_hand

FOLDER = Path(__file__).parents[2] / "client" / "src" / "playground" / "generated"
FORMULAS = (drive_by_hand, arc_between)
PEDALS = "../../generated/pedals.ts"  # of the live page, too

ROUNDS, EVERY = 1000, 25  # of the drive, each a step unless the clock stands; and rounds between its samples
MOMENT = 575  # round of the moment from which Python continues in the test
IDLE = {"forward": 0.0, "left": 0.0, "brake": 0.0}
SCRIPT: list[tuple[int, str, dict[str, Any]]] = [  # before a round, in its order: a command, and its fields
    (130, "drive", IDLE | {"forward": 1.0}),
    (250, "drive", IDLE | {"forward": 1.0, "left": 1.0}),
    (330, "drive", IDLE | {"forward": 0.3, "left": -0.55}),
    (420, "drive", IDLE | {"brake": 1.0}),
    (470, "drive", IDLE),
    (490, "drive", IDLE | {"forward": -1.0, "left": 1.0}),
    (563, "hold", {"is_on": True}),
    (570, "drive", IDLE),
    (625, "dt", {"value": 0.05}),
    (650, "pause", {}),
    (655, "step", {}),
    (660, "resume", {}),
    (670, "hold", {"is_on": False}),
    (740, "hold", {"is_on": True}),  # both stand by now
    (742, "dt", {"value": 0.1}),
    (752, "hold", {"is_on": False}),
    (760, "dt", {"value": 1.0 / 60.0}),  # the demonstration begins
    (800, "drive", IDLE | {"forward": 0.5, "left": 0.5}),
    (830, "drive", IDLE),
    (840, "reset", {}),
]


def main() -> None:
    """Write the files, or check those that are the same on every machine."""
    texts = {"formulas.ts": formulas_text(), PEDALS: pedals_text(), "start.ts": start_text(Session())}
    if "--check" in sys.argv[1:]:
        stale = [name for name, text in texts.items() if not is_written(name, text)]
        if stale:
            sys.exit(f"{', '.join(stale)}: not what the package gives; run make generate")
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (FOLDER / name).write_text(text, "utf-8")
    (FOLDER / "driven.json").write_text(json.dumps(driven(Session()), separators=(",", ":")) + "\n", "utf-8")


def is_written(name: str, text: str) -> bool:
    """Return whether a file has this text."""
    path = FOLDER / name
    return path.is_file() and path.read_text("utf-8") == text


def formulas_text() -> str:
    """Return the formulas of keys and of the motion of a step in TypeScript."""
    module = StageModule()
    for formula in FORMULAS:
        module.add(formula)
    return module.text(
        [
            "Formulas of the playground: keys to commands, and the arc of a step; made of the package's own text by",
            "tools/generated/page_first_drive.py. SPDX-License-Identifier: MIT",
        ]
    )


def pedals_text() -> str:
    """Return the formula of the keys that press pedals in TypeScript."""
    module = StageModule()
    module.add(pedals_of_keys)
    return module.text(
        [
            "Keys to pedals; made of the package's own text by tools/generated/page_first_drive.py.",
            "SPDX-License-Identifier: MIT",
        ]
    )


def start_text(session: Session) -> str:
    """Return the module with the first pair's models and all that a new session begins with."""
    set_up: dict[str, Any] = {"type": "set-up", **session.set_up()}
    for side in SIDES:
        set_up[side] = set_up[side] | {"shape": rounded(set_up[side]["shape"])}
    handling = {camel(name): value for name, value in OPEN_GROUND._asdict().items()}
    things = {
        "SET_UP: SetUp": set_up,
        "PROGRAMS: Programs": {"type": "programs"} | session.programs(),
        "MOMENT: Moment": moment_of(session),
        "PHASES: readonly Phase[]": session.demonstration.phases,
        "PAUSE": PAUSE,
        "HANDLING: Handling": handling,
        "MAX_STEPS": MAX_STEPS,
        "AT_REST": AT_REST,
    }
    imports = [f"import * as {side} from '../../generated/models/{module_of(session, side)}'" for side in SIDES]
    head = [
        "/** Start of the playground's first drive. Written by make generate; not to be edited. */\n",
        "import type { Moment, Phase } from '../moment'",
        *imports,
        "import type { Programs, SetUp } from '../../generated/playground'",
        "import type { Handling } from './formulas'",
        "\nexport const MODELS = { left, right }",
    ]
    lines = [f"\nexport const {name} = {json.dumps(thing)}" for name, thing in things.items()]
    return "\n".join([*head, *lines]) + "\n"


def module_of(session: Session, side: Any) -> str:
    """Return the name of the file with a side's exported model."""
    return session.sides[side].model.name.replace("/", "-")


def camel(name: str) -> str:
    """Return a name in camelCase."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def driven(session: Session) -> dict[str, Any]:
    """Return the script, its samples of the state, and the moment from which Python continues."""
    script = [{"round": number, "command": {"type": name} | fields} for number, name, fields in SCRIPT]
    samples = [sample for _, sample in samples_of(session)]
    beginning = Session()
    list(samples_of(beginning, until=MOMENT))
    return {"rounds": ROUNDS, "every": EVERY, "script": script, "samples": samples,
            "moment": {"round": MOMENT} | moment_of(beginning)}  # fmt: skip


def samples_of(session: Session, begin: int = 0, until: int = ROUNDS) -> Iterator[tuple[int, dict[str, Any]]]:
    """Drive a session by the script, and yield rounds and states."""
    for number in range(begin, until):
        for _, name, fields in (row for row in SCRIPT if row[0] == number):
            ACTS[name](session, **fields)
        session.advance(session.dt)
        if (number + 1) % EVERY == 0:
            yield number + 1, session.state()


if __name__ == "__main__":
    main()
