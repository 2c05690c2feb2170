#include "test/helpers.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include <doctest/doctest.h>

#include "engine/board/fen.h"
#include "engine/board/move_do.h"
#include "engine/board/move_gen.h"
#include "engine/board/notation.h"

int dice_roll(Dice* dice, int sides) {
    uint64_t x = dice->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    dice->state = x;
    return int((x * 0x2545f4914f6cdd1du >> 33) % uint64_t(sides));
}

Board position_make(const std::string& fen, FenRules rules) {
    Board board;
    const char* error = fen_parse(fen.c_str(), &board, rules);
    REQUIRE_MESSAGE(error == nullptr, fen << ": " << std::string(error ? error : "good"));
    return board;
}

bool position_reread(const Board& board, Board* reread) {
    return fen_parse(fen_write(board).c_str(), reread, FEN_CHESS960) == nullptr;
}

namespace {

// Puts both kings and up to 16 other pieces on the board, few enough to keep lines open.
std::string random_placement(Dice* dice) {
    std::string squares(64, '1');
    squares[size_t(dice_roll(dice, 64))] = 'K';
    squares[size_t(dice_roll(dice, 64))] = 'k';
    const int others = 1 + dice_roll(dice, 16);
    for (int i = 0; i < others; ++i) {
        char& square = squares[size_t(dice_roll(dice, 64))];
        if (square == '1') square = "PNBRQPpnbrqp"[dice_roll(dice, 12)];
    }
    return squares;
}

std::string join_ranks(const std::string& squares) {
    std::string text;
    for (size_t i = 0; i < 64; ++i) {
        if (i % 8 == 0 && i > 0) text += '/';
        if (squares[i] == '1' && i % 8 > 0 && std::isdigit(static_cast<unsigned char>(text.back())))
            ++text.back();
        else
            text += squares[i];
    }
    return text;
}

char swap_case(char c) {
    const unsigned char letter = static_cast<unsigned char>(c);
    return char(std::isupper(letter) ? std::tolower(letter) : std::toupper(letter));
}

std::string swap_cases(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), swap_case);
    return text;
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

} // namespace

std::string position_random_fen(Dice* dice) {
    for (;;) {
        const std::string fen =
            join_ranks(random_placement(dice)) + (dice_roll(dice, 2) ? " w - - 0 1" : " b - - 0 1");
        Board board;
        if (!fen_parse(fen.c_str(), &board)) return fen;
    }
}

namespace {

std::string join(const std::vector<std::string>& parts, char separator) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty()) text += separator;
        text += part;
    }
    return text;
}

} // namespace

std::string position_mirror(const std::string& fen) {
    std::vector<std::string> fields = split(fen, ' ');
    REQUIRE(fields.size() == 6);
    std::vector<std::string> ranks = split(fields[0], '/');
    std::reverse(ranks.begin(), ranks.end());
    fields[0] = swap_cases(join(ranks, '/'));
    fields[1] = fields[1] == "w" ? "b" : "w";
    fields[2] = swap_cases(fields[2]);
    if (fields[3] != "-") fields[3][1] = char('1' + '8' - fields[3][1]);
    return join(fields, ' ');
}

std::string position_mirror_files(const std::string& fen) {
    std::vector<std::string> fields = split(fen, ' ');
    REQUIRE(fields.size() == 6);
    std::vector<std::string> ranks = split(fields[0], '/');
    for (std::string& rank : ranks) std::reverse(rank.begin(), rank.end());
    fields[0] = join(ranks, '/');
    for (char& right : fields[2]) {
        const size_t index = std::string("KQkq").find(right);
        if (index != std::string::npos) right = "QKqk"[index];
    }
    if (fields[3] != "-") fields[3][0] = char('a' + 'h' - fields[3][0]);
    return join(fields, ' ');
}

bool position_is_same(const Board& one, const Board& other) {
    return std::memcmp(&one, &other, sizeof one) == 0;
}

Pins position_pins(const Board& board) {
    Pins pins;
    attack_find_pins(board, &pins);
    return pins;
}

std::vector<Move> position_moves(const Board& board) {
    MoveList list;
    move_gen_legal(board, &list);
    return std::vector<Move>(list.move, list.move + list.count);
}

