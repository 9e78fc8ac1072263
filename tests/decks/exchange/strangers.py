"""What a file might try that has taken over its reader: run by the tests in place of a reader, as that is run."""

import json
import os
import sys
import time
from pathlib import Path

from decks.confined import answer


def _work(question: bytes) -> bytes:
    match question.decode():
        case "look around":
            files = [os.readlink(f"/proc/self/fd/{one.name}") for one in Path("/proc/self/fd").iterdir() if _open(one)]
            modules = sorted(name for name in sys.modules if name.startswith(("django", "psycopg")))
            found = {"pid": os.getpid(), "environment": dict(os.environ), "files": files, "modules": modules}
            return json.dumps({**found, "nice": os.nice(0)}).encode()
        case "remember":
            return str(len(bytes(2_000_000_000))).encode()
        case "count":
            while True:
                pass
        case "sleep":
            time.sleep(600)
        case "talk":
            return bytes(11_000_000)
        case "write":
            while True:
                sys.stdout.buffer.write(bytes(1_000_000))
        case "fail":
            raise RuntimeError("this file is clever")
    return b"?"


def _open(descriptor: Path) -> bool:
    try:
        os.fstat(int(descriptor.name))
    except OSError:
        return False
    return True


if __name__ == "__main__":
    answer(_work)
