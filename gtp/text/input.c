#include "gtp/text/input.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/io/file_fault.h"
#include "base/utf8.h"
#include "gtp/text/line.h"

enum {
    CHUNK = 4096,
    SIGNAL_POLL_MS = 200, /* how often to check for a signal to end */
    ENTRY_COST = 64       /* bytes that a line in the queue counts besides its text */
};

typedef struct entry {
    struct entry *next;
    size_t length;
    double arrived; /* clock_now() */
    bool interrupt, too_long;
    char text[];
} entry;

struct gtp_input {
    FILE *file;
    int wake[2]; /* a pipe: closing its end wakes the thread */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    entry *first, **last;
    size_t bytes;  /* in the queue */
    int interrupts; /* in the queue */
    double taken_arrived;
    gtp_input_form form;
    bool ended, closing;
    bool lost; /* memory ran out in a line: no more is read */
    atomic_bool arrived, interrupted;

    /* the reader's own */
    entry *line;     /* being read; NULL: none yet */
    size_t capacity; /* of its text */
    bool begun;      /* a line has been read */
};

/* ---- the queue; all with the lock held ---- */

static void set_flags(gtp_input *input)
{
    atomic_store(&input->arrived, input->first || input->ended);
    atomic_store(&input->interrupted, input->interrupts > 0 || interrupt_requested());
    pthread_cond_broadcast(&input->changed);
}

/* So many seconds (0 or more) from now, on the clock of `changed`. */
static struct timespec after(double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    long nanoseconds = until.tv_nsec + (long)((seconds - floor(seconds)) * 1e9);
    until.tv_sec += (time_t)seconds + nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    return until;
}

/* While the queue is full, a signal to end has to be noticed, too. */
static void push(gtp_input *input, entry *e)
{
    while (input->bytes >= GTP_QUEUE_MAX && !input->closing && !interrupt_requested()) {
        const struct timespec until = after(1e-3 * SIGNAL_POLL_MS);
        pthread_cond_timedwait(&input->changed, &input->lock, &until);
    }
    e->next = NULL;
    *input->last = e;
    input->last = &e->next;
    input->bytes += e->length + ENTRY_COST;
    input->interrupts += e->interrupt;
    set_flags(input);
}

static entry *pop(gtp_input *input)
{
    entry *e = input->first;
    input->first = e->next;
    if (!input->first)
        input->last = &input->first;
    input->bytes -= e->length + ENTRY_COST;
    input->interrupts -= e->interrupt;
    set_flags(input);
    return e;
}

static void end_input(gtp_input *input, bool lost)
{
    pthread_mutex_lock(&input->lock);
    input->ended = true;
    input->lost |= lost;
    set_flags(input);
    pthread_mutex_unlock(&input->lock);
}

/* ---- the reader ---- */

/* Makes room for one more byte and the final zero. */
static bool reserve(gtp_input *input)
{
    if (input->line && input->line->length + 1 < input->capacity)
        return true;
    size_t capacity = input->line ? 2 * input->capacity : 256;
    entry *line = realloc(input->line, sizeof *line + capacity);
    if (!line)
        return false;
    if (!input->line)
        *line = (entry){0};
    input->line = line;
    input->capacity = capacity;
    return true;
}

/* Some editors put a byte-order mark before the first line of a file. */
static void drop_mark(entry *line)
{
    line->text[line->length] = '\0';
    const size_t mark = utf8_mark(line->text);
    line->length -= mark;
    memmove(line->text, line->text + mark, line->length + 1);
}

/* A zero byte must not hide the rest of the line: another character that belongs to no text takes its
 * place.                                                                      */
static void keep_zeros(entry *line)
{
    for (size_t i = 0; i < line->length; i++)
        if (line->text[i] == '\0')
            line->text[i] = '\1';
}

/* Queues the completed line.  False: out of memory. */
static bool finish_line(gtp_input *input)
{
    if (!reserve(input))
        return false;
    entry *e = input->line;
    if (!input->begun)
        drop_mark(e);
    input->begun = true;
    if (e->too_long) {
        e->length = 0;
    } else if (input->form == GTP_INPUT_CLEANED) {
        e->interrupt = gtp_line_is_interrupt(e->text, e->length);
        e->length = gtp_line_clean(e->text, e->length);
    } else {
        keep_zeros(e);
    }
    e->text[e->length] = '\0';
    e->arrived = clock_now();
    entry *shrunk = realloc(e, sizeof *e + e->length + 1);
    input->line = NULL;
    pthread_mutex_lock(&input->lock);
    push(input, shrunk ? shrunk : e);
    pthread_mutex_unlock(&input->lock);
    return true;
}

static bool take_bytes(gtp_input *input, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == '\n') {
            if (!finish_line(input))
                return false;
        } else if (!reserve(input)) {
            return false;
        } else if (input->line->length >= GTP_LINE_MAX) {
            input->line->too_long = true;
        } else {
            input->line->text[input->line->length++] = bytes[i];
        }
    }
    return true;
}

