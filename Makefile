# Two commands do everything: `make generate` and `make test`. `make help` lists the rest.
PYTHON ?= python3
RELEASE ?=
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
# `make LOCKED=no test` takes the newest versions that pyproject.toml allows.
LOCKED ?= yes
# uv has a configuration of its own; it is to ask the index that pip asks.
UV = UV_DEFAULT_INDEX="$$($(BIN)/python .ci/index.py)" $(BIN)/uv
COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' $(UV) pip compile --quiet --upgrade \
	--universal --python-version 3.10 --generate-hashes
EVERYTHING := --extra codegen --extra drift --extra docs

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
.PHONY: crash
crash: .venv/test.done  ## kill each of two verbs 200 times at random moments; half an hour
	PYTHONPATH=tests $(BIN)/python tests/crash/kills.py --kills 200

.PHONY: bounds
bounds: .venv/test.done  ## inputs of unbearable size, with time and memory; half an hour
	PYTHONPATH=tests $(BIN)/python tests/bounds/cases.py

.PHONY: fuzz
fuzz: .venv/test.done  ## fuzz each target; TARGETS="spec yaml" SECONDS_EACH=1200 SEED=1
	PYTHONPATH=tests $(BIN)/python -m fuzz $(TARGETS) --seconds $(SECONDS_EACH) \
		$(if $(SEED),--seed $(SEED)) $(if $(MOST),--most $(MOST)) $(if $(ENGINE),--engine $(ENGINE))

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
bench: .venv/test.done .venv-official/done  ## measure everything, into benchmarks/results.md
	$(BIN)/python benchmarks/run.py

.PHONY: lock
lock: .venv/test.done  ## bring requirements/ in step with pyproject.toml and the index
	$(COMPILE) pyproject.toml $(EVERYTHING) --group build --group test --group lint \
		--group supply --output-file requirements/test.txt
	$(COMPILE) pyproject.toml --extra codegen --group build \
		--constraint requirements/test.txt --output-file requirements/codegen.txt
	$(COMPILE) --group official --output-file requirements/official.txt

# Left out: what takes from this environment nothing but trees, whose bytes
# tests/codegen/test_fresh.py pins here too. overlay and packaging run in environments of
# their own; crash looks at kills, locks and disks.
.PHONY: lowest
lowest: .venv-lowest/done .venv-official/done  ## the suite with the lowest versions allowed
	.venv-lowest/bin/python -m pytest -n auto --dist worksteal -p no:cacheprovider \
		--ignore tests/overlay --ignore tests/packaging --ignore tests/crash

.PHONY: audit
audit: .venv/test.done  ## is a locked version yanked, or named by an advisory?
	$(BIN)/python .ci/audit.py requirements/*.txt

.PHONY: dist
dist: .venv/test.done  ## the wheel and the sdist into dist/
	rm -rf dist
	$(BIN)/hatchling build -d dist

.PHONY: sbom
sbom: dist  ## what the wheel brings along, as CycloneDX, into dist/
	rm -rf build/sbom
	$(PYTHON) -m venv --without-pip build/sbom
	$(UV) pip install --quiet --python build/sbom/bin/python \
		--constraint requirements/test.txt "$$(ls dist/*.whl)[codegen,drift,docs,cel]"
	sed 's/^dynamic = .*/version = "'$$($(BIN)/hatchling version)'"/' pyproject.toml \
		> build/sbom/pyproject.toml
	$(BIN)/cyclonedx-py environment build/sbom/bin/python --mc-type library \
		--pyproject build/sbom/pyproject.toml --output-reproducible \
		--output-file dist/kubewright.cdx.json

.PHONY: clean
clean:  ## remove environments and output
	rm -rf .venv .venv-lowest .venv-official build dist generated/1.* generated/test-trees

.venv/python.done:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	touch $@

# What is locked has hashes; ourselves come after it, built by the locked backend.
ifeq ($(LOCKED),yes)
.venv/codegen.done: pyproject.toml requirements/codegen.txt .venv/python.done
	$(PIP) --require-hashes --requirement requirements/codegen.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

.venv/test.done: pyproject.toml requirements/test.txt .venv/codegen.done
	$(PIP) --require-hashes --requirement requirements/test.txt
	touch $@
else
.venv/codegen.done: pyproject.toml .venv/python.done
	$(PIP) --upgrade pip
	$(PIP) --editable '.[codegen]'
	touch $@

.venv/test.done: pyproject.toml .venv/codegen.done
	$(PIP) --editable '.[codegen,drift,docs]' --group build --group test --group lint --group supply
	touch $@
endif

.venv-official/done: requirements/official.txt
	$(PYTHON) -m venv .venv-official
	.venv-official/bin/python -m pip --disable-pip-version-check install --quiet \
		--require-hashes --requirement requirements/official.txt
	touch $@

.venv-lowest/done: pyproject.toml .venv/test.done
	rm -rf .venv-lowest
	$(PYTHON) -m venv --without-pip .venv-lowest
	$(UV) pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct \
		--editable '.[codegen,drift,docs]' --group test --group lint
	touch $@
