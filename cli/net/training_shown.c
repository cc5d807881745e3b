#include "base/plural.h"
#include "cli/net/training.h"

#include <math.h>
#include <stdarg.h>

#include "base/interrupt.h"

/* ---- progress ---- */

/* A mean, or a dash where no row tells. */
static const char *mean_text(char text[24], double sum, double rows)
{
    if (rows > 0)
        snprintf(text, 24, "%.4f", sum / rows);
    else
        snprintf(text, 24, "-");
    return text;
}

static void note(net_train_job *j, const nn_train_progress *p)
{
    const nn_loss_sums *s = &p->sums;
    char value[24], ownership[24], test[40] = "";
    const double top1 = j->watch ? watch_top1(j->watch) : (double)NAN;
    if (!isnan(top1))
        snprintf(test, sizeof test, " (test games: %.1f %%)", 100 * top1);
    progress_note(j->learning, "moves %.1f %%%s, policy %.3f, value %s, ownership %s, rate %.2g",
                  100 * s->first / s->policy_rows, test, s->policy / s->policy_rows,
                  mean_text(value, s->value, s->value_rows),
                  mean_text(ownership, s->ownership, s->ownership_rows), p->rate);
}

/* A report that cannot be written is no reason to stop learning. */
static void warn(net_train_job *j, const go_error *err)
{
    if (!j->warned)
        fprintf(stderr, "katachi: %s; the training continues without a report\n", err->message);
    j->warned = true;
}

bool training_show(void *user, const nn_train_progress *p)
{
    net_train_job *j = user;
    go_error err;
    if (!j->rows)
        progress_skip(j->learning, p->reported);
    progress_total(j->learning, p->budget);
    if (p->sums.policy_rows > 0)
        note(j, p);
    progress_set(j->learning, p->rows);
    j->rows = p->rows;
    j->seconds = p->seconds;
    if (p->rows > p->reported)
        nn_drawn_line(p->drawn, j->drawn);
    if (j->watch && watch_look(j->watch, p, &err) != GO_OK)
        warn(j, &err);
    return !interrupt_requested();
}

void training_show_games(const net_train_job *j)
{
    const store_knowledge k = nn_store_knows(&j->train);
    fprintf(j->text, "%lld game%s with %lld move%s: the winner of %lld is known, "
            "the score of %lld, the owners of the points of %lld\n", (long long)k.games,
            plural_s(k.games), (long long)k.moves, plural_s(k.moves), (long long)k.winner,
            (long long)k.score, (long long)k.ownership);
    if (k.searches)
        fprintf(j->text, "%lld position%s judged by a search\n", (long long)k.searches,
                k.searches == 1 ? " was" : "s were");
    if (j->test_counts.known)
        fprintf(j->text, "%lld game%s learned from\n", (long long)j->test_counts.known,
                j->test_counts.known == 1 ? " to test on is left out: it is"
                                          : "s to test on are left out: they are");
}

static void show_test(const net_train_job *j, const nn_loss_sums *s)
{
    char value[24], square[24], score[24], ownership[24];
    FILE *out = j->text;
    fprintf(out, "on %.0f positions of games it has not learned from:\n", s->policy_rows);
    fprintf(out, "  moves       %.2f %% of those played come first, %.4f nats\n",
            100 * s->first / s->policy_rows, s->policy / s->policy_rows);
    fprintf(out, "  value       %s nats, mean square error %s\n",
            mean_text(value, s->value, s->value_rows),
            mean_text(square, s->value_square, s->value_rows));
    fprintf(out, "  score       %s nats\n", mean_text(score, s->score, s->score_rows));
    fprintf(out, "  ownership   %s nats a point\n",
            mean_text(ownership, s->ownership, s->ownership_rows));
}

static void show_network(const net_train_job *j)
{
    fprintf(j->text, "%s: %d block%s, %d channels, %lld rows with %s in %.0f s\n", j->s.output,
            j->m->blocks, plural_s(j->m->blocks), j->m->trunk_channels, (long long)j->rows,
            j->o.gradient->name, j->seconds);
}

static bool show_measuring(void *user, int64_t rows)
{
    progress_set(user, rows);
    return !interrupt_requested();
}

