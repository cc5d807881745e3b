#include "cli/phase_bar.h"

#include "base/interrupt.h"

enum { SHOWN_BROKEN = 5 };

bool phase_bar_show(void *user, const char *phase, int64_t done, int64_t total)
{
    phase_bar *b = user;
    if (!b->quiet && phase != b->phase) {
        phase_bar_end(b);
        b->phase = phase;
        b->bar = progress_start(stderr, phase, b->unit ? b->unit : "games", total);
        progress_skip(b->bar, done); /* before the bar began, perhaps by an earlier run */
    }
    progress_total(b->bar, total);
    progress_set(b->bar, done);
    return !interrupt_requested();
}

void phase_bar_broken(void *user, const char *message)
{
    phase_bar *b = user;
    if (b->broken++ > SHOWN_BROKEN)
        return;
    phase_bar_end(b);
    if (b->broken <= SHOWN_BROKEN)
        fprintf(stderr, "katachi: skipped: %s\n", message);
    else
        fprintf(stderr,
                "katachi: skipped: more broken games; 'katachi corpus check' lists them all\n");
}

void phase_bar_unsaved(phase_bar *b, const char *what, const char *why, const char *advice)
{
    phase_bar_end(b);
    fprintf(stderr, "katachi: %s could not be saved (%s); the work goes on; %s\n", what, why,
            advice);
}

void phase_bar_end(phase_bar *b)
{
    progress_end(b->bar);
    b->bar = NULL;
    b->phase = NULL;
}
