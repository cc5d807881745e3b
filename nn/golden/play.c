#include "nn/golden/play.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/coord.h"
#include "board/game/handicap.h"
#include "nn/golden/golden_internal.h"

/* A position being set up and played. */
typedef struct player {
    const nn_golden *golden;
    size_t i;
    const json_t *entry;
    nn_position *p;
    int size; /* the longer side: that of the point numbers */
    go_error *err;
} player;

static go_status fail(const player *pl, const char *what)
{
    return nn_golden_fail(pl->golden, pl->i, pl->err, "%s", what);
}

/* ---- rules ---- */

static bool read_rules(const json_t *o, rules *out)
{
    static const char *const words[] = {"ko", "scoring", "tax", "whiteHandicapBonus"};
    *out = (rules){.suicide = json_is_true(json_object_get(o, "suicide")),
                   .button = json_is_true(json_object_get(o, "hasButton")),
                   .friendly_pass = json_is_true(json_object_get(o, "friendlyPassOk"))};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *word = json_string_value(json_object_get(o, words[i]));
        if (!word || !rules_set_word(out, words[i], word))
            return false;
    }
    return true;
}

/* Leela Zero's files name no rules: its networks see none. */
static bool find_rules(const json_t *entry, rules *out)
{
    const json_t *spelled = json_object_get(entry, "rules_json");
    const json_t *named = json_object_get(entry, "rules");
    if (spelled || json_is_object(named))
        return read_rules(spelled ? spelled : named, out);
    return rules_by_name(named ? json_string_value(named) : "tromp-taylor", out);
}

/* ---- moves ---- */

static bool read_colour(const char *text, colour *c)
{
    if (!text || !strchr("BbWw", *text) || !*text)
        return false;
    *c = *text == 'B' || *text == 'b' ? BLACK : WHITE;
    return true;
}

/* GTP counts rows from the bottom, points count them from the top of a square. */
static bool read_vertex(const player *pl, const char *text, point *at)
{
    if (!text || !coord_from_gtp(pl->size, text, at))
        return false;
    if (*at == PASS)
        return true;
    int x = board_x_on(pl->size, *at), up = pl->size - 1 - board_y_on(pl->size, *at);
    int y = pl->p->height - 1 - up;
    if (x >= pl->p->width || y < 0)
        return false;
    *at = board_point_on(pl->size, x, y);
    return true;
}

static go_status play_moves(const player *pl)
{
    const json_t *moves = json_object_get(pl->entry, "moves");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        colour c;
        point at;
        go_error why;
        if (!read_colour(json_string_value(json_array_get(move, 0)), &c) ||
            !read_vertex(pl, json_string_value(json_array_get(move, 1)), &at))
            return fail(pl, "\"moves\" are not pairs of colour and vertex on the board");
        if (nn_position_play(pl->p, c, at, &why) != GO_OK)
            return nn_golden_fail(pl->golden, pl->i, pl->err, "move %zu of \"moves\": %s", i + 1,
                                  why.message);
    }
    return GO_OK;
}

/* ---- setup ---- */

static go_status fixed_handicap(const player *pl, const char *number)
{
    point stones[9];
    int n = number ? (int)strtol(number, NULL, 10) : 0; /* 0 is none */
    if (pl->p->width != pl->p->height || !handicap_fixed(pl->size, n, stones))
        return fail(pl, "\"setup\" has a handicap that this board does not have");
    for (int i = 0; i < n; i++)
        nn_position_setup(pl->p, BLACK, stones[i], WHITE);
    return GO_OK;
}

/* "D4 Q16 ..." when c is a colour, else "B D4 W Q16 ...". */
static go_status put_stones(const player *pl, colour c, char **rest)
{
    bool handicap = c != EMPTY;
    for (char *word; (word = strtok_r(NULL, " ", rest));) {
        point at;
        if (!handicap && (!read_colour(word, &c) || !(word = strtok_r(NULL, " ", rest))))
            return fail(pl, "\"setup\" has stones without colour or vertex");
        if (!read_vertex(pl, word, &at) || at == PASS)
            return fail(pl, "\"setup\" has a stone off the board");
        nn_position_setup(pl->p, c, at, handicap ? WHITE : BLACK);
    }
    return GO_OK;
}

