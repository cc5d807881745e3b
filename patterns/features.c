#include "patterns/features.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "patterns/levels.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define ASPECT(name, values) {name, COUNT(values), values}

#define CLASS_WORD(least, word) word,
static const char *const stones4[] = {SIZE4(CLASS_WORD)};
static const char *const stones5[] = {SIZE5(CLASS_WORD)};
static const char *const stones6[] = {SIZE6(CLASS_WORD)};
static const char *const stones2[] = {"1-2", "3+"};
static const char *const no_yes[] = {"no", "yes"};
static const char *const saved[SAVED] = {"none", "own chain of 2 liberties", "own stone in atari",
                                    "own stones in atari"};
static const char *const got[RESULTS] = {"dies at once", "caught in a ladder", "2 liberties",
                                  "3 or more liberties"};
static const char *const suicide_kind[SELF_ATARI_KINDS] = {"plain", "atari", "capture"};
static const char *const many[] = {"one chain", "more chains"};
static const char *const libs7[] = {"1", "2", "3", "4", "5", "6", "7+"};
static const char *const gain[] = {"alone",    "loses",    "same",
                                   "one more", "two more", "at least three more"};
static const char *const left3[] = {"2", "3", "4"};
static const char *const chains[] = {"2", "3+"};
static const char *const libs4[] = {"1", "2", "3", "4+"};
static const char *const libs3[] = {"2", "3", "4+"};
static const char *const libs25[] = {"2", "3", "4", "5+"};
static const char *const rescue[] = {"2 or fewer", "3", "4+"};
static const char *const whose[] = {"own", "hostile"};
static const char *const space[] = {"1", "2", "3", "4", "5", "6", "7"};
static const char *const degree[] = {"0", "1", "2", "3+"};
static const char *const ko_kind[] = {"takes", "fills"};
static const char *const stages[PLACE_STAGES] = {"0-7",   "8-15",    "16-27",   "28-43",   "44-67",
                                                 "68-99", "100-139", "140-179", "180-219", "220+"};

/* Exact offsets up to 9, then by the larger of |dx|, |dy|. */
enum { LAST_EXACT = 9, LAST_PAIRS = (LAST_EXACT + 1) * (LAST_EXACT + 2) / 2 };
enum { LAST_LEVELS = LAST_PAIRS + 25 - LAST_EXACT };
enum { PLACE_LINES = 10, PLACE_POINTS = PLACE_LINES * (PLACE_LINES + 1) / 2 };

