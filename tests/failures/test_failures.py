"""A few of `make failures`, the same ones each time."""

import subprocess
import sys

from django.conf import settings


def test_a_few_failures_of_each_kind_end_well():
    """Killed sites and databases, cut connections, watchers who never read, deleted tables: all is well in 10 s."""
    command = [sys.executable, "-m", "tests.failures", "--cases", "4", "--seed", "1"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
