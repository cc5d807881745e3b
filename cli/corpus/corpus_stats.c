/* corpus_stats.c -- `katachi corpus stats`: what a collection holds. */
#include <stdlib.h>

#include "base/plural.h"
#include "cli/corpus/corpus_commands.h"
#include "sgf_corpus/stats.h"

typedef struct stats_settings {
    corpus_input input;
    int dedupe; /* dedupe_mode */
    bool json, quiet;
} stats_settings;

static const option stats_options[] = {
    OPTION_DEDUPE(stats_settings, dedupe),
    OPTION_QUIET(stats_settings, quiet),
    OPTION_JSON(stats_settings, json),
    {0}};
static const option_group stats_groups[] = {
    {NULL, stats_options, 0},
    {"Choosing games", corpus_input_options, offsetof(stats_settings, input)},
    {0}};

/* ---- one table after the other, as text or JSON ---- */

typedef struct table {
    const char *key, *title; /* in JSON and in text */
    size_t counts;           /* offset in corpus_stats of int64_t [n] */
    int n;
} table;

#define FIELD(field) offsetof(corpus_stats, field)
#define TABLE(field, title)                                                                \
    {#field, title, FIELD(field), sizeof(((corpus_stats *)0)->field) / sizeof(int64_t)}
static const table tables[] = {
    TABLE(size, "size"),
    TABLE(length, "length"),
    TABLE(result, "result"),
    TABLE(winner, "winner"),
    TABLE(handicap, "handicap"),
    TABLE(komi, "komi"),
    TABLE(rules, "rules"),
    TABLE(rank, "rank (of both players)"),
    TABLE(year, "year (by decade)"),
};
enum { N_TABLES = sizeof tables / sizeof tables[0] };

/* The name of row i. */
static void name_of(const table *t, int i, char out[32])
{
    static const char *const winners[3] = {"none", "black", "white"};
    const bool last = i == t->n - 1;
    switch (t->counts) {
    case FIELD(size): snprintf(out, 32, "%dx%d", i, i); break;
    case FIELD(length): snprintf(out, 32, last ? "500+" : "%d-%d", 25 * i, 25 * i + 24); break;
    case FIELD(result): snprintf(out, 32, "%s", result_kind_name((result_kind)i)); break;
    case FIELD(winner): snprintf(out, 32, "%s", winners[i]); break;
    case FIELD(handicap): snprintf(out, 32, last ? "more" : "%d", i); break;
    case FIELD(komi):
        if (i >= t->n - 2)
            snprintf(out, 32, "%s", last ? "none" : "other");
        else
            snprintf(out, 32, "%g", (i - 200) / 2.0);
        break;
    case FIELD(rules): snprintf(out, 32, "%s", corpus_stats_rules_name(i)); break;
    case FIELD(year): snprintf(out, 32, i ? "%d" : "unknown", i); break;
    case FIELD(rank):
        if (last)
            snprintf(out, 32, "none");
        else
            rank_text(i - 29, out);
        break;
    default: *out = '\0';
    }
}

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
        name_of(t, i, name);
        printf("  %-14s %9lld  %5.1f %%\n", name, (long long)counts[i],
               100.0 * (double)counts[i] / (double)sum);
    }
}

static int print_text(corpus_stats *s, int64_t duplicates, bool deduped)
{
    for (int i = 1; i < STATS_YEARS; i++) { /* years by decade */
        if (i % 10) {
            s->year[i - i % 10] += s->year[i];
            s->year[i] = 0;
        }
    }
    printf("%lld game%s, %lld move%s (%.1f a game, %lld to %lld), %lld pass%s\n",
           (long long)s->games, plural_s(s->games), (long long)s->moves, plural_s(s->moves),
           (double)s->moves / (double)s->games, (long long)s->shortest, (long long)s->longest,
           (long long)s->passes, s->passes == 1 ? "" : "es");
    if (deduped)
        printf("%lld more were duplicates\n", (long long)duplicates);
    for (int i = 0; i < N_TABLES; i++)
        print_table(&tables[i], s);
    return EXIT_OK;
}

static int print_json(const corpus_stats *s, const corpus_counts *counts, int64_t duplicates)
{
    char name[32];
    json_t *object = json_object();
    corpus_input_json(object, counts);
    json_object_update_new(
        object, json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "games", (json_int_t)s->games,
                          "moves", (json_int_t)s->moves, "duplicates", (json_int_t)duplicates,
                          "passes", (json_int_t)s->passes, "shortest", (json_int_t)s->shortest,
                          "longest", (json_int_t)s->longest));
    for (const table *t = tables; t < tables + N_TABLES; t++) {
        json_t *part = json_object();
        const int64_t *list = counts_of(t, s);
        for (int k = 0; k < t->n; k++) {
            if (!list[k])
                continue;
            if (t->counts == FIELD(size))
                snprintf(name, sizeof name, "%d", k);
            else
                name_of(t, k, name);
            json_object_set_new(part, name, json_integer(list[k]));
        }
        json_object_set_new(object, t->key, part);
    }
    return cli_print_json(object);
}

static int run_stats(int argc, char **argv)
{
    stats_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_corpus_stats, argc, argv, &s, &n_inputs, &code))
        return code;
    go_error err;
    corpus_run run = {.quiet = s.quiet, .dedupe_by = s.dedupe};
    corpus_counts counts;
    game_record *game;
    corpus_stats *stats = calloc(1, sizeof *stats);
    if (!stats)
        return cli_fail((go_fail(&err, GO_ENOMEM, "out of memory for the statistics"), &err));
    go_status status = corpus_run_begin(&run, &s.input, argv, n_inputs, &err);
    while (status == GO_OK && (status = corpus_run_next(&run, &game, &err)) == GO_OK) {
        corpus_stats_add(stats, game);
        game_record_destroy(game);
    }
    status = corpus_run_end(&run, status, &counts, &err);
    if (status != GO_OK)
        code = cli_fail(&err);
    else
        code = s.json ? print_json(stats, &counts, run.duplicates)
                      : print_text(stats, run.duplicates, s.dedupe != DEDUPE_NO);
    free(stats);
    return code;
}

const cli_command cli_corpus_stats = {
    .spec = {.name = "stats",
             .sentence = "counts games by size, length, result, handicap, komi, rules, rank, year",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = stats_groups,
             .description =
                 "An input is an SGF file, a folder, a compressed file or an archive, or - for "
                 "standard input. --dedupe needs 16 to 64 bytes of memory per game.",
             .examples = "katachi corpus stats games/\n"
                         "katachi corpus stats --json --since 2000 games.tar.gz"},
    .run = run_stats,
};
