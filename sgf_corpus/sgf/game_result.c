/* game_result.c -- results of games; see game_values.h. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/board.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/plain_text.h"

/* The margin in `text`, in points; < 0: none. */
static double margin_in(const char *text)
{
    static const char *const halves[] = {"半", "반", NULL};
    static const char *const stones[] = {"子", NULL}; /* of area counting: two points */
    const char *rest = text;
    double value = 0;
    bool half = plain_has(text, halves);
    if (!plain_number(text, &value, &rest) && !half)
        return -1;
    value = fabs(value) + (half ? 0.5 : 0);
    return plain_is_quarter(value) || plain_has(text, stones) ? 2 * value : value;
}

static game_result with_margin(int winner, const char *text)
{
    double margin = margin_in(text);
    if (margin == 0)
        return (game_result){RESULT_DRAW, EMPTY, 0};
    if (margin > 0)
        return (game_result){RESULT_SCORE, winner, margin};
    return (game_result){RESULT_WIN, winner, 0};
}

/* What follows "B+". */
static game_result after_plus(int winner, const char *text)
{
    while (*text == ' ')
        text++;
    switch (*text) {
    case 'r': return (game_result){RESULT_RESIGN, winner, 0};
    case 't': return (game_result){RESULT_TIME, winner, 0};
    case 'f': return (game_result){RESULT_FORFEIT, winner, 0};
    default: return with_margin(winner, text);
    }
}

/* "B+..", "W +..", "Black+.."; what follows the plus sign, or NULL. */
static const char *plus_form(const char *text, int *winner)
{
    static const char *const names[] = {"black", "white", "b", "w"};
    for (int i = 0; i < 4; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(text, names[i], n) != 0)
            continue;
        text += n;
        while (*text == ' ')
            text++;
        *winner = i % 2 == 0 ? BLACK : WHITE;
        return *text == '+' ? text + 1 : NULL;
    }
    return NULL;
}

/* Who won, from words: the side named first, or the other one when it lost. */
static int winner_in_words(const char *text)
{
    static const char *const blacks[] = {"black", "黑", "黒", "흑", NULL};
    static const char *const whites[] = {"white", "白", "백", NULL};
    static const char *const wins[] = {"win", "won", "勝", "胜", "승", NULL};
    static const char *const losses[] = {"lose", "lost", "loss", "resigns", "resigned",
                                         "負", "负", "敗", "败", "패", NULL};
    const char *black = plain_find(text, blacks), *white = plain_find(text, whites);
    if (!black && !white)
        return EMPTY;
    int named = !white || (black && black < white) ? BLACK : WHITE;
    return plain_has(text, losses) && !plain_has(text, wins) ? 3 - named : named;
}

static game_result in_words(const char *text)
{
    static const char *const resigns[] = {"resign", "中押", "中盘", "中盤", "불계", "投了", NULL};
    static const char *const times[] = {"time", "超时", "超時", "時間", "时间", "시간", NULL};
    static const char *const forfeits[] = {"forfeit", "反則", "弃权", "棄権", "실격", NULL};
    static const char *const claims[] = {"win", "won", "lose", "lost", "勝", "胜", "승", "負",
                                         "负", "패", "敗", "败", NULL};
    int winner = winner_in_words(text);
    if (winner == EMPTY)
        return (game_result){RESULT_UNKNOWN, EMPTY, 0};
    if (plain_has(text, resigns))
        return (game_result){RESULT_RESIGN, winner, 0};
    if (plain_has(text, times))
        return (game_result){RESULT_TIME, winner, 0};
    if (plain_has(text, forfeits))
        return (game_result){RESULT_FORFEIT, winner, 0};
    if (margin_in(text) >= 0 || plain_has(text, claims))
        return with_margin(winner, text);
    return (game_result){RESULT_UNKNOWN, EMPTY, 0};
}

game_result result_of(const char *text)
{
    static const char *const draws[] = {"draw", "jigo", "tie", "和棋", "和局", "持碁", "平局",
                                        "무승부", "비김", NULL};
    static const char *const voids[] = {"void", "no result", "無勝負", "无胜负", "無効",
                                        "无效", NULL};
    char plain[PLAIN_TEXT];
    if (!text)
        return (game_result){RESULT_UNKNOWN, EMPTY, 0};
    plain_text(text, plain);
    const char *at = plain + strspn(plain, " ");
    int winner = EMPTY;
    const char *after = plus_form(at, &winner);
    if (after)
        return after_plus(winner, after);
    if (plain_has(at, voids))
        return (game_result){RESULT_VOID, EMPTY, 0};
    if (plain_has(at, draws) || strcmp(at, "0") == 0 || strcmp(at, "d") == 0)
        return (game_result){RESULT_DRAW, EMPTY, 0};
    return in_words(at);
}

const char *result_kind_name(result_kind kind)
{
#define RESULT_WORD(kind, word, form) word,
    static const char *const names[RESULT_N_KINDS] = {RESULT_KINDS(RESULT_WORD)};
    return names[kind];
}

void result_text(game_result result, char out[32])
{
#define RESULT_FORM(kind, word, form) form,
    static const char *const forms[RESULT_N_KINDS] = {RESULT_KINDS(RESULT_FORM)};
    const char *form = forms[result.kind], side = result.winner == BLACK ? 'B' : 'W';
    if (result.kind == RESULT_SCORE)
        snprintf(out, 32, "%c+%.10g", side, result.margin);
    else if (*form == '+')
        snprintf(out, 32, "%c%s", side, form);
    else
        snprintf(out, 32, "%s", form);
}
