/* features.h -- the groups of features of a candidate move.
 *
 * Each legal move is a team of features, at most one of each group; a feature is a level
 * of its group.  The three kinds of groups differ in how they are found and stored, but
 * mean the same to the model:
 *
 *   level    a tactical property of the point, a product of a few aspects
 *            (size x outcome x ...), computed by tactics.c
 *   shape    the largest known shape of a nest of increasing precision; a harvest
 *            makes shapes known (vocabulary.h)
 *   dense    depends on the point and one number of the position (place of the last
 *            move, stage of the game): a table, the same for all games
 *
 * doc/patterns.md lists every group, aspect and level with its source.       */
#ifndef KATACHI_PATTERNS_FEATURES_H
#define KATACHI_PATTERNS_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum feature_id {
    /* shape groups; SHAPE and DIAMOND change only with the stones around */
    F_SHAPE3 = 0, /* 3x3 and a little more, with the liberties of the stones next to it */
    F_DIAMOND,    /* nested diamonds */
    F_RESPONSE,   /* diamond with the place of the last move in it */
    F_FOLLOW,     /* diamond with the place of the move before the last in it */
    /* level groups */
    F_PASS,
    F_CAPTURE,
    F_EXTEND,
    F_SELF_ATARI,
    F_ATARI,
    F_LIBERTIES,
    F_SQUEEZE,
    F_CONNECT,
    F_CUT,
    F_ENDANGERED,
    F_SEMEAI,
    F_EYESPACE,
    F_KO,
    /* dense groups */
    F_LAST,
    F_LAST2,
    F_PLACE,
    F_PAIR,
    F_PAIR2,
    F_N_GROUPS
} feature_id;

enum {
    F_FIRST_LEVEL = F_PASS,
    F_FIRST_DENSE = F_LAST,
    F_N_STORED = F_FIRST_DENSE, /* groups with one entry a candidate */
    F_N_DENSE = F_N_GROUPS - F_FIRST_DENSE
};

typedef struct feature_aspect {
    const char *name;
    int n;
    const char *const *values; /* [n] names of the values */
} feature_aspect;

typedef struct feature_info {
    const char *name;     /* one word, as written in gamma files */
    const char *sentence; /* what it means */
    const char *source;   /* paper or program that the idea is from */
    int n_aspects;
    feature_aspect aspect[4];
} feature_info;

const feature_info *feature_describe(feature_id id);

/* The group called `name`, or -1. */
int feature_by_name(const char *name);

/* The name of the i-th group, NULL behind the last: for completion. */
const char *feature_word(int i);

/* Number of levels of a level or dense group on boards of `size`: the product of the
 * counts of its aspects; for F_PAIR the pairs of points that differ under the 8
 * symmetries.  0 for shape groups, whose size is that of the dictionary.      */
int feature_levels(feature_id id, int size);

/* Writes "aspect: value, aspect: value" for level 0 .. feature_levels - 1. */
void feature_level_name(feature_id id, int level, char *out, int n);

/* A set of groups with the limits that make it `large` or `fast`. */
typedef struct feature_set {
    const char *name;         /* "large", "fast" */
    uint32_t groups;          /* bit i: group i is used */
    bool ladders;             /* read ladders for the aspects that depend on them */
    int shape_max;            /* largest size of F_SHAPE3: 3, or up to 8 */
    int diamond_max;          /* largest size of F_DIAMOND */
    int response_max;         /* largest size of F_RESPONSE and F_FOLLOW */
    int response_reach;       /* last moves up to this distance d are marked */
} feature_set;

/* All sets, and their names as the words of an option (OPT_CHOICE), in the same order. */
enum { FEATURE_SETS = 2 };
extern const feature_set feature_sets[FEATURE_SETS];
#define FEATURE_SET_WORDS "large|fast"

/* NULL for an unknown name. */
const feature_set *feature_set_by_name(const char *name);

static inline bool feature_used(const feature_set *set, feature_id id)
{
    return set->groups >> id & 1;
}

/* ---- dense groups ---- */

enum { PLACE_STAGES = 10 };

/* What selects a row of a dense table: the last move, the move before it, the stage of
 * the game.  Groups that share a row share its cost.                          */
typedef enum dense_row { ROW_LAST, ROW_LAST2, ROW_STAGE, N_ROWS } dense_row;

dense_row feature_row(feature_id id); /* of a dense group */

/* Stage of the game, 0 .. PLACE_STAGES-1, after `n_moves` moves on `area` points. */
int feature_stage(int n_moves, int area);

/* Level of F_LAST and F_LAST2 for a point dx, dy away; feature_last_none(): there was
 * no such move, or it was a pass.                                             */
int feature_last_level(int dx, int dy);
int feature_last_none(void);

/* Level of F_PLACE of column x, row y at a stage. */
int feature_place_level(int size, int x, int y, int stage);

#endif
