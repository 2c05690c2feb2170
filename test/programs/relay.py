#!/usr/bin/env python3
"""Runs a program behind a slow connection: every line in or out is delayed by 0 to 50 ms, and now and
then by 500 ms more. Lines stay in order.

usage: relay.py [--delay MS] [--spike MS] [--spikes PERCENT] [--seed N] PROGRAM [ARGUMENT ...]

As an engine for a match: cmd=test/programs/relay.py arg=./overtime
"""
import argparse
import os
import queue
import random
import subprocess
import sys
import threading
import time


def read(source, lines):
    """Queues every line of the source with its time of arrival, and None at its end."""
    for line in source:
        lines.put((time.monotonic(), line))
    lines.put(None)


def deliver(lines, sink, delay_of):
    """Writes each line when its delay is over, but not before the previous line."""
    while (item := lines.get()) is not None:
        arrived, line = item
        time.sleep(max(0.0, arrived + delay_of() - time.monotonic()))
        try:
            sink.write(line)
            sink.flush()
        except (BrokenPipeError, ValueError):
            return
    try:
        sink.close()
    except BrokenPipeError:
        pass


def start(source, sink, delay_of):
    lines = queue.Queue()
    threading.Thread(target=read, args=(source, lines), daemon=True).start()
    thread = threading.Thread(target=deliver, args=(lines, sink, delay_of), daemon=True)
    thread.start()
    return thread


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--delay", type=float, default=50, help="at most so many ms")
    parser.add_argument("--spike", type=float, default=500, help="ms on top, now and then")
    parser.add_argument("--spikes", type=float, default=1, help="percent of lines")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if not options.program:
        parser.error("no program")
    dice = random.Random(options.seed)

    def delay_of():
        late = dice.uniform(0, options.delay)
        if dice.uniform(0, 100) < options.spikes:
            late += options.spike
        return late / 1000

    child = subprocess.Popen(options.program, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    start(sys.stdin.buffer, child.stdin, delay_of)
    output = start(child.stdout, sys.stdout.buffer, delay_of)
    status = child.wait()
    output.join()
    sys.stdout = None
    os._exit(status)


if __name__ == "__main__":
    main()
