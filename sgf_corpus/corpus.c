#include "sgf_corpus/corpus.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "sgf_corpus/streams/file_walk.h"
#include "sgf_corpus/sgf/sgf_read.h"
#include "sgf_corpus/streams/text_stream.h"

/* Text per batch: small enough to spread a file over the threads, large enough
 * to make the lock rare.                                                     */
enum { BATCH_BYTES = 1 << 17 };

/* Some games as text: one thread cuts them out of the input, another reads them. */
typedef struct game_batch {
    byte_buffer bytes; /* texts, names and sentences */
    byte_buffer items; /* of batch_item */
    int n_items;
    int64_t number;    /* in the stream, of the first */
    go_status status;  /* GO_OK: more may follow; GO_END; or the error that ended the stream */
    go_error error;
} game_batch;

/* A game_text with offsets into batch.bytes instead of pointers, which would not
 * survive its growth.                                                         */
typedef struct batch_item {
    game_text text;
    size_t bytes, source, broken;
} batch_item;

/* What one thread needs to turn texts into games. */
typedef struct worker {
    sgf_reader *reader;
    board *board; /* for replay */
    game_batch batch;
    int next;            /* index into batch */
    corpus_counts done;  /* not yet added to the corpus's */
} worker;

struct katachi_collection {
    text_stream *stream;
    corpus_options options;
    corpus_counts counts;
    int64_t number; /* of the next game of the stream */
    worker worker;  /* of corpus_next */
    omp_lock_t lock; /* guards everything but `worker` while threads run */
};

/* ---- batches ---- */

static bool put(game_batch *b, const char *bytes, size_t n, size_t *at)
{
    *at = b->bytes.length;
    return byte_buffer_append(&b->bytes, bytes, n);
}

static bool add_text(game_batch *b, const game_text *text)
{
    batch_item item = {.text = *text};
    batch_item *last = b->n_items ? (batch_item *)(void *)b->items.data + b->n_items - 1 : NULL;
    bool known = last && strcmp(b->bytes.data + last->source, text->source) == 0;
    bool fine = known || put(b, text->source, strlen(text->source) + 1, &item.source);
    if (known)
        item.source = last->source;
    if (text->broken)
        fine = fine && put(b, text->broken, strlen(text->broken) + 1, &item.broken);
    else
        fine = fine && put(b, text->bytes, text->length, &item.bytes);
    if (!fine || !byte_buffer_append(&b->items, &item, sizeof item))
        return false;
    b->n_items++;
    return true;
}

/* Game i of the batch; valid until it is filled again. */
static game_text batch_text(const game_batch *b, int i)
{
    const batch_item *item = (const batch_item *)(const void *)b->items.data + i;
    game_text text = item->text;
    text.source = b->bytes.data + item->source;
    if (text.broken)
        text.broken = b->bytes.data + item->broken;
    else
        text.bytes = b->bytes.data + item->bytes;
    return text;
}

/* ---- one thread's part ---- */

static bool worker_init(worker *w, const corpus_options *options)
{
    *w = (worker){0};
    w->reader = sgf_reader_create(options->comments);
    w->board = malloc(sizeof *w->board);
    return w->reader && w->board;
}

static void worker_free(worker *w)
{
    sgf_reader_destroy(w->reader);
    free(w->board);
    byte_buffer_free(&w->batch.bytes);
    byte_buffer_free(&w->batch.items);
}

/* Reads game i of the batch, counts it and reports it if it is broken.  *game is NULL
 * unless it is delivered.  An error, with its sentence, ends the stream.      */
static go_status make_game(corpus *c, worker *w, int i, game_record **game, go_error *err)
{
    game_text text = batch_text(&w->batch, i);
    *game = NULL;
    go_status status = text.broken ? go_fail(err, GO_EFORMAT, "%s", text.broken)
                                   : sgf_read(w->reader, &text, game, err);
    bool wanted = status == GO_OK &&
                  (!c->options.filter || game_filter_accepts(c->options.filter, *game));
    if (wanted && c->options.replay)
        status = game_record_replay(*game, w->board, err);
    if (status == GO_ENOMEM)
        return status;
    if (wanted && status == GO_OK) {
        w->done.games++;
        w->done.moves += (*game)->n_moves;
        w->done.cut += (*game)->cut;
        return GO_OK;
    }
    game_record_destroy(*game);
    *game = NULL;
    w->done.filtered += status == GO_OK;
    w->done.broken += status != GO_OK;
    if (status != GO_OK && c->options.on_broken && !c->options.strict) {
        omp_set_lock(&c->lock);
        c->options.on_broken(c->options.user, err->message);
        omp_unset_lock(&c->lock);
    }
    return c->options.strict ? status : GO_OK;
}

