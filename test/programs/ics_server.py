#!/usr/bin/env python3
"""A small chess server for the tests, modelled on freechess.org: login, style 12 boards, seeks, matches,
offers of draw, abort and adjournment, adjourned games and their move lists, flags, tells. It runs the
clocks and checks the moves with ics_rules.py. It listens on the loopback address only, prints the port,
then every line that goes in and out.

Usage: test/programs/ics_server.py [--port N] [--seconds] [--lag MS]
  --seconds  send clocks in whole seconds, as servers without `iset ms` do
  --lag MS   delay every line by MS in each direction
"""

import argparse
import asyncio
import re
import time

from ics_rules import Position, START, name

RATING = 1500
NO_BASE_MS = 10000  # the clock of a game with base 0
FREE_MOVES = 2      # the first move of each side costs no time
BOARDS = {          # what `match NAME BASE INCREMENT CATEGORY BOARD` may load
    "endings/kqk": "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
    "endings/krkr": "8/8/4k3/8/8/3K4/r7/7R w - - 0 1",
    "wild/8": "rnbqkbnr/8/8/pppppppp/PPPPPPPP/8/8/RNBQKBNR w KQkq - 0 1",
}


def now_ms():
    return time.monotonic() * 1000


class Player:
    def __init__(self, server, writer):
        self.server, self.writer = server, writer
        self.name, self.game, self.milliseconds = "", None, False

    def send(self, text):
        """Sends text and a new prompt."""
        for line in filter(None, text.split("\n")):
            self.server.log(f"> {self.name}: {line}")
        self.server.later(self.writer.write, ("\r\n" + text + "\r\nfics% ").replace("\r\n", "\n").encode())


class Terms:
    """The terms of a match."""

    def __init__(self, base, increment, board=""):
        self.base, self.increment, self.board = base, increment, board
        seconds = 60 * base + 40 * increment
        self.kind = "lightning" if seconds < 180 else "blitz" if seconds < 900 else "standard"

    def challenge(self):
        if self.board:
            return f"unrated wild {self.base} {self.increment} Loaded from {self.board}"
        return f"unrated {self.kind} {self.base} {self.increment}"

    def match(self):
        return f"unrated {self.board or self.kind} match"


class Game:
    def __init__(self, number, white, black, terms):
        self.number, self.names, self.terms = number, {True: white, False: black}, terms
        self.positions = [Position(BOARDS.get(terms.board, START))]
        self.moves = []  # (SAN, long form, milliseconds)
        start_ms = 60000 * terms.base or NO_BASE_MS
        self.clock = {True: start_ms, False: start_ms}
        self.turn_ms = now_ms()
        self.offers = set()  # (who, what)

    def position(self):
        return self.positions[-1]

    def title(self):
        return f"Game {self.number} ({self.names[True]} vs. {self.names[False]})"

    def ticks(self):
        return len(self.moves) >= FREE_MOVES

    def used_ms(self):
        return now_ms() - self.turn_ms if self.ticks() else 0

    def left_ms(self, white):
        running = self.position().white == white
        return self.clock[white] - (self.used_ms() if running else 0)

    def is_claimable(self, position, repetitions):
        """Returns why a draw can be claimed: "by repetition", "by the 50 move rule" or ""."""
        same = sum(earlier.key() == position.key() for earlier in self.positions[-position.quiet - 1:])
        return "by repetition" if same >= repetitions else "by the 50 move rule" if position.quiet >= 100 else ""

    def make(self, move):
        position, ticking, used_ms = self.position(), self.ticks(), self.used_ms()
        self.moves.append((position.san(move), position.long(move), used_ms))
        if ticking:
            self.clock[position.white] += 1000 * self.terms.increment - used_ms
        self.turn_ms = now_ms()
        self.positions.append(position.after(move))

    def ending(self):
        """Returns reason and result if the position ends the game, else None."""
        position = self.position()
        if not position.legal():
            if position.in_check(position.white):
                return self.names[position.white] + " checkmated", "0-1" if position.white else "1-0"
            return "Game drawn by stalemate", "1/2-1/2"
        if not position.can_mate(True) and not position.can_mate(False):
            return "Neither player has mating material", "1/2-1/2"
        return None

    def board(self, player):
        """Returns the style 12 line for one of the players."""
        position, ms = self.position(), player.milliseconds
        rows = [position.board[8 * row:8 * row + 8] for row in range(7, -1, -1)]
        squares = " ".join("".join(piece or "-" for piece in row) for row in rows)
        double = -1 if position.passant is None else position.passant % 8
        rights = " ".join("1" if right in position.castling else "0" for right in "KQkq")
        relation = 1 if self.names[position.white] == player.name else -1
        clocks = [int(self.left_ms(white) / (1 if ms else 1000)) for white in (True, False)]
        san, long, used_ms = self.moves[-1] if self.moves else ("none", "none", 0)
        return (f"<12> {squares} {'W' if position.white else 'B'} {double} {rights} {position.quiet} "
                f"{self.number} {self.names[True]} {self.names[False]} {relation} {self.terms.base} "
                f"{self.terms.increment} 39 39 {clocks[0]} {clocks[1]} {position.full} "
                f"{long} {elapsed(used_ms, ms)} {san} {int(self.names[False] == player.name)} {int(self.ticks())} 0")

    def movelist(self, ms):
        lines = [f"Movelist for game {self.number}:", "",
                 f"{self.names[True]} ({RATING}) vs. {self.names[False]} ({RATING}) --- Sat Jan  1, 12:00 UTC 2000",
                 f"{self.terms.match().capitalize()}, initial time: {self.terms.base} minutes, "
                 f"increment: {self.terms.increment} seconds.", "",
                 f"Move  {self.names[True]:23} {self.names[False]:23}",
                 "----  ---------------------   ---------------------"]
        for i in range(0, len(self.moves), 2):
            pair = [f"{san:7} {elapsed(used_ms, ms):15}" for san, _, used_ms in self.moves[i:i + 2]]
            lines.append(f"{i // 2 + 1:3}.  " + " ".join(pair))
        return "\n".join(lines + ["      {Still in progress} *"])


