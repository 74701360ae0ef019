# What people type. CI runs .ci/run, which uses the same targets.

GO ?= go
ROUNDS ?= 1000

.PHONY: build dist test race lint bench interop browser postgres crash atlas

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
	$(GO) test -race ./...
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

interop:
	bash checks/interop/run.sh
	bash checks/interop/proxies.sh

browser:
	bash checks/browser/run.sh

# Needs PostgreSQL 15 or later; kills it ROUNDS times.
postgres: export ROUNDS := $(if $(filter command line environment,$(origin ROUNDS)),$(ROUNDS),20)
postgres:
	GO=$(GO) bash checks/postgres/run.sh

crash:
	VITRINE_TEST_CRASH_ROUNDS=$(ROUNDS) $(GO) test -run Killed -timeout 4h ./rdfstore/boltstore

# Fetches Natural Earth and rewrites server/atlas/world.basemap.
atlas:
	GO=$(GO) bash checks/atlas/run.sh
