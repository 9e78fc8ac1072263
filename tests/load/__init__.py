"""How much the site bears: `make bench`, or a part of it by `python -m tests.load --help`."""
