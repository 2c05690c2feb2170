"""The rules of chess for the chess server of the tests: simple and slow.

Squares are 0 (a1) to 63 (h8); a move is (from, to, promotion), the promotion '' or one of 'qrbn'.
This file shares no code with the engine, whose moves it checks.
"""

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
LINES = {"b": DIAGONAL, "r": STRAIGHT, "q": STRAIGHT + DIAGONAL}
STEPS = {"n": JUMPS, "k": STRAIGHT + DIAGONAL}
CORNERS = {0: "Q", 7: "K", 56: "q", 63: "k", 4: "KQ", 60: "kq"}


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def number(text):
    return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)


def shift(square, step):
    """Returns the square one step away, or None if that is off the board."""
    column, row = square % 8 + step[0], square // 8 + step[1]
    return column + 8 * row if 0 <= column < 8 and 0 <= row < 8 else None


class Position:
    def __init__(self, fen=START):
        rows, turn, castling, passant, quiet, full = fen.split()
        self.board = [""] * 64
        for row, text in enumerate(reversed(rows.split("/"))):
            column = 0
            for letter in text:
                if letter.isdigit():
                    column += int(letter)
                else:
                    self.board[8 * row + column] = letter
                    column += 1
        self.white = turn == "w"
        self.castling = castling.replace("-", "")
        self.passant = None if passant == "-" else number(passant)
        self.quiet = int(quiet)  # half-moves since the last capture or pawn move
        self.full = int(full)

    def copy(self):
        other = Position.__new__(Position)
        other.__dict__ = dict(self.__dict__, board=self.board[:])
        return other

    def key(self):
        """Returns a key that is equal for positions that count as repeated."""
        passant = self.passant is not None and any(
            move[1] == self.passant and self.board[move[0]] in "Pp" for move in self.legal())
        return self.board, self.white, self.castling, passant

    def own(self, square, white):
        return self.board[square] != "" and self.board[square].isupper() == white

    def attacked(self, square, by_white):
        def holds(target, kinds):
            return target is not None and self.own(target, by_white) and self.board[target].lower() in kinds

        for kind, steps in STEPS.items():
            if any(holds(shift(square, step), kind) for step in steps):
                return True
        for kind, steps in (("bq", DIAGONAL), ("rq", STRAIGHT)):
            for step in steps:
                target = shift(square, step)
                while target is not None and self.board[target] == "":
                    target = shift(target, step)
                if holds(target, kind):
                    return True
        row = -1 if by_white else 1
        return any(holds(shift(square, (column, row)), "p") for column in (-1, 1))

    def in_check(self, white):
        king = "K" if white else "k"
        return king in self.board and self.attacked(self.board.index(king), not white)

    def pawn_targets(self, square):
        forward = 1 if self.white else -1
        target = shift(square, (0, forward))
        if self.board[target] == "":
            yield target
            double = shift(target, (0, forward))
            if square // 8 == (1 if self.white else 6) and self.board[double] == "":
                yield double
        for column in (-1, 1):
            target = shift(square, (column, forward))
            if target is not None and (self.own(target, not self.white) or target == self.passant):
                yield target

    def castling_targets(self, king):
        for right, between in (("K", (1, 2)), ("Q", (-1, -2, -3))):
            right = right if self.white else right.lower()
            if right not in self.castling or any(self.board[king + step] for step in between):
                continue
            if not any(self.attacked(king + step, not self.white) for step in (0,) + between[:2]):
                yield king + between[1]

    def targets(self, square):
        """Yields the target squares of a piece of the side to move, without regard to checks."""
        kind = self.board[square].lower()
        if kind == "p":
            yield from self.pawn_targets(square)
        for step in STEPS.get(kind, ()):
            target = shift(square, step)
            if target is not None and not self.own(target, self.white):
                yield target
        for step in LINES.get(kind, ()):
            target = shift(square, step)
            while target is not None and self.board[target] == "":
                yield target
                target = shift(target, step)
            if target is not None and self.own(target, not self.white):
                yield target
        if kind == "k":
            yield from self.castling_targets(square)

    def legal(self):
        moves = []
        for square in range(64):
            if not self.own(square, self.white):
                continue
            for target in self.targets(square):
                last = self.board[square] in "Pp" and target // 8 in (0, 7)
                moves += [(square, target, kind) for kind in ("qrbn" if last else ("",))]
        return [move for move in moves if not self.after(move).in_check(self.white)]

    def after(self, move):
        """Returns the position after a move. The move may be illegal."""
        start, end, promotion = move
        new = self.copy()
        piece = self.board[start]
        pawn = piece in "Pp"
        new.quiet = 0 if pawn or self.board[end] else self.quiet + 1
        new.board[start], new.board[end] = "", piece
        if promotion:
            new.board[end] = promotion.upper() if self.white else promotion
        if pawn and end == self.passant:
            new.board[end + (-8 if self.white else 8)] = ""
        if piece in "Kk" and abs(end - start) == 2:
            corner = start + (3 if end > start else -4)
            new.board[(start + end) // 2], new.board[corner] = new.board[corner], ""
        new.passant = (start + end) // 2 if pawn and abs(end - start) == 16 else None
        lost = CORNERS.get(start, "") + CORNERS.get(end, "")
        new.castling = "".join(right for right in self.castling if right not in lost)
        new.white = not self.white
        new.full += not self.white
        return new

    def is_castling(self, move):
        return self.board[move[0]] in "Kk" and abs(move[1] - move[0]) == 2

    def parse(self, text):
        """Returns the legal move of a text as XBoard sends it (e2e4, e7e8=q, o-o), or None."""
        text = text.lower().replace("=", "").replace("-", "")
        for move in self.legal():
            castling = "oo" if move[1] > move[0] else "ooo"
            if text == name(move[0]) + name(move[1]) + move[2] or (self.is_castling(move) and text == castling):
                return move
        return None

    def san(self, move):
        start, end, promotion = move
        piece = self.board[start].upper()
        capture = self.board[end] != "" or (piece == "P" and end == self.passant)
        if self.is_castling(move):
            text = "O-O" if end > start else "O-O-O"
        elif piece == "P":
            text = (name(start)[0] + "x" if capture else "") + name(end)
            text += "=" + promotion.upper() if promotion else ""
        else:
            rivals = [m[0] for m in self.legal()
                      if m[1] == end and m[0] != start and self.board[m[0]] == self.board[start]]
            which = ""
            if rivals:
                same_column = any(rival % 8 == start % 8 for rival in rivals)
                same_row = any(rival // 8 == start // 8 for rival in rivals)
                which = name(start) if same_column and same_row else name(start)[1 if same_column else 0]
            text = piece + which + ("x" if capture else "") + name(end)
        new = self.after(move)
        if new.in_check(new.white):
            text += "+" if new.legal() else "#"
        return text

    def long(self, move):
        """Returns a move in the long form of style 12: P/e2-e4, o-o."""
        start, end, promotion = move
        if self.is_castling(move):
            return "o-o" if end > start else "o-o-o"
        piece = self.board[start].upper()
        return f"{piece}/{name(start)}-{name(end)}" + ("=" + promotion.upper() if promotion else "")

    def can_mate(self, white):
        """Returns True if this side has mating material: a pawn, rook or queen, or two minor pieces."""
        pieces = [piece.lower() for square, piece in enumerate(self.board) if self.own(square, white)]
        return any(piece in "pqr" for piece in pieces) or len(pieces) > 2


def perft(position, depth):
    if depth == 0:
        return 1
    return sum(perft(position.after(move), depth - 1) for move in position.legal())
