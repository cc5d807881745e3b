/* cmd_tune.c -- `katachi tune`: the best settings of a player, found by games. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/match/match_setup.h"
#include "cli/match/tune_show.h"
#include "match/client/spec.h"
#include "match/page/tune_page.h"
#include "mcts/search_settings.h"

enum { MAX_OPPONENTS = 16, NOTE_DRAWS = 100, RANGES_TEXT = 4000 };

typedef struct tune_texts {
    int n;
    const char *text[MAX_OPPONENTS];
} tune_texts;

typedef struct tune_settings {
    tune_texts set, against;
    const char *player;
    int playouts, threads;
    double move_time;
    match_options match;
} tune_settings;

/* One tuning, from the options to the result. */
typedef struct tuning {
    const tune_settings *options;
    char *specs[1 + MAX_OPPONENTS]; /* owned */
    int n_specs;
    tune_space space;
    tuner *tuner;
    tune_present present[BASIS_AXES]; /* the player's own values */
    char middle[TUNER_TEXT];
} tuning;

/* ---- options ---- */

static go_status add_text(const char *text, void *field, go_error *err)
{
    tune_texts *list = field;
    if (list->n == MAX_OPPONENTS)
        return go_fail(err, GO_EINVAL, "at most %d times", MAX_OPPONENTS);
    list->text[list->n++] = text;
    return GO_OK;
}

static const option tuned_options[] = {
    OPT_CUSTOM("set", 0, "NAME=RANGE", NULL, offsetof(tune_settings, set), add_text,
               "a setting to tune: NAME=LOW:HIGH, with :log where ratios count, with :int for "
               "whole numbers, or NAME=WORD|WORD; repeat it for more settings",
               .borrows = true),
    OPT_TEXT("player", 0, "SPEC", "katachi", offsetof(tune_settings, player),
             "the player to tune, as for 'katachi match'; in another program's command line, "
             "{NAME} is replaced by the value",
             .words = "katachi|gnugo"),
    OPT_CUSTOM("against", 0, "SPEC", NULL, offsetof(tune_settings, against), add_text,
               "an opponent; repeat it for more; default: the player with its current settings",
               .words = "katachi|gnugo", .borrows = true),
    OPTION_GAMES(offsetof(tune_settings, match.games),
                 "games in the whole tuning, preferably an even number; a larger N continues a "
                 "shorter tuning"),
    OPT_INT("playouts", 'p', "N", "0", 0, 2e9, offsetof(tune_settings, playouts),
            "playouts per move of every katachi player whose SPEC has no limit; 0: none"),
    OPT_SECONDS("move-time", 0, "TIME", "0", 0, 1e6, offsetof(tune_settings, move_time),
                "the same for its time per move"),
    OPT_INT("threads", 'j', "N", "1", 1, 1024, offsetof(tune_settings, threads),
            "the same for its threads"),
    {0}};
static const option_group tune_groups[] = {
    {"What is tuned", tuned_options, 0},
    {"Games", match_game_options, offsetof(tune_settings, match)},
    {"Rules and openings", match_opening_options, offsetof(tune_settings, match)},
    {"Playing", match_run_settings, offsetof(tune_settings, match)},
    {0}};

/* ---- the players ---- */

static bool has_key(const char *keys, const char *key)
{
    spec_pair one;
    while (spec_next_pair(&keys, &one))
        if (strcmp(one.key, key) == 0)
            return true;
    return false;
}

/* A SPEC of katachi with the limits, threads and name that it lacks; any other as it is.
 * NULL: out of memory.                                                         */
static char *complete_spec(const char *spec, const tune_settings *o, const char *name)
{
    const char *keys = spec_keys(spec, "katachi");
    bool limited = keys && (has_key(keys, "playouts") || has_key(keys, "visits") ||
                            has_key(keys, "move-time"));
    char *out = NULL;
    size_t n;
    FILE *text = open_memstream(&out, &n);
    if (!text)
        return NULL;
    fputs(spec, text);
    const char *separator = keys && *keys ? "," : strchr(spec, ':') ? "" : ":";
    if (keys && !has_key(keys, "name")) {
        fprintf(text, "%sname=%s", separator, name);
        separator = ",";
    }
    if (keys && !limited && o->playouts > 0) {
        fprintf(text, "%splayouts=%d", separator, o->playouts);
        separator = ",";
    }
    if (keys && !limited && o->move_time > 0) {
        fprintf(text, "%smove-time=%g", separator, o->move_time);
        separator = ",";
    }
    if (keys && !has_key(keys, "threads"))
        fprintf(text, "%sthreads=%d", separator, o->threads);
    if (fclose(text) == 0)
        return out;
    free(out);
    return NULL;
}