/* Adds the counts of a thread to the sum; the caller holds the lock. */
static void settle(corpus *c, worker *w)
{
    c->counts.games += w->done.games;
    c->counts.filtered += w->done.filtered;
    c->counts.broken += w->done.broken;
    c->counts.moves += w->done.moves;
    c->counts.cut += w->done.cut;
    w->done = (corpus_counts){0};
}

/* Takes the next texts of the stream; the caller holds the lock. */
static void fill(corpus *c, worker *w)
{
    game_batch *b = &w->batch;
    b->bytes.length = b->items.length = 0;
    b->n_items = 0;
    b->number = c->number;
    b->status = GO_OK;
    while (b->status == GO_OK && b->bytes.length < BATCH_BYTES) {
        game_text text;
        b->status = text_stream_next(c->stream, &text, &b->error);
        if (b->status == GO_OK && !add_text(b, &text))
            b->status = go_fail(&b->error, GO_ENOMEM, "out of memory for the text of a game");
    }
    w->next = 0;
    c->number += b->n_items;
    text_stream_counts now = text_stream_counted(c->stream);
    c->counts.files = now.files;
    c->counts.ignored = now.ignored;
    c->counts.bytes_read = now.stored;
}

/* Asks before all batches but the first whether to go on. */
static go_status ask(const corpus *c, const worker *w, go_error *err)
{
    if (w->batch.n_items == 0 || !c->options.go_on || c->options.go_on(c->options.user))
        return GO_OK;
    return go_fail(err, GO_EINTR, "interrupted while reading games");
}

/* ---- opening and closing ---- */

/* Of files that cannot be read, the stream itself tells later if it goes on after them. */
static go_status find_total(corpus *c, const char *const *inputs, int n, go_error *err)
{
    go_status status = file_walk_bytes(inputs, n, &c->counts.bytes_total, err);
    if (status != GO_EIO || !c->options.skip_damaged)
        return status;
    c->counts.bytes_total = 0; /* unknown */
    return GO_OK;
}

static go_status open_stream(corpus **out, const char *const *inputs, int n,
                             const text_in_memory *memory, const corpus_options *options,
                             go_error *err)
{
    *out = NULL;
    corpus *c = calloc(1, sizeof *c);
    if (!c)
        return go_fail(err, GO_ENOMEM, "out of memory for the collection");
    omp_init_lock(&c->lock);
    if (options)
        c->options = *options;
    go_status status = GO_ENOMEM;
    if (worker_init(&c->worker, &c->options))
        status = text_stream_open(&c->stream, inputs, n, memory, c->options.charset, err);
    else
        go_fail(err, status, "out of memory for the collection");
    if (status == GO_OK && c->options.skip_damaged)
        text_stream_skip_damaged(c->stream);
    if (status == GO_OK && !memory)
        status = find_total(c, inputs, n, err);
    if (status == GO_OK)
        *out = c;
    else
        corpus_close(c);
    return status;
}

go_status corpus_open(corpus **out, const char *const *inputs, int n,
                      const corpus_options *options, go_error *err)
{
    return open_stream(out, inputs, n, NULL, options, err);
}

go_status corpus_open_memory(corpus **out, const char *name, const void *bytes, size_t n,
                             const corpus_options *options, go_error *err)
{
    return open_stream(out, NULL, 0, &(text_in_memory){name, bytes, n}, options, err);
}

void corpus_close(corpus *c)
{
    if (!c)
        return;
    text_stream_close(c->stream);
    worker_free(&c->worker);
    omp_destroy_lock(&c->lock);
    free(c);
}

const corpus_counts *corpus_counted(const corpus *c)
{
    return &c->counts;
}

corpus_counts corpus_progress(corpus *c)
{
    omp_set_lock(&c->lock);
    corpus_counts now = c->counts;
    omp_unset_lock(&c->lock);
    return now;
}

/* ---- one after the other ---- */

