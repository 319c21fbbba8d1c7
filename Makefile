# Two commands do everything: `make generate` and `make test`. `make help` lists the rest.
PYTHON ?= python3
RELEASE ?=
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.DEFAULT_GOAL := help

.PHONY: help
help:  ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

.PHONY: generate
generate: .venv/codegen.done  ## set up and write generated/<newest release>
	$(BIN)/kubewright generate $(RELEASE)

.PHONY: test
test: .venv/test.done .venv-official/done  ## set up and run every test
	$(BIN)/python -m pytest -n auto --dist worksteal

.PHONY: unit
unit: .venv/test.done  ## the fast tests alone
	$(BIN)/python -m pytest tests/unit

.PHONY: lint
lint: .venv/test.done  ## black and ruff
	$(BIN)/black --check --quiet .
	$(BIN)/ruff check --quiet .

.PHONY: imports
imports: .venv/test.done  ## the rooms import one another in one direction
	$(BIN)/lint-imports

.PHONY: types
types: .venv/test.done  ## mypy --strict on our own code; `make test` checks generated code
	$(BIN)/mypy

SECONDS_EACH ?= 10
.PHONY: fuzz
fuzz: .venv/test.done  ## fuzz each target; TARGETS="spec yaml" SECONDS_EACH=1200 SEED=1
	PYTHONPATH=tests $(BIN)/python -m fuzz $(TARGETS) --seconds $(SECONDS_EACH) \
		--seed $(or $(SEED),0) --engine $(or $(ENGINE),random)

.PHONY: official
official: .venv-official/done  ## the official client, in an environment of its own

.PHONY: docs
docs: .venv/test.done  ## build the site of two releases and the guides into site/
	$(BIN)/kubewright docs 1.36 1.37 --guide docs
	$(BIN)/python tests/refdocs/links.py site

.PHONY: stubs
stubs: .venv/test.done  ## build all Sphinx stubs, warnings as errors
	$(BIN)/python tests/refdocs/all_stubs.py

.PHONY: test-browser
test-browser: docs  ## pages in a real browser; needs chromium and npm
	$(BIN)/python tests/refdocs/browser/hostile.py build/site-hostile
	npm --prefix tests/refdocs/browser ci --no-audit --no-fund
	npm --prefix tests/refdocs/browser test

.PHONY: chromium
chromium:  ## install what test-browser needs, with apt
	command -v chromium || { apt-get update -qq && apt-get install -y -qq chromium; }

.PHONY: bench
bench: .venv/test.done .venv-official/done  ## measure everything; see docs/guide/benchmarks.md
	$(BIN)/python benchmarks/generate.py
	$(BIN)/python benchmarks/models.py
	$(BIN)/python benchmarks/quantity.py
	$(BIN)/python benchmarks/accounting.py
	$(BIN)/python benchmarks/drift.py
	$(BIN)/python benchmarks/docs.py

.PHONY: clean
clean:  ## remove environments and output
	rm -rf .venv .venv-official generated/1.* generated/test-trees

.venv/python.done:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(PIP) --upgrade pip
	touch $@

.venv/codegen.done: pyproject.toml .venv/python.done
	$(PIP) --editable '.[codegen]'
	touch $@

.venv/test.done: pyproject.toml .venv/codegen.done
	$(PIP) --editable '.[codegen,drift,docs]' --group test --group lint
	touch $@

.venv-official/done: pyproject.toml
	$(PYTHON) -m venv .venv-official
	.venv-official/bin/python -m pip --disable-pip-version-check install --quiet --upgrade pip
	.venv-official/bin/python -m pip --disable-pip-version-check install --quiet --group official
	touch $@
