# What people type. CI runs .ci/run, which uses the same targets.

GO ?= go
# A benchmark run takes minutes; narrow it with, for example,
# make bench BENCH=BenchmarkRead PKG=./serialize/jsonld
BENCH ?= .
COUNT ?= 1
PKG ?= ./...
ROUNDS ?= 1000

.PHONY: build test lint bench interop browser crash

build:
	$(GO) build -o vitrine ./cmd/vitrine

test:
	$(GO) test -race ./...

lint:
	@unformatted=$$(gofmt -l $$(git ls-files "*.go")); \
	if [ -n "$$unformatted" ]; then echo "not gofmt'ed: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

bench:
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(PKG)

interop:
	bash interop/run.sh

browser:
	bash browser/run.sh

crash:
	VITRINE_CRASH_ROUNDS=$(ROUNDS) $(GO) test -run Crash -timeout 4h ./rdfstore/boltstore
