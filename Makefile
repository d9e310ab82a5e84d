# `make play` and `make test` do all set-up by themselves; they need git, make and Python with venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# extras stay in: a pip before 23.3 takes the newest of what is asked for with one but pinned without it
COMPILE := $(BIN)/uv pip compile --universal --generate-hashes --no-header --no-strip-extras --python-version 3.11 --quiet

CLIENT := src/tamaya/web_dist/index.html
WEB := web/package-lock.json web/index.html $(shell find web/src web/public -type f 2>/dev/null)

# tests start hundreds of processes, which would all compile our sources again
export PYTHONDONTWRITEBYTECODE :=

PROOFS := kills power restart-storm faults secrecy fuzz floods load busy onlooker-churn starved-bots soak
.PHONY: help play test lint types imports client coverage tests system lockstep hanablive browser languages check $(PROOFS) pictures screens figures golden map wire lessons mutation bench lock clean

help:  ## show what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: $(VENV)/.base $(CLIENT)  ## start the web app and open it (ARGS=--lan lets phones in)
	@$(BIN)/tamaya serve --open $(ARGS) || test $$? -eq 130  # Ctrl-C is a way to leave

# what teaches itself is tested where PyTorch is; LEARN=1 gets it first
ifdef LEARN
LEARNING := $(VENV)/.learn
endif

test: $(VENV)/.dev $(LEARNING) $(VENV)/.node system  ## check and test everything (LEARN=1: training too)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line lint types imports client coverage
	@$(MAKE) --no-print-directory tests

lint: $(VENV)/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: $(VENV)/.dev
	$(BIN)/mypy

imports: $(VENV)/.dev
	$(BIN)/lint-imports --no-logo

# every branch of the rules and of the room
COVERED := tests/rules $(filter-out %_machine.py %_lessons.py %_types.py,$(wildcard tests/server/room/test_*.py))

coverage: $(VENV)/.dev
	$(BIN)/python -m pytest $(COVERED) --cov --cov-report=term-missing:skip-covered -q

PICTURES := tests/e2e/test_pictures.py

tests: $(VENV)/.dev $(CLIENT)
	$(BIN)/python -m pytest -n auto $(addprefix --ignore=,$(COVERED) $(PICTURES))

browser: $(VENV)/.dev $(CLIENT)  ## only the tours in a real browser
	$(BIN)/python -m pytest -n auto tests/e2e --ignore=$(PICTURES)

languages: $(VENV)/.dev $(CLIENT)  ## every screen in every language (three minutes)
	TAMAYA_LANGUAGES=all $(BIN)/python -m pytest -n auto tests/e2e/test_languages.py tests/e2e/test_axe.py

# the long proofs of docs/reliability.md: `make figures WHAT=proofs.py` writes them there
$(PROOFS): %: $(VENV)/.dev system  ## long proofs, each by its name (PROOFS in the Makefile lists them)
	$(BIN)/python tests/long/proofs.py $@

check: $(VENV)/.dev  ## known holes in what we depend on; fails where that could not be looked up
	@test -x $(VENV)-audit/bin/pip-audit || { $(PYTHON) -m venv $(VENV)-audit && \
		$(VENV)-audit/bin/python -m pip -q install --require-hashes -r requirements/audit.txt; } || \
		{ echo 'NOTHING WAS CHECKED: no index of packages is reachable to fetch pip-audit from' >&2; exit 1; }
	@$(BIN)/python tests/long/dependency_audit.py $(VENV)-audit/bin/pip-audit

lockstep: $(VENV)/.dev  ## the kernel beside the rules, 100,000 games (half an hour on two cores)
	TAMAYA_LOCKSTEP=42 $(BIN)/python -m pytest -n auto tests/kernel/test_lockstep.py

hanablive: $(VENV)/.dev  ## partner as a program of hanab.live, 100 games (two minutes)
	TAMAYA_HANABLIVE=100 $(BIN)/python -m pytest -q -s tests/hanablive/test_client.py -k partner

