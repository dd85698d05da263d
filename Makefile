# `make verify` and `make test` do all the set-up; both may be run again at any time.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
PIP    := $(BIN)/python -m pip -qq --disable-pip-version-check
WORKERS ?= 2

.PHONY: verify test test-thorough lint types data bench mutants fast plain clean
.DEFAULT_GOAL := verify

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "Race Steward needs Python 3.11 or newer: 'make PYTHON=/path/to/python3.11' chooses one."; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "This Python has no 'venv' module. On Debian and Ubuntu: apt-get install python3-venv"; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@touch $@

# A line for each folder; `make verify VERBOSE=1` prints every verdict.
verify: $(STAMP)
	@$(BIN)/steward verify replays $(if $(VERBOSE),,--summary)

test: $(STAMP) lint types
	@$(BIN)/python -m pytest -n $(WORKERS)

# Hours: more examples of every property, and the long runs.
test-thorough: $(STAMP) lint types
	@HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -n $(WORKERS)
	@$(BIN)/python -m tests.thunder_alley.race.long_run --races 2000 --workers $(WORKERS)
	@$(BIN)/python -m tests.rallyman.long_run --rallies 500
	@$(BIN)/python -m tests.differential.long_run moves --count 2000 --workers $(WORKERS)
	@$(BIN)/python -m tests.differential.long_run annotated --count 5000 --workers $(WORKERS)
	@$(BIN)/python -m tests.differential.rallyman.long_run claims --count 10000 --workers $(WORKERS)
	@$(BIN)/python -m tests.great_race.long_run --games 2000 --workers $(WORKERS)
	@$(BIN)/python -m tests.great_race.long_hands --count 20000
	@$(BIN)/python -m tests.differential.great_race.long_run --count 50000 --workers $(WORKERS)
	@$(BIN)/python -m tests.differential.overall thunder-alley
	@$(BIN)/python -m tests.differential.overall rallyman
	@$(BIN)/python -m tests.infer.long_run --races 500
	@$(BIN)/python -m tests.web.long_run --games 200

lint: $(STAMP)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .

types: $(STAMP)
	@$(BIN)/mypy --no-error-summary

# Built files beside their sources: grammar tables, rules and other facts, compiled tracks. A test proves them fresh.
data: $(STAMP)
	@$(BIN)/python tools/build_data.py

# An option: `.venv/bin/steward` with compiled modules (a C compiler, some minutes); `plain` links it to the sources again.
fast: $(STAMP)
	@rm -rf build
	@STEWARD_COMPILE=1 $(PIP) install --no-deps .

plain: $(STAMP)
	@$(PIP) install --no-deps --editable .

# Changes the engine in small places and prints what no test notices.
mutants: $(STAMP)
	@$(BIN)/python -m tests.mutants

bench: $(STAMP)
	@$(PIP) install --constraint constraints.txt --editable '.[dev,bench]'
	@$(BIN)/python -m benchmarks

clean:
	@rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis
