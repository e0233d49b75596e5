# Autoparts. `make` lists what can be made; the recipes are in scripts/ where they are long.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run build release rolling upgrade ha machine seed test test-rust test-frontend e2e pictures histories attack api-fuzz fuzz chaos power crash conformance bench-orders bench-payments bench-transport bench-catalogue bench-grown bench-search bench-imports bench-verdict check check-rust check-frontend api dev clean

help: ## list what can be made
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /\1\t/' | expand -t 16

run: ## build what changed, fill an empty shop with the demonstration, serve it
	@scripts/run

build: ## build the web app and the release binary with the app inside
	@scripts/build

release: ## the archive, the Debian package, the list of what they are made of, and their checksums, in target/release-files
	@scripts/release

rolling: ## two servers restarted in turns under load behind the nginx and the HAProxy of docs/deploy, two minutes; nothing may fail
	@scripts/rolling

upgrade: ## two servers of the commit before the newest migration, upgraded one by one while customers order; builds that commit first
	@scripts/upgrade

ha: ## PostgreSQL with two standbys, Patroni and etcd of docs/deploy, broken in nine ways while customers order, five minutes; no acknowledged order may be lost
	@scripts/ha

machine: ## the Debian package on a Debian of its own with its own systemd: install, TLS, backup, restore, upgrade, remove, with both databases; as root, three minutes
	@scripts/machine

seed: ## put the demonstration into the shop
	@scripts/seed

test: ## every test: Rust on three stores, the web app, a real browser on the real binary
	@scripts/test

test-rust: ## only the Rust tests; ARGS="autoparts-http" runs those of one crate
	@scripts/test rust $(ARGS)

test-frontend: ## only the tests of the web app
	@scripts/test frontend

e2e: ## only the browser tests; ARGS="journey" runs the files with that in their names, E2E_BINARY takes a binary that is built
	@scripts/test e2e $(ARGS)

pictures: ## every screen in every state, as contact sheets in frontend/e2e/screenshots/sheets, and the README's pictures; ten minutes
	@SCREENSHOTS=yes scripts/test e2e --no-deps e2e/quality/screens.spec.ts e2e/quality/readme-pictures.spec.ts
	@node frontend/scripts/contact-sheets.mjs

histories: ## ten thousand random histories of orders and payments on each store; for the night
	HISTORIES=10000 cargo test --locked -p autoparts-persistence --test store histories

attack: ## the release binary attacked from outside, every case of every review; ends with `N refused of N`
	@scripts/attack

api-fuzz: ## 20,000 calls that the API's document allows or forbids, as a customer and as an admin
	@scripts/api-fuzz 20000

fuzz: ## a minute of fuzzing for each target: webhook header, tokens, money, e-mail, JSON bodies, imported files
	@scripts/fuzz

chaos: build ## two servers and one PostgreSQL, raced, killed and cut off for four minutes; the difference must be 0
	@scripts/chaos

bench-orders: ## what orders cost on both databases, beside pgbench and beside a commit for each, ten minutes; ARGS="orders" or "admin 1000000" runs a piece
	cargo bench --locked -p autoparts-server --bench orders -- $(ARGS)

bench-imports: ## what a supplier's file of a million applications and a spreadsheet of 100,000 parts cost on both databases, and orders meanwhile, 20 minutes; ARGS="aces 100000" runs a piece
	cargo bench --locked -p autoparts-server --bench imports -- $(ARGS)

bench-payments: ## how fast money is taken in, and whether a provider that hangs holds up others, five minutes
	cargo bench --locked -p autoparts-server --bench payments

bench-transport: ## slow, greedy and noisy clients, and what a stop costs, three minutes
	cargo bench --locked -p autoparts-server --bench transport

bench-catalogue: ## what reads and searches of 10^4 to 10^6 parts cost beside a bare handler and nginx, 15 minutes; ARGS="reads", "grown 10000" or "fitment" runs a piece
	cargo bench --locked -p autoparts-server --bench catalogue -- $(ARGS)

bench-grown: ## a shop after a hundred thousand and a million orders: backup while it sells, check of the books, looks of maintenance; then served: metrics, idle, backup and restore; 25 minutes
	cargo bench --locked -p autoparts-persistence --bench grown
	scripts/grown

bench-search: ## how fast ten thousand and a million invented parts are searched, five minutes
	cargo bench --locked -p autoparts-search --bench search -- 10000 1000000

bench-verdict: ## what saying whether a part fits costs by itself, a minute
	cargo bench --locked -p autoparts-domain --bench verdict

power: build ## the power cut at thousands of moments while the shop sells on SQLite; nothing that a customer was told may be lost, and two controls must lose something
	@scripts/power

crash: build ## the binary killed at every crash point, more than 400 times on both databases, and a database that comes and goes; nothing may be lost or done twice
	@scripts/crash

conformance: ## our protocols against the Firebase emulator, localstripe and Stripe's own package; downloads 250 MB once
	@scripts/conformance

check: ## formats, lints, types, licenses, and that generated files are fresh
	@scripts/check

check-rust: ## only the checks of the Rust crates
	@scripts/check rust

check-frontend: ## only the checks of the web app
	@scripts/check frontend

api: ## write docs/openapi.json and the web app's client anew
	@scripts/api

dev: ## serve the API and the web app, which reloads itself on changes
	@scripts/dev

clean: ## delete what was built; the shop's data stays
	cargo clean
	rm -rf frontend/dist frontend/node_modules scripts/third-parties/*/node_modules
