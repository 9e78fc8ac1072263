# Tischrunde. A fresh machine needs Python 3.11 or newer and make.

PYTHON ?= python3
PORT ?= 8000
IN := .venv/bin
INSTALL := $(IN)/python -m pip install -qq --disable-pip-version-check --no-deps --only-binary :all: --require-hashes

.PHONY: help play test lint types failures bench lock clean

help:
	@echo "make play        a running site on http://127.0.0.1:8000 (PORT=8080 for another port)"
	@echo "make test        everything: style, types, rules, tables, browsers"
	@echo "make lint        style and types only"
	@echo "make failures    breaks everything on real servers, again and again (an hour)"
	@echo "make bench       the load test and the speed of the rules"
	@echo "make lock        new versions into the lock files (needs uv)"
	@echo "make clean       away with .venv and everything made at run time, the games too"

play: .venv/.done
	@exec $(IN)/python manage.py serve --port $(PORT)

test: lint
	@$(IN)/python -m tests.chromium
	$(IN)/python -m pytest -n 3

lint: .venv/.done-dev
	$(IN)/ruff check .
	$(IN)/ruff format --check .
	$(IN)/mypy

failures: .venv/.done-dev
	$(IN)/python -m tests.failures

bench: .venv/.done-dev
	$(IN)/python -m tests.load

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Tischrunde needs Python 3.11 or newer: install it, then run: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv .venv >/dev/null || { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y python3-venv && $(PYTHON) -m venv --clear .venv; } || { \
		rm -rf .venv; echo "This Python cannot make an environment: on Debian or Ubuntu, run: sudo apt install python3-venv" >&2; exit 1; }

.venv/.done: requirements.txt | .venv/bin/python
	@echo "Installing what the site needs (once, less than a minute) ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

.venv/.done-dev: requirements-dev.txt | .venv/bin/python
	@echo "Installing what the tests need (once, less than a minute) ..."
	@$(INSTALL) -r requirements-dev.txt
	@touch .venv/.done $@

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links
lock:
	$(LOCK) requirements.in -o requirements.txt
	$(LOCK) requirements-redis.in -o requirements-redis.txt
	$(LOCK) requirements-dev.in -o requirements-dev.txt
	$(PYTHON) -m tests.wheels

clean:
	rm -rf .venv var
