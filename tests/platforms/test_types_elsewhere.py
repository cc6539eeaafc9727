"""Types on Windows and macOS: pyright knows which functions of Python each system has."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Modules of which Python has other functions on other systems.
MODULES = (
    "asyncio|ctypes|fcntl|grp|mmap|msvcrt|multiprocessing|os|platform|pwd|resource|select|shutil|signal|socket|"
    "subprocess|sys|tempfile|threading|time"
)
IMPORT = re.compile(rf"^\s*(import|from) ({MODULES})\b", re.MULTILINE)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("platform", ["Windows", "Darwin"])
def test_the_package_uses_what_a_system_has(platform: str, tmp_path: Path) -> None:
    files = [path for path in sorted((ROOT / "src").rglob("*.py")) if IMPORT.search(path.read_text(encoding="utf-8"))]
    lacking = tmp_path / "lacking.py"  # neither system has this function, which shows that the check is made
    lacking.write_text("import os\n\nprint(os.sched_getaffinity(0))\n", encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--pythonplatform", platform, "--outputjson", *files, lacking]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    report = json.loads(done.stdout)
    found = [
        f"{one['file']}:{one['range']['start']['line'] + 1} {one['message']}" for one in report["generalDiagnostics"]
    ]
    assert [line for line in found if not line.startswith(str(lacking))] == []
    assert len(found) == 1
    assert report["summary"]["filesAnalyzed"] == len(files) + 1 > 100
