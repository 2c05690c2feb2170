// The command lines that make the evaluation network: `selfplay`, `imitate` and `train`.
#pragma once

#include "protocol/session/session.h"

/// `overtime selfplay FILE [--games N] [--nodes N] [--random N] [--threads N] [--seed N]`: plays
/// games against itself, with the evaluation that is set, until the file holds so many; goes on
/// where an earlier run was cut off. The words after `selfplay`. Returns the exit status.
int tool_selfplay(Session* session, int count, char** words);

/// `overtime imitate FILE DATA... [--each N] [--seed N]`: positions near those of data files, with
/// what the evaluation that is set says of them at once. A data file may be there already and is
/// written anew; anything else stays as it is.
int tool_imitate(Session* session, int count, char** words);

/// `overtime train NETWORK DATA... [--epochs N] [--threads N] [--batch N] [--rate X] [--result X]
/// [--later X] [--seed N]`: learns from data files and writes the network, in the place of another
/// or of nothing; keeps what it needs to go on in NETWORK.state.
int tool_train(Session* session, int count, char** words);
