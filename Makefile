# `make help` lists the targets. Objects are in build/<mode>/ and are rebuilt when the compiler or its
# flags change.

CXX    ?= g++
PREFIX ?= /usr/local
# ARCH=native builds for this machine; the default runs on any x86-64 and any arm64.
ARCH   =
MODE   = release
# The evaluation network that is built into the program.
EVALFILE ?= $(wildcard engine/eval/overtime.net)
NETWORK  := $(if $(EVALFILE),-DEVALFILE='"$(EVALFILE)"')
BUILD  := build/$(MODE)
EXE    ?= $(if $(filter release,$(MODE)),overtime,$(BUILD)/overtime)

WARN     := -Wall -Wextra -Wshadow -Wconversion -Werror
COMMON   := -std=c++17 -I. $(WARN) $(if $(ARCH),-march=$(ARCH)) -pthread
release  := -O3 -DNDEBUG
debug    := -O1 -g
sanitize := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
thread   := -O1 -g -fsanitize=thread
tune     := -O3 -DNDEBUG -DOVERTIME_TUNE
fuzz     := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
COMPILE  := $(CXX) $(COMMON) $($(MODE)) $(CXXFLAGS)
# Search threads need up to 1 MiB of stack; the default of musl is 128 KiB.
STACK    := -Wl,-z,stack-size=0x800000
LINK     := $(COMPILE) $(if $(findstring linux,$(shell $(CXX) -dumpmachine)),$(STACK)) $(LDFLAGS)

