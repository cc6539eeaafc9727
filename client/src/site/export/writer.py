"""Export of a model to another language for the form of the documentation, with requests and answers in JSON.

The page's worker runs this file once and then calls ``write``; a test runs it in CPython.
"""

import json

from motorpool.errors import MotorpoolError
from motorpool.compile.translation.driving import drive_of
from motorpool.compile.translation.exporting import written


def write(request: str) -> str:
    """Return the text, its file name and the check of the language, or the reason why there is none."""
    wanted = json.loads(request)
    try:
        program = written(wanted["model"], wanted["language"], poses=wanted["poses"])
        text = program.with_drive(drive_of(*map(float, wanted["drive"]))) if wanted["drive"] else program.write()
    except MotorpoolError as error:
        return json.dumps({"text": "", "file": "", "checked": "", "reason": str(error)})
    return json.dumps({"text": text, "file": program.file_name, "checked": program.checked, "reason": ""})