client: $(VENV)/.dev $(VENV)/.node  ## check, test and build the browser client
	$(BIN)/python hatch_build.py check test

$(CLIENT): $(VENV)/.node $(WEB)
	@echo 'Building the page…'
	@$(BIN)/python hatch_build.py

$(VENV)/.node: requirements/node.txt | $(VENV)/.base
	@$(BIN)/python -c 'import hatch_build, sys; sys.exit(hatch_build.find_node() is None)' 2>/dev/null || \
		{ echo 'Fetching node (once)…'; $(PIP) install --require-hashes -r requirements/node.txt; }
	@touch $@

system:
	@requirements/system-packages tmux 'chromium-headless-shell|chromium' 'postgresql|pg_createcluster' redis-server 'nginx-light|nginx' 'gcc|cc'

pictures: $(VENV)/.dev $(CLIENT)  ## take the README's pictures of the page again
	TAMAYA_SHOTS=docs/pictures $(BIN)/python -m pytest -q $(PICTURES)
	$(BIN)/python tools/picture.py

screens: $(VENV)/.dev $(CLIENT)  ## keep how key screens look now: tests/e2e/screens
	TAMAYA_SCREENS=renew $(BIN)/python -m pytest -q tests/e2e/test_screens.py

figures: $(VENV)/.dev  ## measure the figures in the docs again (WHAT=server: only some)
	$(BIN)/python tools/figures.py $(WHAT)

golden: $(VENV)/.dev  ## write the golden files again
	$(BIN)/python tools/golden.py

map: $(VENV)/.dev  ## write the map of the code again (CONTRIBUTING.md, docs/architecture.md)
	$(BIN)/python tools/code_map.py

wire: $(VENV)/.dev  ## write the client's types of the wire again
	$(BIN)/python tools/wire_types.py

lessons: $(VENV)/.dev  ## write the tables of the introduction again
	$(BIN)/python tools/lesson_tables.py

mutation:  ## see that the tests notice every change to the rules
	@test -x $(VENV)-mutation/bin/mutmut || { $(PYTHON) -m venv $(VENV)-mutation && \
		$(VENV)-mutation/bin/python -m pip -q install --require-hashes -r requirements/mutation.txt; }
	$(VENV)-mutation/bin/python tests/long/mutation.py

bench: $(VENV)/.dev  ## how many moves a second
	$(BIN)/tamaya bench rules

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Tamaya needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 …' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo 'Python cannot make a virtual environment; on Debian: apt-get install python3-venv' >&2; exit 1; }

# editable installs: what is in src/ is what runs
$(VENV)/.base: requirements/base.txt pyproject.toml | $(BIN)/python
	@echo 'Setting up (once)…'
	@$(PIP) install --require-hashes -r requirements/base.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml | $(BIN)/python
	@echo 'Setting up for development (once)…'
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.base

$(VENV)/.learn: | $(VENV)/.dev
	@echo 'Fetching PyTorch (once)…'
	@$(PIP) install torch==2.13.0
	@touch $@

# what a server may use: with the versions that are tested, those of dev.txt
SERVER := --extra fast --extra hanablive --extra scale

lock: | $(BIN)/python  ## choose the newest versions again
	@$(PIP) install uv
	$(COMPILE) --upgrade pyproject.toml --group build -o requirements/base.txt
	$(COMPILE) --upgrade pyproject.toml --group build --extra dev -o requirements/dev.txt
	$(COMPILE) --upgrade pyproject.toml --group build $(SERVER) -c requirements/dev.txt -o requirements/server.txt
	$(COMPILE) --upgrade --group mutation -o requirements/mutation.txt
	$(COMPILE) --upgrade --group audit -o requirements/audit.txt
	$(COMPILE) --upgrade --group node -o requirements/node.txt

clean:  ## remove everything that was built
	rm -rf $(VENV) $(VENV)-audit $(VENV)-mutation .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist mutants src/tamaya/web_dist web/node_modules web/dist