/* Waits for input and reads it.  Returns the number of bytes; 0 at the end of the input, or
 * when asked to stop.                                                         */
static size_t read_some(gtp_input *input, char *bytes, size_t n)
{
    int fd = fileno(input->file);
    if (fd < 0) /* memory */
        return fread(bytes, 1, n, input->file);
    for (;;) {
        struct pollfd wait[2] = {{.fd = fd, .events = POLLIN},
                                 {.fd = input->wake[0], .events = POLLIN}};
        int ready = poll(wait, 2, SIGNAL_POLL_MS);
        if (interrupt_requested() || wait[1].revents || (ready < 0 && errno != EINTR))
            return 0;
        if (ready <= 0 || !wait[0].revents)
            continue;
        ssize_t got = read(fd, bytes, n);
        if (got >= 0 || errno != EINTR)
            return got > 0 ? (size_t)got : 0;
    }
}

static void *read_lines(void *user)
{
    gtp_input *input = user;
    char bytes[CHUNK];
    size_t n;
    bool fine = true;
    while (fine && (n = read_some(input, bytes, sizeof bytes)) > 0)
        fine = take_bytes(input, bytes, n);
    if (fine && input->line)
        fine = finish_line(input); /* the last line may lack a newline */
    end_input(input, !fine);
    while (!interrupt_requested()) { /* a search may still be running */
        struct pollfd wait = {.fd = input->wake[0], .events = POLLIN};
        if (poll(&wait, 1, SIGNAL_POLL_MS) > 0)
            break;
    }
    end_input(input, false);
    return NULL;
}

/* ---- the user of the queue ---- */

go_status gtp_input_create(gtp_input **out, FILE *in, gtp_input_form form, go_error *err)
{
    gtp_input *input = calloc(1, sizeof *input);
    if (!input)
        return go_fail(err, GO_ENOMEM, "out of memory for reading input");
    *input = (gtp_input){.file = in, .form = form, .last = &input->first};
    if (pipe(input->wake) != 0) {
        free(input);
        return go_fail(err, GO_EIO, "cannot create a pipe for reading input: %s%s", strerror(errno),
                       file_advice(errno));
    }
    pthread_mutex_init(&input->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&input->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    int code = pthread_create(&input->thread, NULL, read_lines, input);
    if (code != 0) {
        close(input->wake[0]);
        close(input->wake[1]);
        free(input);
        return go_fail(err, GO_EIO, "cannot start a thread to read input: %s", strerror(code));
    }
    *out = input;
    return GO_OK;
}

void gtp_input_destroy(gtp_input *input)
{
    if (!input)
        return;
    pthread_mutex_lock(&input->lock);
    input->closing = true;
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->lock);
    close(input->wake[1]);
    pthread_join(input->thread, NULL);
    close(input->wake[0]);
    while (input->first)
        free(pop(input));
    pthread_cond_destroy(&input->changed);
    pthread_mutex_destroy(&input->lock);
    free(input->line);
    free(input);
}

/* Waits, with the lock held, for a line or the end; false: neither came in time. */
static bool wait_for_line(gtp_input *input, double seconds)
{
    const struct timespec until = after(seconds < 0 ? 0 : seconds);
    int code = 0;
    while (!input->first && !input->ended && code != ETIMEDOUT)
        code = seconds < 0 ? pthread_cond_wait(&input->changed, &input->lock)
                           : pthread_cond_timedwait(&input->changed, &input->lock, &until);
    return input->first || input->ended;
}

gtp_input_event gtp_input_next(gtp_input *input, double seconds, char **line)
{
    entry *e = NULL;
    pthread_mutex_lock(&input->lock);
    bool came = wait_for_line(input, seconds);
    if (input->first && !interrupt_requested())
        e = pop(input);
    pthread_mutex_unlock(&input->lock);
    if (!e)
        return came ? GTP_INPUT_END : GTP_INPUT_IDLE;
    input->taken_arrived = e->arrived;
    if (e->too_long) {
        free(e);
        return GTP_INPUT_TOO_LONG;
    }
    *line = memmove(e, e->text, e->length + 1); /* the same block: nothing can fail */
    return GTP_INPUT_LINE;
}

go_status gtp_input_check(gtp_input *input, go_error *err)
{
    pthread_mutex_lock(&input->lock);
    const bool lost = input->lost;
    pthread_mutex_unlock(&input->lock);
    return lost ? go_fail(err, GO_ENOMEM, "out of memory for a line of the input") : GO_OK;
}

double gtp_input_taken_arrived(const gtp_input *input) { return input->taken_arrived; }

void gtp_input_wait(gtp_input *input)
{
    pthread_mutex_lock(&input->lock);
    wait_for_line(input, -1);
    pthread_mutex_unlock(&input->lock);
}

const atomic_bool *gtp_input_arrived(const gtp_input *input) { return &input->arrived; }
const atomic_bool *gtp_input_interrupted(const gtp_input *input) { return &input->interrupted; }
