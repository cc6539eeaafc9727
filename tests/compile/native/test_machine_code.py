"""Machine code: vectors of the processor's width, kept in files that are checked, run without the interpreter lock."""

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from agreement import compiled, run_both
from numpy.typing import NDArray

from motorpool.compile import cache, columns, flat, specialise
from motorpool.compile.form.types import FLOAT, ArrayType
from motorpool.compile.native import machine
from motorpool.compile.native.module import WIDTH, Module
from motorpool.compile.notices import listening
from motorpool.models import find

COLUMN = ArrayType("float64", 1)


# ---------------------------------------------------------------- loops


def polynomial(values, results):
    for i in range(values.size):
        value = values[i]
        results[i] = 1.0 + value * (0.5 + value * (0.25 + value * (0.125 + value)))


def test_a_loop_says_how_many_vectors_it_wants_at_once_and_how_wide():
    plain = Module({}).text(polynomial, [COLUMN, COLUMN])
    hinted = Module({polynomial: 4}).text(polynomial, [COLUMN, COLUMN])
    for word in ("llvm.loop.interleave.count", "prefer-vector-width", "noalias"):
        assert word not in plain
    assert '!"llvm.loop.interleave.count", i32 4' in hinted
    assert f'"prefer-vector-width"="{WIDTH}"' in hinted
    (head,) = (line for line in hinted.splitlines() if line.startswith('define internal void @"polynomial'))
    assert head.count("ptr noalias") == head.count("ptr ") == 2


@pytest.mark.parametrize("interleave", [1, 2, 4])
def test_vectors_change_no_bit_of_a_result(interleave):
    values = np.random.default_rng(1).normal(size=1037)
    plain, hinted = np.zeros_like(values), np.zeros_like(values)
    compiled(polynomial, values, plain)(values, plain)
    compiled(polynomial, values, hinted, interleave=interleave)(values, hinted)
    whole = 1037 // 64 * 64  # of the rest, which is no whole vector, products may be rounded otherwise
    assert np.array_equal(plain[:whole], hinted[:whole])
    np.testing.assert_allclose(plain, hinted, rtol=1e-15)


def conditional(values, results):
    for i in range(values.size):
        if values[i] > 0.0:
            results[i] = values[i] + 1.0


def test_a_vectorised_loop_writes_only_its_targets():
    run_both(conditional, np.random.default_rng(2).normal(size=133), np.full(133, 7.0), interleave=4)


@pytest.mark.parametrize("model", ["tracked/arc", "single-track"])
@pytest.mark.parametrize("float_type", ["float64", "float32"])
def test_the_columns_of_a_kernel_lie_apart_and_its_loops_are_interleaved(model, float_type):
    found = find(model)
    whole = flat.llvm_of(columns.advance_program(found, found.module.step, float_type))
    (block,) = (line for line in whole.splitlines() if line.startswith('define internal void @"block'))
    assert block.count("ptr noalias") == block.count("ptr ") > 5
    is_long = len(columns.column_names(found, float_type)) > columns.LONG
    assert f'interleave.count", i32 {columns.LONG_INTERLEAVE if is_long else columns.INTERLEAVE}' in whole


# ---------------------------------------------------------------- files

SOURCE = "def fill(values, factor):\n    for i in range(values.size):\n        values[i] = factor * (i + 1)\n"


def program(source=SOURCE, key="1"):
    """A small program."""
    return flat.Program("tiny one", key, lambda: source, dict, "fill", [COLUMN, FLOAT], {})


class Heard:
    """Counts what is compiled."""

    def __init__(self) -> None:
        self.count = 0

    def began(self) -> None:
        self.count += 1

    def ended(self, seconds: float) -> None:
        pass

    def progressed(self, done: int, total: int) -> None:
        pass


def times_compiled(wanted: flat.Program) -> int:
    """Load a program, check what it computes, and return how often that compiled."""
    heard, values = Heard(), np.zeros(3)
    with listening(heard):
        flat.load(wanted)(values, 2.0)
    assert values.tolist() == [2.0, 4.0, 6.0]
    return heard.count


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path, None, None]:
    """Return a folder of kernels for one test."""
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path))
    cache.cache_folder.cache_clear()
    yield cache.cache_folder()
    cache.cache_folder.cache_clear()


needs_compiler = pytest.mark.skipif(not flat.is_on(), reason="nothing is compiled")


