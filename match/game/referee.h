/* referee.h -- who won a game that ended by two passes.
 *
 * The score is counted by our own rules (board/game/score.h); the question is only
 * which stones are dead.  REFEREE_BOTH asks both players (final_status_list dead,
 * or else final_score): where they give the same winner, that is the result;
 * where only one answers, it is believed; where they contradict each other, or
 * neither knows, the board counts as it stands, all stones alive (Tromp-Taylor),
 * and a contradiction is reported.  A score beyond what the board can give is no
 * answer.                                                                      */
#ifndef KATACHI_MATCH_GAME_REFEREE_H
#define KATACHI_MATCH_GAME_REFEREE_H

#include "board/game/game.h"
#include "match/client/gtp_client.h"

typedef struct verdict {
    double margin;  /* for black, with komi */
    bool disagreed; /* the players named different winners */
    bool unjudged;  /* those who were asked could not say: counted as it stands */
    char note[400]; /* what was noteworthy, or "" */
} verdict;

/* By the two players: client[BLACK], client[WHITE], either may be NULL
 * (gone).  GO_ENOMEM; GO_EINTR when the user interrupted.                      */
go_status referee_by_players(const game *g, gtp_client *const client[3], double seconds,
                             verdict *out, go_error *err);

/* The board as it stands. */
void referee_as_it_stands(const game *g, verdict *out);

/* By a program of its own, started for this game and told its rules where it
 * can be; when it fails, the board counts as it stands, unjudged, and the note says
 * why.  GO_EINTR.                                                              */
go_status referee_by_program(const game *g, const char *command, double seconds, verdict *out,
                             go_error *err);

#endif
