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

#include "match/store/store.h"
#include "match/rating/rating.h"
#include "match/client/spec.h"

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

/* Reads the folders and rates the players.  GO_EEMPTY: there is no game in them.
 * GO_EIO, GO_EFORMAT: not the folder of a match, or damaged; GO_ENOMEM.  End it with
 * strength_free in any case.                                                   */
go_status strength_read(strength *out, const char *const *folders, int n, go_error *err);
void strength_free(strength *s);

/* A step of strength_read: finds the groups and rates the players by n >= 1 games,
 * whose players are numbers in s->player.  Sorts the players; those without a game
 * are dropped.  A folder's group is a player of it at first, and then his group.  */
go_status strength_rate(strength *s, const rated_game *games, int64_t n, go_error *err);

/* Seconds a move, as measured; 0: it made none. */
double strength_time(const strength_player *p);

/* Points of its games, 0 .. 1. */
double strength_score(const strength_player *p);

/* Writes a page with a picture and a table for each group; or, where the name ends
 * in .svg, the picture of the first group alone.  GO_EIO; GO_EEMPTY: nobody in it
 * has made a move that took time, so there is no picture.                       */
go_status strength_write(const strength *s, const char *path, go_error *err);

#endif
