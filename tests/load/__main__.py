"""`python -m tests.load`: measures, prints one table, writes the raw figures to var/bench.json."""

import os

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.load.settings"
django.setup()

from tests.load.bench import main  # noqa: E402  everything below needs the apps to be ready

main()
