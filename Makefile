# What people type. CI runs .ci/run, which uses the same targets.

GO ?= go
ROUNDS ?= 1000

.PHONY: build dist test race lint bench interop browser postgres crash atlas all-checks

build:
	$(GO) build -o vitrine ./cmd/vitrine

# The programs that are given out, in dist/, with checksums and bills of materials;
# CHECK=1 builds them twice and compares. Also checks the files of packaging/.
dist:
	GO=$(GO) bash checks/dist/run.sh
	bash checks/dist/packaging.sh
	bash checks/dist/container.sh

test:
	$(GO) test ./...

race:
	$(GO) test -race -timeout 1h ./...
	cd checks/bench && $(GO) test ./...

lint:
	@unformatted=$$(gofmt -l .); \
	if [ -n "$$unformatted" ]; then echo "not formatted by gofmt: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	staticcheck=$$($(GO) tool -n staticcheck) && cd checks/bench && $(GO) vet ./... && $$staticcheck ./...

# Takes long, and rewrites docs/benchmarks.md; VITRINE_BENCH=quick tries it out.
bench:
	bash checks/bench/run.sh

# QUICK=1 has tools read every record in every form, and leaves out protocols, clients, the W3C's
# suites, Schemathesis, mirrors, queries and documents at random, and proxies.
interop:
	bash checks/interop/run.sh
	[ -n "$(QUICK)" ] || bash checks/interop/proxies.sh

# QUICK=1 looks at pages in English, in two widths, and at what moves; all widths, languages, sizes
# of text, hostile records, imports and other viewers otherwise.
browser:
	bash checks/browser/run.sh

# Needs PostgreSQL 15 or later; kills it ROUNDS times. QUICK=1 runs the suite of stores alone.
postgres: export ROUNDS := $(if $(filter command line environment,$(origin ROUNDS)),$(ROUNDS),20)
postgres:
	GO=$(GO) bash checks/postgres/run.sh

crash:
	VITRINE_TEST_CRASH_ROUNDS=$(ROUNDS) $(GO) test -run Killed -timeout 4h ./rdfstore/boltstore

# Fetches Natural Earth and rewrites server/people/svgmap/world.basemap.
atlas:
	GO=$(GO) bash checks/atlas/run.sh

# All that is known to check a version by: what .ci/run leaves out, too. Takes an hour or two.
all-checks:
	bash .ci/run
	$(MAKE) lint dist
	VITRINE_TEST_THOROUGH=1 $(MAKE) race
	$(MAKE) postgres interop browser
	$(MAKE) crash ROUNDS=100
