"""Names, files and the network print no control characters, and odd names end in no traceback."""

import io
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import motorpool as in_a_process
from rich.progress import TextColumn
from rich.table import Table

from motorpool.app import cli
from motorpool.base.console import PrintableConsole, progress_bar, status
from motorpool.base.terminal import in_one_line, printable, printable_output
from motorpool.errors import FitError, ModelError
from motorpool.links.dis.tools.captures import CaptureWriter
from motorpool.links.dis.wire.encoding import datagrams, entity_states
from motorpool.studies.logs.log import read_log

SOURCES = Path(cli.__file__).parents[2]
ATTACK = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e[red][/blue]\r\x7f"
SENT = re.compile("\x1b\\]|\x1b\\[2J|\x07|\x9b|\u202e|\r\x7f")  # what of it a terminal would obey

ODD_NAMES = {
    "escape": "a\x1b[2J\x1b]0;owned\x07",
    "lines": "a\nmotorpool: all is well",
    "surrogate": os.fsdecode(b"a\xff\xfe"),
    "emoji": "a\U0001f69c\u202e",
    "markup": "a[red][",
}


class Terminal(io.TextIOWrapper):
    """What a terminal gets."""

    def __init__(self, encoding: str = "utf-8"):
        super().__init__(io.BytesIO(), encoding=encoding, errors="strict", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        return self.buffer.getvalue().decode(self.encoding)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Terminal, Terminal]]:
    """Put terminals of an encoding in place of standard output and error."""

    def put(encoding: str) -> tuple[Terminal, Terminal]:
        made = Terminal(encoding), Terminal(encoding)
        monkeypatch.setattr(sys, "stdout", made[0])
        monkeypatch.setattr(sys, "stderr", made[1])
        return made

    return put


# ---- commands


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("odd", ODD_NAMES)
def test_odd_names_of_files_are_reported_without_control_characters(
    odd: str, encoding: str, terminal: Any, tmp_path: Path
):
    for command, suffix, content in (
        (["check"], ".yaml", None),
        (["check"], ".yaml", "vehicles: [{model: no}]\n"),
        (["vehicles"], ".toml", "model = 'no'\n"),
        (["recover"], ".parquet", "no recording"),
        (["replay"], ".parquet", "no recording"),
        (["fit", "--model", "bicycle"], ".csv", "time\n1\n"),
        (["export", "--out", "OUT"], ".py", "State = 1\n"),
        (["dis", "dump"], ".pcap", "no capture"),
        (["sweep", "--vary", "seed=0:2"], ".yaml", None),
    ):
        file = tmp_path / f"{ODD_NAMES[odd]}{suffix}"
        file.unlink(missing_ok=True)
        if content is not None:
            file.write_text(content)
        out, error = terminal(encoding)
        code = cli.run([*(str(tmp_path / "x.c") if word == "OUT" else word for word in command), str(file)])
        told = out.text + error.text
        assert code in (0, cli.MISTAKE), (command, told)
        assert told.strip(), command
        assert not SENT.search(told), (command, told)
        if odd == "lines" and code == cli.MISTAKE:
            assert "\nmotorpool: all is well" not in told, (command, told)


