/* corpus_stats.c -- `katachi corpus stats`: what a collection holds. */
#include <stdlib.h>

#include "cli/corpus/corpus_commands.h"
#include "sgf_corpus/game_hash.h"
#include "sgf_corpus/stats.h"

typedef struct stats_settings {
    corpus_input input;
    bool json, quiet, dedupe;
} stats_settings;

static const option stats_options[] = {
    OPT_FLAG("dedupe", 0, NULL, offsetof(stats_settings, dedupe),
        "count each game once, whatever way the board is turned"),
    OPTION_QUIET(stats_settings, quiet),
    OPTION_JSON(stats_settings, json),
    {0}};
static const option_group stats_groups[] = {
    {NULL, stats_options, 0},
    {"Choosing games", corpus_input_options, offsetof(stats_settings, input)},
    {0}};

/* ---- one table after the other, as text or JSON ---- */

typedef void name_of(int i, char out[32]);

static void name_number(int i, char out[32])
{
    snprintf(out, 32, "%d", i);
}

static void name_size(int i, char out[32])
{
    snprintf(out, 32, "%dx%d", i, i);
}

static void name_year(int i, char out[32])
{
    snprintf(out, 32, i ? "%d" : "unknown", i);
}

static void name_rank(int i, char out[32])
{
    if (i == STATS_RANKS - 1)
        snprintf(out, 32, "none");
    else
        rank_text(i - 29, out);
}

static void name_rules(int i, char out[32])
{
    snprintf(out, 32, "%s", corpus_stats_rules_name(i));
}

static void name_handicap(int i, char out[32])
{
    snprintf(out, 32, i < STATS_HANDICAPS - 1 ? "%d" : "more", i);
}

static void name_length(int i, char out[32])
{
    if (i == STATS_LENGTHS - 1)
        snprintf(out, 32, "500+");
    else
        snprintf(out, 32, "%d-%d", 25 * i, 25 * i + 24);
}

static void name_komi(int i, char out[32])
{
    if (i == STATS_KOMI - 1)
        snprintf(out, 32, "none");
    else
        snprintf(out, 32, "%g", (i - 200) / 2.0);
}

static void name_result(int i, char out[32])
{
    snprintf(out, 32, "%s", result_kind_name((result_kind)i));
}

static void name_winner(int i, char out[32])
{
    static const char *const names[3] = {"none", "black", "white"};
    snprintf(out, 32, "%s", names[i]);
}

typedef struct table {
    const char *key, *title; /* in JSON and in text */
    size_t counts;           /* offset in corpus_stats of int64_t [n] */
    int n;
    name_of *name;
} table;

#define TABLE(key, title, field, name)                                                     \
    {key, title, offsetof(corpus_stats, field),                                            \
     sizeof(((corpus_stats *)0)->field) / sizeof(int64_t), name}
static const table tables[] = {
    TABLE("size", "size", size, name_size),
    TABLE("length", "length", length, name_length),
    TABLE("result", "result", result, name_result),
    TABLE("winner", "winner", winner, name_winner),
    TABLE("handicap", "handicap", handicap, name_handicap),
    TABLE("komi", "komi", komi, name_komi),
    TABLE("rules", "rules", rules, name_rules),
    TABLE("rank", "rank (of both players)", rank, name_rank),
    TABLE("year", "year (by decade)", year, name_year),
};
enum { N_TABLES = sizeof tables / sizeof tables[0] };

static const int64_t *counts_of(const table *t, const corpus_stats *s)
{
    return (const int64_t *)(const void *)((const char *)s + t->counts);
}

static void print_table(const table *t, const corpus_stats *s)
{
    char name[32];
    int64_t sum = 0;
    const int64_t *counts = counts_of(t, s);
    for (int i = 0; i < t->n; i++)
        sum += counts[i];
    printf("\n%s\n", t->title);
    for (int i = 0; i < t->n; i++) {
        if (!counts[i])
            continue;
        t->name(i, name);
        printf("  %-14s %9lld  %5.1f %%\n", name, (long long)counts[i],
               100.0 * (double)counts[i] / (double)sum);
    }
}

