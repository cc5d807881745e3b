/* game_result.c -- results of games; see game_values.h. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/board.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/plain_text.h"

/* Does the number that ends at `rest` count moves, as in "257手" and "moves after 102 not known"?
 */
static bool counts_moves(const char *text, const char *rest)
{
    static const char *const before[] = {"after ", "beyond ", "move ", "moves ", NULL};
    static const char *const behind[] = {"手", "move", "수", NULL};
    const char *begin = rest;
    while (begin > text && isdigit((unsigned char)begin[-1]))
        begin--;
    for (int i = 0; before[i]; i++) {
        const size_t n = strlen(before[i]);
        if ((size_t)(begin - text) >= n && strncmp(begin - n, before[i], n) == 0)
            return true;
    }
    rest += strspn(rest, " ");
    return plain_find(rest, behind) == rest;
}

/* The margin in `text`, in points; < 0: none. */
static double margin_in(const char *text)
{
    static const char *const halves[] = {"半", "반", NULL};
    static const char *const stones[] = {"子", NULL}; /* of area counting: two points */
    const char *rest = text;
    double value = 0;
    bool half = plain_has(text, halves), found = plain_number(text, &value, &rest);
    while (found && counts_moves(text, rest)) {
        value = 0;
        found = plain_number(rest, &value, &rest);
    }
    if (!found && !half)
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

/* Does the text begin with a word that begins so, or is its first word the first letter alone? */
static bool is_word_or_letter(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0 ||
           (*text == *begin && !isalpha((unsigned char)text[1]));
}

/* What follows "B+". */
static game_result after_plus(int winner, const char *text)
{
    while (*text == ' ')
        text++;
    if (is_word_or_letter(text, "res"))
        return (game_result){RESULT_RESIGN, winner, 0};
    if (is_word_or_letter(text, "tim"))
        return (game_result){RESULT_TIME, winner, 0};
    if (is_word_or_letter(text, "for"))
        return (game_result){RESULT_FORFEIT, winner, 0};
    return with_margin(winner, text);
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

/* The side named last before `verb` or, if none is, first after it. */
static colour subject_of(const char *text, const char *verb, bool may_follow)
{
    static const char *const blacks[] = {"black", "黑", "黒", "흑", NULL};
    static const char *const whites[] = {"white", "白", "백", NULL};
    colour side = EMPTY;
    for (const char *at = text;; at++) {
        const char *black = plain_find_word(text, at, blacks),
                   *white = plain_find_word(text, at, whites);
        const bool is_black = black && (!white || black < white);
        at = is_black ? black : white;
        if (!at || (at > verb && (side != EMPTY || !may_follow)))
            return side;
        side = is_black ? BLACK : WHITE;
        if (at > verb)
            return side;
    }
}

/* Who won, from words: the side that the first verb of winning or losing is said of.  A reason
 * without such a verb ("白超时", "White, time") may be told of either side.    */
static colour winner_in_words(const char *text)
{
    static const char *const wins[] = {"win", "wins", "won", "winner", "勝", "胜", "승", NULL};
    static const char *const losses[] = {
        "lose", "loses", "lost", "loss", "resigns", "resigned", "forfeits", "forfeited",
        "times out", "timed out", "ran out of time", "runs out of time", "負", "负", "敗", "败",
        "패", "输", "輸", "投了", "投子", "投降", "认输", "認輸", NULL};
    static const char *const undecided[] = {"勝負", "胜负", "승부", NULL};
    static const char *const by[] = {"by", NULL}; /* "White by resignation" has won */
    const char *win = plain_find_word(text, text, wins),
               *loss = plain_find_word(text, text, losses);
    const char *reason = win || loss ? NULL : plain_find_word(text, text, by);
    if (reason)
        return subject_of(text, reason, false);
    if ((!win && !loss) || plain_has(text, undecided))
        return EMPTY;
    const bool won = win && (!loss || win < loss);
    const colour side = subject_of(text, won ? win : loss, won);
    return won || side == EMPTY ? side : opponent(side);
}

static game_result in_words(const char *text)
{
    static const char *const resigns[] = {"resign", "中押", "中盘", "中盤", "불계", "投了",
                                          "投子",   "投降", "认输", "認輸", NULL};
    static const char *const times[] = {"time", "超时", "超時", "時間", "时间", "시간", NULL};
    static const char *const forfeits[] = {"forfeit", "反則", "反则", "犯规", "犯規", "弃权",
                                           "棄権",    "실격", "반칙", "기권", NULL};
    const int winner = (int)winner_in_words(text);
    if (winner == EMPTY)
        return (game_result){RESULT_UNKNOWN, EMPTY, 0};
    if (plain_has(text, resigns))
        return (game_result){RESULT_RESIGN, winner, 0};
    if (plain_has(text, times))
        return (game_result){RESULT_TIME, winner, 0};
    if (plain_has(text, forfeits))
        return (game_result){RESULT_FORFEIT, winner, 0};
    return with_margin(winner, text);
}

game_result result_of(const char *text)
{
    static const char *const draws[] = {"draw", "drawn", "jigo", "tie",    "tied", "和棋",
                                        "和局", "持碁",  "平局", "무승부", "비김", NULL};
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
    if (strcmp(at, "0") == 0 || strcmp(at, "d") == 0 ||
        (plain_find_word(at, at, draws) &&
         winner_in_words(at) == EMPTY)) /* "White wins the tie-break" */
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
