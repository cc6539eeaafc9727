"""Weights of policies: arrays and nothing else; what is wrong with a file is one sentence."""

import io
import itertools
import zipfile

import numpy as np
import pytest

from motorpool.errors import WorldError
from motorpool.learning import Policy, drive

SIZES = (9, 4, 1)


def weights(**others):
    random = np.random.default_rng(0)
    arrays = {"task": np.array("motorpool/BackTrailer-v0"), "log_deviation": np.zeros(1), "value.0": np.zeros((9, 4))}
    for number, (inputs, outputs) in enumerate(itertools.pairwise(SIZES)):
        arrays[f"policy.{number}"] = random.normal(size=(inputs, outputs)).astype(np.float32)
        arrays[f"policy.{number}.bias"] = random.normal(size=outputs).astype(np.float32)
    return {name: value for name, value in {**arrays, **others}.items() if value is not None}


def saved(path, **others):
    np.savez(path, **weights(**others))
    return path


def test_a_policy_computes_its_network(tmp_path):
    policy = Policy.load(saved(tmp_path / "own.npz"))
    seen, arrays = np.random.default_rng(1).normal(size=(5, 9)).astype(np.float32), weights()
    hidden = np.tanh(seen @ arrays["policy.0"] + arrays["policy.0.bias"])
    outputs = hidden @ arrays["policy.1"] + arrays["policy.1.bias"]
    assert np.allclose(policy(seen), np.clip(outputs, -1.0, 1.0), rtol=1e-6)
    assert repr(policy) == "<Policy for BackTrailer-v0 of own.npz: 9 x 4 x 1>"


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"policy.0": None, "policy.1": None}, r"bad\.npz has no array policy\.0; it has "),
        ({"policy.1.bias": None}, r"has 2 layers, but no array policy\.1\.bias"),
        ({"policy.0": np.zeros(9)}, r"policy\.0 is float64 of shape \(9,\); it must be floats, 2-D"),
        ({"policy.0": np.zeros((9, 4), int)}, r"policy\.0 is int64 of shape \(9, 4\); it must be floats, 2-D"),
        ({"policy.0": np.full((9, 4), np.nan)}, r"policy\.0 has a value that is not finite"),
        ({"policy.0.bias": np.zeros(5)}, r"policy\.0 has 4 outputs, and its bias 5"),
        ({"policy.1": np.zeros((5, 1))}, r"policy\.1 has 5 inputs, and the layer before 4 outputs"),
        ({"task": np.zeros(3)}, "task is no name"),
        ({"policy.0": np.array([{}], object)}, r"bad\.npz is not a NumPy archive of plain arrays"),
    ],
)
def test_other_arrays_are_refused(tmp_path, others, sentence):
    with pytest.raises(WorldError, match=sentence):
        Policy.load(saved(tmp_path / "bad.npz", **others))


def header_of(shape):
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": "<f8", "fortran_order": False, "shape": shape})
    return stream.getvalue()


@pytest.mark.parametrize(
    "content",
    [b"", b"PK", b"no array", header_of((10**15, 10**3)), header_of((-1, -4)), header_of((2, 2)) + b"123"],
)
def test_files_that_hold_no_arrays_are_refused(tmp_path, content):
    (tmp_path / "raw.npz").write_bytes(content)
    with zipfile.ZipFile(tmp_path / "zip.npz", "w") as file:
        file.writestr("policy.0.npy", content)
    for name in ("raw.npz", "zip.npz"):
        with pytest.raises(WorldError, match=rf"{name} is no file of weights \(\.npz\): "):
            Policy.load(tmp_path / name)


def test_a_file_that_would_fill_the_memory_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("policy.0.npy", header_of((101_000_000 // 8,)) + bytes(101_000_000))
    with pytest.raises(WorldError, match="takes 101000000 bytes unpacked; 100000000 are left"):
        Policy.load(tmp_path / "bomb.npz")


def test_weights_that_do_not_fit_the_task_are_refused(tmp_path):
    path = saved(tmp_path / "wide.npz", **{"policy.0": np.zeros((8, 4)), "task": np.array("Other-v0")})
    with pytest.raises(
        WorldError, match=r"wide\.npz takes 8 observations and gives 1 action of Other-v0; BackTrailer-v0 has 9 and 1"
    ):
        drive("BackTrailer-v0", path)
    with pytest.raises(WorldError, match=r"none\.npz cannot be read"):
        drive("BackTrailer-v0", tmp_path / "none.npz")
