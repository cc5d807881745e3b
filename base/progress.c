#include "base/progress.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

struct progress {
    FILE *out;
    const char *what, *unit;
    bool terminal;
    double begin;
    atomic_llong done, total, skipped;
    atomic_llong next_ms; /* when to show again, in ms since `begin` */
    pthread_mutex_t lock; /* of `out` and `note` */
    char note[320];
};

progress *progress_start(FILE *out, const char *what, const char *unit, int64_t total)
{
    progress *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->out = out;
    p->what = what;
    p->unit = unit;
    p->terminal = isatty(fileno(out)) == 1;
    p->begin = clock_now();
    atomic_init(&p->done, 0);
    atomic_init(&p->total, total);
    atomic_init(&p->skipped, 0);
    atomic_init(&p->next_ms, p->terminal ? 200 : 5000);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

/* "12.3k", "4.56M": at most five characters for counts below 10^15. */
static void short_number(double x, char text[16])
{
    static const char suffix[] = " kMGT";
    int i = 0;
    while (x >= 9999.5 && i < 4) {
        x /= 1000;
        i++;
    }
    snprintf(text, 16, i == 0 ? "%.0f" : x < 99.95 ? "%.1f%c" : "%.0f%c", x, suffix[i]);
}

/* "12.3k/s", "6.7/s", "12/min", "1.5/h": the unit of time in which there is at least one. */
static void short_rate(double per_second, char text[24])
{
    static const struct { double seconds; const char *name; } units[] = {
        {1, "s"}, {60, "min"}, {3600, "h"}};
    size_t i = 0;
    while (i + 1 < sizeof units / sizeof *units && per_second * units[i].seconds < 1)
        i++;
    char number[16];
    double rate = per_second * units[i].seconds;
    if (rate < 9.95)
        snprintf(number, sizeof number, "%.1f", rate);
    else
        short_number(rate, number);
    snprintf(text, 24, "%s/%s", number, units[i].name);
}

/* "7 s", "3:05", "2:03:09" */
static void short_time(double seconds, char text[32])
{
    long s = seconds < 3.6e6 ? (long)(seconds + 0.5) : 3600000;
    if (s < 60)
        snprintf(text, 32, "%ld s", s);
    else if (s < 3600)
        snprintf(text, 32, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(text, 32, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

/* One line; the caller holds the lock. */
static void print_state(progress *p, double elapsed, bool last)
{
    enum { BAR = 20 };
    double done = (double)atomic_load(&p->done), total = (double)atomic_load(&p->total);
    double rate = elapsed > 0 ? (done - (double)atomic_load(&p->skipped)) / elapsed : 0;
    const bool moves = rate > 0, known = moves && total > 0 && !last; /* the time that is left */
    char count[16], speed[24], time[32];
    short_number(done, count);
    bool cut = p->terminal && !last; /* a line that wraps could not be overwritten */
    if (p->terminal)
        fputs("\r\033[K", p->out);
    if (cut)
        fputs("\033[?7l", p->out);
    fputs(p->what, p->out);
    if (total > 0) {
        double fraction = done < total ? done / total : 1;
        if (p->terminal) {
            int full = (int)(fraction * BAR);
            fprintf(p->out, " [%.*s%.*s]", full, "####################", BAR - full,
                    "....................");
        }
        fprintf(p->out, " %3.0f %%", 100 * fraction);
    }
    const size_t unit = strlen(p->unit);
    const bool one = strcmp(count, "1") == 0 && unit > 1 && p->unit[unit - 1] == 's';
    fprintf(p->out, " %s %.*s", count, (int)(one ? unit - 1 : unit), p->unit);
    if (moves) {
        short_rate(rate, speed);
        fprintf(p->out, ", %s", speed);
    }
    short_time(known ? (total - done) / rate : elapsed, time);
    if (done > 0) /* before, the time would stand still until the first step */
        fprintf(p->out, known ? ", %s left" : ", %s", time);
    if (p->note[0])
        fprintf(p->out, ", %s", p->note);
    if (cut)
        fputs("\033[?7h", p->out);
    if (last || !p->terminal)
        fputc('\n', p->out);
    fflush(p->out);
}

/* Milliseconds from one state to the next.  In a file the first lines come soon, those of a
 * job of hours once a minute.                                                 */
static long long pause_after(const progress *p, long long ms)
{
    enum { TERMINAL = 200, FIRST = 5000, LAST = 60000, PART = 5 };
    if (p->terminal)
        return TERMINAL;
    return ms / PART < FIRST ? FIRST : ms / PART < LAST ? ms / PART : LAST;
}

/* Shows the state if it is due.  Only one thread wins the exchange. */
static void show(progress *p)
{
    double elapsed = clock_now() - p->begin;
    long long ms = (long long)(1000 * elapsed), due = atomic_load(&p->next_ms);
    long long next = ms + pause_after(p, ms);
    if (ms < due || !atomic_compare_exchange_strong(&p->next_ms, &due, next))
        return;
    pthread_mutex_lock(&p->lock);
    print_state(p, elapsed, false);
    pthread_mutex_unlock(&p->lock);
}

void progress_add(progress *p, int64_t steps)
{
    if (!p)
        return;
    atomic_fetch_add(&p->done, steps);
    show(p);
}

void progress_set(progress *p, int64_t done)
{
    if (!p)
        return;
    atomic_store(&p->done, done);
    show(p);
}

void progress_show(progress *p)
{
    if (!p || !p->terminal)
        return;
    pthread_mutex_lock(&p->lock);
    print_state(p, clock_now() - p->begin, false);
    pthread_mutex_unlock(&p->lock);
}

void progress_skip(progress *p, int64_t done)
{
    if (!p)
        return;
    atomic_store(&p->skipped, done);
    atomic_store(&p->done, done);
}

void progress_total(progress *p, int64_t total)
{
    if (p)
        atomic_store(&p->total, total);
}

void progress_note(progress *p, const char *format, ...)
{
    if (!p)
        return;
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&p->lock);
    vsnprintf(p->note, sizeof p->note, format, args);
    pthread_mutex_unlock(&p->lock);
    va_end(args);
}

void progress_end(progress *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    if (atomic_load(&p->done) > 0)
        print_state(p, clock_now() - p->begin, true);
    else if (p->terminal)
        fputs("\r\033[K", p->out);
    fflush(p->out);
    pthread_mutex_unlock(&p->lock);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