def test_a_process_with_an_ascii_terminal_tells_a_name_that_is_no_text(tmp_path: Path):
    name = os.fsdecode(b"a\xff\xe2\x82\xac.yaml")
    done = in_a_process("check", tmp_path / name, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == cli.MISTAKE
    assert done.stderr.count("\n") == 1
    assert r"a\udcff\u20ac.yaml" in done.stderr


def test_the_help_is_plain_on_an_ascii_terminal_and_coloured_on_others(terminal: Any):
    for encoding in ("ascii", "utf-8"):
        out, _ = terminal(encoding)
        assert cli.run(["fit", "--help"]) == 0
        assert "--model" in re.sub("\x1b\\[[0-9;]*m", "", out.text)
    assert "\x1b[1" in out.text


def test_wrong_usage_repeats_no_control_characters(terminal: Any):
    for arguments in ([ATTACK], ["run", f"--{ATTACK}"], ["run", "--seconds", ATTACK], ["models", ATTACK]):
        out, error = terminal("utf-8")
        assert cli.run(arguments) == cli.MISTAKE
        assert not SENT.search(out.text + error.text), error.text


def test_a_vehicles_file_prints_its_words_as_they_are(terminal: Any, tmp_path: Path):
    words = "".join(letter if letter.isprintable() else f"\\U{ord(letter):08x}" for letter in ATTACK)
    text = (SOURCES / "vehicles" / "files" / "car.toml").read_text()
    file = tmp_path / "mine.toml"
    file.write_text(re.sub(r'(?m)^(title|summary) = "', lambda found: found[0] + words, text))
    assert words in file.read_text()
    out, error = terminal("utf-8")
    assert cli.run(["vehicles", str(file)]) == 0, error.text
    assert not SENT.search(out.text)
    assert r"\x1b[2J\x9b31m\u202e[red][/blue]" in out.text


def test_a_dump_of_a_capture_prints_no_control_characters(terminal: Any, tmp_path: Path):
    file = tmp_path / "a.pcap"
    with CaptureWriter(file) as capture:
        for marking in (b"\x1b[2J\x9b31m\x07", b"\x1b]0;a\x07"):
            capture.write(0.0, bytes(datagrams(entity_states(1, marking=marking))[0]))
    out, error = terminal("utf-8")
    assert cli.run(["dis", "dump", str(file)]) == 0, error.text
    assert "Entity State" in out.text
    assert not SENT.search(out.text)


# ---- tables, bars and lines


def test_a_table_shows_markup_and_control_characters(terminal: Any):
    out, _ = terminal("utf-8")
    with printable_output():
        table = Table("[bold]name[/]", title=ATTACK)
        table.add_row(ATTACK)
        console = PrintableConsole(width=200, highlight=False)
        console.print(table)
        console.print(ATTACK)
    assert not SENT.search(out.text)
    assert "[bold]name[/]" in out.text
    assert out.text.count("[red][/blue]") == 3


def test_a_bar_shows_its_words_and_what_is_printed_meanwhile(terminal: Any):
    _, error = terminal("utf-8")
    with printable_output():
        with progress_bar(TextColumn("{task.description}", markup=False)) as bar:
            bar.add_task(ATTACK)
            print(f"meanwhile {ATTACK}", file=sys.stderr)
            bar.refresh()
        with status(ATTACK) as show:
            show(f"then {ATTACK}")
            print(f"and {ATTACK}")
    assert not SENT.search(error.text)
    assert r"meanwhile \x1b]0;owned" in error.text
    assert r"\x1b]0;owned" in error.text


def test_output_is_the_program_s_own_again_afterwards(terminal: Any):
    before = terminal("utf-8")
    with printable_output(), printable_output():
        print("\x1b[2J")
        sys.stdout.writelines(["a\tb\n", "\r"])
    assert (sys.stdout, sys.stderr) == before
    assert before[0].text == "\\x1b[2J\na\tb\n\\r"


def test_every_control_character_and_mark_of_direction_is_shown():
    for code in [*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x202E, 0x2066, 0x2028, 0xD800, 0xDFFF]:
        letter = chr(code)
        assert (printable(letter) == letter) == (letter in "\t\n"), hex(code)
        assert in_one_line(letter).isprintable() or letter == "\t", hex(code)
    assert printable("Fahrzeug \u00e4 \U0001f69c \u200d [x]") == "Fahrzeug \u00e4 \U0001f69c \u200d [x]"


def test_only_one_module_makes_consoles_and_none_goes_around_the_streams():
    around = re.compile(
        r"rich\.console import .*\bConsole\b|rich import print|typer\.s?echo|std(out|err)\.buffer|__std(out|err)__"
    )
    found = {file.name for file in SOURCES.rglob("*.py") if around.search(file.read_text())}
    assert found == {"console.py"}


# ---- logs


def test_a_cell_of_a_log_that_is_too_long_is_refused_in_a_sentence(tmp_path: Path):
    file = tmp_path / "drive.csv"
    file.write_text("# a log\ntime,speed\n0,1\n\n" + '1,"' + "2" * 140_000 + "\n2,3\n")
    with pytest.raises(FitError, match=r"drive\.csv:5: a cell begins here .*131072.*quotation mark"):
        read_log(file, model="bicycle")


def test_errors_of_a_library_keep_their_text():
    """A program's own handler sees what came; only output to a terminal is changed."""
    with pytest.raises(ModelError) as found:
        raise ModelError(ATTACK)
    assert str(found.value) == ATTACK
