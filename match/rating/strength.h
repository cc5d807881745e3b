/* strength.h -- matches and tournaments of several folders put together: who is how
 * strong at which time a move.
 *
 * The same player in two folders is one player: one with the same family and budget
 * (spec.h) on a board of the same size.  Players that games connect, over however
 * many others, are a group and get one Bradley-Terry rating (rating.h), whose mean
 * is 0; ratings of different groups cannot be compared.  Boards of different sizes
 * are always different groups.                                                 */
#ifndef KATACHI_MATCH_RATING_STRENGTH_H
#define KATACHI_MATCH_RATING_STRENGTH_H

#include <stdint.h>

#include "match/rating/rating.h"

typedef struct strength_family {
    char *spec;  /* as spec_identity.family */
    char *label; /* the name all its players were given, or else `spec` */
} strength_family;

typedef struct strength_player {
    int group, family;
    int size;             /* of the board */
    char *budget;         /* as spec_identity.budget */
    rating elo;
    int64_t games, wins, draws;
    int64_t moves;        /* chosen by it */
    double seconds;       /* for them */
    int64_t playouts, counted_moves;
} strength_player;

/* A folder, as it was read; it may be that of a running match. */
typedef struct strength_folder {
    const char *path; /* borrowed */
    int64_t games;
    int group;        /* of its first game; -1: there is none yet */
    int size;
    double komi;
} strength_folder;

typedef struct strength_group {
    int first, n;       /* its players are player[first .. first + n - 1] */
    int size;
    int64_t games;
    rating first_move;
} strength_group;

typedef struct strength {
    int n_families, n_players, n_folders, n_groups;
    strength_family *family;
    strength_player *player; /* by group, the strongest first */
    strength_folder *folder; /* [n_folders], in the order given */
    strength_group *group;   /* the one with most games first */
    int64_t own_games;       /* of a player against itself: these say nothing */
} strength;

/* Gives back what strength_read made (strength_read.h). */
void strength_free(strength *s);

/* Seconds a move, as measured; 0: it made none. */
double strength_time(const strength_player *p);

/* Points of its games, 0 .. 1. */
double strength_score(const strength_player *p);

#endif