def elapsed(used_ms, ms):
    seconds = int(used_ms / 1000)
    return f"({seconds // 60}:{seconds % 60:02}" + (f".{int(used_ms) % 1000:03})" if ms else ")")


class Server:
    def __init__(self, options):
        self.options, self.start_ms = options, now_ms()
        self.players, self.games, self.adjourned = {}, {}, {}
        self.challenges = {}  # (from, to): Terms
        self.seeks = {}       # number: (name, Terms)
        self.seek_number = 0

    def log(self, text):
        print(f"{(now_ms() - self.start_ms) / 1000:9.3f} {text}", flush=True)

    def later(self, function, *arguments):
        asyncio.get_running_loop().call_later(self.options.lag / 1000, function, *arguments)

    # ---- connections

    async def connect(self, reader, writer):
        player = Player(self, writer)
        try:
            if await self.login(player, reader):
                while line := await reader.readline():
                    await asyncio.sleep(self.options.lag / 1000)
                    self.command(player, line.decode("latin-1").strip())
        except ConnectionError:
            pass
        self.disconnect(player)

    async def login(self, player, reader):
        async def ask(text):
            player.writer.write(text.encode())
            return (await reader.readline()).decode("latin-1").strip()

        handle = await ask("\n  A stand-in for freechess.org, for tests\n\nlogin: ")
        if not re.fullmatch("[A-Za-z]{3,17}", handle) or handle in self.players:
            return False
        await ask(f'\n"{handle}" is a registered name.  If it is yours, type the password.\n'
                  "If not, just hit return to try another name.\n\npassword: ")
        player.name = handle
        self.players[handle] = player
        player.send(f"**** Starting FICS session as {handle} ****\n")
        return True

    def disconnect(self, player):
        player.writer.close()
        if player.name not in self.players:
            return
        if player.game:
            self.adjourn(player.game, f"{player.name} lost connection; game adjourned")
        del self.players[player.name]
        self.challenges = {key: terms for key, terms in self.challenges.items() if player.name not in key}
        self.seeks = {number: seek for number, seek in self.seeks.items() if seek[0] != player.name}
        self.log(f"- {player.name}")

    # ---- commands

    def command(self, player, line):
        self.log(f"< {player.name}: {line}")
        word, _, rest = line.lstrip("$").strip().partition(" ")
        handler = getattr(self, "do_" + word, None) if word.isalpha() else None
        if handler:
            answer = handler(player, rest.strip())
        elif player.game and self.looks_like_move(player.game, word):
            answer = self.move(player, word)
        else:
            answer = f"{word}: Command not found." if word else ""
        if answer is not None:
            player.send(answer)

    def do_set(self, player, rest):
        return f"{rest.partition(' ')[0]} set."

    def do_iset(self, player, rest):
        if rest == "ms 1" and not self.options.seconds:
            player.milliseconds = True
        return f"{rest.partition(' ')[0]} set."

    def do_alias(self, player, rest):
        return "Alias set."

    def do_style(self, player, rest):
        return f"Style {rest} set."

    def do_date(self, player, rest):
        return "Server time    - Sat Jan  1, 12:00 UTC 2000"

    def do_tell(self, player, rest):
        to, _, text = rest.partition(" ")
        if to not in self.players:
            return f"{to} is not logged in."
        self.players[to].send(f"{player.name} tells you: {text}")
        return f"(told {to})"

    def do_say(self, player, rest):
        if not player.game:
            return "I don't know whom to say that to."
        self.opponent(player).send(f"{player.name}({RATING})[{player.game.number}] says: {rest}")
        return f"(told {self.opponent(player).name})"

    def do_kibitz(self, player, rest):
        if not player.game:
            return "You are not playing, observing, or examining a game."
        self.opponent(player).send(f"{player.name}({RATING})[{player.game.number}] kibitzes: {rest}")
        return "(kibitzed to 1 player)"

    def do_whisper(self, player, rest):
        return "(whispered to 0 players)"

    # ---- seeks and challenges

    def do_seek(self, player, rest):
        terms = self.parse_terms(rest)
        if not terms or player.game:
            return "Bad seek."
        self.seek_number += 1
        self.seeks[self.seek_number] = (player.name, terms)
        for other in self.players.values():
            if other != player and not other.game:
                other.send(f"{player.name} ({RATING}) seeking {terms.base} {terms.increment} unrated {terms.kind} "
                           f'("play {self.seek_number}" to respond)')
        return f"Your seek has been posted with index {self.seek_number}."

    def do_sought(self, player, rest):
        lines = [f"{number:3} {RATING} {who:17} {terms.base:3} {terms.increment:3} unrated {terms.kind:10}    0-9999"
                 for number, (who, terms) in self.seeks.items()]
        return "\n".join(lines + [f"{len(lines)} ad{'' if len(lines) == 1 else 's'} displayed."])

    def do_play(self, player, rest):
        who, terms = self.seeks.get(int(rest) if rest.isdigit() else 0, (None, None))
        if not who or who == player.name or player.game:
            return "That seek is not available."
        return self.begin(self.players[who], player, terms)

    def parse_terms(self, rest):
        words = rest.split()
        numbers = [int(word) for word in words[:2] if word.isdigit()]
        board = "/".join(words[2:])
        if len(numbers) != 2 or numbers == [0, 0] or (board and board not in BOARDS):
            return None
        return Terms(*numbers, board)

    def do_match(self, player, rest):
        to, _, rest = rest.partition(" ")
        other = self.players.get(to)
        if not other or other == player:
            return f"{to} is not logged in."
        if player.game or other.game:
            return f"{(player if player.game else other).name} is playing a game."
        stored = self.adjourned.get(frozenset((player.name, to)))
        terms = stored.terms if stored else self.parse_terms(rest)
        if not terms:
            return "Bad match."
        self.challenges[player.name, to] = terms
        what = f"{player.name} ({RATING}) {to} ({RATING}) {terms.challenge()}{' (adjourned)' if stored else ''}."
        other.send(f"Challenge: {what}\n--** {player.name} is a computer **--\n"
                   'You can "accept" or "decline", or propose different parameters.')
        return f"Issuing: {what}\n--** {to} is a computer **--"

    def do_decline(self, player, rest):
        for who, to in list(self.challenges):
            if to == player.name and rest in (who, ""):
                del self.challenges[who, to]
                self.players[who].send(f"{player.name} declines the match offer.")
                return f"You decline the match offer from {who}."
        return "There are no offers to decline."

    def do_accept(self, player, rest):
        for who, to in self.challenges:
            if to == player.name and rest in (who, "") and not player.game and not self.players[who].game:
                return self.begin(self.players[who], player, self.challenges[who, to])
        return "There are no offers to accept."

    # ---- games

    def opponent(self, player):
        white = player.game.names[True] == player.name
        return self.players[player.game.names[not white]]

    def begin(self, white, black, terms):
        pair = frozenset((white.name, black.name))
        self.challenges = {key: value for key, value in self.challenges.items() if not pair & set(key)}
        self.seeks = {number: seek for number, seek in self.seeks.items() if seek[0] not in pair}
        number = next(n for n in range(1, 1000) if n not in self.games)
        game = self.adjourned.pop(pair, None)
        if game:
            game.number, game.turn_ms = number, now_ms()
            text = f"{{{game.title()} Continuing {terms.match()}.}}"
        else:
            game = Game(number, white.name, black.name, terms)
            text = (f"Creating: {white.name} ({RATING}) {black.name} ({RATING}) unrated {terms.board or terms.kind} "
                    f"{terms.base} {terms.increment}\n{{{game.title()} Creating {terms.match()}.}}")
        self.games[number] = white.game = black.game = game
        self.log(f"= start {game.title()} {terms.challenge()} after {len(game.moves)} half-moves")
        for player in (white, black):
            player.send(f"{text}\n\n{game.board(player)}\n")

    def end(self, game, reason, result):
        self.games.pop(game.number)
        self.log(f"= end {game.title()} {result} after {len(game.moves)} half-moves: {reason}")
        for who in game.names.values():
            if who in self.players:
                self.players[who].game = None
                self.players[who].send(f"{{{game.title()} {reason}}} {result}")

    def adjourn(self, game, reason):
        game.clock[game.position().white] -= game.used_ms()
        self.adjourned[frozenset(game.names.values())] = game
        game.offers.clear()
        self.end(game, reason, "*")

    def looks_like_move(self, game, word):
        return re.fullmatch("([a-h][1-8]){2}(=?[qrbn])?|o-o(-o)?", word.lower()) is not None

    def move(self, player, word):
        game, position = player.game, player.game.position()
        if game.names[position.white] != player.name:
            return "It is not your move."
        move = position.parse(word)
        if not move:
            return f"Illegal move ({word})."
        self.make(player, game, move)

    def make(self, player, game, move):
        other = self.opponent(player)
        for who, what in sorted(game.offers):
            if who == other.name:
                game.offers.discard((who, what))
                other.send(f"{player.name} declines the {what} request.")
        game.make(move)
        for who in (player, other):
            who.send(game.board(who) + "\n")
        ending = game.ending()
        if ending:
            self.end(game, *ending)

    def offer(self, player, what, request):
        """Notes and sends a player's offer. Returns True if the other player has made the same offer."""
        game, other = player.game, self.opponent(player)
        if (other.name, what) in game.offers:
            return True
        if (player.name, what) not in game.offers:
            game.offers.add((player.name, what))
            other.send(request)
        return False

    def do_draw(self, player, rest):
        game = player.game
        if not game:
            return "You are not playing a game."
        on_turn = game.names[game.position().white] == player.name
        move = game.position().parse(rest) if rest and on_turn else None
        if move and game.is_claimable(game.position().after(move), 2):
            claim = game.is_claimable(game.position().after(move), 2)
            self.make(player, game, move)
        else:
            claim = game.is_claimable(game.position(), 3)
        if player.game and claim:
            self.end(game, f"Game drawn {claim}", "1/2-1/2")
        elif player.game and self.offer(player, "draw", f"{player.name} offers you a draw."):
            self.end(game, "Game drawn by mutual agreement", "1/2-1/2")
        else:
            return f"Offering a draw to {self.opponent(player).name}." if player.game else None

    def do_abort(self, player, rest):
        if not player.game:
            return "You are not playing a game."
        if self.offer(player, "abort", f'{player.name} would like to abort the game; type "abort" to accept.'):
            self.end(player.game, "Game aborted by mutual agreement", "*")
        else:
            return "Requesting to abort the game."

    def do_adjourn(self, player, rest):
        if not player.game:
            return "You are not playing a game."
        if self.offer(player, "adjourn", f'{player.name} would like to adjourn the game; type "adjourn" to accept.'):
            self.adjourn(player.game, "Game adjourned by mutual agreement")
        else:
            return "Requesting to adjourn the game."

    def do_resign(self, player, rest):
        if not player.game:
            return "You are not playing a game."
        white = player.game.names[True] == player.name
        self.end(player.game, f"{player.name} resigns", "0-1" if white else "1-0")

    def do_flag(self, player, rest):
        game = player.game
        if not game:
            return "You are not playing a game."
        white = game.names[True] == player.name
        if game.left_ms(not white) > 0:
            return "Your opponent is not out of time, wait for server autoflag."
        if game.left_ms(white) <= 0:
            self.end(game, "Game drawn because both players ran out of time", "1/2-1/2")
        elif not game.position().can_mate(white):
            self.end(game, f"{game.names[not white]} ran out of time and {player.name} has no material to mate", "1/2-1/2")
        else:
            self.end(game, f"{game.names[not white]} forfeits on time", "1-0" if white else "0-1")

    def do_moves(self, player, rest):
        game = self.games.get(int(rest) if rest.isdigit() else 0)
        return game.movelist(player.milliseconds) if game else "There is no such game."

    def do_refresh(self, player, rest):
        return player.game.board(player) if player.game else "You are not playing a game."


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seconds", action="store_true")
    parser.add_argument("--lag", type=int, default=0)
    server = Server(parser.parse_args())
    listening = await asyncio.start_server(server.connect, "127.0.0.1", server.options.port)
    print(f"port {listening.sockets[0].getsockname()[1]}", flush=True)
    async with listening:
        await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
