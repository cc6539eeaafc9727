"""Archive (FMU) of a model: description, C sources and, if a C compiler is installed, a library for this machine."""

import io
import json
import math
import os
import platform
import shutil
import subprocess
import tempfile
import zipfile
from importlib import resources
from pathlib import Path
from typing import Any

from ....base.errors import ModelError
from ....models.fields import fields_of
from ....models.registry import Model
from ..exporting import found_model
from ..languages.c import C
from ..languages.language import identifier_of
from ..program import program_of
from .description import description, token_of, variables_of

VERSIONS = ("2.0", "3.0")
COMPILERS = ("cc", "gcc", "clang")
OPTIMISATION = "-O2"
MADE = (1980, 1, 1, 0, 0, 0)  # fixed time of every file, so that archives are reproducible


def fmu(model: Any, *, vehicle: str | None = None, version: str = "3.0") -> bytes:
    """Return a model as an FMU for co-simulation, for Simulink, Modelica tools and test benches.

    The outputs are the fields of ``State`` ("state.x"), the inputs those of ``Control`` and ``Ground``, the parameters
    those of ``Params``. The archive contains C sources and, if a C compiler is installed, a library for this machine.

    Args:
        model: name of a model or vehicle, path of a vehicle file, or a module.
        vehicle: vehicle of this model whose values become the parameters.
        version: version of the interface (FMI), "2.0" or "3.0".

    Raises:
        ModelError: the model, vehicle or version is unknown, or the sources do not compile.
    """
    if version not in VERSIONS:
        raise ModelError(f"version is {version!r}; it must be '2.0' or '3.0'")
    found = found_model(model, vehicle)
    variables = variables_of(found)
    interface = f"fmi{version[0]}.c"
    sources = {"model.h": C(program_of(found)).write()}
    sources |= {name: _own_text(name) for name in ("instance.h", interface)}
    token = token_of(found, list(sources.values()), version)
    sources["model_variables.h"] = _variables_header(found, token)
    files = {"modelDescription.xml": description(found, variables, version=version, token=token)}
    files |= {f"sources/{name}": text.encode() for name, text in sources.items()}
    if version == "3.0":
        files["sources/buildDescription.xml"] = _build_description(found)
    library = _library(sources, interface)
    if library is not None:
        files[f"binaries/{_folder(version)}/{identifier_of(found.name)}{_suffix()}"] = library
    return _zipped(files)


def has_program(archive: bytes) -> bool:
    """Return whether an archive has a library for a machine."""
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        return any(name.startswith("binaries/") for name in file.namelist())


def _own_text(name: str) -> str:
    return resources.files("motorpool.compile.translation.fmi").joinpath(name).read_text(encoding="utf-8")


def _variables_header(model: Model, token: str) -> str:
    """Return the C text that connects the model with the interface."""
    prefix = f"{identifier_of(model.name)}_"
    parts = [part for part, structure in model.structures.items() if structure._fields]
    given = {part: f"values->{part}" if part in parts else f"{prefix}default_{part}()" for part in model.structures}
    ground = f", {given['ground']}" if "ground" in given else ""
    is_valid = (
        f"{prefix}is_valid({given['control']}, {given['params']}, dt)" if hasattr(model.module, "is_valid") else 1
    )
    lines = [
        '#include "model.h"',
        "#include <float.h>",
        f'#define MODEL_TOKEN "{token}"',
        "typedef struct {",
        "    double time;",
        "    double max_step;",
        *(f"    {prefix}{part} {part};" for part in parts),
        "} model_values;",
        "typedef struct {",
        "    const char *name;",
        "    double low, high;",
        "    int is_open; /* the limits are excluded */",
        "    const char *words;",
        "} value_range;",
        "#define MODEL_VALUES model_values",
        "static model_values model_defaults(void) {",
        "    model_values values;",
        "    values.time = 0.0;",
        "    values.max_step = 0.01;",
        *(f"    values.{part} = {prefix}default_{part}();" for part in parts),
        "    return values;",
        "}",
        "static const value_range model_ranges[] = {",
        *_ranges(model),
        "};",
        "static int model_step(model_values *values, double dt) {",
        f"    if (!{is_valid}) {{",
        "        return 0;",
        "    }",
        f"    values->state = {prefix}step({given['state']}, {given['control']}, {given['params']}, dt{ground});",
        "    const double *numbers = (const double *)&values->state;",
        "    for (size_t i = 0; i < sizeof values->state / sizeof(double); i++) {",
        "        if (!isfinite(numbers[i])) {",
        "            return 0;",
        "        }",
        "    }",
        "    return 1;",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _ranges(model: Model) -> list[str]:
    """Return the lines of the table of the values that a step takes, in the order of the variables."""
    from ...checks import limits_of  # only here, because it imports NumPy, which other exports do not need

    lines = ['    {"time", -DBL_MAX, DBL_MAX, 0, "finite"},', '    {"max_step", 0.0, DBL_MAX, 0, "zero or positive"},']
    for part, structure in model.structures.items():
        for field in fields_of(structure):
            limits = ", ".join(_limit(limit) for limit in limits_of(part, field))
            words = json.dumps(field.range.words)
            lines.append(f'    {{"{part}.{field.name}", {limits}, {int(field.range.is_open)}, {words}}},')
    return lines


def _limit(limit: float) -> str:
    """Return the C text of a limit; one that is not finite is the largest number."""
    return repr(float(limit)) if math.isfinite(limit) else f"{'-' if limit < 0.0 else ''}DBL_MAX"


def _build_description(model: Model) -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<fmiBuildDescription fmiVersion="3.0">\n'
        f'  <BuildConfiguration modelIdentifier="{identifier_of(model.name)}">\n'
        '    <SourceFileSet language="C99">\n      <SourceFile name="fmi3.c"/>\n    </SourceFileSet>\n'
        '    <Library name="m"/>\n  </BuildConfiguration>\n</fmiBuildDescription>\n'
    ).encode()


def _library(sources: dict[str, str], interface: str) -> bytes | None:
    """Return the shared library of the sources for this machine; None without a C compiler."""
    compiler = next((found for name in COMPILERS if (found := shutil.which(name))), None)
    if compiler is None or os.name == "nt":
        return None
    with tempfile.TemporaryDirectory() as folder:
        for name, text in sources.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        command = [compiler, "-std=c99", OPTIMISATION, "-ffp-contract=off", "-shared", "-fPIC", "-fvisibility=hidden"]
        made = subprocess.run([*command, interface, "-o", "model", "-lm"], cwd=folder, capture_output=True, text=True)
        if made.returncode != 0:
            raise ModelError(f"{compiler} does not compile the model: {made.stderr.strip().splitlines()[0]}")
        return (Path(folder) / "model").read_bytes()


def _folder(version: str) -> str:
    system = {"Darwin": "darwin", "Windows": "windows"}.get(platform.system(), "linux")
    machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    if version == "3.0":
        return f"{machine}-{system}"
    return f"{ {'windows': 'win'}.get(system, system) }64"


def _suffix() -> str:
    return {"Darwin": ".dylib", "Windows": ".dll"}.get(platform.system(), ".so")


def _zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, MADE), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
