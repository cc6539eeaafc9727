"""Writes a model in another language for the form of the documentation: asked in JSON, answered in JSON.

The page's worker runs this file once and then calls ``write``; a test runs it in CPython, too.
"""

import json

from motorpool.errors import MotorpoolError
from motorpool.translation.driving import drive_of
from motorpool.translation.exporting import written


def write(asked: str) -> str:
    """Return the text, its file's name and how the language is checked; or the reason why there is none."""
    wish = json.loads(asked)
    try:
        program = written(wish["model"], wish["language"], poses=wish["poses"])
        text = program.with_drive(drive_of(*map(float, wish["drive"]))) if wish["drive"] else program.write()
    except MotorpoolError as error:
        return json.dumps({"text": "", "file": "", "checked": "", "reason": str(error)})
    return json.dumps({"text": text, "file": program.file_name, "checked": program.checked, "reason": ""})
