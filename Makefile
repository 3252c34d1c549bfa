# What is done often, by name. Everything stands in scripts/, which run on their own as well.

.PHONY: test test-go test-openblas test-mkl test-netlib test-accelerate race vet lint fuzz bench setup clean

test: ## all tests, under every provider of this system; installs what is missing
	@scripts/test.sh

test-go: ## pure Go, without cgo
	@scripts/test.sh go

test-openblas test-mkl test-netlib test-accelerate: test-%:
	@scripts/test.sh $*

race:
	@scripts/test.sh race

vet:
	@scripts/test.sh vet

lint:
	@scripts/lint.sh

FUZZTIME ?= 10s
fuzz:
	@scripts/fuzz.sh $(FUZZTIME)

# Benchmarks of one build: make bench TAGS=openblas BENCH=Gemm PKG=./cblas
BENCH ?= .
PKG ?= ./...
bench:
	go test -run '^$$' -bench '$(BENCH)' -benchmem $(if $(TAGS),-tags $(TAGS)) $(PKG)

setup:
	@scripts/setup.sh

clean:
	rm -rf .cache bin tfbench
	go clean -testcache