static const feature_info infos[F_N_GROUPS] = {
    [F_SHAPE3] = {"shape3", "the 3x3 square and a little more, with the liberties of the stones in it",
                  "Coulom 2007; libEGO", 0, {{0}}},
    [F_DIAMOND] = {"diamond", "the largest known diamond of stones around the point",
                   "Stern, Herbrich, Graepel 2006; Coulom 2007", 0, {{0}}},
    [F_RESPONSE] = {"response", "the largest known diamond that also marks the last move and its "
                                "chain's liberties",
                    "Silver et al. 2016 (response patterns)", 0, {{0}}},
    [F_FOLLOW] = {"follow", "the same for the move before the last",
                  "own", 0, {{0}}},
    [F_PASS] = {"pass", "the move is a pass", "Coulom 2007", 1, {ASPECT("after a pass", no_yes)}},
    [F_CAPTURE] = {"capture", "takes stones", "Coulom 2007; Pachi", 4,
                   {ASPECT("stones", stones5), ASPECT("saves", saved),
                    ASPECT("they could escape", no_yes), ASPECT("recapture", no_yes)}},
    [F_EXTEND] = {"extend", "extends an own chain in atari", "Coulom 2007", 3,
                  {ASPECT("stones", stones4), ASPECT("result", got),
                   ASPECT("atari by the last move", no_yes)}},
    [F_SELF_ATARI] = {"self-atari", "leaves its own chain one liberty", "Coulom 2007", 2,
                      {ASPECT("stones", stones6), ASPECT("kind", suicide_kind)}},
    [F_ATARI] = {"atari", "leaves a hostile chain one liberty", "Coulom 2007", 4,
                 {ASPECT("stones", stones4), ASPECT("ladder works", no_yes),
                  ASPECT("on", many), ASPECT("while a ko is on", no_yes)}},
    [F_LIBERTIES] = {"liberties", "liberties of the new chain", "Silver et al. 2016", 2,
                     {ASPECT("after", libs7), ASPECT("change", gain)}},
    [F_SQUEEZE] = {"squeeze", "liberties left to the weakest hostile chain it touches",
                   "Silver et al. 2016", 3,
                   {ASPECT("left", left3), ASPECT("stones", stones4),
                    ASPECT("the last move's", no_yes)}},
    [F_CONNECT] = {"connect", "joins own chains", "Pachi; Ray", 3,
                   {ASPECT("chains", chains), ASPECT("weakest has", libs4),
                    ASPECT("next has", libs3)}},
    [F_CUT] = {"cut", "stands where the opponent could join chains", "Pachi; Ray", 3,
               {ASPECT("chains", chains), ASPECT("weakest has", libs4),
                ASPECT("next has", libs3)}},
    [F_ENDANGERED] = {"endangered", "touches an own chain that a ladder threatens", "Coulom 2007",
                      2, {ASPECT("stones", stones4), ASPECT("liberties after", rescue)}},
    [F_SEMEAI] = {"semeai", "between own and hostile chains of few liberties", "Ray", 4,
                  {ASPECT("own liberties", libs25), ASPECT("hostile liberties", libs25),
                   ASPECT("own stones", stones2), ASPECT("hostile stones", stones2)}},
    [F_EYESPACE] = {"eyespace", "inside a small closed region (nakade)", "Pachi; Ray", 3,
                    {ASPECT("of", whose), ASPECT("points", space),
                     ASPECT("empty neighbours", degree)}},
    [F_KO] = {"ko", "takes or fills a ko", "Coulom 2007", 1, {ASPECT("ko", ko_kind)}},
    [F_LAST] = {"last", "offset to the last move", "Coulom 2007", 0, {{0}}},
    [F_LAST2] = {"last2", "offset to the move before the last", "Coulom 2007", 0, {{0}}},
    [F_PLACE] = {"place", "lines from the two borders, by stage of the game",
                 "Coulom 2007 (border distance)", 1, {ASPECT("moves", stages)}},
    [F_PAIR] = {"pair", "where on the board the last move and this one are", "own", 0, {{0}}},
    [F_PAIR2] = {"pair2", "the same with the move before the last", "own", 0, {{0}}},
};

static const uint32_t all_groups = (1u << F_N_GROUPS) - 1;

const feature_set feature_sets[FEATURE_SETS] = {
    {"large", all_groups, true, 6, 14, 8, 9},
    {"fast",
     1u << F_SHAPE3 | 1u << F_RESPONSE | 1u << F_PASS | 1u << F_CAPTURE | 1u << F_EXTEND |
         1u << F_SELF_ATARI | 1u << F_ATARI | 1u << F_PLACE,
     false, 3, 3, 3, 4},
};

const feature_info *feature_describe(feature_id id)
{
    return &infos[id];
}

int feature_by_name(const char *name)
{
    for (int i = 0; i < F_N_GROUPS; i++)
        if (!strcmp(infos[i].name, name))
            return i;
    return -1;
}

const char *feature_word(int i)
{
    return i < F_N_GROUPS ? infos[i].name : NULL;
}

const feature_set *feature_set_by_name(const char *name)
{
    for (int i = 0; i < FEATURE_SETS; i++)
        if (!strcmp(feature_sets[i].name, name))
            return &feature_sets[i];
    return NULL;
}

