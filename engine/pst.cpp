#include "engine/pst.h"

namespace {

// One quarter-table: files a to d (mirrored to h to e), from the eighth rank down to the first, as
// White sees the board.
struct Half {
    int8_t value[8][4];
};

constexpr Half NOTHING = {};

constexpr Half PAWN_MIDDLE = {{{0, 0, 0, 0},
                               {45, 55, 55, 65},
                               {8, 22, 32, 36},
                               {-8, 4, 6, 20},
                               {-14, -4, 2, 16},
                               {-12, -4, -4, 4},
                               {-14, 2, -8, -10},
                               {0, 0, 0, 0}}};
constexpr Half PAWN_END = {{{0, 0, 0, 0},
                            {80, 78, 70, 62},
                            {46, 44, 36, 28},
                            {20, 16, 8, 2},
                            {6, 4, -4, -6},
                            {0, 0, -4, -2},
                            {6, 4, 4, 4},
                            {0, 0, 0, 0}}};
constexpr Half KNIGHT_MIDDLE = {{{-110, -60, -36, -24},
                                 {-40, -18, 14, 18},
                                 {-14, 18, 34, 42},
                                 {-4, 10, 24, 32},
                                 {-12, 4, 16, 18},
                                 {-20, -2, 8, 14},
                                 {-28, -20, -6, 2},
                                 {-60, -22, -22, -14}}};
constexpr Half KNIGHT_END = {{{-60, -36, -18, -14},
                              {-28, -12, -8, 2},
                              {-16, -6, 10, 12},
                              {-10, 4, 16, 22},
                              {-10, 2, 14, 20},
                              {-16, -2, 2, 12},
                              {-28, -14, -8, -4},
                              {-40, -34, -18, -14}}};
constexpr Half BISHOP_MIDDLE = {{{-20, -14, -30, -26},
                                 {-18, -2, -6, -10},
                                 {-4, 14, 16, 14},
                                 {-4, 4, 14, 26},
                                 {-2, 6, 8, 22},
                                 {4, 12, 12, 12},
                                 {6, 18, 12, 4},
                                 {-20, -2, -8, -12}}};
constexpr Half BISHOP_END = {{{-14, -12, -8, -6},
                              {-8, -4, 0, -2},
                              {0, 0, 2, 2},
                              {-2, 4, 8, 10},
                              {-6, 2, 8, 10},
                              {-8, -2, 6, 8},
                              {-12, -10, -4, 0},
                              {-16, -8, -10, -4}}};
constexpr Half ROOK_MIDDLE = {{{14, 16, 12, 18},
                               {16, 16, 32, 36},
                               {-4, 12, 14, 18},
                               {-16, -6, 4, 8},
                               {-24, -16, -10, -4},
                               {-28, -16, -12, -8},
                               {-30, -14, -8, -2},
                               {-14, -10, 2, 10}}};
constexpr Half ROOK_END = {{{12, 12, 14, 12},
                            {14, 14, 10, 8},
                            {10, 8, 6, 4},
                            {8, 6, 6, 2},
                            {4, 4, 4, 0},
                            {-2, 0, -4, -4},
                            {-4, -4, -2, -2},
                            {-4, 0, 0, -4}}};
constexpr Half QUEEN_MIDDLE = {{{-10, 4, 12, 18},
                                {-14, -30, -4, -4},
                                {-4, -4, 6, 12},
                                {-14, -14, -8, -6},
                                {-8, -12, -6, -6},
                                {-8, 0, -4, -4},
                                {-16, -4, 6, 6},
                                {-10, -14, -8, 4}}};
constexpr Half QUEEN_END = {{{-4, 10, 14, 18},
                             {-8, 14, 22, 32},
                             {-8, 8, 16, 32},
                             {4, 18, 22, 34},
                             {-4, 16, 18, 30},
                             {-10, -8, 10, 8},
                             {-20, -20, -20, -12},
                             {-30, -26, -24, -22}}};
constexpr Half KING_MIDDLE = {{{-40, -10, -20, -40},
                               {-20, -10, -20, -30},
                               {-20, 0, -16, -34},
                               {-30, -18, -30, -48},
                               {-40, -24, -38, -54},
                               {-14, -10, -28, -44},
                               {8, 10, -18, -40},
                               {14, 34, 4, -10}}};
constexpr Half KING_END = {{{-60, -30, -16, -12},
                            {-16, 10, 14, 14},
                            {4, 24, 26, 20},
                            {-6, 22, 28, 30},
                            {-16, 6, 22, 28},
                            {-20, -2, 12, 20},
                            {-30, -12, 2, 8},
                            {-52, -34, -20, -18}}};

constexpr const Half* MIDDLE[PIECE_TYPE_NB] = {&NOTHING,       &PAWN_MIDDLE, &KNIGHT_MIDDLE,
                                               &BISHOP_MIDDLE, &ROOK_MIDDLE, &QUEEN_MIDDLE,
                                               &KING_MIDDLE};
constexpr const Half* END[PIECE_TYPE_NB] = {&NOTHING,  &PAWN_END,  &KNIGHT_END, &BISHOP_END,
                                            &ROOK_END, &QUEEN_END, &KING_END};

constexpr Tapered white_value(PieceType type, Square square) {
    const int file = square_file(square) < 4 ? square_file(square) : 7 - square_file(square);
    const int row = 7 - square_rank(square);
    return PIECE_VALUE[type] + tapered(MIDDLE[type]->value[row][file], END[type]->value[row][file]);
}

constexpr PieceSquareTable make_table() {
    PieceSquareTable table = {};
    for (int type = PAWN; type <= KING; ++type)
        for (int i = 0; i < 64; ++i) {
            const Square square = square_from64(i);
            const Tapered value = white_value(PieceType(type), square);
            table.value[piece_make(WHITE, PieceType(type))][square] = value;
            table.value[piece_make(BLACK, PieceType(type))][square_flip(square)] = -value;
        }
    return table;
}

} // namespace

constexpr PieceSquareTable PST = make_table();