go_status corpus_next(corpus *c, game_record **game, go_error *err)
{
    worker *w = &c->worker;
    for (;;) {
        if (w->next == w->batch.n_items) {
            if (w->batch.status != GO_OK && w->batch.status != GO_END && err)
                *err = w->batch.error;
            GO_TRY(w->batch.status);
            GO_TRY(ask(c, w, err));
            fill(c, w);
            continue;
        }
        go_error why;
        go_status status = make_game(c, w, w->next++, game, &why);
        settle(c, w);
        if (status != GO_OK && err)
            *err = why;
        if (status != GO_OK || *game)
            return status;
    }
}

go_status corpus_take(corpus *c, const char *name, int k, game_record **game, go_error *err)
{
    int seen = 0;
    go_status status = GO_OK;
    *game = NULL;
    while (status == GO_OK && !*game) {
        game_record *next = NULL;
        status = corpus_next(c, &next, err);
        seen += status == GO_OK;
        if (status == GO_OK && seen == k)
            *game = next;
        else
            game_record_destroy(next);
    }
    if (status == GO_END && seen == 0)
        return go_fail(err, GO_EEMPTY, "%s: no game found", name);
    if (status == GO_END)
        return go_fail(err, GO_EEMPTY, "%s: no game %d; the file has %d", name, k, seen);
    return status;
}

/* ---- on several threads ---- */

/* A run of corpus_for_each. */
typedef struct run {
    corpus *c;
    corpus_each *each;
    void *user;
    bool stop;           /* no more batches are handed out */
    int64_t error_number; /* of the game that `error` belongs to */
    go_error error;       /* status GO_OK: none */
} run;

/* Keeps the error of the lowest number.  Batches are handed out in order and each is
 * processed up to its first error, so this is the first of the stream.        */
static void keep_error(run *r, int64_t number, const go_error *why)
{
    omp_set_lock(&r->c->lock);
    if (r->error.status == GO_OK || number < r->error_number) {
        r->error = *why;
        r->error_number = number;
    }
    r->stop = true;
    omp_unset_lock(&r->c->lock);
}

/* One game of a batch; false: it was an error. */
static bool work_on(run *r, worker *w, int thread, int i)
{
    go_error why = {.status = GO_OK};
    game_record *game;
    int64_t number = w->batch.number + i;
    go_status status = make_game(r->c, w, i, &game, &why);
    if (status == GO_OK && game)
        status = r->each(r->user, thread, number, game, &why);
    game_record_destroy(game);
    if (status == GO_OK)
        return true;
    why.status = status;
    keep_error(r, number, &why);
    return false;
}

/* Takes batches until there are no more. */
static void work(run *r, worker *w, int thread)
{
    go_error why;
    for (bool more = true; more;) {
        for (; more && w->next < w->batch.n_items; w->next++)
            more = work_on(r, w, thread, w->next);
        if (more && w->batch.status != GO_OK && w->batch.status != GO_END)
            keep_error(r, w->batch.number + w->batch.n_items, &w->batch.error);
        else if (more && thread == 0 && ask(r->c, w, &why) != GO_OK)
            keep_error(r, w->batch.number + w->batch.n_items, &why);
        omp_set_lock(&r->c->lock);
        settle(r->c, w);
        r->stop = r->stop || w->batch.status != GO_OK;
        more = !r->stop;
        if (more)
            fill(r->c, w);
        omp_unset_lock(&r->c->lock);
    }
}

go_status corpus_for_each(corpus *c, int n_threads, corpus_each *each, void *user,
                          go_error *err)
{
    run r = {.c = c, .each = each, .user = user, .error = {.status = GO_OK}};
#pragma omp parallel default(none) shared(c, r)                                             \
    num_threads(n_threads > 0 ? n_threads : omp_get_max_threads())
    {
        int thread = omp_get_thread_num();
        worker own = {0}, *w = thread == 0 ? &c->worker : &own; /* may hold the rest of a batch */
        go_error why;
        if (thread == 0 || worker_init(&own, &c->options))
            work(&r, w, thread);
        else
            keep_error(&r, INT64_MAX,
                       (go_fail(&why, GO_ENOMEM, "out of memory for a thread"), &why));
        if (thread > 0)
            worker_free(&own);
    }
    if (r.error.status != GO_OK && err)
        *err = r.error;
    return r.error.status;
}
