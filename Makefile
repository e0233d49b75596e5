# Autoparts. `make` lists all targets; longer recipes are in scripts/.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run build release rolling upgrade ha machine seed test test-rust test-frontend e2e pictures histories attack api-fuzz fuzz chaos power crash conformance bench-orders bench-payments bench-transport bench-catalogue bench-grown bench-search bench-imports bench-verdict check check-rust check-frontend api dev clean

help: ## list all targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /\1\t/' | expand -t 16

run: ## build, create a demo shop on the first run, and serve it
	@scripts/run

build: ## build the web app and the release binary with the app embedded
	@scripts/build

release: ## build the archive, the Debian package, the dependency lists (SBOM) and the checksums, in target/release-files
	@scripts/release

rolling: ## restart two servers in turn under load behind nginx and HAProxy (docs/deploy); no request may fail (2 min)
	@scripts/rolling

upgrade: ## upgrade two servers one by one while customers order, from the commit before the newest migration; builds that commit first
	@scripts/upgrade

ha: ## inject nine kinds of failures into PostgreSQL with two standbys, Patroni and etcd (docs/deploy) while customers order; no acknowledged order may be lost (5 min)
	@scripts/ha

machine: ## test the Debian package in a Debian container with systemd: install, TLS, backup, restore, upgrade, remove, with both databases; as root (3 min)
	@scripts/machine

seed: ## add the demo data to the shop
	@scripts/seed

test: ## run every test: Rust on three stores, the API against its OpenAPI document, the web app, a real browser on the real binary
	@scripts/test

test-rust: ## run only the Rust tests; ARGS="autoparts-http" runs those of one crate
	@scripts/test rust $(ARGS)

test-frontend: ## run only the tests of the web app
	@scripts/test frontend

e2e: ## run only the browser tests; ARGS="journey" selects files by name, E2E_BINARY uses an existing binary
	@scripts/test e2e $(ARGS)

pictures: ## take screenshots of every screen in every state, as contact sheets in frontend/e2e/screenshots/sheets, and the README's pictures (10 min)
	@SCREENSHOTS=yes scripts/test e2e --no-deps e2e/quality/screens.spec.ts e2e/quality/readme-pictures.spec.ts
	@node frontend/scripts/contact-sheets.mjs

histories: ## run ten thousand random histories of orders and payments on each store (overnight)
	HISTORIES=10000 cargo test --locked -p autoparts-persistence --test store histories

attack: ## attack the release binary from outside, with every known attack; ends with `N refused of N`
	@scripts/attack

api-fuzz: ## send 20,000 calls that the OpenAPI document allows or forbids, as a customer and as an admin
	@scripts/api-fuzz 20000

fuzz: ## fuzz each target for a minute: webhook header, tokens, money, email addresses, JSON bodies, imported files
	@scripts/fuzz

chaos: build ## race, kill and disconnect two servers on one PostgreSQL for four minutes, then audit; the difference must be 0
	@scripts/chaos

bench-orders: ## benchmark orders on both databases, compared with pgbench and with one commit per order (10 min); ARGS="orders" or "admin 1000000" runs one part
	cargo bench --locked -p autoparts-server --bench orders -- $(ARGS)

bench-imports: ## benchmark imports of a million applications and 100,000 parts on both databases, and orders during them (20 min); ARGS="aces 100000" runs one part
	cargo bench --locked -p autoparts-server --bench imports -- $(ARGS)

bench-payments: ## benchmark recording payments, also while the provider hangs (5 min)
	cargo bench --locked -p autoparts-server --bench payments

bench-transport: ## benchmark the impact of slow and abusive clients on everyone else, and of a shutdown (3 min)
	cargo bench --locked -p autoparts-server --bench transport

bench-catalogue: ## benchmark reads and searches of 10^4 to 10^6 parts, compared with a bare handler and nginx (15 min); ARGS="reads", "grown 10000" or "fitment" runs one part
	cargo bench --locked -p autoparts-server --bench catalogue -- $(ARGS)

bench-grown: ## benchmark a shop with 100,000 and 1,000,000 orders: backup under load, books check, maintenance, metrics, idle load, restore (25 min)
	cargo bench --locked -p autoparts-persistence --bench grown
	scripts/grown

bench-search: ## benchmark searches among ten thousand and a million generated parts (5 min)
	cargo bench --locked -p autoparts-search --bench search -- 10000 1000000

bench-verdict: ## benchmark the verdict alone, without a store (1 min)
	cargo bench --locked -p autoparts-domain --bench verdict

power: build ## simulate power cuts at thousands of moments while the shop sells on SQLite; nothing acknowledged may be lost, and two controls must lose data
	@scripts/power

crash: build ## kill the binary at every crash point, over 400 times on both databases, and test an intermittent database; nothing may be lost or done twice
	@scripts/crash

conformance: ## test the protocols against the Firebase emulator, localstripe and Stripe's own package; downloads 250 MB once
	@scripts/conformance

check: ## check formatting, lints, types, licenses, advisories, generated files, and the files for GitHub and deployment
	@scripts/check

check-rust: ## run only the checks of the Rust crates
	@scripts/check rust

check-frontend: ## run only the checks of the web app
	@scripts/check frontend

api: ## regenerate docs/openapi.json and the web app's client
	@scripts/api

dev: ## serve the API, and the web app with hot reloading
	@scripts/dev

clean: ## delete build output; keeps the shop's data
	cargo clean
	rm -rf frontend/dist frontend/node_modules scripts/third-parties/*/node_modules