/* Burnside: a pair stays put under a symmetry when both of its points do. */
static int count_pairs(int size)
{
    int area = size * size, centre = size & 1, middle = size & 1 ? size * size : 0;
    return (area * area + 3 * centre + 2 * middle + 2 * area) / 8;
}

dense_row feature_row(feature_id id)
{
    return id == F_PLACE                   ? ROW_STAGE
           : id == F_LAST || id == F_PAIR ? ROW_LAST
                                           : ROW_LAST2;
}

int feature_levels(feature_id id, int size)
{
    if ((int)id < F_FIRST_LEVEL)
        return 0;
    if (id == F_LAST || id == F_LAST2)
        return LAST_LEVELS;
    if (id == F_PLACE)
        return PLACE_STAGES * PLACE_POINTS;
    if (id == F_PAIR || id == F_PAIR2)
        return count_pairs(size);
    int n = 1;
    for (int i = 0; i < infos[id].n_aspects; i++)
        n *= infos[id].aspect[i].n;
    return n;
}

/* ---- dense groups ---- */

int feature_stage(int n_moves, int area)
{
    static const int until[PLACE_STAGES - 1] = {8, 16, 28, 44, 68, 100, 140, 180, 220};
    int stage = 0;
    while (stage < PLACE_STAGES - 1 && n_moves * 361 >= until[stage] * area)
        stage++;
    return stage;
}

static int pair_index(int small, int big) /* of 0 <= small <= big */
{
    return big * (big + 1) / 2 + small;
}

int feature_last_none(void)
{
    return LAST_LEVELS - 1;
}

int feature_last_level(int dx, int dy)
{
    int ax = abs(dx), ay = abs(dy), big = ax > ay ? ax : ay, small = ax > ay ? ay : ax;
    return big <= LAST_EXACT ? pair_index(small, big) : LAST_PAIRS + big - LAST_EXACT - 1;
}

static int line_of(int size, int x)
{
    int line = x < size - 1 - x ? x : size - 1 - x;
    return line < PLACE_LINES ? line : PLACE_LINES - 1;
}

int feature_place_level(int size, int x, int y, int stage)
{
    int lx = line_of(size, x), ly = line_of(size, y);
    return stage * PLACE_POINTS + (lx < ly ? pair_index(lx, ly) : pair_index(ly, lx));
}

static void unpair(int index, int *small, int *big)
{
    *big = 0;
    while (pair_index(0, *big + 1) <= index)
        ++*big;
    *small = index - pair_index(0, *big);
}

void feature_level_name(feature_id id, int level, char *out, int n)
{
    int small, big;
    if (id == F_LAST || id == F_LAST2) {
        unpair(level, &small, &big);
        if (level == feature_last_none())
            snprintf(out, (size_t)n, "no such move");
        else if (level >= LAST_PAIRS)
            snprintf(out, (size_t)n, "offset %d", level - LAST_PAIRS + LAST_EXACT + 1);
        else
            snprintf(out, (size_t)n, "offset %d,%d", big, small);
        return;
    }
    if (id == F_PLACE) {
        unpair(level % PLACE_POINTS, &small, &big);
        snprintf(out, (size_t)n, "lines %d,%d%s, moves %s", small + 1, big + 1,
                 big == PLACE_LINES - 1 ? "+" : "", stages[level / PLACE_POINTS]);
        return;
    }
    if (id == F_PAIR || id == F_PAIR2) {
        snprintf(out, (size_t)n, "pair %d", level);
        return;
    }
    int value[4], used = 0;
    for (int i = infos[id].n_aspects - 1; i >= 0; i--) {
        value[i] = level % infos[id].aspect[i].n;
        level /= infos[id].aspect[i].n;
    }
    out[0] = '\0';
    for (int i = 0; i < infos[id].n_aspects && used < n; i++) {
        const feature_aspect *a = &infos[id].aspect[i];
        used += snprintf(out + used, (size_t)(n - used), "%s%s: %s", i ? ", " : "", a->name,
                         a->values[value[i]]);
    }
}
