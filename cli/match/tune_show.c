#include "cli/match/tune_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/text_json.h"
#include "cli/match/match_show.h"
#include "match/client/spec.h"

/* ---- text ---- */

static void print_table(const tune_summary *s)
{
    int width = (int)strlen("setting");
    char text[SETTING_TEXT], low[SETTING_TEXT], high[SETTING_TEXT], line[3 * SETTING_TEXT];
    for (int i = 0; i < s->space->n; i++)
        width = (int)fmax(width, (double)strlen(s->space->at[i].name));
    printf("%-*s %10s  %-26s %14s   %s\n", width, "setting", "best", "maximum, 95 %", "present",
           "range");
    for (int i = 0; i < s->space->n; i++) {
        const tune_setting *one = &s->space->at[i];
        printf("%-*s %10s", width, one->name, tune_setting_text(one, s->estimate.best[i], text));
        size_t used = 0;
        line[0] = '\0';
        for (int w = 0; w < one->n_words && used < sizeof line; w++)
            used += (size_t)snprintf(line + used, sizeof line - used, "%s%s %.0f %%", w ? ", " : "",
                                     one->word[w], 100 * s->estimate.share[i][w]);
        if (!one->n_words)
            snprintf(line, sizeof line, "%s .. %s", tune_setting_text(one, s->estimate.low[i], low),
                     tune_setting_text(one, s->estimate.high[i], high));
        printf("  %-26s %14s", line, s->present[i].text);
        if (one->n_words)
            putchar('\n');
        else
            printf("   %g .. %g%s%s\n", one->low, one->high, one->log ? ", logarithmic" : "",
                   one->whole ? ", whole" : "");
    }
}

static void print_if_other(const char *name, const char *text, const char *usual)
{
    if (!text || (usual && strcmp(text, usual) == 0))
        return;
    printf(" --%s ", name);
    match_print_quoted(text);
}

/* The options of a match under the conditions of the tuning. */
static void print_conditions(const match_options *o)
{
    printf(" --size %d", o->size);
    if (o->komi.given)
        printf(" --komi %.10g", o->komi.komi);
    if (o->opening_moves >= 0)
        printf(" --opening-moves %d", o->opening_moves);
    if (o->max_moves)
        printf(" --max-moves %d", o->max_moves);
    if (strcmp(o->time, "none") != 0)
        printf(" --lag %g", o->lag);
    print_if_other("time", o->time, "none");
    print_if_other("rules", o->rules, "chinese-ogs");
    print_if_other("openings", o->openings, NULL);
    print_if_other("referee", o->referee, "both");
}

/* The tuned player as options: its other settings, then what was found. */
static void print_options(const tune_summary *s, const char *player_keys)
{
    char value[SETTING_TEXT];
    spec_pair one;
    while (spec_next_pair(&player_keys, &one)) {
        bool tuned = false;
        for (int i = 0; i < s->space->n; i++)
            tuned |= strcmp(one.key, s->space->at[i].name) == 0;
        if (!tuned)
            match_print_option(one.key, one.value);
    }
    for (int i = 0; i < s->space->n; i++)
        match_print_value(s->space->at[i].name,
                          tune_setting_text(&s->space->at[i], s->estimate.best[i], value));
}

/* The match that shows whether what was found is better. */
static void print_confirmation(const tune_summary *s, const match_options *o, const char *keys)
{
    const char *spec = s->plan->players[0].spec;
    char *found;
    if (asprintf(&found, "%s%s%s", spec, strchr(spec, ':') ? "," : ":", keys) < 0)
        return; /* out of memory */
    printf("\nTo confirm them: katachi match -a ");
    match_print_quoted(found);
    free(found);
    printf(" -b ");
    match_print_quoted(s->plan->players[1].spec);
    print_conditions(o);
    printf(" --seed %llu -n 400 -o DIR\n", (unsigned long long)s->plan->seed + 1);
}

