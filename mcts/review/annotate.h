/* annotate.h -- a game record judged move by move by a search.
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
 *     annotated_create(&a, record, &options, &err);
 *     annotated_search(a, s, &limits, on_position, user, &err);
 *     annotated_loss(a, 56, &loss);            what move 57 lost
 *
 * Win rates and leads in an annotation are from black's view.                 */
#ifndef KATACHI_MCTS_REVIEW_ANNOTATE_H
#define KATACHI_MCTS_REVIEW_ANNOTATE_H

#include "mcts/search.h"
#include "sgf_corpus/sgf/game_record.h"

enum { ANNOTATION_MAX_PV = 32 };

/* What the search found in one position. */
typedef struct annotation {
    bool searched;    /* else nothing below is set but to_move */
    uint8_t to_move;
    double winrate;   /* black's, 0 .. 1 */
    double lead;      /* black's, in points, komi counted */
    int64_t visits;
    int n_pv;         /* 0: no move was found */
    point pv[ANNOTATION_MAX_PV]; /* pv[0] is the best move */
    int rank;         /* of the move played among those tried, from 1; 0: not tried */
    double prior;     /* of the move played, 0 .. 1 */
} annotation;

typedef struct annotate_options {
    const rules *rules; /* NULL: those the record names, else Chinese ones */
    const double *komi; /* NULL: that of the record, else the usual one */
    int from, to;       /* the moves to judge, from 1; to 0: up to the last */
} annotate_options;

typedef struct annotated_game {
    const game_record *record; /* borrowed */
    rules rules;
    double komi;
    bool komi_assumed;    /* the record has none */
    int n_moves;          /* of the record that can be played, all as a rule */
    go_error stop;        /* why not all: the sentence; status GO_OK when all */
    int from, to;         /* moves from .. to are judged; to < from: none */
    annotation *position; /* [n_moves + 1] */
} annotated_game;

/* Checks that the moves can be played.  The first that cannot ends the game as
 * far as this is concerned (`stop`); one against superko alone does not, then
 * the rules are taken with simple ko.  GO_EINVAL: no such range of moves.
 * GO_EILLEGAL: the setup leaves stones without liberties.  GO_ENOMEM.         */
go_status annotated_create(annotated_game **out, const game_record *record,
                           const annotate_options *options, go_error *err);
void annotated_destroy(annotated_game *a); /* accepts NULL */

/* Called after each position; false ends the work (GO_EINTR). */
typedef bool annotate_progress(void *user, const annotated_game *a, int position);

/* Searches positions from - 1 .. to in order.  A position whose search was cut
 * short because limits->report returned false is not recorded, and the work
 * ends with GO_EINTR.  A game that is over is not searched any more.          */
go_status annotated_search(annotated_game *a, search *s, const search_limits *limits,
                           annotate_progress *progress, void *user, go_error *err);

/* How many of the positions were searched. */
int annotated_count(const annotated_game *a);

typedef struct move_loss {
    double winrate; /* 0 .. 1, of the player's chances */
    double points;
    bool best;      /* it was the search's own choice: both are 0 */
} move_loss;

/* What move number `move` (from 1) lost, never less than 0; false: unknown. */
bool annotated_loss(const annotated_game *a, int move, move_loss *loss);

/* 0: none; 1: a mistake, it lost `threshold` (of the win rate) or more; 2: a
 * bad one, at least twice that.                                               */
int annotated_mistake(const annotated_game *a, int move, double threshold);

/* The moves of one side. */
typedef struct annotated_side {
    int judged;      /* moves whose loss is known */
    int agreed;      /* the search would have played them too */
    int mistakes, bad; /* bad ones are among the mistakes */
    double winrate, points; /* lost in all */
} annotated_side;

annotated_side annotated_sum(const annotated_game *a, colour c, double threshold);

#endif
