# SPDX-License-Identifier: MIT
# Part of Grille: the commands a person needs; `make help` lists them.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
# What the browser is started with by `make run`, for example ARGS="https://example.com".
ARGS ?=

# Debian packages the build needs; curl, libxml2, ICU, libpsl, uchardet, SQLite and Kerberos are
# loaded when first used.
PACKAGES := libcurl4-openssl-dev libssl-dev libncursesw5-dev libxml2-dev libicu-dev libpsl-dev \
            libuchardet-dev libsqlite3-dev libkrb5-dev ca-certificates
# What the tests need besides.
TEST_PACKAGES := $(PACKAGES) openssl tmux
# What the benchmarks compare with, besides the browsers that are installed.
BENCH_PACKAGES := $(PACKAGES) libgumbo-dev

RELEASE_FLAGS := -c release --static-swift-stdlib -Xswiftc -cross-module-optimization
RELEASE := swift build --product grille $(RELEASE_FLAGS)
BINARY = $(shell swift build -c release --show-bin-path)/grille

.PHONY: help run test build install uninstall lint format bench clean packages test-packages \
        bench-packages toolchain

help:
	@echo 'make run [ARGS="URL"]   build and open the browser'
	@echo 'make test               run the tests'
	@echo 'make build              build the program (release)'
	@echo 'make install            copy it to PREFIX ($(PREFIX)), below DESTDIR if set'
	@echo 'make lint               check the formatting rules'
	@echo 'make bench              measure the engine; compare page dumps with the browsers here'
	@echo 'make clean              remove what was built'

run: build
	@exec "$(BINARY)" $(ARGS)

build: packages toolchain
	$(RELEASE)

# The tests that start the program hold threads while it runs: they would starve the others.
test: test-packages toolchain
	swift build --build-tests
	swift test --skip-build --parallel --skip ProgramTests
	swift test --skip-build --parallel --filter ProgramTests

lint: toolchain
	swift format lint --strict --recursive Sources Tests Package.swift

format: toolchain
	swift format --in-place --recursive Sources Tests Package.swift

bench: bench-packages build
	swift build --product core-benchmark $(RELEASE_FLAGS)
	python3 Tests/Benchmarks/core_speed.py "$(dir $(BINARY))core-benchmark"
	python3 Tests/Benchmarks/dump_speed.py "$(BINARY)"

SHARE = $(DESTDIR)$(PREFIX)/share
# What belongs to the program besides itself: a file here, and where it goes below share.
SHARED_FILES := Resources/man/grille.1:man/man1/grille.1 \
                Resources/completions/grille.bash:bash-completion/completions/grille \
                Resources/completions/_grille:zsh/site-functions/_grille \
                Resources/completions/grille.fish:fish/vendor_completions.d/grille.fish \
                Resources/Schemas/load.schema.json:grille/load.schema.json

install: build
	install -D -m 0755 "$(BINARY)" "$(DESTDIR)$(PREFIX)/bin/grille"
	$(foreach pair,$(SHARED_FILES),install -D -m 0644 $(subst :, "$(SHARE)/,$(pair))" &&) true

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/grille"
	rm -f $(foreach pair,$(SHARED_FILES),"$(SHARE)/$(lastword $(subst :, ,$(pair)))")

clean:
	rm -rf .build

# Installs what is missing when that is possible, else says exactly what to type.
define need_packages
	@missing=$$(for p in $(1); do \
	  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || printf '%s ' $$p; done); \
	if [ -n "$$missing" ]; then \
	  if ! command -v apt-get >/dev/null; then \
	    echo "Grille needs these Debian packages or their like: $$missing" >&2; exit 1; fi; \
	  if [ "$$(id -u)" = 0 ]; then as_root=; \
	  elif command -v sudo >/dev/null; then as_root=sudo; \
	  else echo "Packages are missing. As root: apt-get install $$missing" >&2; exit 1; fi; \
	  echo "Installing missing Debian packages: $$missing" >&2; \
	  $$as_root apt-get update -qq && \
	  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null || \
	    { echo "That did not work. As root: apt-get install $$missing" >&2; exit 1; }; \
	fi
endef

packages:
	$(call need_packages,$(PACKAGES))

test-packages:
	$(call need_packages,$(TEST_PACKAGES))

bench-packages:
	$(call need_packages,$(BENCH_PACKAGES))

toolchain:
	@command -v swift >/dev/null || { \
	  echo 'Grille needs the Swift 6.2 toolchain or newer: https://www.swift.org/install/linux/' >&2; \
	  exit 1; }
