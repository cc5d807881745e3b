/* game_values.h -- what the free texts of a game record mean: komi, result,
 * date, rank, rules.
 *
 * The texts are UTF-8 as found in the wild: from Western, Chinese, Japanese and Korean
 * programs and servers.  Whatever cannot be understood is unknown, never guessed. */
#ifndef KATACHI_SGF_CORPUS_SGF_GAME_VALUES_H
#define KATACHI_SGF_CORPUS_SGF_GAME_VALUES_H

#include <stdbool.h>

#include "board/game/rules.h"

/* ---- komi ---- */

/* Points for White.  Numbers without a point are hundredths from 100 on (the Fox server: 650), and
 * quarters are stones of one side (375, 3.75, GoGoD and Chinese counting) and are doubled, unless
 * they have three decimals.  Rounded to hundredths.  False: no number, or one that
 * nobody can mean. */
bool komi_of(const char *text, double *komi);

/* A komi so that komi_of() reads the same: "6.5", "150.0", "3.750". */
void komi_text(double komi, char out[32]);

/* ---- result ---- */

/* The kinds, their words and what FF[4] writes, a '+' after the winner.
 * UNKNOWN: nothing, "?", or not understood; SCORE: counted, the margin may be unknown;
 * WIN: somebody won, nothing more is known.                                   */
#define RESULT_KINDS(X)                                                                    \
    X(UNKNOWN, "unknown", "?") X(SCORE, "score", "+") X(RESIGN, "resign", "+R")            \
    X(TIME, "time", "+T") X(FORFEIT, "forfeit", "+F") X(WIN, "win", "+")                   \
    X(DRAW, "draw", "0") X(VOID, "void", "Void")
#define RESULT_KIND(kind, word, form) RESULT_##kind,
typedef enum result_kind { RESULT_KINDS(RESULT_KIND) RESULT_N_KINDS } result_kind;

typedef struct game_result {
    result_kind kind;
    int winner;    /* BLACK or WHITE of board.h, 0: none or unknown */
    double margin; /* points, quarters doubled as for komi; 0 when unknown */
} game_result;

/* "B+3.5", "W+R", "0", "Black wins by 5 3/4 points", "白中盘胜", "黑胜1又1/4子",
 * "黒番5目半勝ち", "흑 불계승", "Jigo", "Void", ...; NULL is unknown.            */
game_result result_of(const char *text);

/* The kind as one word: "score", "resign", ... */
const char *result_kind_name(result_kind kind);

/* "B+3.5", "W+R", "0", "Void", "?" as FF[4] has it. */
void result_text(game_result result, char out[32]);

/* ---- date ---- */

enum { GAME_YEARS = 3000 };

typedef struct game_date {
    int year, month, day; /* 0: unknown; the year is below GAME_YEARS */
} game_date;

/* The first date in a text such as "2000-10-14,15", "1846/9/11", "13/5/95",
 * "29th September 2012", "2016年11月10日", "昭和39年10月1日", "196 AD".          */
game_date date_of(const char *text);

/* < 0, 0, > 0 by calendar; parts unknown in either count as equal. */
int date_compare(game_date a, game_date b);

/* ---- rank and rating ---- */

/* One scale for all ranks: 30 kyu is -29, 1 kyu 0, 1 dan 1, 9 dan 9 and
 * professional 1 dan 11, 9 dan 19.                                           */
enum { RANK_UNKNOWN = -1000, RANK_PRO = 10 };

/* "9d", "3 dan", "2 kyu", "5k?", "7p", "P9段", "九段", "2급", ... */
int rank_of(const char *text);

/* "9d", "2k", "7p"; "?" for an unknown one. */
void rank_text(int rank, char out[8]);

/* A rating of three digits or more such as "1834?", "2700.5"; 0: none. */
double rating_of(const char *text);

/* ---- rules ---- */

/* The ruleset a text means, by its KataGo name: "chinese", "japanese", "aga",
 * "tromp-taylor", ...; "" if unknown.  Relatives go by the best known name: "Chinese-OGS" is
 * "chinese" here.                                                             */
const char *ruleset_of(const char *text);

/* The rules themselves, without that simplification.  False, with *r unchanged: unknown. */
bool rules_meant_by(const char *text, rules *r);

#endif
