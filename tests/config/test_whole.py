"""Files that are there whole or not at all."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.whole import write_whole

SIZE = 5_000_000
WRITER = f"""
import sys
from pathlib import Path
from config.whole import write_whole
while True:
    for letter in (b"a", b"b"):
        write_whole(Path(sys.argv[1]), letter * {SIZE})
        print(flush=True)
"""


def test_whoever_is_killed_while_writing_leaves_what_was_there_before(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for times in range(1, 6):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout
            for _ in range(times):
                writer.stdout.readline()
            writer.kill()
        assert file.read_bytes() in (b"a" * SIZE, b"b" * SIZE)


def test_several_may_write_at_once(tmp_path: Path) -> None:
    contents = [bytes([letter]) * SIZE for letter in range(8)]
    with ThreadPoolExecutor(8) as many:
        list(many.map(lambda content: write_whole(tmp_path / "file", content), contents))

    assert (tmp_path / "file").read_bytes() in contents
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_put_in_its_place_leaves_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()

    with pytest.raises(OSError):
        write_whole(tmp_path / "file", b"content")

    assert [path.name for path in tmp_path.iterdir()] == ["file"]
