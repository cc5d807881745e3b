/* extract.h -- the teams of all legal moves of a position, updated along a game.
 *
 * The features of a point seldom change between two moves of a side, so the extractor
 * keeps a team for each point and side, recomputes it only if something near changed,
 * and returns the changes, which the trainer stores and the policy applies.
 *
 * Points are numbered y * size + x; the number `area` is the pass.            */
#ifndef KATACHI_PATTERNS_EXTRACT_H
#define KATACHI_PATTERNS_EXTRACT_H

#include "base/status.h"
#include "board/board.h"
#include "patterns/vocabulary.h"

enum { MAX_CANDIDATES = BOARD_MAX_AREA + 1 };

/* The gamma of each stored group; vocabulary_gammas() where the team has none
 * (so that an array of gammas may end in a 1 for it).                        */
typedef uint32_t team[F_N_STORED];

typedef struct team_change {
    uint16_t candidate;
    bool legal;    /* afterwards; an illegal candidate's team means nothing */
    bool toggled;  /* `legal` has changed */
    uint32_t mask; /* bit g: the gamma of group g changed */
} team_change;

/* A feature of this position only (F_RESPONSE, F_FOLLOW). */
typedef struct passing_feature {
    uint16_t candidate;
    uint8_t group; /* F_RESPONSE or F_FOLLOW */
    uint8_t cell;  /* of the diamond around the candidate, where the former move is */
    uint32_t gamma;
} passing_feature;

typedef struct extractor extractor;

/* An extractor for boards of `size`; `v` is borrowed and must be numbered. */
go_status extractor_create(extractor **out, const vocabulary *v, int size, go_error *err);
void extractor_destroy(extractor *x); /* accepts NULL */

/* Starts a game from a position. */
void extractor_start(extractor *x, const board *b);

/* Plays a legal move (or PASS). */
void extractor_play(extractor *x, colour c, point p);

/* The board as it stands, borrowed. */
const board *extractor_board(const extractor *x);

/* Updates the teams of `to_move` and the passing features; returns the changes since the
 * last update for that side: *n_changes entries, each candidate at most once. */
const team_change *extractor_update(extractor *x, colour to_move, int *n_changes);

/* After an update: the team and legality of a candidate of that side. */
const uint32_t *extractor_team(const extractor *x, colour to_move, int candidate);
bool extractor_legal(const extractor *x, colour to_move, int candidate);
/* In order of group, then of cell. */
const passing_feature *extractor_passing(const extractor *x, int *n);

/* The rows of the dense tables in this position (dense.h). */
void extractor_dense(const extractor *x, int row[N_ROWS]);

/* ---- harvesting ---- */

/* A key of the nest of shapes of a candidate. */
typedef struct nest_key {
    feature_id group;
    int nest;
    uint64_t key;
} nest_key;

enum { MAX_NEST = 48 };

/* All keys of all nests of the legal move p of `to_move`, known or not, the
 * smaller shapes of a group before the larger.  Returns how many.            */
int extractor_nests(const extractor *x, colour to_move, point p, nest_key keys[MAX_NEST]);

/* The same move's shape for one of these keys, as data. */
void extractor_shape(const extractor *x, colour to_move, point p, feature_id group, int nest,
                     shape *out);

#endif
