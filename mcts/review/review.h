/* review.h -- a whole game reviewed move by move by a search.
 *
 * Position i is the one before move i + 1 of the record, so a game of n moves
 * has n + 1 of them.  Every position is searched for the side that moved there
 * (whatever the order of colours), and the last one for the opponent; then once
 * more after the best move found, with the other side to move.  A short search
 * flatters the side to move, because it finds that side's good moves before the
 * answers to them; so the value of a position is the mean of both searches.  A
 * move loses the difference between the values before and after it.  Each
 * search starts from an empty tree, so its result does not depend on the range.
 *
 *     review_create(&r, record, &options, &err);
 *     review_search(r, s, &limits, on_position, user, &err);
 *     review_loss(r, 57, &loss);            what move 57 lost
 *
 * Win rates and leads are from black's view.                                   */
#ifndef KATACHI_MCTS_REVIEW_REVIEW_H
#define KATACHI_MCTS_REVIEW_REVIEW_H

#include <stdio.h>

#include "mcts/search.h"
#include "sgf_corpus/sgf/game_record.h"

enum { REVIEW_MAX_PV = 32 };

/* What the search found in one position. */
typedef struct review_position {
    bool searched;    /* by all its searches; if not, only to_move is set below */
    uint8_t to_move;
    double winrate;   /* black's, 0 .. 1 */
    double lead;      /* black's, in points, komi counted */
    int64_t visits;
    int n_pv;         /* 0: no move was found */
    point pv[REVIEW_MAX_PV]; /* pv[0] is the best move */
    int rank;         /* of the move played among those tried, from 1; 0: not tried */
    double prior;     /* of the move played, 0 .. 1 */
} review_position;

typedef struct review_options {
    const rules *rules; /* NULL: those the record names, else Chinese ones */
    const double *komi; /* NULL: that of the record, else the usual one */
    int from, to;       /* the moves to review, from 1; to 0: up to the last */
} review_options;

typedef struct review {
    const game_record *record; /* borrowed */
    rules rules;
    double komi;
    bool rules_assumed, komi_assumed; /* the record has none */
    int n_moves;          /* of the game that can be played, usually all */
    go_error stop;        /* why not all of them; status GO_OK: all */
    int from, to;         /* moves from .. to are reviewed; to < from: none */
    int done;             /* the last one of them: `to`, or where the search was interrupted */
    review_position *position; /* [n_moves + 1] */
} review;

/* Checks that the moves can be played.  The review ends before the first one that cannot, and
 * before stones set up after a move (`stop`).  After a move that only breaks superko the rules
 * have simple ko.  GO_EINVAL: no such range of moves.  GO_EILLEGAL: the setup leaves stones
 * without liberties.  GO_ENOMEM.                                              */
go_status review_create(review **out, const game_record *record, const review_options *options,
                        go_error *err);
void review_destroy(review *r); /* accepts NULL */

/* Called after each position; false ends the work (GO_EINTR). */
typedef bool review_progress(void *user, const review *r, int position);

/* Searches positions from - 1 .. to in order, up to the end of the game.  If limits->report
 * returns false, the current position is not recorded and the work ends with GO_EINTR. */
go_status review_search(review *r, search *s, const search_limits *limits,
                        review_progress *progress, void *user, go_error *err);

/* How many of the positions were searched. */
int review_count(const review *r);

typedef struct move_loss {
    double winrate; /* 0 .. 1, of the player's chances */
    double points;
    bool best;      /* it was the search's own choice: both are 0 */
} move_loss;

/* The loss of move number `move` (from 1), never below 0.  False: it is unknown. */
bool review_loss(const review *r, int move, move_loss *loss);

/* Not the search's own choice, but as good as that: nothing was lost that could be shown. */
bool review_lossless(const move_loss *loss);

/* One side wins more often and the other leads.  The lead is the mean over all results, in
 * which a few large ones, such as the life of a big group, weigh more than in the win rate. */
bool review_at_odds(const review_position *p);

/* 1: a mistake, which lost at least `threshold` of the win rate; 2: a bad one, at least
 * twice that; 0: neither.                                                     */
int review_mistake(const review *r, int move, double threshold);

/* The moves of one side. */
typedef struct review_side {
    int reviewed;    /* moves whose loss is known */
    int agreed;      /* as the search would have played */
    int mistakes, bad; /* bad ones are among the mistakes */
    double winrate, points; /* lost in all */
} review_side;

review_side review_sum(const review *r, colour c, double threshold);

/* ---- output; errors stick to the stream ---- */

/* A lead in words: "B+5.1", "W+2.3", "0.0".  Returns `out`. */
enum { REVIEW_LEAD_TEXT = 24 };
const char *review_lead_text(double lead, char out[REVIEW_LEAD_TEXT]);

typedef struct review_sgf_options {
    double threshold;    /* of a mistake, as in review_mistake */
    int line;            /* moves of the better line at a mistake; 0: none */
    const char *comment; /* for the first node, after the sums; may be NULL */
} review_sgf_options;

/* Writes the whole record as sgf_write does, including moves that cannot be played, and in
 * the nodes of reviewed moves
 *
 *     C      the recorded comment without the lines of an earlier review, then this one in words
 *     SBKV   black's win rate in percent, as Sabaki draws it
 *     V      black's lead in points
 *     BM     1: a mistake, 2: a bad one
 *
 * At a mistake the better line is a second variation.  GO_ENOMEM.             */
go_status review_sgf_write(FILE *out, const review *r, const review_sgf_options *options,
                           go_error *err);

/* Writes an SVG document for light and dark pages: black's win rate above, black's lead in
 * points below, over the moves.  Moves that lost at least `threshold` of the win rate are
 * marked and explain themselves under the pointer.  `title` is plain text.    */
void review_svg_write(FILE *out, const review *r, double threshold, const char *title);

#endif
