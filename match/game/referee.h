/* referee.h -- who won a game that ended by two passes.
 *
 * We count the score by our own rules (board/game/score.h); the question is only which
 * stones are dead.  REFEREE_BOTH asks both players (final_status_list dead, or else
 * final_score).  If they name the same winner, that is the result; if only one answers,
 * it is believed.  If they contradict each other, which is reported, or neither knows,
 * the board counts as it stands, all stones alive (Tromp-Taylor).  A score larger than
 * the board allows is ignored.
 *
 * Programs often pass while dame are open, so under territory rules a group that touches one
 * is in seki only if it lacks room for two eyes (board/game/score.h).            */
#ifndef KATACHI_MATCH_GAME_REFEREE_H
#define KATACHI_MATCH_GAME_REFEREE_H

#include "board/game/game.h"
#include "match/client/gtp_client.h"

typedef struct verdict {
    double margin;  /* for black, with komi */
    bool disagreed; /* the players named different winners */
    bool unjudged;  /* nobody who was asked knew: counted as it stands */
    char note[400]; /* what was noteworthy, or "" */
} verdict;

/* By the two players: client[BLACK] and client[WHITE], NULL for one that is gone.
 * GO_EINTR: the user interrupted.                                              */
go_status referee_by_players(const game *g, gtp_client *const client[3], double seconds,
                             verdict *out, go_error *err);

/* The board as it stands. */
void referee_as_it_stands(const game *g, verdict *out);

/* By a third program, started for this game and told its rules if it knows the command.
 * If it fails, the board counts as it stands, unjudged, and the note says why.  GO_EINTR;
 * GO_ENOMEM, GO_EIO: cannot start it.                                          */
go_status referee_by_program(const game *g, const char *command, double seconds, verdict *out,
                             go_error *err);

#endif
