"""Nets on file: what is written is read, and what is not one is refused."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tamaya.formats import nets
from tamaya.formats.nets import NetError

ARRAYS: dict[str, npt.NDArray[Any]] = {
    "a": np.arange(6, dtype=np.float16).reshape(2, 3),
    "b": np.array([], np.float32),
    "c": np.array(7, np.int64),
}


OVERLAPPING = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    nets.write_net(file, {"variant": "base", "players": "2"}, ARRAYS)
    found = nets.read_net(file)
    assert found.card == {"variant": "base", "players": "2"}
    assert list(found.arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert found.arrays[name].dtype == array.dtype
        assert np.array_equal(found.arrays[name], array)
    assert list(tmp_path.iterdir()) == [file]


def test_the_files_are_those_of_the_library(tmp_path: Path) -> None:
    """The safetensors package reads what we write, and we read what it writes."""
    library = pytest.importorskip("safetensors.numpy")
    ours, theirs = tmp_path / "ours.safetensors", tmp_path / "theirs.safetensors"
    nets.write_net(ours, {"variant": "base"}, ARRAYS)
    library.save_file(ARRAYS, theirs, metadata={"variant": "base"})
    found = nets.read_net(theirs)
    assert found.card == {"variant": "base"}
    for name, array in library.load_file(ours).items():
        assert array.dtype == ARRAYS[name].dtype
        assert np.array_equal(array, ARRAYS[name])
        assert np.array_equal(found.arrays[name], array)
    assert set(found.arrays) == set(ARRAYS)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    """Whatever happens in the middle."""

    class Interrupted(np.ndarray[Any, Any]):
        def astype(self, *_: Any, **_more: Any) -> Any:
            raise KeyboardInterrupt

    file = tmp_path / "net.safetensors"
    nets.write_net(file, {}, ARRAYS)
    before = file.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        nets.write_net(file, {}, {**ARRAYS, "d": np.ones(3, np.float32).view(Interrupted)})
    assert file.read_bytes() == before


def test_nothing_stands_behind_the_arrays(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    nets.write_net(file, {}, ARRAYS)
    file.write_bytes(file.read_bytes() + b"0")
    with pytest.raises(NetError, match="longer than it should be"):
        nets.read_net(file)


def test_every_damage_is_refused_or_harmless(tmp_path: Path) -> None:
    """Cut it anywhere, change any byte of the header: a clear error, or a net after all."""
    file = tmp_path / "net.safetensors"
    nets.write_net(file, {"variant": "base"}, ARRAYS)
    whole = file.read_bytes()
    refused = 0
    for cut in range(len(whole)):
        file.write_bytes(whole[:cut])
        with pytest.raises(NetError):
            nets.read_net(file)
    for place in range(len(whole) - 28):
        for byte in (0, ord("9"), ord("["), 255):
            file.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
            try:
                nets.read_net(file)
            except NetError:
                refused += 1
    assert refused > 500


@pytest.mark.parametrize(
    "header",
    [
        b"[]",
        b"null",
        b"[" * 5000,
        b'{"a": 1}',
        b'{"a": {"dtype": "F99", "shape": [], "data_offsets": [0, 0]}}',
        b'{"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 0]}}',
        b'{"a": {"dtype": "F32", "shape": [true], "data_offsets": [0, 4]}}',
        b'{"a": {"dtype": "F32", "shape": [1e9], "data_offsets": [0, 4]}}',
        b'{"a": {"dtype": "F32", "shape": [0, 4611686018427387904], "data_offsets": [0, 0]}}',
        b'{"a": {"dtype": "F32", "shape": [1, 1, 1], "data_offsets": [0, 4]}}',
        b'{"a": {"dtype": "F32", "shape": {}, "data_offsets": [0, 4]}}',
        b'{"a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}}',
        json.dumps(dict.fromkeys("ab", OVERLAPPING)).encode(),
        json.dumps({"__metadata__": {"a": 1}}).encode(),
        json.dumps({"__metadata__": []}).encode(),
    ],
)
def test_a_strange_header_is_refused(tmp_path: Path, header: bytes) -> None:
    file = tmp_path / "net.safetensors"
    file.write_bytes(len(header).to_bytes(8, "little") + header + bytes(8))
    with pytest.raises(NetError, match=r"net\.safetensors"):
        nets.read_net(file)


def test_a_file_that_is_not_there_or_too_big(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NetError, match="cannot read none"):
        nets.read_net(tmp_path / "none")
    with pytest.raises(NetError, match="is no file"):
        nets.read_net(tmp_path)
    monkeypatch.setattr(nets, "MAX_BYTES", 3)
    (tmp_path / "big").write_bytes(b"1234")
    with pytest.raises(NetError, match="too big"):
        nets.read_net(tmp_path / "big")
