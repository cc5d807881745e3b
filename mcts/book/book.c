#include "mcts/book/book.h"

#include <stdlib.h>
#include <string.h>

#include "base/io/read_file.h"
#include "base/utf8.h"
#include "board/canonical.h"
#include "board/coord.h"

typedef struct entry {
    uint64_t key;
    int32_t line; /* of the file; of equal positions the first counts */
    uint8_t n;
    point answer[BOOK_ANSWERS]; /* in the canonical orientation */
} entry;

struct book {
    entry *entries; /* [n], by key */
    int n, capacity;
};

void book_destroy(book *b)
{
    if (b)
        free(b->entries);
    free(b);
}

/* ---- reading ---- */

/* Where reading is. */
typedef struct place {
    const char *path;
    int line;
    char *rest; /* of the line */
} place;

static go_status wrong(const place *p, const char *what, const char *word, go_error *err)
{
    return go_fail(err, GO_EFORMAT,
                   "%s, line %d: %s '%s'; a line of an opening book looks like 9 E5 C3 | G4 C7",
                   p->path, p->line, what, word);
}

static char *next_word(place *p) { return strtok_r(NULL, " \t\r", &p->rest); }

static go_status add(book *b, const entry *e, go_error *err)
{
    if (b->n == b->capacity) {
        const int more = b->capacity ? 2 * b->capacity : 1024;
        entry *bigger = realloc(b->entries, (size_t)more * sizeof *bigger);
        if (!bigger)
            return go_fail(err, GO_ENOMEM, "out of memory for an opening book");
        b->entries = bigger;
        b->capacity = more;
    }
    b->entries[b->n++] = *e;
    return GO_OK;
}

static go_status read_answers(place *p, const board *b, colour to_move, entry *e, go_error *err)
{
    const canonical c = canonical_of(b, to_move);
    e->key = c.key;
    for (char *word; (word = next_word(p)) != NULL;) {
        point at;
        if (!coord_from_gtp(b->size, word, &at) || board_legal(b, to_move, at) != MOVE_OK)
            return wrong(p, "not a legal move:", word, err);
        if (e->n < BOOK_ANSWERS)
            e->answer[e->n++] = canonical_move(&c, at);
    }
    return e->n ? GO_OK : wrong(p, "no answers after", "|", err);
}

static go_status read_line(book *out, place *p, go_error *err)
{
    board b;
    entry e = {.line = p->line};
    colour to_move = BLACK;
    char *word = next_word(p), *end;
    if (!word)
        return GO_OK;
    const long size = strtol(word, &end, 10);
    if (*end || size < 2 || size > BOARD_MAX_SIZE)
        return wrong(p, "not a board size:", word, err);
    board_init(&b, (int)size);
    while ((word = next_word(p)) != NULL && strcmp(word, "|") != 0) {
        point at;
        if (!coord_from_gtp(b.size, word, &at) || board_play(&b, to_move, at) != MOVE_OK)
            return wrong(p, "not a legal move:", word, err);
        to_move = opponent(to_move);
    }
    if (!word)
        return wrong(p, "missing", "|", err);
    GO_TRY(read_answers(p, &b, to_move, &e, err));
    return add(out, &e, err);
}

static int by_key(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->line - y->line;
}

/* Sorts, and keeps the first of equal positions. */
static void put_in_order(book *b)
{
    int kept = 0;
    if (b->n)
        qsort(b->entries, (size_t)b->n, sizeof *b->entries, by_key);
    for (int i = 0; i < b->n; i++)
        if (!kept || b->entries[kept - 1].key != b->entries[i].key)
            b->entries[kept++] = b->entries[i];
    b->n = kept;
}

static go_status read_lines(book *b, const char *path, char *text, go_error *err)
{
    place p = {.path = path};
    text += utf8_mark(text);
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        p.line++;
        p.rest = line;
        line[strcspn(line, "#")] = '\0';
        GO_TRY(read_line(b, &p, err));
    }
    put_in_order(b);
    return GO_OK;
}

go_status book_read(book **out, const char *path, go_error *err)
{
    char *text = NULL;
    size_t n;
    *out = calloc(1, sizeof **out);
    go_status status = *out ? read_file(path, BOOK_MOST_BYTES, &text, &n, err)
                            : go_fail(err, GO_ENOMEM, "out of memory for an opening book");
    if (status == GO_OK && strlen(text) < n) /* what follows would be missed */
        status = go_fail(err, GO_EFORMAT, "%s: an opening book is a text file, but byte %zu is 0",
                         path, strlen(text) + 1);
    if (status == GO_OK)
        status = read_lines(*out, path, text, err);
    free(text);
    if (status == GO_OK)
        return GO_OK;
    book_destroy(*out);
    *out = NULL;
    return status;
}

/* ---- finding ---- */

int book_find(const book *b, const board *position, colour to_move, point answer[BOOK_ANSWERS])
{
    const canonical c = canonical_of(position, to_move);
    int low = 0, high = b->n;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (b->entries[middle].key < c.key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == b->n || b->entries[low].key != c.key)
        return 0;
    for (int i = 0; i < b->entries[low].n; i++)
        answer[i] = canonical_back(&c, b->entries[low].answer[i]);
    return b->entries[low].n;
}