static go_status set_up(const player *pl, const char *command)
{
    char line[4096], *rest;
    if (!command || strlen(command) >= sizeof line)
        return fail(pl, "\"setup\" is not a list of commands");
    snprintf(line, sizeof line, "%s", command);
    const char *name = strtok_r(line, " ", &rest);
    if (!name)
        return GO_OK;
    if (strcmp(name, "fixed_handicap") == 0)
        return fixed_handicap(pl, strtok_r(NULL, " ", &rest));
    if (strcmp(name, "set_free_handicap") == 0)
        return put_stones(pl, BLACK, &rest);
    if (strcmp(name, "set_position") == 0)
        return put_stones(pl, EMPTY, &rest);
    return fail(pl, "\"setup\" has a command other than fixed_handicap, set_free_handicap and "
                    "set_position");
}

/* ---- the rest ---- */

/* A number, or one as text; NAN for anything else. */
static double number_or_text(const json_t *value)
{
    char *end;
    const char *text = json_string_value(value);
    if (!text)
        return json_is_number(value) ? json_number_value(value) : NAN;
    double number = strtod(text, &end);
    return end > text && !*end ? number : NAN;
}

static go_status read_params(const player *pl, nn_view *view)
{
    const char *name;
    json_t *params = json_object_get(pl->entry, "params"), *value;
    json_object_foreach(params, name, value)
    {
        double number = number_or_text(value);
        bool right = isfinite(number);
        if (strcmp(name, "playoutDoublingAdvantage") == 0) {
            view->doubling = number;
        } else if (strcmp(name, "drawEquivalentWinsForWhite") == 0) {
            view->draw_value = number;
        } else if (strcmp(name, "conservativePass") == 0) {
            view->hide_last_pass = json_is_true(value);
            right = json_is_boolean(value);
        } else if (strcmp(name, "humanSLProfile") == 0) {
            const char *profile = json_string_value(value);
            right = profile && nn_profile_by_name(profile, &view->profile);
        } else {
            return fail(pl, "\"params\" has an unknown name");
        }
        if (!right)
            return fail(pl, "\"params\" has a value of a wrong type, or an unknown profile");
    }
    return GO_OK;
}

static go_status play_all(const player *pl)
{
    colour next = pl->p->to_move;
    const json_t *turn = json_object_get(pl->entry, "next");
    const json_t *setup = json_object_get(pl->entry, "setup");
    for (size_t i = 0; i < json_array_size(setup); i++)
        GO_TRY(set_up(pl, json_string_value(json_array_get(setup, i))));
    GO_TRY(play_moves(pl));
    if (turn && !read_colour(json_string_value(turn), &next))
        return fail(pl, "\"next\" is not a colour");
    if (turn)
        nn_position_turn(pl->p, next);
    return GO_OK;
}

go_status nn_golden_position(const nn_golden *g, size_t i, nn_position **position, nn_view *view,
                             go_error *err)
{
    player pl = {.golden = g, .i = i, .entry = nn_golden_entry(g, i), .err = err};
    const json_t *komi = json_object_get(pl.entry, "komi");
    int width, height;
    rules r;
    *position = NULL;
    nn_golden_sides(g, i, &width, &height);
    pl.size = width > height ? width : height;
    *view = nn_view_plain(pl.size);
    if (!find_rules(pl.entry, &r))
        return fail(&pl, "\"rules_json\" or \"rules\" are not known");
    go_status status = read_params(&pl, view);
    if (status == GO_OK)
        status =
            nn_position_create(&pl.p, width, height, &r, komi ? json_number_value(komi) : 7.5, err);
    if (status != GO_OK)
        return status == GO_EINVAL ? fail(&pl, "its board size is not supported") : status;
    pl.p->encores = json_is_false(json_object_get(pl.entry, "preventEncore"));
    status = play_all(&pl);
    if (status == GO_OK)
        *position = pl.p;
    else
        nn_position_destroy(pl.p);
    return status;
}
