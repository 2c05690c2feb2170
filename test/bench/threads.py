#!/usr/bin/env python3
"""Measures how much sooner more threads reach a depth, on the positions of `overtime bench`.

Usage: threads.py PROGRAM DEPTH [THREADS...]

The gain is given by time, which is valid up to the number of cores, and by nodes per thread, which estimates the time
with one core for each thread. Results vary from run to run, so use a large depth.
"""
import re
import subprocess
import sys
import time


def positions(program):
    bench = subprocess.run([program, "--no-config", "bench", "1"], capture_output=True, text=True, check=True)
    return re.findall(r"^\d+: \S+ \S+ \d+ (.*)", bench.stdout, re.MULTILINE)


class Engine:
    def __init__(self, program, threads):
        self.process = subprocess.Popen([program, "--no-config"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.say("xboard", "protover 2", f"cores {threads}", "memory 64", "post", "easy")

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))

    def hear(self):
        if not (line := self.process.stdout.readline()):
            sys.exit("the program has ended")
        return line

    def search(self, fen, depth):
        """Returns the seconds and the nodes that a search took."""
        self.say("new", "force", f"setboard {fen}", f"sd {depth}", "st 1000", "ping 1")
        while self.hear() != "pong 1\n":
            pass
        start, nodes = time.monotonic(), 0
        self.say("go")
        while not (line := self.hear()).startswith("move"):
            if thinking := re.match(r"\s*\d+\s+-?\d+\s+\d+\s+(\d+)", line):
                nodes = int(thinking[1])
        return time.monotonic() - start, nodes


def main():
    program, depth = sys.argv[1], int(sys.argv[2])
    fens = positions(program)
    first = None
    for threads in map(int, sys.argv[3:] or ("1", "2", "4", "8")):
        engine = Engine(program, threads)
        results = [engine.search(fen, depth) for fen in fens]
        engine.say("quit")
        seconds, nodes = (sum(part) for part in zip(*results))
        first = first or (seconds, nodes / threads)
        print(f"{threads} threads: {seconds:7.2f} s  {nodes:12} nodes  sooner by time {first[0] / seconds:.2f}, "
              f"by nodes per thread {first[1] / (nodes / threads):.2f}", flush=True)


if __name__ == "__main__":
    main()
