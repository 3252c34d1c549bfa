# What is done often, by name. Everything stands in scripts/, which run on their own as well.

.PHONY: test test-go test-openblas test-mkl test-netlib test-accelerate race vet lint fuzz bench compare setup clean

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

# This project beside PyTorch, JAX and tenferro, which are installed under .cache/peers; writes docs/compare.md.
# Other instances: make compare INSTANCES=folder
compare:
	@scripts/peers/setup.sh
	@scripts/peers/compare.py $(INSTANCES) --markdown docs/compare.md

setup:
	@scripts/setup.sh

clean:
	rm -rf .cache bin tfbench
	go clean -testcache
