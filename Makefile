# `make` lists all targets; `make check` is exactly what CI runs.

VENV := .venv
BIN := $(VENV)/bin
# What is installed: a group of Python packages, by its lock in locks/, or what web/ needs to build or to be tested.
PLAY := $(VENV)/.play
TEST := $(VENV)/.test
SOLVE := $(VENV)/.solve
DOCS := $(VENV)/.docs
WEB := web/node_modules/.build
WEB_TEST := web/node_modules/.test
CLIENT := src/armillary/server/web/index.html
SITE := src/armillary/server/site/index.html
PYTHONS := python3.14 python3.13 python3.12 python3.11 python3 python
INITDB := /usr/lib/postgresql/*/bin/initdb
REDIS := redis-server
NGINX := /usr/sbin/nginx
CHROMIUM := chromium
# Games of medium, then of hard. Results stay in build/balance: remove it after a change to rules or bots.
COUNT = $(BIN)/armillary balance --bot medium --bot hard --seed 12 --to build/balance --page docs/balance.md
COMPILE := $(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --generate-hashes
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm
NPM_CI := $(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel error
GROUP := play
PYTEST := $(BIN)/pytest --numprocesses auto --dist worksteal
# Tests that need neither services nor a browser. The lines that COUNTED run are counted; bots think at full speed.
COUNTED := tests/core tests/front tests/contract tests/games tests/arena tests/client tests/terminal
UNITS := $(COUNTED) tests/bots
# Python 3.12 and newer count lines at almost no cost.
CORE := $(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")'
GAME := skirmish
ARGS :=
NAME :=
KIND := turns

.SHELLFLAGS := -eu -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

ifeq ($(wildcard locks/$(GROUP).txt),)
$(error There is no group '$(GROUP)'; choose one of: $(sort $(patsubst locks/%.txt,%,$(wildcard locks/*.txt))))
endif

# Installs a service that the tests start: its name, its program, its Debian package.
define installed
if ! command -v apt-get >/dev/null; then \
		echo 'The tests need $(1) ($(2)); please install it.' >&2; exit 1; \
	fi; \
	if [ "$$(id -u)" -eq 0 ]; then sudo=; else sudo='sudo -n'; fi; \
	apt="$$sudo env DEBIAN_FRONTEND=noninteractive apt-get"; \
	echo 'Installing $(1)'; \
	$$apt install -y -qq $(3) >/dev/null || { $$apt update -qq && $$apt install -y -qq $(3) >/dev/null; } || { \
		echo '$(1) could not be installed; the tests need the Debian package $(3).' >&2; exit 1; \
	}
endef

# Installs packages with uv or, where uv is missing or fails, with pip. Progress is for people only.
define install
if [ -t 2 ]; then quiet=; else quiet=--quiet; fi; \
	if $(BIN)/uv --version >/dev/null 2>&1; then \
		$(BIN)/uv pip install --python $(BIN)/python $$quiet $(1) && exit 0; \
		echo 'uv failed; trying pip.' >&2; \
	fi; \
	$(BIN)/python -m pip install $$quiet $(1)
endef

# Without compiled modules, every start is several times slower.
unexport PYTHONDONTWRITEBYTECODE
export NAME KIND
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help
help: ## List all targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='	' read -r name what; do \
		printf '  make %-14s %s\n' "$$name" "$$what"; \
	done

.PHONY: install
install: $(VENV)/.$(GROUP) ## Install the command `armillary` into .venv, or more: GROUP=test, docs, solve, ray or server

.PHONY: play
play: $(CLIENT) ## Play in the browser: start a server and open its page (ARGS="--port 8401")
	@$(BIN)/armillary serve --open $(ARGS)

.PHONY: play-terminal
play-terminal: $(PLAY) ## Play in the terminal against a bot: GAME=skirmish, ARGS="--seats 3"
	@$(BIN)/armillary play $(GAME) $(ARGS)

.PHONY: serve
serve: $(CLIENT) ## Run the match server on this machine, with its database in a file
	@$(BIN)/armillary serve $(ARGS)

.PHONY: test
test: $(TEST) $(WEB_TEST) $(CLIENT) $(SITE) web-test postgresql redis nginx chromium ## Run every test and every example in the code and the documentation
	COVERAGE_CORE=$$($(CORE)) $(PYTEST) --cov --cov-report=term:skip-covered $(COUNTED)
	$(PYTEST) $(COUNTED:%=--ignore=%)

.PHONY: test-pythons
test-pythons: $(TEST) ## Run the tests that need no service and no browser on every Python from 3.11 to 3.14 that is installed
	$(BIN)/python -m scripts.pythons $(UNITS)

.PHONY: test-browser
test-browser: $(TEST) $(WEB_TEST) $(CLIENT) chromium ## Run all tests in a browser, also those that `make test` leaves out
	$(PYTEST) -m '' tests/browser

.PHONY: screenshots
screenshots: $(TEST) $(WEB_TEST) $(CLIENT) chromium ## Take pictures of every screen, into build/screenshots
	$(BIN)/python -m tests.browser.screenshots

.PHONY: pictures
pictures: $(TEST) $(CLIENT) chromium ## Take the pictures in the README again, into docs/images
	$(BIN)/python -m tests.browser.pictures

.PHONY: web
web: $(WEB_TEST) ## Serve the browser client while you change it; needs `make serve` beside it
	cd web && $(NPM) run --silent dev

.PHONY: web-build
web-build: $(CLIENT) ## Build the browser client into the package

.PHONY: web-test
web-test: $(WEB_TEST) ## Check the style and types of the browser client and run its tests
	cd web && $(NPM) run --silent check

.PHONY: web-types
web-types: $(TEST) $(WEB_TEST) ## Rewrite the browser client's types from the API's document
	$(BIN)/python -m scripts.web_types

.PHONY: soak
soak: $(TEST) postgresql ## Test servers hard: kill them under load, open a thousand sockets (takes minutes)
	$(BIN)/python -m tests.server.soak $(ARGS)
	$(BIN)/python -m tests.abuse
	FUZZ_CASES=150 $(BIN)/pytest --numprocesses auto tests/server/test_fuzz.py

.PHONY: postgresql
postgresql: ## Install PostgreSQL if it is missing; the tests start their own
	@if ls $(INITDB) >/dev/null 2>&1 || command -v initdb >/dev/null; then exit 0; fi; \
	$(call installed,PostgreSQL,initdb,postgresql)

.PHONY: redis
redis: ## Install Redis if it is missing; the tests start their own
	@if command -v $(REDIS) >/dev/null; then exit 0; fi; \
	$(call installed,Redis,redis-server,redis-server)

.PHONY: nginx
nginx: ## Install nginx if it is missing; the tests start their own
	@if ls $(NGINX) >/dev/null 2>&1 || command -v nginx >/dev/null; then exit 0; fi; \
	$(call installed,nginx,nginx,nginx-light)

.PHONY: chromium
chromium: ## Install Chromium if it is missing; the tests drive it
	@if command -v $(CHROMIUM) >/dev/null; then exit 0; fi; \
	$(call installed,Chromium,chromium,chromium)

.PHONY: wheel
wheel: $(CLIENT) $(SITE) ## Build the package, with the pages and the documentation in it, into dist/
	@echo 'Building the package'
	@$(BIN)/python -m build --no-isolation --wheel --outdir dist >/dev/null
	@wheel="$(CURDIR)/$$(ls -t dist/armillary-*.whl | head -n 1)"; printf '%s\n' \
		"$$wheel" '' 'Play from it anywhere, in one of these ways:' '' \
		"  pip install '$$wheel[server]' && armillary serve --open" \
		"  uvx --from '$$wheel[server]' armillary serve --open" \
		"  pipx run --spec '$$wheel[server]' armillary serve --open"

.PHONY: release
release: $(CLIENT) $(SITE) ## Build a release and its checksums into dist/, if version, changelog and tree are ready; uploads nothing
	@$(BIN)/python -m scripts.release

.PHONY: check
check: lint types imports test ## Run everything that CI runs

.PHONY: lint
lint: $(TEST) ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

.PHONY: types
types: $(TEST) ## Check types
	$(BIN)/mypy

.PHONY: imports
imports: $(TEST) ## Check that imports only point down the levels
	$(BIN)/lint-imports --no-logo

.PHONY: format
format: $(TEST) $(WEB_TEST) ## Format the code and fix what can be fixed automatically
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cd web && $(NPM) run --silent format

.PHONY: docs
docs: $(TEST) ## Rewrite the generated parts of the documentation
	$(BIN)/python -m scripts.docs

.PHONY: docs-site
docs-site: $(SITE) ## Build the documentation site into the package: a server shows it at /docs

.PHONY: golden
golden: $(TEST) ## Rewrite the golden playthroughs; read the difference before you commit it
	$(BIN)/python -m armillary.testing.golden tests/games

.PHONY: bench
bench: $(TEST) ## Measure speed, memory and start-up (takes about a minute)
	$(BIN)/python -m benchmarks $(ARGS)

.PHONY: openspiel
openspiel: $(TEST) ## Let the hard bot play OpenSpiel's search at Stellar Skirmish (ARGS="--games 60 --budget 2400")
	$(BIN)/python -m pip install --quiet open_spiel==2.0.2
	$(BIN)/python -m benchmarks.openspiel $(ARGS)

.PHONY: levels
levels: $(SOLVE) ## Measure how far apart the levels of bots are, and write docs/bots.md (an hour)
	$(BIN)/armillary solve skirmish --cards 15
	$(BIN)/python -m scripts.levels

.PHONY: balance
balance: $(PLAY) ## Count how fair every game is to every seat, and write docs/balance.md (an hour; goes on where it stopped)
	$(COUNT) kepler --games 600 --games 24
	$(COUNT) orbit --games 600 --games 60
	$(COUNT) risky_stars --games 80 --games 80
	$(COUNT) skirmish --games 2000 --games 24
	$(COUNT) territory --seats 3 --seats 4 --seats 5 --seats 6 --seats 7 --seats 8 --games 100 --games 12

.PHONY: solved
solved: $(SOLVE) ## Solve Stellar Skirmish and write what was found into docs/skirmish-solved.md (minutes, 513 MB)
	$(BIN)/armillary solve skirmish --cards 15
	$(BIN)/python -m scripts.skirmish_solved

.PHONY: new-game
new-game: $(TEST) ## Make a new game that already plays: NAME=mygame KIND=turns or simultaneous
	@$(BIN)/python -m scripts.new_game "$$NAME" "$$KIND"

.PHONY: lock
lock: $(PLAY) ## Update the versions in locks/; one group never asks for another version than the next
	$(COMPILE) --upgrade --group test --all-extras --output-file locks/test.txt pyproject.toml
	$(COMPILE) --upgrade --constraint locks/test.txt --group docs --output-file locks/docs.txt
	$(COMPILE) --upgrade --group install --output-file locks/install.txt
	$(COMPILE) --upgrade --constraint locks/test.txt --group build --output-file locks/build.txt
	$(COMPILE) --upgrade --constraint locks/test.txt --group build --extra server --extra client --output-file locks/play.txt pyproject.toml
	$(COMPILE) --upgrade --constraint locks/test.txt --extra solve --output-file locks/solve.txt pyproject.toml
	$(COMPILE) --upgrade --constraint locks/test.txt --extra ray --output-file locks/ray.txt pyproject.toml
	$(COMPILE) --upgrade --constraint locks/test.txt --extra server --extra postgresql --extra redis --output-file locks/server.txt pyproject.toml

.PHONY: clean
clean: ## Remove caches and build output (.venv stays)
	rm -rf build dist src/armillary/server/web src/armillary/server/site .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# Folders are listed too: they change when a file goes.
$(CLIENT): web/package.json web/package-lock.json web/index.html web/vite.config.ts web/compressed.ts $(shell find web/src web/public) | $(WEB)
	@echo 'Building the pages (some seconds)'
	@cd web && $(NPM) run --silent build -- --logLevel warn

# Examples in it are asked of a server, so everything in the package counts.
$(SITE): $(DOCS) mkdocs.yml $(shell find docs site -type f) $(shell find scripts/site src/armillary -name '*.py')
	@echo 'Building the documentation site'
	@$(BIN)/python -m scripts.site

# Node itself comes with the Python packages. No command of the browser's packages runs when they are installed.
$(WEB): web/package.json web/package-lock.json | $(PLAY)
	@echo 'Installing what builds the pages into web/node_modules'
	@cd web && $(NPM_CI) --omit=dev
	@touch $@

$(WEB_TEST): web/package.json web/package-lock.json | $(PLAY)
	@echo 'Installing what tests the pages into web/node_modules'
	@cd web && $(NPM_CI)
	@touch $(WEB) $@

# Each of these runs once after its lock or the project file has changed; it needs no network when nothing new is needed.
$(PLAY): locks/play.txt locks/install.txt pyproject.toml
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		for python in $(PYTHONS); do \
			if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
		done; \
		if [ -z "$${found:-}" ]; then \
			echo 'Armillary needs Python 3.11 or newer, but found none of: $(PYTHONS).' >&2; exit 1; \
		fi; \
		echo "Creating $(VENV) with $$($$found --version)"; \
		$$found -m venv --clear $(VENV); \
	}
	@echo 'Installing uv, which installs the rest'
	@$(BIN)/python -m pip install --quiet --no-compile --only-binary :all: --require-hashes --requirement locks/install.txt || \
		echo 'uv cannot be installed here, so pip installs the rest, which takes longer.'
	@echo 'Installing what playing needs into $(VENV)'
	@$(call install,--require-hashes --requirement locks/play.txt)
	@$(call install,--no-deps --no-build-isolation --editable .)
	@touch $@

$(VENV)/.%: locks/%.txt $(PLAY)
	@echo 'Installing the packages of locks/$*.txt into $(VENV)'
	@$(call install,--require-hashes --requirement locks/$*.txt)
	@touch $@