/* Years by decade: a table of every year would be long. */
static void join_decades(int64_t year[STATS_YEARS])
{
    for (int i = 1; i < STATS_YEARS; i++) {
        if (i % 10) {
            year[i - i % 10] += year[i];
            year[i] = 0;
        }
    }
}

static int print_text(corpus_stats *s, int64_t duplicates, bool deduped)
{
    join_decades(s->year);
    printf("%lld games, %lld moves (%.1f a game, %lld to %lld), %lld passes\n",
           (long long)s->games, (long long)s->moves, (double)s->moves / (double)s->games,
           (long long)s->shortest, (long long)s->longest, (long long)s->passes);
    if (deduped)
        printf("%lld more were duplicates\n", (long long)duplicates);
    for (int i = 0; i < N_TABLES; i++)
        print_table(&tables[i], s);
    return cli_finish(EXIT_OK);
}

static int print_json(const corpus_stats *s, const corpus_counts *counts, int64_t duplicates)
{
    char name[32];
    json_t *object = json_object();
    corpus_input_json(object, counts);
    json_object_set_new(object, "games", json_integer(s->games));
    json_object_set_new(object, "moves", json_integer(s->moves));
    json_object_set_new(object, "duplicates", json_integer(duplicates));
    json_object_set_new(object, "passes", json_integer(s->passes));
    json_object_set_new(object, "shortest", json_integer(s->shortest));
    json_object_set_new(object, "longest", json_integer(s->longest));
    for (const table *t = tables; t < tables + N_TABLES; t++) {
        json_t *part = json_object();
        const int64_t *list = counts_of(t, s);
        for (int k = 0; k < t->n; k++) {
            if (!list[k])
                continue;
            (t->name == name_size ? name_number : t->name)(k, name);
            json_object_set_new(part, name, json_integer(list[k]));
        }
        json_object_set_new(object, t->key, part);
    }
    return cli_print_json(object);
}

/* ---- counting ---- */

static go_status count(corpus_run *run, dedupe *seen_before, corpus_stats *stats,
                       int64_t *duplicates, go_error *err)
{
    game_record *game;
    go_status status;
    while ((status = corpus_run_next(run, &game, err)) == GO_OK) {
        bool seen = false;
        if (seen_before)
            status = dedupe_add(seen_before, game, &seen, err);
        if (status == GO_OK && !seen)
            corpus_stats_add(stats, game);
        *duplicates += seen;
        game_record_destroy(game);
        if (status != GO_OK)
            return status;
    }
    return status;
}

static int run_stats(int argc, char **argv)
{
    stats_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_corpus_stats, argc, argv, &s, &n_inputs, &code))
        return code;
    go_error err;
    corpus_run run = {0};
    corpus_counts counts;
    int64_t duplicates = 0;
    corpus_stats *stats = calloc(1, sizeof *stats);
    dedupe *seen_before = s.dedupe ? dedupe_create(DEDUPE_MOVES) : NULL;
    if (!stats || (s.dedupe && !seen_before)) {
        go_fail(&err, GO_ENOMEM, "out of memory for the statistics");
        dedupe_destroy(seen_before);
        free(stats);
        return cli_fail(&err);
    }
    go_status status = corpus_run_begin(&run, &s.input, argv, n_inputs, false, s.quiet, &err);
    if (status == GO_OK)
        status = count(&run, seen_before, stats, &duplicates, &err);
    status = corpus_run_end(&run, status, &counts, &err);
    if (status != GO_OK)
        code = cli_fail(&err);
    else
        code = s.json ? print_json(stats, &counts, duplicates)
                      : print_text(stats, duplicates, s.dedupe);
    dedupe_destroy(seen_before);
    free(stats);
    return code;
}

const cli_command cli_corpus_stats = {
    .spec = {.name = "stats",
             .sentence = "counts games by size, length, result, handicap, komi, rules, rank, year",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = stats_groups,
             .description = "An input is an SGF file, a folder, a compressed file or an archive, "
                            "or - for standard input. --dedupe remembers 16 to 64 bytes a game.",
             .examples = "katachi corpus stats games/\n"
                         "katachi corpus stats --json --since 2000 games.tar.gz"},
    .run = run_stats,
};
