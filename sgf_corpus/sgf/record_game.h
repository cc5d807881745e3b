/* record_game.h -- from a game record to a game and back: how recorded games are
 * replayed under rules.
 *
 * - Setup describes a position: the last value of each point counts.  Chains without
 *   liberties are refused.
 * - Handicap stones are counted as in board/game/game.h, whatever HA says and whoever moves
 *   first; HA is written for those that are set up (game_setup_handicap).
 * - The record says who moves first (game_record.first).
 * - A move that violates only superko is played: from then on the game is under
 *   simple ko.                                                                */
#ifndef KATACHI_SGF_CORPUS_SGF_RECORD_GAME_H
#define KATACHI_SGF_CORPUS_SGF_RECORD_GAME_H

#include "board/game/game.h"
#include "sgf_corpus/sgf/game_record.h"

/* The game before the record's first move; the caller owns it.  GO_EILLEGAL: the
 * setup leaves a chain without liberties; the sentence names file and game.
 * GO_ENOMEM.                                                                 */
go_status record_game_create(game **out, const game_record *record, const rules *r, double komi,
                             go_error *err);

/* Plays move i (from 0) of the record.  Errors as for game_play. */
go_status record_game_play(game *g, const game_record *record, int i, go_error *err);

/* Both: the game after the record's first n moves.  Where one of them cannot be played, no
 * game is left behind and *played, if it is not NULL, says how many came before it, -1
 * for an error of the setup.                                                  */
go_status record_game_replay(game **out, const game_record *record, const rules *r, double komi,
                             int n, int *played, go_error *err);

/* Sets *r to the rules that the record names, if any.  The server CGOS (named in PC) counts
 * the board as it stands when both have passed, although it writes "Chinese".  */
void record_game_rules(const game_record *record, rules *r);

/* Does it record a komi that its result does not contradict?  A result in half points needs one:
 * the Fox server writes KM[0] in even games with 6.5.                              */
bool record_game_knows_komi(const game_record *record);

/* This komi; else `usual`, or none if `usual` has half a point and the game was counted
 * in whole ones: some servers write no komi where there was none.              */
double record_game_komi_or(const game_record *record, double usual);

/* The same with half a point after a handicap, and without one the usual komi of the rules. */
double record_game_komi(const game_record *record, const rules *r);

/* The name of rules as RU has it: FF[4] prescribes how four of them are spelled, and
 * others are written as everybody writes them, or as rules_text has them.  Returns `out`. */
const char *record_rules_text(const rules *r, char out[RULES_TEXT_MAX]);

/* The reverse: the record of a game with its rules, komi, start and moves, and copies
 * of the header texts that are not NULL.  The caller owns it; NULL: out of memory. */
game_record *record_of_game(const game *g, char *const text[GAME_N_TEXTS]);

/* Writes that record as SGF to the file `path`, complete or not at all (atomic_file.h).
 * GO_EIO, GO_ENOMEM.                                                          */
go_status record_game_save(const game *g, char *const text[GAME_N_TEXTS], const char *path,
                           go_error *err);

#endif
