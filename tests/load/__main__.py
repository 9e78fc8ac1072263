"""`python -m tests.load`: measures, prints one table, writes the raw figures to var/bench.json.

`python -m tests.load micro` measures a move alone.
"""

import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.load.settings"
django.setup()

from tests.load import bench, micro  # noqa: E402  everything below needs the apps to be ready

if sys.argv[1:2] == ["micro"]:
    micro.main(sys.argv[2:])
else:
    bench.main()
