#include "mm_train/balance/positions.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io/atomic_file.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/sgf/sgf_write.h"

static const char letters[POSITION_OWNER + 2] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy";

/* ---- in memory ---- */

static go_status no_memory(go_error *err)
{
    return go_fail(err, GO_ENOMEM, "out of memory for positions");
}

static go_status make_room(balance_positions *p, go_error *err)
{
    if (p->n < p->room)
        return GO_OK;
    const int room = 2 * p->room + 1024;
    balance_position *more = realloc(p->at, (size_t)room * sizeof *more);
    if (!more)
        return no_memory(err);
    p->at = more;
    p->room = room;
    return GO_OK;
}

go_status balance_positions_add(balance_positions *p, const game_record *record, int game,
                                const balance_label *label, go_error *err)
{
    const int area = record->size * record->size;
    GO_TRY(make_room(p, err));
    const colour last = record->n_moves ? (colour)record->moves[record->n_moves - 1].colour : EMPTY;
    balance_position new = {.to_move = last ? opponent(last) : (colour)record->first, .game = game,
                            /* as the file will have it */
                            .win = (float)rint(label->win * 1e4) * 1e-4f,
                            .lead = (float)rint(label->lead * 10) * 0.1f};
    game_record plain = *record;
    plain.n_comments = 0;
    memset(plain.text, 0, sizeof plain.text);
    new.record = game_record_pack(&plain);
    new.owner = label->has_owner ? malloc((size_t)area) : NULL;
    if (!new.record || (label->has_owner && !new.owner)) {
        game_record_destroy(new.record);
        free(new.owner);
        return no_memory(err);
    }
    for (int i = 0; i < area && new.owner; i++)
        new.owner[i] = (uint8_t)(label->owner[i] * POSITION_OWNER + 0.5f);
    p->size = record->size;
    p->at[p->n++] = new;
    return GO_OK;
}

void balance_positions_cut(balance_positions *p, int n)
{
    while (p->n > n) {
        balance_position *last = &p->at[--p->n];
        game_record_destroy(last->record);
        free(last->owner);
    }
}

void balance_positions_free(balance_positions *p)
{
    balance_positions_cut(p, 0);
    free(p->at);
    *p = (balance_positions){0};
}

/* ---- reading ---- */

/* Reads the letters of the owners; false: they are not that. */
static bool read_owner(const char *text, int area, balance_label *label)
{
    for (int i = 0; i < area; i++) {
        const char *found = text[i] ? strchr(letters, text[i]) : NULL;
        if (!found)
            return false;
        label->owner[i] = (float)(found - letters) / POSITION_OWNER;
    }
    label->has_owner = true;
    return text[area] == '\0';
}

/* Reads these words and the number after them; false: it is something else. */
static bool read_number(const char **text, const char *words, double *out)
{
    const size_t n = strlen(words);
    char *end;
    if (strncmp(*text, words, n))
        return false;
    *out = strtod(*text + n, &end);
    const bool is = end != *text + n && isfinite(*out);
    *text = end;
    return is;
}

static bool read_label(const char *text, int area, balance_label *label)
{
    *label = (balance_label){0};
    if (!read_number(&text, "black wins ", &label->win) || label->win < 0 || label->win > 1 ||
        !read_number(&text, ", leads by ", &label->lead))
        return false;
    return !*text || (!strncmp(text, "; owner ", 8) && read_owner(text + 8, area, label));
}

/* The number of the game, that in the file if there is no other. */
static int game_number(const game_record *record)
{
    const char *text = record->text[GAME_GN];
    return text ? (int)strtol(text, NULL, 10) : record->index;
}

static go_status add_read(balance_positions *p, const game_record *record, const char *path,
                          go_error *err)
{
    balance_label label;
    const game_comment *last = record->n_comments ? record->comment + record->n_comments - 1 : NULL;
    if (!last || !read_label(last->text, record->size * record->size, &label))
        return go_fail(err, GO_EFORMAT, "%s: game %d ends without an evaluation such as 'black wins "
                       "0.52, leads by 0.5'; is it a file of 'katachi balance'?", path,
                       record->index);
    if (p->n && p->size != record->size)
        return go_fail(err, GO_EFORMAT, "%s: game %d is on %dx%d, those before on %dx%d", path,
                       record->index, record->size, record->size, p->size, p->size);
    return balance_positions_add(p, record, game_number(record), &label, err);
}

go_status balance_positions_read(balance_positions *p, const char *path, bool may_miss,
                                 go_error *err)
{
    *p = (balance_positions){0};
    if (may_miss && access(path, F_OK) && errno == ENOENT)
        return GO_OK;
    corpus *c;
    game_record *record;
    const corpus_options options = {.strict = true, .replay = true, .comments = true};
    GO_TRY(corpus_open(&c, &path, 1, &options, err));
    go_status status;
    while ((status = corpus_next(c, &record, err)) == GO_OK) {
        status = add_read(p, record, path, err);
        game_record_destroy(record);
        if (status != GO_OK)
            break;
    }
    corpus_close(c);
    if (status == GO_END)
        return GO_OK;
    balance_positions_free(p);
    return status;
}

/* ---- writing ---- */

static void write_label(FILE *f, const balance_position *p, int area)
{
    char text[128 + BOARD_MAX_AREA + 1];
    int n = snprintf(text, 128, "black wins %.4f, leads by %.1f%s", (double)p->win,
                     (double)p->lead, p->owner ? "; owner " : "");
    for (int i = 0; i < area && p->owner; i++)
        text[n++] = letters[p->owner[i]];
    text[n] = '\0';
    sgf_write_text(f, "C", text);
}

static void write_position(FILE *f, const balance_position *p)
{
    game_record head = *p->record;
    char number[32];
    snprintf(number, sizeof number, "%d", p->game);
    head.text[GAME_GN] = number;
    sgf_write_start(f, &head);
    for (int i = 0; i < head.n_moves; i++)
        sgf_write_move(f, head.size, head.moves[i]);
    write_label(f, p, head.size * head.size);
    fputs(")\n", f);
}

go_status balance_positions_write(const balance_positions *p, const char *path, go_error *err)
{
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, path, err));
    for (int i = 0; i < p->n; i++)
        write_position(atomic_file_stream(file), p->at + i);
    return atomic_file_commit(file, err);
}
