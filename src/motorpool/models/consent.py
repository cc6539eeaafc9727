"""Consent to the code that vehicle files name, for commands with vehicles or models as arguments."""

from collections.abc import Iterable

from ..base.command_line.consent import trust_code
from ..base.errors import ModelError
from ..base.trust import CodeFile
from . import registry
from .own_model import VEHICLE_SUFFIX


def trust_vehicles(names: Iterable[str | None], *, is_trusted: bool) -> None:
    """Decide on the code that vehicle files name; a model file that the user gives is trusted.

    Raises:
        TrustError: code is not trusted.
    """
    files: list[CodeFile] = []
    for name in names:
        base, _ = registry.split_name(name or "")
        if base.endswith(VEHICLE_SUFFIX):
            try:
                files += registry.find_in_data(base).code
            except ModelError:
                continue  # the command reports the error in the file
    trust_code(files, is_trusted=is_trusted)