Move position_move(const Board& board, const std::string& text) {
    Move found = MOVE_NONE;
    for (const Move move : position_moves(board))
        if (notation_coordinate(move, CASTLE_LETTERS) == text ||
            (found == MOVE_NONE && notation_coordinate(move) == text))
            found = move;
    REQUIRE_MESSAGE(found != MOVE_NONE, text << " in " << fen_write(board));
    return found;
}

namespace {

bool on_board(int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

// Returns the first piece from a square in a direction, NO_PIECE if there is none.
Piece look(const Board& board, Square from, int dx, int dy) {
    int file = square_file(from) + dx, rank = square_rank(from) + dy;
    for (; on_board(file, rank); file += dx, rank += dy)
        if (board.piece[square_make(file, rank)] != NO_PIECE)
            return board.piece[square_make(file, rank)];
    return NO_PIECE;
}

Piece at(const Board& board, Square from, int dx, int dy) {
    const int file = square_file(from) + dx, rank = square_rank(from) + dy;
    return on_board(file, rank) ? board.piece[square_make(file, rank)] : NO_PIECE;
}

bool check_along(const Board& board, Square king, int dx, int dy) {
    const Colour them = colour_opposite(board.turn);
    const Piece seen = look(board, king, dx, dy);
    return seen == piece_make(them, QUEEN) ||
           seen == piece_make(them, dx != 0 && dy != 0 ? BISHOP : ROOK);
}

bool check_by_knight(const Board& board, Square king) {
    const Piece knight = piece_make(colour_opposite(board.turn), KNIGHT);
    for (int dx = -2; dx <= 2; ++dx)
        for (int dy = -2; dy <= 2; ++dy)
            if (std::abs(dx * dy) == 2 && at(board, king, dx, dy) == knight) return true;
    return false;
}

} // namespace

bool position_in_check(const Board& board) {
    const Square king = board_king(board, board.turn);
    const Colour them = colour_opposite(board.turn);
    const int ahead = them == BLACK ? 1 : -1;
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
            if ((dx != 0 || dy != 0) && check_along(board, king, dx, dy)) return true;
    return check_by_knight(board, king) || at(board, king, -1, ahead) == piece_make(them, PAWN) ||
           at(board, king, 1, ahead) == piece_make(them, PAWN);
}

Game game_from(const std::string& fen) {
    Game game;
    const char* error = game_set_up(&game, fen.c_str());
    REQUIRE_MESSAGE(error == nullptr, fen);
    return game;
}

void game_play(Game* game, const std::string& moves) {
    std::istringstream words(moves);
    for (std::string word; words >> word;) game_make(game, position_move(game->board, word));
}

Continuations continuations_none(History* history) {
    PieceToTable* none = history_continuation(history, NO_PIECE, SQ_A1);
    return {{none, none, none}};
}

OwnedSearch search_owned(int megabytes) {
    return OwnedSearch(search_create(megabytes));
}

bool search_never_stops(void*, const SearchProgress&, SearchMoment) {
    return false;
}

std::vector<Move> moves_sorted(std::vector<Move> moves) {
    std::sort(moves.begin(), moves.end());
    return moves;
}

void playout_visit(uint64_t seed, int games, int plies, const PlayoutVisitor& visit) {
    Dice dice = {seed};
    for (int game = 0; game < games; ++game) {
        Board board = position_make(PLAYOUT_STARTS[size_t(game) % std::size(PLAYOUT_STARTS)]);
        for (int ply = 0;; ++ply) {
            visit(board);
            const std::vector<Move> moves = position_moves(board);
            if (moves.empty() || ply == plies) break;
            Undo undo;
            move_make(&board, moves[size_t(dice_roll(&dice, int(moves.size())))], &undo);
        }
    }
}

void tally_check(const Tally& tally, int least_cases) {
    INFO("seed " << tally.seed << ", first failure: " << tally.first);
    CHECK(tally.failures == 0);
    CHECK(tally.cases >= least_cases);
}

TestFile::TestFile() {
    std::random_device random;
    const std::string name = "overtime-" + std::to_string(random()) + std::to_string(random());
    path = std::filesystem::temp_directory_path() / (name + ".test");
}

TestFile::~TestFile() {
    std::error_code error;
    std::filesystem::remove_all(path, error);
}

void TestFile::write(const std::string& bytes) const {
    std::ofstream(path, std::ios::binary) << bytes;
}

std::string TestFile::read() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> TestFile::lines() const {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}
