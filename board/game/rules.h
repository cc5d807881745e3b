/* rules.h -- rulesets as data, with the names and meanings of KataGo
 * (https://lightvector.github.io/KataGo/rules.html), and "cgos" for the Computer Go Server,
 * which forbids suicide and counts the board as it stands (server-python/cgos/gogame/go.py in
 * github.com/zakki/cgos).                                                     */
#ifndef KATACHI_BOARD_GAME_RULES_H
#define KATACHI_BOARD_GAME_RULES_H

#include <stdbool.h>

#include "base/status.h"

typedef enum scoring_rule {
    SCORING_AREA,     /* stones on the board and the points they surround */
    SCORING_TERRITORY /* surrounded points and prisoners */
} scoring_rule;

typedef enum ko_rule {
    KO_SIMPLE,     /* a single stone may not be taken back at once */
    KO_POSITIONAL, /* no position may come back */
    KO_SITUATIONAL /* no position may come back with the same player to move */
} ko_rule;

typedef enum tax_rule {
    TAX_NONE, /* all surrounded points count */
    TAX_SEKI, /* points surrounded in seki do not */
    TAX_ALL   /* nor do two points of every living group: its eyes */
} tax_rule;

/* What white gets for N handicap stones under area scoring. */
typedef enum handicap_bonus {
    BONUS_NONE,
    BONUS_N,
    BONUS_N_MINUS_1
} handicap_bonus;

typedef struct rules {
    scoring_rule scoring;
    ko_rule ko;
    tax_rule tax;
    handicap_bonus bonus;
    bool suicide;       /* of several stones; never of a single one, see board_legal */
    bool button;        /* the first pass is worth half a point and ends nothing */
    bool friendly_pass; /* dead stones come off by agreement, not by capture */
} rules;

enum { RULES_NAMED = 18 };

/* White's points for a handicap of so many stones. */
int rules_bonus(const rules *r, int handicap);

/* Finds a ruleset by name; case, '-', '_' and blanks are ignored.  Or reads the short form that
 * KataGo's game records have, such as "koPOSITIONALscoreAREAtaxNONEsui1".  False, with *out
 * unchanged: neither.                                                         */
bool rules_by_name(const char *name, rules *out);

/* The same for what people typed: GO_EINVAL says what it may have been. */
go_status rules_need(const char *name, rules *out, go_error *err);

/* The i-th name, from 0 on, for lists and messages; NULL behind the last. */
const char *rules_name_at(int i);

/* The first name of a ruleset equal to *r, or NULL. */
const char *rules_name(const rules *r);

/* The same, or the short form of rules that have no name.  Returns `out`. */
enum { RULES_TEXT_MAX = 80 };
const char *rules_text(const rules *r, char out[RULES_TEXT_MAX]);

/* Rules in words for people: "Chinese rules", "AGA rules with simple ko", "area scoring with simple
 * ko, group tax".  Returns `out`.                                             */
enum { RULES_TITLE_MAX = 160 };
const char *rules_title(const rules *r, char out[RULES_TITLE_MAX]);

/* KataGo writes as words the rules "scoring" (AREA, TERRITORY), "ko" (SIMPLE,
 * POSITIONAL, SITUATIONAL), "tax" (NONE, SEKI, ALL) and "whiteHandicapBonus" (0, N,
 * N-1).  Sets one of them, in any case.  False, with *r unchanged: no such rule or
 * word.                                                                       */
bool rules_set_word(rules *r, const char *name, const char *word);

/* The word of one of them; NULL: no such rule. */
const char *rules_word(const rules *r, const char *name);

/* The i-th word that it can be, from 0 on; NULL: no such rule, or behind the last. */
const char *rules_word_at(const char *name, int i);

/* The usual komi under these rules on large boards, in points for white. */
double rules_default_komi(const rules *r);

bool rules_equal(const rules *a, const rules *b);

#endif
