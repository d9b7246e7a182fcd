# Two commands matter: `make play` opens a table, `make test` runs every check. Both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
HOST ?= 127.0.0.1
PORT ?= 8000
WORKERS ?= 2

.PHONY: play test thorough setup lint types unit interpreted docs slow screenshots wheel example-ppo example-selfplay lock clean

play: $(VENV)/.play-ready
	$(BIN)/zashiki serve --host $(HOST) --port $(PORT)

test: lint types unit docs wheel

# What `make test` leaves out for its length: the rules with the compiler off, with coverage.
thorough: test interpreted

setup: $(READY)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; set PYTHON=python3.12 or the like" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Players need only the library; `make test` adds the tools.
$(VENV)/.play-ready: $(VENV)/bin/python requirements/play.lock pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/play.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(READY): $(VENV)/bin/python requirements/dev.lock pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.play-ready

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/pyright

# Everything, with the compiler on.
unit: $(READY)
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup

# The rules once more with the compiler off, measuring which of their lines the tests reach.
interpreted: $(READY)
	$(BIN)/coverage erase
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -n $(WORKERS) tests/core tests/games
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# Builds the wheel and tries it in a fresh environment outside the repository.
wheel: $(READY)
	$(BIN)/python scripts/try_wheel.py

slow: $(READY)
	$(BIN)/pytest -m slow

screenshots: $(READY)
	$(BIN)/python scripts/screenshots.py

# Trains the examples for some minutes in an environment of their own, because PyTorch is large.
example-ppo: $(VENV)-ppo/.ready
	$(VENV)-ppo/bin/python examples/maskable_ppo.py

example-selfplay: $(VENV)-ppo/.ready
	$(VENV)-ppo/bin/python examples/selfplay_toshi.py

$(VENV)-ppo/.ready: examples/maskable_ppo.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)-ppo
	$(VENV)-ppo/bin/python -m pip install --quiet --disable-pip-version-check -r examples/maskable_ppo.txt --editable '.[research]'
	@touch $@

lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --group dev --group build --all-extras pyproject.toml -o requirements/dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --group build --constraint requirements/dev.lock pyproject.toml -o requirements/play.lock

clean:
	rm -rf $(VENV) $(VENV)-ppo build dist site .pytest_cache .ruff_cache .hypothesis .coverage
