"""The folder of the kernels that tests compile."""

import tempfile
from pathlib import Path

from motorpool.compile.cache import check_is_own


def folder_of_kernels(wanted: Path) -> Path:
    """Return a folder in the checkout, or one in the home folder or elsewhere if the checkout is open to other users.

    A checkout that belongs to another user than the one who tests is usual in containers.
    """
    for folder in (wanted, Path.home() / ".cache" / "motorpool" / "tests"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            check_is_own(folder.resolve())
        except OSError:
            continue
        return folder
    return Path(tempfile.mkdtemp(prefix="motorpool-tests-"))