static go_status set_specs(tuning *t, go_error *err)
{
    const tune_settings *o = t->options;
    bool katachi = spec_keys(o->player, "katachi") != NULL;
    if (o->against.n == 0 && !katachi)
        return go_fail(err, GO_EINVAL, "no opponent for '%s'; name one with --against SPEC",
                       o->player);
    t->specs[t->n_specs++] = complete_spec(o->player, o, "tuned");
    if (o->against.n == 0)
        t->specs[t->n_specs++] = complete_spec(o->player, o, "present");
    for (int i = 0; i < o->against.n; i++)
        t->specs[t->n_specs++] = complete_spec(o->against.text[i], o, "opponent");
    for (int i = 0; i < t->n_specs; i++)
        if (!t->specs[i])
            return go_fail(err, GO_ENOMEM, "out of memory for the players");
    return GO_OK;
}

/* ---- the settings ---- */

/* Options of katachi say themselves which are whole numbers. */
static void note_kind(tune_setting *s)
{
    const option *o = search_option(s->name);
    if (o && (o->kind == OPTION_INT || o->kind == OPTION_BYTES))
        s->whole |= s->n_words == 0 && s->low == floor(s->low) && s->high == floor(s->high);
}

/* Tries the ends of the range, or all words, on a copy of the player. */
static go_status try_values(const tune_setting *s, const player *tuned, go_error *err)
{
    int n = s->n_words ? s->n_words : 2;
    if (spec_keys(tuned->spec, "katachi") && strcmp(s->name, "name") == 0) /* a key of a SPEC */
        return go_fail(err, GO_EINVAL,
                       "--set name: the name of a player changes nothing in its play");
    for (int i = 0; i < n; i++) {
        char value[SETTING_TEXT], key[SETTING_NAME + SETTING_TEXT + 2];
        player trial = *tuned;
        go_error why = {GO_OK, ""};
        snprintf(key, sizeof key, "%s=%s", s->name, tune_setting_text(s, i, value));
        go_status status = player_add_keys(&trial, key, &why);
        if (status != GO_OK)
            return go_fail(err, status, "--set %s: %s", s->name, why.message);
    }
    return GO_OK;
}

/* The value that the player has without tuning. */
static tune_present present_value(const tune_setting *s, const player *tuned)
{
    tune_present p = {.text = "-"};
    char value[200], name[SETTING_TEXT];
    if (!player_setting(tuned, s->name, value, sizeof value))
        return p;
    p.within = tune_setting_place(s, value, &p.place);
    if (p.within)
        snprintf(p.text, sizeof p.text, "%s", tune_setting_text(s, p.place, name));
    else
        snprintf(p.text, sizeof p.text, "%.*s (outside)", SETTING_TEXT - 1, value);
    return p;
}

/* Where the player is without tuning; false: outside the ranges, or unknown. */
static bool find_present(tuning *t, const player *tuned, double place[BASIS_AXES])
{
    bool within = true;
    for (int i = 0; i < t->space.n; i++) {
        t->present[i] = present_value(&t->space.at[i], tuned);
        place[i] = t->present[i].place;
        within &= t->present[i].within;
    }
    return within;
}

static go_status prepare(match_setup *setup, json_t *settings, void *user, go_error *err)
{
    tuning *t = user;
    char ranges[RANGES_TEXT];
    double middle[BASIS_AXES], present[BASIS_AXES];
    const player *tuned = &setup->plan.players[0];
    bool katachi = spec_keys(tuned->spec, "katachi") != NULL;
    for (int i = 0; i < t->space.n; i++) {
        if (katachi)
            note_kind(&t->space.at[i]);
        GO_TRY(try_values(&t->space.at[i], tuned, err));
        middle[i] = t->space.at[i].n_words ? 0 : 0.5;
    }
    const bool within = find_present(t, tuned, present);
    tune_space_text(&t->space, middle, t->middle, sizeof t->middle);
    setup->plan.trial_keys = t->middle;
    tune_space_ranges(&t->space, ranges, sizeof ranges);
    if (json_object_set_new(settings, "tuned", json_string(ranges)) != 0)
        return go_fail(err, GO_EINVAL, "--set: a word is not UTF-8");
    GO_TRY(tuner_create(&t->tuner, &t->space, setup->plan.n_players - 1, setup->plan.seed, err));
    bool itself = t->options->against.n == 0;
    return itself && within ? tuner_anchor(t->tuner, present, err) : GO_OK;
}

/* ---- playing ---- */

/* Gives the tuner the games that it has not seen. */
static go_status catch_up(tuning *t, const match_store *store, go_error *err)
{
    for (int64_t i = tuner_games(t->tuner); i < match_store_count(store); i++) {
        const match_game *m = match_store_game(store, i);
        colour own = m->side[BLACK].player == 0 ? BLACK : WHITE;
        GO_TRY(tuner_add(t->tuner, m->number / 2, m->keys, m->side[opponent(own)].player - 1,
                         match_points2(m, own) / 2.0, err));
    }
    return GO_OK;
}