/* A large network takes minutes; an interrupt ends it early. */
static go_status measure(const net_train_job *j, go_error *err)
{
    enum { MOST = 20000 };
    nn_loss_sums sums;
    const int64_t n = j->test.n_moves < MOST ? j->test.n_moves : MOST;
    if (!n) {
        fprintf(j->text,
                "not measured: there are no games to test on; %s--test or 'katachi net test' "
                "measures\n",
                j->s.katago.import ? "" : "a larger --held-out, ");
        return GO_OK;
    }
    progress *bar = j->s.quiet ? NULL : progress_start(stderr, "measuring", "positions", n);
    go_status status = nn_train_measure(j->m, &j->test, &j->o, n, show_measuring, bar, &sums, err);
    progress_end(bar);
    if (status == GO_OK)
        show_test(j, &sums);
    return status;
}

go_status training_measure(const net_train_job *j, go_error *err)
{
    GO_TRY(measure(j, err));
    show_network(j);
    return GO_OK;
}

/* ---- the report ---- */

static void add_fact(net_train_job *j, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_fact(net_train_job *j, const char *name, const char *format, ...)
{
    if (j->n_facts == NET_TRAIN_FACTS)
        return;
    training_fact *f = &j->facts[j->n_facts++];
    va_list values;
    va_start(values, format);
    snprintf(f->name, sizeof f->name, "%s", name);
    vsnprintf(f->value, sizeof f->value, format, values);
    va_end(values);
}

static void add_facts(net_train_job *j)
{
    const store_knowledge k = nn_store_knows(&j->train);
    const nn_import_size rows = j->o.import ? nn_import_count(j->o.import) : (nn_import_size){0};
    const int64_t epoch = j->o.import ? rows.per_epoch : k.moves;
    add_fact(j, "command", "%s", j->command);
    add_fact(j, "network", "%s: %d block%s, %d channels, %lld parameters", j->s.output,
             j->m->blocks, plural_s(j->m->blocks), j->m->trunk_channels,
             (long long)j->m->parameters);
    if (j->o.import) {
        add_fact(j, "training rows", "%lld of %d files, %lld in an epoch", (long long)rows.rows,
                 rows.files, (long long)rows.per_epoch);
    } else {
        add_fact(j, "training games", "%lld with %lld positions", (long long)k.games,
                 (long long)k.moves);
        add_fact(j, "results known", "the winner of %lld, the score of %lld, the owners of the "
                 "points of %lld", (long long)k.winner, (long long)k.score, (long long)k.ownership);
        add_fact(j, "games left out", "%lld by the filters, %lld broken",
                 (long long)j->counts.filtered, (long long)j->counts.broken);
    }
    add_fact(j, "test games", "%lld with %lld positions (%s)", (long long)j->test.n_games,
             (long long)j->test.n_moves, j->test_name);
    add_fact(j, "batch", "%d rows", j->o.lanes * j->o.rows);
    if (j->o.budget)
        add_fact(j, "length of training", "%lld rows, %.2f epochs", (long long)j->o.budget,
                 (double)j->o.budget / (double)epoch);
    if (j->o.seconds > 0)
        add_fact(j, "time limit", "%g hour%s", j->s.hours, j->s.hours == 1 ? "" : "s");
    add_fact(j, "backend", "%s with %d thread%s", j->o.gradient->name, j->o.threads,
             j->o.threads == 1 ? "" : "s");
}

go_status training_start_report(net_train_job *j, go_error *err)
{
    if (!j->s.report)
        return GO_OK;
    if (!j->test.n_games)
        snprintf(j->test_name, sizeof j->test_name, "none");
    else if (j->s.test)
        snprintf(j->test_name, sizeof j->test_name, "%s", j->s.test);
    else
        snprintf(j->test_name, sizeof j->test_name, "held out, %g %% of the games",
                 100 * j->s.held_out);
    add_facts(j);
    const watch_options o = {.folder = j->s.report, .train = &j->train, .test = &j->test,
                             .test_name = j->test_name, .gammas = j->s.gammas,
                             .inputs = j->inputs, .n_inputs = j->n_inputs, .bytes = j->bytes,
                             .n_bytes = j->n_bytes, .batch = j->o.lanes * j->o.rows,
                             .threads = j->o.threads,
                             .seconds = j->s.checkpoint_every, .resume = j->s.resume,
                             .facts = j->facts, .n_facts = j->n_facts,
                             .progress = phase_bar_show, .user = &j->bar};
    return watch_create(&j->watch, &o, err);
}

void training_finish_report(net_train_job *j, bool ended)
{
    go_error err;
    if (!j->watch)
        return;
    const go_status status = watch_finish(j->watch, j->m, ended, &err);
    phase_bar_end(&j->bar);
    if (status == GO_OK)
        fprintf(j->text, "%s/index.html shows how it learned\n", j->s.report);
    else
        fprintf(stderr, "katachi: %s; %s is complete, but its report is not\n", err.message,
                j->s.output);
}
