/* review.h -- a whole game reviewed move by move by a search.
 *
 * Position i is the one before move i + 1 of the record, so a game of n moves
 * has n + 1 of them.  Every position is searched for the side that moved there
 * (whatever the order of colours), and the one after the last move for the
 * opponent; and once more after the best move found, with the other side to
 * move.  A search of few playouts flatters the side to move, for its own good
 * moves are found before the opponent's answers to them, so the value of a
 * position is taken to be the mean of the two.  What a move lost is the
 * difference between the values before and after it.  Each search begins with
 * an empty tree: what is found of a position does not depend on the range.
 *
 *     review_create(&r, record, &options, &err);
 *     review_search(r, s, &limits, on_position, user, &err);
 *     review_loss(r, 57, &loss);            what move 57 lost
 *
 * Win rates and leads are from black's view.                                   */
#ifndef KATACHI_MCTS_REVIEW_REVIEW_H
#define KATACHI_MCTS_REVIEW_REVIEW_H

#include "mcts/search.h"
#include "sgf_corpus/sgf/game_record.h"

enum { REVIEW_MAX_PV = 32 };

/* What the search found in one position. */
typedef struct review_position {
    bool searched;    /* else nothing below is set but to_move */
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
    bool komi_assumed;    /* the record has none */
    int n_moves;          /* of the record that can be played, all as a rule */
    go_error stop;        /* why not all: the sentence; status GO_OK when all */
    int from, to;         /* moves from .. to are reviewed; to < from: none */
    review_position *position; /* [n_moves + 1] */
} review;

/* Checks that the moves can be played.  The first that cannot ends the game as
 * far as this is concerned (`stop`); one that breaks superko alone does not: from
 * there on the rules have simple ko.  GO_EINVAL: no such range of moves.
 * GO_EILLEGAL: the setup leaves stones without liberties.  GO_ENOMEM.         */
go_status review_create(review **out, const game_record *record, const review_options *options,
                        go_error *err);
void review_destroy(review *r); /* accepts NULL */

/* Called after each position; false ends the work (GO_EINTR). */
typedef bool review_progress(void *user, const review *r, int position);

/* Searches positions from - 1 .. to in order.  A position whose search was cut
 * short because limits->report returned false is not recorded, and the work
 * ends with GO_EINTR.  A game that is over is not searched any more.          */
go_status review_search(review *r, search *s, const search_limits *limits,
                        review_progress *progress, void *user, go_error *err);

/* How many of the positions were searched. */
int review_count(const review *r);

typedef struct move_loss {
    double winrate; /* 0 .. 1, of the player's chances */
    double points;
    bool best;      /* it was the search's own choice: both are 0 */
} move_loss;

/* What move number `move` (from 1) lost, never less than 0; false: unknown. */
bool review_loss(const review *r, int move, move_loss *loss);

/* 0: none; 1: a mistake, it lost `threshold` (of the win rate) or more; 2: a
 * bad one, at least twice that.                                               */
int review_mistake(const review *r, int move, double threshold);

/* The moves of one side. */
typedef struct review_side {
    int reviewed;    /* moves whose loss is known */
    int agreed;      /* the search would have played them too */
    int mistakes, bad; /* bad ones are among the mistakes */
    double winrate, points; /* lost in all */
} review_side;

review_side review_sum(const review *r, colour c, double threshold);

#endif
