#include "cli/train/train_show.h"

#include <math.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/plural.h"
#include "base/text_json.h"
#include "cli/cli.h"

bool train_show_progress(void *user, const char *phase, int64_t done, int64_t total)
{
    train_show *show = user;
    return phase ? phase_bar_show(&show->bar, phase, done, total) : !interrupt_requested();
}

void train_show_dataset(void *user, const dataset_sizes *sizes, const vocabulary *v)
{
    train_show *show = user;
    phase_bar_end(&show->bar);
    if (show->bar.quiet)
        return;
    fprintf(stderr,
            "%lld game%s, %lld position%s, %.0f candidates each; %d gammas; %.*f MB "
            "(%.0f bytes a position)\n",
            (long long)sizes->games, plural_s(sizes->games), (long long)sizes->positions,
            plural_s(sizes->positions), (double)sizes->teams / (double)sizes->positions,
            vocabulary_gammas(v), sizes->bytes < 10000000 ? 1 : 0, /* digits */
            fmax(0.1, (double)sizes->bytes / 1e6), (double)sizes->bytes / (double)sizes->positions);
}

void train_show_other_sizes(const corpus_counts *counts, int size, const char *before, FILE *out)
{
    if (counts->other_size)
        fprintf(out,
                "%s%lld game%s on boards of other sizes than %dx%d left out; --size N chooses "
                "a size\n",
                before, (long long)counts->other_size, plural_s(counts->other_size), size, size);
}

/* Estimates the time until the gain is below the tolerance; gains fall about geometrically.
 * -1: not known yet.                                                          */
static double seconds_left(train_show *show, const mm_progress *p, double now)
{
    if (!(show->first_gain > p->gain) || p->gain <= show->tolerance) {
        show->first_gain = fmax(show->first_gain, p->gain);
        if (show->first_iteration == 0) {
            show->first_iteration = p->iteration;
            show->first_time = now;
        }
        return -1;
    }
    double done = p->iteration - show->first_iteration;
    double rate = log(show->first_gain / p->gain) / done;
    double left = fmin(log(p->gain / show->tolerance) / rate, show->max_iterations - p->iteration);
    return done >= 2 ? left * (now - show->first_time) / done : -1;
}

bool train_show_iteration(void *user, const mm_progress *p, int64_t positions)
{
    train_show *show = user;
    double now = clock_now(), left = seconds_left(show, p, now);
    phase_bar_end(&show->bar);
    if (show->bar.quiet)
        return !interrupt_requested();
    const double n = (double)positions;
    /* the gain is of the sum with the prior; the likelihood alone may fall */
    fprintf(stderr, "iteration %3d: log-likelihood %.5f per position, with prior %.5f, gain %.1e, "
            "%.0f s", p->iteration, p->log_likelihood / n, (p->log_likelihood + p->log_prior) / n,
            p->gain, now - show->began);
    if (p->converged)
        fprintf(stderr, ", done\n");
    else if (left >= 0)
        fprintf(stderr, ", about %.0f s left\n", left);
    else
        fputc('\n', stderr);
    return !interrupt_requested();
}

void train_show_unsaved(void *user, const char *why)
{
    phase_bar_unsaved(&((train_show *)user)->bar, "the checkpoint", why,
                      "--checkpoint FILE names another place");
}

int train_show_text(const train_summary *sum, FILE *out)
{
    const gammas_origin *o = &sum->g->origin;
    fprintf(out, "%s: %d gammas from %lld game%s, %lld position%s\n", sum->output, sum->g->n,
            (long long)o->games, plural_s(o->games), (long long)o->positions,
            plural_s(o->positions));
    fprintf(out,
            "  trained in %.0f s (shapes %.0f s, encoding %.0f s, %d iteration%s %.0f s), "
            "log-likelihood %.4f per position\n",
            sum->seconds, sum->log->harvest_seconds, sum->log->encode_seconds, o->iterations,
            plural_s(o->iterations), sum->log->fit_seconds, o->log_likelihood);
    if (!sum->log->converged)
        fprintf(out,
                "  the tolerance was not reached in %d iteration%s; a larger --iterations fits "
                "more closely\n",
                o->iterations, plural_s(o->iterations));
    train_show_other_sizes(sum->counts, sum->g->v->board_size, "  ", out);
    const prediction_sums *t = sum->test ? &sum->test->all : NULL;
    if (t)
        fprintf(out, "  on %lld other game%s: top-1 %.1f %%, top-5 %.1f %%, top-20 %.1f %%, "
                "log-evidence %.3f\n",
                (long long)sum->test->games, plural_s(sum->test->games), 100 * prediction_top(t, 1),
                100 * prediction_top(t, 5), 100 * prediction_top(t, 20), prediction_mean_log(t));
    else
        fprintf(out, "  not measured: no game was held out, as there are few or --held-out is 0; a "
                     "larger --held-out, --test or 'katachi predict' measures\n");
    if (sum->known)
        fprintf(out, "  %lld game%s learned from\n", (long long)sum->known,
                sum->known == 1 ? " to test on was left out: it was"
                                : "s to test on were left out: they were");
    return EXIT_OK;
}

int train_show_json(const train_summary *sum)
{
    const gammas_origin *o = &sum->g->origin;
    const dataset_sizes *z = &sum->log->sizes;
    json_t *object = json_pack(
        "{s:o, s:s, s:i, s:i, s:I, s:I, s:I, s:I, s:f, s:i, s:b, s:f, s:f, s:f, s:f, s:f}",
        "output", text_json(sum->output), "features", sum->g->v->set.name, "board_size",
        sum->g->v->board_size, "gammas", sum->g->n, "games", (json_int_t)o->games, "positions",
        (json_int_t)o->positions, "broken", (json_int_t)sum->counts->broken, "filtered",
        (json_int_t)sum->counts->filtered, "bytes_per_position",
        (double)z->bytes / (double)z->positions, "iterations", o->iterations, "converged",
        (int)sum->log->converged, "mean_log_likelihood", o->log_likelihood, "harvest_seconds",
        sum->log->harvest_seconds, "encode_seconds", sum->log->encode_seconds, "fit_seconds",
        sum->log->fit_seconds, "seconds", sum->seconds);
    if (sum->test) {
        const prediction_sums *t = &sum->test->all;
        json_object_set_new(object, "test",
                            json_pack("{s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:f}", "games",
                                      (json_int_t)sum->test->games, "learned_from",
                                      (json_int_t)sum->known, "positions",
                                      (json_int_t)t->positions, "top1", prediction_top(t, 1),
                                      "top5", prediction_top(t, 5), "top10", prediction_top(t, 10),
                                      "top20", prediction_top(t, 20), "mean_log_evidence",
                                      prediction_mean_log(t)));
    }
    return cli_print_json(object);
}
