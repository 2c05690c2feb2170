// The command line: options, and the subcommands (tools) that run once and end.
#pragma once

#include "protocol/session/session.h"

/// Applies --NAME=VALUE options and runs the subcommand, if there is one. Returns true if there is
/// no subcommand and the program shall speak CECP or UCI; otherwise `status` is the exit status (2:
/// the command line is wrong).
bool tools_run(Session* session, int count, char** words, int* status);

// One function for each subcommand: it takes the words after its name and returns the exit status.
// `overtime --help` lists flags. A subcommand that fails prints a line and leaves no partial file.

/// Counts the leaves of the legal move tree: `perft N [FEN]`.
int tool_perft(Session* session, int count, char** words);
/// Prints the search signature and the speed.
int tool_bench(Session* session, int count, char** words);
/// Plays a timed game against itself and shows it move by move.
int tool_play(Session* session, int count, char** words);
/// Runs time controllers in many games without a board and prints a table or CSV.
int tool_simulate(Session* session, int count, char** words);
/// Solves a suite of test positions. Returns 1 if not all were solved.
int tool_epd(Session* session, int count, char** words);
/// Writes games with scores, marks for bad moves and better variations. Continues an interrupted
/// run.
int tool_analyse(Session* session, int count, char** words);
/// Makes an opening book from games. A move's weight is two for each win and one for each draw.
int tool_makebook(Session* session, int count, char** words);
/// Makes a page that shows where the time went in logs and games.
int tool_report(Session* session, int count, char** words);
/// Plays games against itself until the file holds enough of them. Continues an interrupted run.
int tool_selfplay(Session* session, int count, char** words);
/// Writes positions near those of data files, with their static evaluations.
int tool_imitate(Session* session, int count, char** words);
/// Trains a network on data files. NETWORK.state lets a later run continue.
int tool_train(Session* session, int count, char** words);