/* How to use what was found, and how to confirm it. */
static void print_use(const tune_summary *s, const match_options *o)
{
    const char *spec = s->plan->players[0].spec, *player_keys = spec_keys(spec, "katachi");
    char keys[TUNER_TEXT];
    tune_space_text(s->space, s->estimate.best, keys, sizeof keys);
    if (!player_keys) {
        printf("To use them: %s in the command line '%s'\n", keys, spec);
        return;
    }
    printf("To use them: katachi gtp");
    print_options(s, player_keys);
    print_confirmation(s, o, keys);
}

/* Settings that crash or lose on time look weak. */
static void print_ends(const tune_summary *s)
{
    const match_plan *plan = s->plan;
    match_tally all;
    match_tally_player(s->store, 0, &all);
    match_print_ends("Games ended by", all.ended_by);
    match_print_losses(plan->players[0].name, &all.side[0]);
    match_print_losses(plan->n_players == 2 ? plan->players[1].name : "the opponents",
                       &all.side[1]);
    match_print_doubts(all.disagreements, all.unjudged, s->repeats);
}

int tune_show_text(const tune_summary *s, const match_options *o)
{
    char text[400], elo[16], range[40], opponents[PLAYER_NAME + 40];
    tune_score best = s->estimate.score;
    printf("%s\n%lld game%s against %s\n\n", match_conditions_text(s->plan, text, sizeof text),
           (long long)tuner_games(s->tuner), plural_s(tuner_games(s->tuner)),
           tune_summary_opponents(s, opponents));
    print_table(s);
    printf("\nExpected score of the best settings: %.1f %% (%.1f .. %.1f), that is %s Elo (%s)\n",
           100 * best.score, 100 * best.low, 100 * best.high,
           stats_elo_text(stats_elo(best.score), elo),
           stats_elo_range(stats_elo(best.low), stats_elo(best.high), range));
    if (s->has_gain)
        printf("Against the present settings: %s Elo (%s)\n", stats_elo_text(s->gain.elo, elo),
               stats_elo_range(s->gain.low, s->gain.high, range));
    if (s->has_gain && s->gain.low <= 0)
        puts("These games do not show that any settings are better than the present ones.");
    puts("");
    print_ends(s);
    puts("");
    print_use(s, o);
    return EXIT_OK;
}

/* ---- JSON ---- */

/* A number, a whole number or a word. */
static json_t *value_json(const tune_setting *s, double place)
{
    char text[SETTING_TEXT];
    tune_setting_text(s, place, text);
    return s->n_words ? json_string(text)
           : s->whole ? json_integer((json_int_t)strtod(text, NULL))
                      : json_real(strtod(text, NULL));
}

static json_t *setting_json(const tune_summary *s, int i)
{
    const tune_setting *one = &s->space->at[i];
    json_t *shares = json_object();
    for (int w = 0; w < one->n_words; w++)
        json_object_set_new(shares, one->word[w], json_real(s->estimate.share[i][w]));
    return json_pack("{s:s, s:o, s:o, s:o}", "name", one->name, "best",
                     value_json(one, s->estimate.best[i]), "maximum_95",
                     one->n_words ? shares
                                  : (json_decref(shares),
                                     json_pack("[o,o]", value_json(one, s->estimate.low[i]),
                                               value_json(one, s->estimate.high[i]))),
                     "present",
                     s->present[i].within ? value_json(one, s->present[i].place) : json_null());
}

int tune_show_json(const tune_summary *s, const json_t *settings)
{
    json_t *list = json_array();
    tune_score best = s->estimate.score;
    for (int i = 0; i < s->space->n; i++)
        json_array_append_new(list, setting_json(s, i));
    json_t *gain = s->has_gain ? json_pack("{s:f, s:[f,f]}", "elo", s->gain.elo, "elo_95",
                                           s->gain.low, s->gain.high)
                               : json_null();
    return cli_print_json(
        json_pack("{s:O, s:o, s:I, s:o, s:f, s:[f,f], s:f, s:[f,f], s:o, s:I}", "settings",
                  (json_t *)settings, "folder", text_json(match_store_folder(s->store)), "games",
                  (json_int_t)tuner_games(s->tuner), "tuned", list, "score", best.score, "score_95",
                  best.low, best.high, "elo", stats_elo(best.score), "elo_95", stats_elo(best.low),
                  stats_elo(best.high), "gain", gain, "repeats", (json_int_t)s->repeats));
}