PARTS   := $(wildcard $(foreach part,engine timing protocol,$(part)/*.cpp $(part)/*/*.cpp $(part)/*/*/*.cpp))
PROGRAM := $(PARTS:%.cpp=$(BUILD)/%.o)
ALL_BUT_MAIN := $(filter-out $(BUILD)/protocol/main.o,$(PROGRAM))
TESTS   := $(wildcard test/*.cpp test/*/*.cpp test/*/*/*.cpp)
TARGETS := $(filter-out %/main.cpp,$(wildcard test/fuzz/*.cpp))
SUITE   := $(patsubst %.cpp,$(BUILD)/%.o,$(filter-out test/bench/% test/fuzz/%,$(TESTS)) $(TARGETS)) $(ALL_BUT_MAIN)
BENCHES := $(patsubst %.cpp,$(BUILD)/%.o,$(wildcard test/bench/*.cpp))
FUZZED  := $(TARGETS:%.cpp=$(BUILD)/%.o) $(ALL_BUT_MAIN)
FLAGS   := $(BUILD)/flags

all: $(EXE)

$(EXE): $(PROGRAM)
	$(LINK) -o $@ $^

$(BUILD)/suite: $(SUITE)
	$(LINK) -o $@ $^

# The fuzzers. test/fuzz/main.cpp is compiled once for each target.
$(BUILD)/fuzz_%: test/fuzz/main.cpp $(FUZZED)
	$(LINK) -fsanitize=fuzzer -DFUZZ_TARGET=fuzz_$* -o $@ $^

# Measures how fast the program answers in every state, through pipes.
$(BUILD)/latency: $(BUILD)/test/bench/latency.o
	$(LINK) -o $@ $^

latency: $(EXE) $(BUILD)/latency
	$(BUILD)/latency '$(abspath $(EXE))'

# Builds a program that has the numbers of engine/search/tunables.h as options, and one that plays
# matches between the numbers there and changed ones (test/bench/tune.cpp).
$(BUILD)/tune: $(BUILD)/test/bench/tune.o $(BUILD)/test/bench/games.o $(ALL_BUT_MAIN)
	$(LINK) -o $@ $^

tune:
	$(MAKE) MODE=tune EXE=build/tune/overtime build/tune/tune build/tune/overtime

# Builds test/bench/duel.cpp: matches between controllers, on clocks that count nodes.
$(BUILD)/duel: $(BUILD)/test/bench/duel.o $(BUILD)/test/bench/games.o $(ALL_BUT_MAIN)
	$(LINK) -o $@ $^

duel: $(BUILD)/duel

# The file $(FLAGS) changes only when the compiler or its flags change; then everything is rebuilt.
$(FLAGS): FORCE
	@mkdir -p $(@D)
	@$(if $(EVALFILE),head -c 14 '$(EVALFILE)' | grep -q '^Overtime net 3$$' || \
	    { echo 'EVALFILE: $(EVALFILE) is no network of this version'; exit 1; })
	@echo '$(LINK) $(EVALFILE)' | cmp -s - $@ || echo '$(LINK) $(EVALFILE)' > $@

$(BUILD)/engine/eval/network_builtin.o: $(EVALFILE)

$(BUILD)/%.o: %.cpp $(FLAGS)
	@mkdir -p $(@D)
	$(COMPILE) $(if $(filter %/network_builtin.o %/network_test.o,$@),$(NETWORK)) -MMD -MP -c -o $@ $<

debug sanitize thread:
	$(MAKE) MODE=$@ EXE=build/$@/overtime build/$@/overtime build/$@/suite

# Needs clang++ with libFuzzer. Runs every fuzz target for FUZZ_SECONDS, starting from its corpus; 0
# only replays the corpus.
FUZZ_CXX     ?= clang++
FUZZ_SECONDS ?= 30
fuzz:
	$(MAKE) MODE=fuzz CXX='$(FUZZ_CXX)' $(patsubst %,build/fuzz/fuzz_%,fen san session uci network)
	bash test/fuzz/run.sh $(FUZZ_SECONDS)

test: $(EXE) debug
	@bash test/run.sh '$(abspath $(EXE))'

# The slow tests: every perft to its full depth, matches under XBoard and on a chess server, files of a
# gigabyte, every compiler and machine that is available, random commands under the thread sanitizer,
# and the latency of answers.
soak: $(EXE) $(BUILD)/suite
	$(BUILD)/suite --no-skip
	ENGINE='$(abspath $(EXE))' bash test/programs/xboard_match.sh 20 1:0 1
	ENGINE='$(abspath $(EXE))' bash test/programs/ics_match.sh long
	bash test/programs/large_files.sh '$(abspath $(EXE))'
	bash test/programs/ports_test.sh '$(abspath $(EXE))'
	$(MAKE) MODE=thread EXE=build/thread/overtime build/thread/overtime
	bash test/programs/hammer.sh build/thread/overtime 100000
	$(MAKE) latency

bench: $(EXE)
	'$(abspath $(EXE))' bench

# Writes the options of the program into the README and the manual page.
options: $(EXE)
	sh protocol/install/options.sh '$(abspath $(EXE))' README.md protocol/install/overtime.6

# Installs into $(PREFIX)/share: manual page, XBoard's list of engines, logo, completion.
BINDIR  ?= $(PREFIX)/bin
SHARED  := man/man6/overtime.6 games/plugins/xboard/overtime.eng games/plugins/logos/overtime.png \
           bash-completion/completions/overtime.bash
SHARE    = $(DESTDIR)$(PREFIX)/share

install: $(EXE)
	install -d '$(DESTDIR)$(BINDIR)' $(foreach file,$(SHARED),'$(SHARE)/$(dir $(file))')
	install -m 755 '$(EXE)' '$(DESTDIR)$(BINDIR)/overtime'
	$(foreach file,$(SHARED),install -m 644 protocol/install/$(notdir $(file)) '$(SHARE)/$(file)' &&) true

uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/overtime' $(foreach file,$(SHARED),'$(SHARE)/$(file)')

# Packs the sources of the last commit. The same commit gives the same bytes.
VERSION := $(shell sed -nE 's/.*VERSION_NAME = "Overtime (.*)".*/\1/p' protocol/version.h)
NAME    := overtime-$(VERSION)
dist:
	@mkdir -p build
	git -c tar.umask=0022 archive --format=tar --prefix=$(NAME)/ -o build/$(NAME).tar HEAD
	gzip -9nf build/$(NAME).tar
	@echo build/$(NAME).tar.gz

# Builds a Debian package. It depends on libc6 only, so that it installs on several releases.
package:
	rm -rf build/package/root
	$(MAKE) BUILD=build/package EXE=build/package/overtime LDFLAGS='-s -static-libgcc -static-libstdc++' \
	    install DESTDIR=build/package/root PREFIX=/usr BINDIR=/usr/games
	sh protocol/install/package.sh build/package/root $(VERSION) build

# Builds for Windows, with Debian's g++-mingw-w64-x86-64: one program without other libraries.
WINDOWS_CXX ?= x86_64-w64-mingw32-g++-posix
windows:
	$(MAKE) CXX='$(WINDOWS_CXX)' BUILD=build/windows EXE=build/windows/overtime.exe LDFLAGS='-s -static' \
	    build/windows/overtime.exe
	cp protocol/install/README.txt LICENSE build/windows
	cd build/windows && zip -qX ../$(NAME)-windows.zip overtime.exe README.txt LICENSE

clean:
	rm -rf build $(EXE)

help:
	@echo 'make            the release program, ./overtime  (CXX=, EXE=, ARCH=native, EVALFILE=)'
	@echo 'make debug      with assertions, in build/debug; sanitize, thread: with sanitizers'
	@echo 'make fuzz       the fuzzers, FUZZ_SECONDS=30 for each target (clang++)'
	@echo 'make test       every test in a few minutes; make soak: the long ones'
	@echo 'make bench      the search signature and speed; make latency: how fast it answers'
	@echo 'make tune       build/tune/overtime, with the numbers of the search as options, and build/tune/tune for matches'
	@echo 'make options    writes the options into the README and the manual page'
	@echo 'make duel       matches between controllers, in build/release/duel'
	@echo 'make install    to $$DESTDIR$$PREFIX (BINDIR=); make uninstall     make clean'
	@echo 'make windows    build/windows/overtime.exe, for any 64-bit Windows (WINDOWS_CXX=)'
	@echo 'make dist       the sources as a tarball; make package: a Debian package; both in build'

-include $(PROGRAM:.o=.d) $(SUITE:.o=.d) $(BENCHES:.o=.d)
.PHONY: all debug sanitize thread tune duel fuzz test soak bench latency options install uninstall dist package \
        windows clean help FORCE
