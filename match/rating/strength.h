/* strength.h -- ratings of all players in several folders of matches and
 * tournaments: how strong each is, and how much time it takes per move.
 *
 * Entries of the same family and budget (spec.h) on boards of the same size are one
 * player, in whatever folder.  Players that games connect, directly or through others,
 * form a group and are rated together (rating.h), with a mean of 0; ratings of
 * different groups cannot be compared.  Boards of different sizes are always
 * different groups.                                                            */
#ifndef KATACHI_MATCH_RATING_STRENGTH_H
#define KATACHI_MATCH_RATING_STRENGTH_H

#include "match/rating/rating.h"
#include "match/rating/tally.h"

typedef struct strength_family {
    char *spec;   /* as spec_identity.family */
    char *label;  /* the name that all its players were given, or else `spec` */
    bool unnamed; /* one of them was given none */
} strength_family;

typedef struct strength_player {
    int group, family;
    int size;             /* of the board */
    char *budget;         /* as spec_identity.budget */
    rating elo;
    match_tally tally;    /* of all its games; no pairs */
} strength_player;

/* A folder as it was read, perhaps while its match was running. */
typedef struct strength_folder {
    const char *path; /* borrowed */
    int64_t games;
    int group;        /* of its first game; -1: no game yet */
    int size;
    double komi;
} strength_folder;

/* Files of one name but other contents, in two folders or one: their players count as one. */
typedef struct strength_change {
    char *file;                /* as spec_identity names it: a network by its stem */
    int size;                  /* of the board */
    const char *first, *later; /* the folders; borrowed */
} strength_change;

typedef struct strength_group {
    int first, n;       /* its players are player[first .. first + n - 1] */
    int size;
    int64_t games;
    rating first_move;
} strength_group;

typedef struct strength {
    int n_families, n_players, n_folders, n_groups, n_changes;
    strength_family *family;
    strength_player *player; /* by group, the strongest first */
    strength_folder *folder; /* [n_folders], in the order given */
    strength_group *group;   /* the one with most games first */
    strength_change *change; /* one for each file */
    int64_t own_games;       /* of a player against itself, left out */
    int64_t repeats;         /* match_tally_repeats of each folder */
} strength;

/* Reads the folders and rates the players.  GO_EEMPTY: no games.  GO_EINVAL: a
 * folder is named twice, is a copy of another or holds a tuning.  GO_EIO, GO_EFORMAT: a folder
 * holds no match, or a damaged one; GO_ENOMEM.  End it with strength_free in any case.         */
go_status strength_read(strength *out, const char *const *folders, int n, go_error *err);
void strength_free(strength *s);

#endif