static go_status choose(void *user, const match_store *store, const match_game *m,
                        char keys[MATCH_KEYS], go_error *err)
{
    tuning *t = user;
    GO_TRY(catch_up(t, store, err));
    return tuner_choose(t->tuner, m->number / 2, keys, err);
}

/* "53.1 % (48.9 .. 57.2) expected at ucb-c=0.21 (0.05 .. 0.4)" */
static void note(void *user, const match_store *store, char *out, size_t n)
{
    tuning *t = user;
    tune_estimate e;
    out[0] = '\0';
    if (catch_up(t, store, NULL) != GO_OK ||
        tuner_estimate(t->tuner, NOTE_DRAWS, &e, NULL) != GO_OK)
        return;
    size_t used = (size_t)snprintf(out, n, "%.1f %% (%.1f .. %.1f) expected at",
                                   100 * e.score.score, 100 * e.score.low, 100 * e.score.high);
    for (int i = 0; i < t->space.n && used < n; i++) {
        const tune_setting *s = &t->space.at[i];
        char best[SETTING_TEXT], low[SETTING_TEXT], high[SETTING_TEXT];
        used += (size_t)snprintf(out + used, n - used, " %s=%s", s->name,
                                 tune_setting_text(s, e.best[i], best));
        if (!s->n_words && used < n)
            used += (size_t)snprintf(out + used, n - used, " (%s .. %s)",
                                     tune_setting_text(s, e.low[i], low),
                                     tune_setting_text(s, e.high[i], high));
    }
}

/* ---- the result ---- */

static int show_result(const match_setup *setup, void *user)
{
    tuning *t = user;
    go_error err;
    tune_summary s;
    if (catch_up(t, setup->store, &err) != GO_OK ||
        tune_summary_make(&s, &setup->plan, setup->store, &t->space, t->tuner,
                          t->present, &err) != GO_OK)
        return cli_fail(&err);
    const go_status page = tune_page_write(&s, setup->settings, &err);
    const int code = t->options->match.json ? tune_show_json(&s, setup->settings)
                                            : tune_show_text(&s, &t->options->match);
    return match_setup_end(setup, page, code, t->options->match.json, &err);
}

/* ---- the command ---- */

static go_status begin(tuning *t, go_error *err)
{
    const tune_texts *set = &t->options->set;
    if (set->n == 0)
        return go_fail(err, GO_EINVAL, "nothing to tune; name a setting with --set NAME=LOW:HIGH");
    for (int i = 0; i < set->n; i++)
        GO_TRY(tune_space_add(&t->space, set->text[i], err));
    return set_specs(t, err);
}

static int run_tune(int argc, char **argv)
{
    tune_settings settings = {.set = {0}};
    tuning t = {.options = &settings};
    int n_inputs, code;
    go_error err;
    if (!cli_begin(&cli_tune, argc, argv, &settings, &n_inputs, &code))
        return code;
    if (begin(&t, &err) == GO_OK)
        code = match_setup_run(&(match_job){
            .options = &settings.match, .specs = (const char *const *)t.specs, .n_specs = t.n_specs,
            .gauntlet = true, .user = &t, .prepare = prepare, .choose = choose, .note = note,
            .show = show_result});
    else
        code = cli_fail(&err);
    for (int i = 0; i < t.n_specs; i++)
        free(t.specs[i]);
    tuner_destroy(t.tuner);
    return code;
}

const cli_command cli_tune = {
    .spec = {.name = "tune",
             .sentence = "finds the best values of settings by playing games",
             .groups = tune_groups,
             .description =
                 "Plays pairs of games with varying settings against one or more opponents, more "
                 "and more of them near the best settings, and prints these with their expected "
                 "score. Every finished game is saved at once in the folder DIR of -o, so the same "
                 "command continues an interrupted tuning, and a larger -n a finished one; the "
                 "folder's index.html shows the surface found. Give all players the same playouts "
                 "(--playouts) or the same time (--move-time, or --time for the game).",
             .examples =
                 "katachi tune --set ucb-c=0:0.6 --set widening-start=10:200:log -p 1000 -n 2000 "
                 "-o out\n"
                 "katachi tune --set rave-schedule='hand|mse' --set rave-k=100:5000:log -p 1000 "
                 "--against gnugo -n 1000 -o rave\n"
                 "katachi tune --set c=0.1:2:log --player 'myprogram --ucb {c}' --against "
                 "katachi:playouts=500 -n 500 -o mine"},
    .run = run_tune,
};
