# Overtime: make help lists the targets. Objects live in build/<mode>/, so modes never mix.

EXE    ?= overtime
CXX    ?= g++
PREFIX ?= /usr/local
# ARCH=native tunes for the machine at hand; the default runs on any x86-64 and any arm64.
ARCH   ?=
MODE   ?= release

WARN     := -Wall -Wextra -Wshadow -Wconversion -Werror
COMMON   := -std=c++17 -I. $(WARN) $(if $(ARCH),-march=$(ARCH)) -pthread
release  := -O3 -DNDEBUG
debug    := -O1 -g
sanitize := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
thread   := -O1 -g -fsanitize=thread

BUILD   := build/$(MODE)
PARTS   := $(wildcard engine/*.cpp timing/*.cpp protocol/*.cpp)
PROGRAM := $(PARTS:%.cpp=$(BUILD)/%.o)
SUITE   := $(patsubst %.cpp,$(BUILD)/%.o,$(wildcard test/*.cpp)) \
           $(filter-out $(BUILD)/protocol/main.o,$(PROGRAM))

all: $(EXE)

$(EXE): $(PROGRAM)
	$(CXX) $(COMMON) $($(MODE)) $(LDFLAGS) -o $@ $^

$(BUILD)/suite: $(SUITE)
	$(CXX) $(COMMON) $($(MODE)) $(LDFLAGS) -o $@ $^

$(BUILD)/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(COMMON) $($(MODE)) $(CXXFLAGS) -MMD -MP -c -o $@ $<

debug sanitize thread:
	$(MAKE) MODE=$@ EXE=build/$@/overtime build/$@/overtime build/$@/suite

test: $(EXE) debug
	sh test/run.sh

bench: $(EXE)
	./$(EXE) bench

install: $(EXE)
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(EXE) $(DESTDIR)$(PREFIX)/bin/overtime

clean:
	rm -rf build $(EXE)

help:
	@echo 'make            the release program, ./$(EXE)  (CXX=, EXE=, ARCH=native)'
	@echo 'make debug      with assertions, in build/debug; sanitize, thread: with sanitizers'
	@echo 'make test       every test     make bench    the search signature and speed'
	@echo 'make install    to $$DESTDIR$$PREFIX/bin     make clean'

-include $(PROGRAM:.o=.d) $(SUITE:.o=.d)
.PHONY: all debug sanitize thread test bench install clean help
