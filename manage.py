#!/usr/bin/env python3
"""Runs the site's commands: `manage.py help` lists them."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Tischrunde needs Python 3.11 or newer: install it, then run: make play PYTHON=python3.11")

if __name__ == "__main__":
    try:
        from config.command_line import run
    except ModuleNotFoundError as missing:
        sys.exit(f"The package {missing.name} is not installed here: use `make play`, or .venv/bin/python manage.py.")
    run(sys.argv)