@needs_compiler
def test_a_kernel_is_one_file_which_is_found_again(folder: Path):
    assert [times_compiled(program()) for _ in range(3)] == [1, 0, 0]
    (file,) = folder.glob("*.o")
    assert file.name.startswith("tiny_one_1_")
    assert file.read_bytes().startswith(flat.MAGIC)
    assert not list(folder.glob("*.tmp"))
    assert flat.is_kept("tiny one", "1")
    assert not flat.is_kept("tiny one", "2")


@needs_compiler
def test_another_key_is_another_kernel(folder: Path):
    assert [times_compiled(program(key=key)) for key in ("1", "2", "1")] == [1, 1, 0]
    assert len(list(folder.glob("*.o"))) == 2


@needs_compiler
def test_other_types_vectors_and_modes_are_another_kernel(folder: Path):
    first = program()
    others = [first._replace(interleave={"fill": 4}), first._replace(flushes=True)]
    assert [times_compiled(each) for each in (first, *others, first)] == [1, 1, 1, 0]
    flat.load(first._replace(parameters=[ArrayType("float32", 1), FLOAT]))
    assert len(list(folder.glob("*.o"))) == 4


def test_the_kinds_of_a_structures_columns_are_part_of_the_key():
    """Columns on the stack are made of them."""
    one, other, again = (
        NamedTuple("Columns", [("x", NDArray[kind])]) for kind in (np.float64, np.int32, np.float64)
    )  # fmt: skip
    assert specialise.fingerprint(one) == specialise.fingerprint(again) != specialise.fingerprint(other)


def truncated(content: bytes) -> bytes:
    return content[:-1]


def of_one_bit_less(content: bytes) -> bytes:
    place = len(content) // 2
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def longer(content: bytes) -> bytes:
    return content + b"\0"


def of_another_version(content: bytes) -> bytes:
    return content.replace(flat.MAGIC, flat.MAGIC.replace(b"1", b"0"))


def without_a_head(content: bytes) -> bytes:
    return content[len(flat.MAGIC) :]


def empty(_: bytes) -> bytes:
    return b""


class Attack:
    """Ends the program that unpickles it."""

    def __reduce__(self):
        return os._exit, (7,)


def pickled(_: bytes) -> bytes:
    return pickle.dumps(Attack())


@needs_compiler
@pytest.mark.parametrize(
    "damage", [truncated, of_one_bit_less, longer, of_another_version, without_a_head, empty, pickled]
)
def test_a_damaged_file_is_not_loaded_but_replaced(folder: Path, damage):
    assert times_compiled(program()) == 1
    (file,) = folder.glob("*.o")
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert times_compiled(program()) == 1
    assert file.read_bytes() == whole
    assert times_compiled(program()) == 0


@needs_compiler
def test_where_a_file_cannot_be_written_the_kernel_is_compiled_each_time(folder: Path):
    times_compiled(program())
    (file,) = folder.glob("*.o")
    file.unlink()
    file.mkdir()
    assert [times_compiled(program()) for _ in range(2)] == [1, 1]
    assert [path.name for path in folder.iterdir() if path.suffix == ".tmp"] == []


