#!/usr/bin/env python3
"""Tests Overtime with python-chess, whose XBoardProtocol and UciProtocol lichess-bot uses.

Usage: test/programs/python_chess.py [PROGRAM]      default ./overtime
Needs the module `chess` (installed, or its folder in PYTHONPATH); exit status 77 without it. Prints a
line per check; exit status 1 if one failed. A warning of python-chess is a failure.
"""

import asyncio
import logging
import os
import sys
import time

try:
    import chess
    import chess.engine
except ImportError:
    print("  skipped: no module chess")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "overtime"))
os.environ["XDG_CONFIG_HOME"] = "/dev/null"  # no settings of the user
LIMIT_S = 150  # for one conversation; the machine may be busy with other things
SLACK_S = 0.5  # a busy machine may add this to a time limit
BASE_S, INC_S = 4, 0.15  # time that python-chess itself takes is charged to the engine, too
# Warnings that python-chess gives for every engine: a rejected feature, and the answer to its own
# `.` command.
USUAL_WARNINGS = ("Rejecting feature sigterm=0", "Unexpected engine output: 'stat01: ")

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
A_QUEEN_DOWN = "3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1"
A_QUEEN_UP = "3qk3/8/8/8/8/8/4P3/4K3 b - - 0 1"
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"


class Warnings(logging.Handler):
    """Collects the warnings of python-chess."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        text = record.getMessage()
        if not any(usual in text for usual in USUAL_WARNINGS):
            self.texts.append(text)


def require(condition, text):
    if not condition:
        raise AssertionError(text)


# The protocol of the current round of checks.
open_engine = chess.engine.popen_xboard


async def connect():
    _, engine = await open_engine(PROGRAM)
    return engine


async def init(engine):
    require(engine.id["name"].startswith("Overtime"), engine.id)
    require(all(" " not in name for name in engine.options), list(engine.options))
    return "%s, %d options" % (engine.id["name"], len(engine.options))


async def ping(engine):
    for _ in range(100):
        await engine.ping()


async def timed_move(engine):
    story = []
    for limit_s in (0.01, 0.3, 1):
        start = time.monotonic()
        result = await engine.play(chess.Board(), chess.engine.Limit(time=limit_s))
        took = time.monotonic() - start
        require(result.move in chess.Board().legal_moves, result)
        require(took < limit_s + SLACK_S, "%.2f s for st %s" % (took, limit_s))
        story.append("st %s: %.2f s" % (limit_s, took))
    return ", ".join(story)


async def position(engine):
    result = await engine.play(chess.Board(MATE_IN_ONE), chess.engine.Limit(time=1),
                               info=chess.engine.INFO_ALL)
    require(result.move == chess.Move.from_uci("a1a8"), result)
    require(result.info["score"].relative == chess.engine.Mate(1), result.info)


async def depth(engine):
    result = await engine.play(chess.Board(), chess.engine.Limit(depth=5),
                               info=chess.engine.INFO_ALL)
    require(result.info["depth"] == 5, result.info)


async def nodes(engine):
    result = await engine.play(chess.Board(), chess.engine.Limit(nodes=5000),
                               info=chess.engine.INFO_ALL)
    require(result.info["nodes"] <= 5000, result.info)


class Clock:
    """Sets the clocks as lichess-bot does: `st 10` for the first moves, then one `level`."""

    def __init__(self, base_s, inc_s, odds):
        self.left = {chess.WHITE: base_s, chess.BLACK: base_s / odds}
        self.inc_s = inc_s

    def limit(self, board):
        if len(board.move_stack) < 2:
            return chess.engine.Limit(time=0.1, clock_id="first move")
        return chess.engine.Limit(white_clock=self.left[chess.WHITE], white_inc=self.inc_s,
                                  black_clock=self.left[chess.BLACK], black_inc=self.inc_s,
                                  clock_id="game")

    def charge(self, colour, took_s):
        self.left[colour] -= took_s
        require(self.left[colour] > 0, "out of time")
        self.left[colour] += self.inc_s


async def play_game(engines, board, base_s, inc_s, odds=1, **arguments):
    clock = Clock(base_s, inc_s, odds)
    game = object()
    while not board.is_game_over(claim_draw=True):
        colour = board.turn
        timed = len(board.move_stack) >= 2
        start = time.monotonic()
        result = await engines[colour].play(board, clock.limit(board), game=game,
                                            info=chess.engine.INFO_ALL, **arguments)
        if timed:
            clock.charge(colour, time.monotonic() - start)
        require(result.move is not None, "no move in " + board.fen())
        board.push(result.move)
    for engine in set(engines.values()):
        await engine.send_game_result(board)
        await engine.ping()
    return "%s after %d moves, %.2f s and %.2f s left" % (
        board.result(claim_draw=True), board.fullmove_number, clock.left[True], clock.left[False])


async def game_with_itself(engine):
    return await play_game({True: engine, False: engine}, chess.Board(), BASE_S, INC_S)


async def game_of_two(engine, board=None, **arguments):
    other = await connect()
    try:
        engines = {chess.WHITE: engine, chess.BLACK: other}
        return await play_game(engines, board or chess.Board(), BASE_S, INC_S, **arguments)
    finally:
        await other.quit()


async def game_pondering(engine):
    return await game_of_two(engine, ponder=True)


async def game_at_odds(engine):
    return await game_of_two(engine, odds=4, ponder=True)


async def game_chess960(engine):
    return await game_of_two(engine, board=chess.Board(CHESS960, chess960=True))


async def ponder(engine):
    board = chess.Board()
    for _ in range(4):
        result = await engine.play(board, chess.engine.Limit(time=0.1), ponder=True, game=1)
        board.push(result.move)
        await asyncio.sleep(0.05)
        board.push(next(iter(board.legal_moves)))
    await engine.ping()


async def ponder_until_quit(engine):
    await engine.play(chess.Board(), chess.engine.Limit(time=0.1), ponder=True)
    start = time.monotonic()
    await engine.quit()
    took = time.monotonic() - start
    require(took < SLACK_S, "%.2f s" % took)


async def take_back(engine):
    board = chess.Board()
    for move in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(move)
    limit = chess.engine.Limit(depth=2)
    await engine.play(board, limit, game=1)
    for length in (3, 2, 0):
        while len(board.move_stack) > length:
            board.pop()
        result = await engine.play(board, limit, game=1)
        require(result.move in board.legal_moves, result)


async def interrupted(engine):
    # If the engine does not ponder, python-chess does not wait for the answer and hangs.
    task = asyncio.ensure_future(
        engine.play(chess.Board(), chess.engine.Limit(time=1000), ponder=True))
    await asyncio.sleep(0.2)
    start = time.monotonic()
    task.cancel()
    await engine.ping()
    took = time.monotonic() - start
    require(took < SLACK_S, "%.2f s" % took)
    await engine.play(chess.Board(), chess.engine.Limit(time=0.1))
    return "%.0f ms" % (took * 1000)


async def analyse(engine):
    info = await engine.analyse(chess.Board(MIDDLEGAME), chess.engine.Limit(time=0.5))
    require(info["depth"] >= 4 and info["pv"], info)
    await engine.ping()
    info = await engine.analyse(chess.Board(MIDDLEGAME), chess.engine.Limit(depth=6))
    require(info["depth"] >= 6, info)
    mate = await engine.analyse(chess.Board(MATE_IN_ONE), chess.engine.Limit(mate=1))
    require(mate["score"].relative == chess.engine.Mate(1), mate)
    return "depth %d" % info["depth"]


async def analyse_some_moves(engine):
    board = chess.Board(MIDDLEGAME)
    chosen = [chess.Move.from_uci("h2h3"), chess.Move.from_uci("a2a3")]
    info = await engine.analyse(board, chess.engine.Limit(time=0.3), root_moves=chosen)
    require(info["pv"][0] in chosen, info)


async def analyse_lines(engine):
    """python-chess does not support MultiPV for xboard engines, so the option is set here."""
    engine.send_line("option MultiPV=3")
    first_moves = set()
    with await engine.analysis(chess.Board(MIDDLEGAME), chess.engine.Limit(depth=6)) as analysis:
        async for info in analysis:
            if info.get("depth") == 5:
                first_moves.add(info["pv"][0])
    require(len(first_moves) >= 3, first_moves)  # a line may change within a depth


async def analyse_a_game(engine):
    board = chess.Board()
    with await engine.analysis(board, game=1) as analysis:
        await asyncio.sleep(0.2)
        analysis.stop()
        await analysis.wait()
    board.push_san("e4")
    info = await engine.analyse(board, chess.engine.Limit(depth=4), game=1)
    require(info["pv"][0] in board.legal_moves, info)
    result = await engine.play(board, chess.engine.Limit(time=0.1), game=1)
    require(result.move in board.legal_moves, result)


# These options are handled by python-chess itself, or need a file.
NOT_OURS = ("random", "computer", "name", "engine_rating", "opponent_rating", "LogFile")


async def options(engine):
    values = {}
    for name, option in engine.options.items():
        if option.is_managed() or name in NOT_OURS:
            continue
        if option.type == "combo":
            values[name] = option.var[-1]
        elif option.type == "check":
            values[name] = not option.default
        elif option.type == "spin":
            values[name] = option.min if option.max is None else min(option.max, option.default + 1)
        elif option.type == "button":
            values[name] = None
    await engine.configure(values)
    await engine.ping()
    result = await engine.play(chess.Board(), chess.engine.Limit(time=0.1))
    require(result.move in chess.Board().legal_moves, result)
    return "%d set" % len(values)


async def opponent(engine):
    other = chess.engine.Opponent("A. N. Other", "GM", 2700, False)
    await engine.send_opponent_information(opponent=other, engine_rating=2500)
    await engine.play(chess.Board(), chess.engine.Limit(time=0.1), opponent=other)


async def draw(engine):
    limit = chess.engine.Limit(depth=4)
    losing = await engine.play(chess.Board(A_QUEEN_DOWN), limit, draw_offered=True, game=1)
    require(losing.draw_offered and losing.move, losing)
    winning = await engine.play(chess.Board(A_QUEEN_UP), limit, draw_offered=True, game=2)
    require(not winning.draw_offered and winning.move, winning)


async def resign(engine):
    await engine.configure({"Resign": 400})
    board = chess.Board(A_QUEEN_DOWN)
    for _ in range(4):
        result = await engine.play(board, chess.engine.Limit(depth=4), game=1)
        if result.resigned:
            break
        board.push(result.move)
        board.push(next(iter(board.legal_moves)))
    require(result.resigned, result)
    await engine.ping()
    await engine.play(chess.Board(), chess.engine.Limit(depth=2), game=2)


async def end_of_game(engine):
    board = chess.Board(MATE_IN_ONE)
    result = await engine.play(board, chess.engine.Limit(time=0.2), game=1)
    board.push(result.move)
    await engine.send_game_result(board)
    await engine.ping()
    await engine.send_game_result(chess.Board(), game_complete=False)
    await engine.ping()


async def many_games(engine):
    for game in range(20):
        await engine.play(chess.Board(), chess.engine.Limit(depth=2), game=game)


async def analyse_lines_uci(engine):
    lines = await engine.analyse(chess.Board(MIDDLEGAME), chess.engine.Limit(depth=6), multipv=3)
    require(len({line["pv"][0] for line in lines}) == 3, lines)


async def analyse_win_chances(engine):
    await engine.configure({"UCI_ShowWDL": True})
    info = await engine.analyse(chess.Board(A_QUEEN_UP), chess.engine.Limit(depth=6))
    require(info["wdl"].relative.wins > 900, info)


# Checks for both protocols, and checks for one protocol only.
COMMON = (init, ping, timed_move, position, depth, nodes, ponder, ponder_until_quit, take_back,
          interrupted, analyse, analyse_some_moves, analyse_a_game, options, opponent, end_of_game,
          many_games, game_with_itself, game_of_two, game_pondering, game_at_odds, game_chess960)
ROUNDS = (("xboard", chess.engine.popen_xboard, COMMON + (analyse_lines, draw, resign)),
          ("uci", chess.engine.popen_uci, COMMON + (analyse_lines_uci, analyse_win_chances)))


async def run_check(check):
    engine = await connect()
    story = await asyncio.wait_for(check(engine), LIMIT_S)
    if not engine.returncode.done():
        await asyncio.wait_for(engine.quit(), 2)
    require(engine.returncode.result() == 0, "exit status %s" % engine.returncode.result())
    return story


def main():
    global open_engine
    warnings = Warnings()
    logging.getLogger("chess.engine").addHandler(warnings)
    failures = 0
    checks = [(protocol, opener, check) for protocol, opener, some in ROUNDS for check in some]
    for protocol, opener, check in checks:
        open_engine = opener
        name = protocol + " " + check.__name__.replace("_", " ")
        warnings.texts = []
        try:
            story = asyncio.run(run_check(check))
            require(not warnings.texts, warnings.texts)
            print("  ok    %s%s" % (name, ": " + story if story else ""), flush=True)
        except Exception as error:
            failures += 1
            print("  FAIL  %s: %s %s" % (name, type(error).__name__, error), flush=True)
    print("python-chess %s: %d passed, %d failed" % (chess.__version__, len(checks) - failures, failures))
    return failures > 0


sys.exit(main())
