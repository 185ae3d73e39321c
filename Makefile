# Two commands do everything: `make play` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
FILES  := host tests firmware scripts
# Three at a time on two cores: boards, browsers and hosts of their own are often waited for. In the order of tests/conftest.py.
PARALLEL := $(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder

.PHONY: help play test check fast prove mutants bench words pictures clean

help:
	@echo "make play    set up and play: you by keyboard against three bots"
	@echo "make test    set up, run all checks and all tests (under ten minutes on two cores)"
	@echo "make check   only the checks: ruff, mypy, import-linter"
	@echo "make prove   the long proofs: more random games, more faults, more kills, the mutants"
	@echo "make mutants each protection taken out once: its tests must notice"
	@echo "make pictures screenshots of every page in every language, into shots/"
	@echo "make words   the catalogues: new sentences in, old ones out, sorted"
	@echo "make bench   figures, as ratios side by side"
	@echo "make clean   remove the environment and what was built"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Läpsy needs Python 3.11 or newer: set PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "No virtual environment could be made: on Debian and Ubuntu, sudo apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"

$(VENV)/play.done: pyproject.toml | $(BIN)/python
	@echo "Setting up (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/test.done: pyproject.toml | $(BIN)/python
	@echo "Setting up checks and tests (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

$(VENV)/bench.done: pyproject.toml | $(BIN)/python
	@echo "Setting up figures (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group bench
	@touch $@

play: $(VENV)/play.done
	@$(BIN)/lapsy play lapsy --port sim --bots 3 --journal journals

check: $(VENV)/test.done
	$(BIN)/ruff check $(FILES)
	$(BIN)/ruff format --check $(FILES)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

test: check
	$(PARALLEL) -m "not slow"

prove: $(VENV)/test.done
	$(PARALLEL) --timeout=1800 -m slow
	LAPSY_HYPOTHESIS=prove $(PARALLEL) --timeout=1800 -m "not slow" -k "properties or brute_force or model" tests/games tests/robust
	$(BIN)/python tests/mutants/run.py

mutants: $(VENV)/test.done
	$(BIN)/python tests/mutants/run.py

pictures: $(VENV)/test.done
	$(BIN)/python scripts/make_pictures.py

words: $(VENV)/test.done
	$(BIN)/python scripts/words.py

bench: $(VENV)/bench.done
	$(BIN)/python -m pytest tests/bench -m bench -s -n 0

clean:
	rm -rf $(VENV) dist build .tools .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