@needs_compiler
def test_the_file_of_another_processor_is_not_used(folder: Path):
    """Its name is another, though all that it computes is the same."""
    times_compiled(program())
    (own,) = folder.glob("*.o")
    code = f"""
import numpy as np
from motorpool.compile import flat
from motorpool.compile.form.types import FLOAT, ArrayType
values = np.zeros(3)
flat.load(flat.Program("tiny one", "1", lambda: {SOURCE!r}, dict, "fill", [{COLUMN!r}, FLOAT], {{}}))(values, 2.0)
print(values.tolist())
"""
    environment = os.environ | {"MOTORPOOL_CPU": "generic"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[2.0, 4.0, 6.0]"
    (other,) = set(folder.glob("*.o")) - {own}
    assert other.name.startswith("tiny_one_1_")
    assert times_compiled(program()) == 0


@needs_compiler
def test_the_oldest_kernels_make_room_for_new_ones(folder: Path, monkeypatch: pytest.MonkeyPatch):
    times_compiled(program(key="0"))
    (first,) = folder.glob("*.o")
    size = first.stat().st_size
    os.utime(first, (999.0, 999.0))
    monkeypatch.setattr(cache, "LARGEST", 3 * size + size // 2)
    for age, key in enumerate("123"):
        times_compiled(program(key=key))
        for file in folder.glob(f"tiny_one_{key}_*.o"):
            os.utime(file, (1000.0 + age, 1000.0 + age))
    times_compiled(program(key="1"))  # used again: the oldest is now the second
    times_compiled(program(key="4"))
    kept = sorted(file.name.split("_")[2] for file in folder.glob("*.o"))
    assert kept == ["1", "3", "4"]
    assert sum(file.stat().st_size for file in folder.iterdir()) <= cache.LARGEST


@needs_compiler
def test_a_kernel_that_is_loaded_outlives_its_file(folder: Path):
    fill, values = flat.load(program()), np.zeros(2)
    assert cache.clear_cache() == 1
    fill(values, 3.0)
    assert values.tolist() == [3.0, 6.0]


# ---------------------------------------------------------------- calls


def test_numbers_may_be_pythons_or_numpys():
    def called(factor, count):
        values = np.zeros(2)
        kernel(values, factor, count)
        return values.tolist()

    kernel = compiled(scaled, np.zeros(1), 1.0, 1)
    expected = [3.0, 0.0]
    for factor in (1.5, np.float64(1.5), np.float32(1.5)):
        for count in (2, np.int64(2), np.int8(2), True + 1):
            assert called(factor, count) == expected
    assert called(3, True) == expected


def scaled(values, factor, count):
    values[0] = factor * count


@pytest.mark.parametrize(
    "wrong",
    [
        (),
        (1.0, 1),
        (np.zeros(2), 1.0),
        (np.zeros(2), 1.0, 1, 1),
        (np.zeros(2), "1.0", 1),
        (np.zeros(2), None, 1),
        (np.zeros(2), 1.0, 1.5),
        (np.zeros(2), 1.0, "1"),
        (None, 1.0, 1),
        ([1.0, 2.0], 1.0, 1),
        (1.0, 1.0, 1),
        (np.zeros((2, 2)), 1.0, 1),
    ],
    ids=lambda wrong: ", ".join(map(repr, wrong)),
)
def test_wrong_arguments_are_refused(wrong):
    """In a process of its own: what is not refused would end it."""
    code = f"""
import sys
sys.path[:0] = {sys.path!r}
import numpy as np
from numpy import array
from agreement import compiled
from test_machine_code import scaled
kernel = compiled(scaled, np.zeros(1), 1.0, 1)
try:
    kernel(*{wrong!r})
except TypeError as error:
    print("refused:", error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("refused: ")


def test_a_number_that_is_too_large_is_refused():
    with pytest.raises(OverflowError):
        compiled(scaled, np.zeros(1), 1.0, 1)(np.zeros(1), 1.0, 1 << 70)


def iterate(values, turns):
    """Compute one after the other, for as long as is wanted."""
    for _ in range(turns):
        values[0] = values[0] * 0.5 + 1.0


def test_python_runs_while_a_kernel_does():
    """With the interpreter lock held, no other thread could look at the clock from a kernel's begin to its end."""
    values = np.zeros(1)
    kernel = compiled(iterate, values, 1)
    inside: list[float] = []

    def work():
        inside.append(time.perf_counter())
        kernel(values, 200_000_000)
        inside.append(time.perf_counter())

    thread = threading.Thread(target=work)
    thread.start()
    looks: list[float] = []
    while thread.is_alive():
        looks.append(time.perf_counter())
        time.sleep(0.001)
    begin, end = inside
    assert any(begin + 0.2 * (end - begin) < look < end - 0.2 * (end - begin) for look in looks)
    assert values[0] == 2.0


def test_a_call_counts_references_as_it_found_them():
    kernel, values, factor = compiled(scaled, np.zeros(1), 1.0, 1), np.zeros(1), 12345.678
    before = sys.getrefcount(values), sys.getrefcount(factor)
    for _ in range(1000):
        kernel(values, factor, 2)
        with pytest.raises(TypeError):
            kernel(values, "no number", 2)
    assert (sys.getrefcount(values), sys.getrefcount(factor)) == before


@needs_compiler
def test_threads_may_compile_at_once(folder: Path):
    results = np.zeros((4, 3))

    def work(number):
        flat.load(program(key=str(number // 2)))(results[number], 2.0)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results.tolist() == [[2.0, 4.0, 6.0]] * 4
    assert len(list(folder.glob("*.o"))) == 2


def test_the_compiler_and_the_processor_are_named():
    name, features = machine.processor()
    assert name
    assert "," in features or os.environ.get("MOTORPOOL_CPU")
    assert machine.version().startswith("LLVM ")
