/* fuzz_npz.c -- training rows of other programs: rows that can be learned from, or a sentence.
 *
 * Mutations seldom keep a zip file right, and all six arrays of one length.  So the first byte
 * chooses: 'r', the rest is the file; 'p', it is parts, each the name of a member and a newline
 * before its bytes, which the target packs; else it is a list of changes, four bytes each (the
 * array, a place in two bytes, a value), to the arrays of a good file, which is packed again.
 * A second file with larger boards is always read, too.                       */
#include <archive.h>
#include <archive_entry.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn_train/data/drawn.h"
#include "nn_train/npz/export.h"
#include "nn_train/npz/import.h"
#include "nn_train/npz/kata_rows.h"
#include "sgf_corpus/sgf/game_record.h"
#include "tests/fuzz/fuzz.h"

enum { ROOM = 1 << 18, MOST_BATCHES = 64, BATCH = 4, SMALL = 5, LARGE = 7 };

typedef struct member {
    char name[64];
    uint8_t *bytes;
    size_t n;
} member;

/* ---- good files, made of short games ---- */

static void add_game(nn_store *s, int size, const char *result, int n)
{
    board_move moves[BOARD_MAX_SIZE * BOARD_MAX_SIZE];
    char re[16];
    rules r;
    board b;
    board_init(&b, size);
    snprintf(re, sizeof re, "%s", result);
    game_record g = {.size = size, .has_komi = true, .komi = 7.5, .first = BLACK, .moves = moves,
                     .n_moves = n};
    g.text[GAME_RE] = re;
    for (int i = 0; i < n; i++)
        moves[i] = (board_move){.at = board_point(&b, i % size, 2 * i / size % size),
                                .colour = (uint8_t)(i % 2 ? WHITE : BLACK)};
    rules_by_name("chinese", &r);
    if (nn_store_add(s, &g, &r, NULL) != GO_OK)
        abort();
}

/* FOLDER/train/rows-00000.npz; returns its path. */
static const char *export_game(int size, const char *result, int moves, char path[400])
{
    const nn_export_options o = {.rows = 100, .seed = 1, .threads = 1};
    char folder[300];
    nn_store s;
    int files;
    snprintf(folder, sizeof folder, "%s/games-%d", fuzz_folder(), size);
    snprintf(path, 400, "%s/rows-00000.npz", folder);
    if (nn_store_create(&s, NULL, NULL) != GO_OK)
        abort();
    add_game(&s, size, result, moves);
    if (nn_export(&s, folder, &o, &files, NULL) != GO_OK || files != 1)
        abort();
    nn_store_free(&s);
    return path;
}

static void check(int code)
{
    if (code < ARCHIVE_WARN)
        abort();
}

static void read_members(const char *path, member members[KATA_ARRAYS])
{
    struct archive *a = archive_read_new();
    struct archive_entry *entry;
    int n = 0;
    check(archive_read_support_format_zip(a));
    check(archive_read_open_filename(a, path, 1 << 16));
    while (archive_read_next_header(a, &entry) == ARCHIVE_OK && n < KATA_ARRAYS) {
        member *m = &members[n++];
        snprintf(m->name, sizeof m->name, "%s", archive_entry_pathname(entry));
        m->bytes = malloc(ROOM);
        const la_ssize_t got = m->bytes ? archive_read_data(a, m->bytes, ROOM) : 0;
        if (got <= 0)
            abort();
        m->n = (size_t)got;
    }
    archive_read_free(a);
    if (n != KATA_ARRAYS)
        abort();
}

/* ---- an input as a file ---- */

static void add_member(struct archive *a, const char *name, const uint8_t *bytes, size_t n)
{
    struct archive_entry *entry = archive_entry_new();
    if (!entry)
        abort();
    archive_entry_set_pathname(entry, name[0] ? name : "x.npy");
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)n);
    /* names that a zip file cannot hold are left out */
    if (archive_write_header(a, entry) >= ARCHIVE_WARN && n)
        (void)!archive_write_data(a, bytes, n);
    archive_entry_free(entry);
}

static struct archive *new_zip(char *out, size_t *used)
{
    struct archive *a = archive_write_new();
    if (!a)
        abort();
    check(archive_write_set_format_zip(a));
    check(archive_write_open_memory(a, out, ROOM, used));
    return a;
}

static size_t pack_parts(const uint8_t *data, size_t size, char *out)
{
    enum { MOST = 8 };
    fuzz_part parts[MOST];
    size_t used = 0;
    struct archive *a = new_zip(out, &used);
    const int n = fuzz_parts(data, size, parts, MOST);
    for (int i = 0; i < n; i++) {
        const uint8_t *line = memchr(parts[i].bytes, '\n', parts[i].n);
        const size_t length = line ? (size_t)(line - parts[i].bytes) : parts[i].n;
        char name[100] = "";
        memcpy(name, parts[i].bytes, length < sizeof name - 1 ? length : sizeof name - 1);
        if (line)
            add_member(a, name, line + 1, parts[i].n - length - 1);
    }
    archive_write_close(a);
    archive_write_free(a);
    return used;
}

static size_t pack_changed(const member *members, const uint8_t *data, size_t size, char *out)
{
    static uint8_t bytes[ROOM];
    size_t used = 0;
    struct archive *a = new_zip(out, &used);
    for (int i = 0; i < KATA_ARRAYS; i++) {
        const member *m = &members[i];
        memcpy(bytes, m->bytes, m->n);
        for (size_t k = 0; k + 4 <= size; k += 4)
            if (data[k] % KATA_ARRAYS == i)
                bytes[(size_t)(data[k + 1] | data[k + 2] << 8) % m->n] = data[k + 3];
        add_member(a, m->name, bytes, m->n);
    }
    archive_write_close(a);
    archive_write_free(a);
    return used;
}

/* ---- what is read ---- */

static void check_numbers(const float *x, size_t n, float least)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]) || x[i] < least)
            abort();
}

static void check_shares(const nn_rows *r, int i)
{
    const size_t n = (size_t)(r->size * r->size) + 1;
    const float weights[2] = {r->policy_weight[i], r->answer_weight[i]};
    for (int which = 0; which < 2; which++) {
        const float *shares = r->shares + (2 * (size_t)i + (size_t)which) * n;
        double sum = 0;
        check_numbers(shares, n, 0);
        for (size_t k = 0; k < n; k++)
            sum += (double)shares[k];
        if (weights[which] > 0 && fabs(sum - 1) > 1e-3)
            abort();
    }
    if (r->policy[i] >= n || r->answer[i] >= n)
        abort();
}

static void check_row(const nn_rows *r, int i)
{
    const size_t area = (size_t)(r->size * r->size), at = (size_t)i;
    const float lowest = -1e30f;
    double points = 0;
    for (size_t k = 0; k < area; k++)
        points += (double)r->mask[at * area + k];
    if (points < 4 || r->origin[i].ply < 0 || r->origin[i].size != r->size)
        abort();
    check_numbers(r->planes + at * NN_KATA_PLANES * area, NN_KATA_PLANES * area, 0);
    check_numbers(r->globals + at * NN_KATA_GLOBALS, NN_KATA_GLOBALS, lowest);
    check_numbers(r->value + 3 * at, 3, lowest);
    check_numbers(r->score + at, 1, lowest);
    check_numbers(r->search + at, 1, lowest);
    const float *const weights[] = {r->policy_weight, r->answer_weight, r->value_weight,
                                    r->search_weight, r->score_weight, r->ownership_weight};
    for (size_t k = 0; k < sizeof weights / sizeof *weights; k++)
        check_numbers(weights[k] + at, 1, 0);
    check_shares(r, i);
}

/* All batches of two epochs, if there are not too many; false: not all could be read. */
static bool draw(nn_import *im, go_error *err)
{
    const nn_import_size all = nn_import_count(im);
    const int64_t batches = (2 * all.per_epoch + BATCH - 1) / BATCH;
    nn_drawn drawn;
    nn_rows *rows;
    char line[512];
    if (nn_drawn_create(&drawn, all.rows, NULL) != GO_OK ||
        nn_rows_create(&rows, BATCH, all.largest, NULL) != GO_OK)
        abort();
    bool sound = true;
    for (int64_t b = 0; b < batches && b < MOST_BATCHES; b++) {
        batch_place place;
        sound = nn_import_batch(im, b, &place, err) == GO_OK;
        if (!sound && !err->message[0])
            abort();
        if (!sound)
            break;
        rows->size = place.size;
        for (int i = 0; i < BATCH; i++) {
            nn_import_fill(im, nn_sample_at(place.sample, place.first_row + i), rows, i);
            check_row(rows, i);
        }
        nn_drawn_rows(&drawn, rows, 0, BATCH);
    }
    if (drawn.counts.rows)
        nn_drawn_line(&drawn, line);
    nn_rows_destroy(rows);
    nn_drawn_destroy(&drawn);
    return sound;
}

static bool import(const char *path, const char *second)
{
    const char *const inputs[] = {path, second};
    const nn_import_options o = {.buffer = 8, .keep = 2, .rows = BATCH, .threads = 1, .seed = 3,
                                 .forget = 0.2};
    nn_import *im;
    go_error err = {GO_OK, ""};
    bool sound = nn_import_open(&im, inputs, 2, &o, &err) == GO_OK;
    if (sound)
        sound = draw(im, &err);
    else if (!err.message[0] || im)
        abort();
    nn_import_close(im);
    return sound;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char second[400], packed[ROOM];
    static member good[KATA_ARRAYS];
    char path[400];
    if (!second[0]) {
        read_members(export_game(SMALL, "B+R", 12, path), good);
        export_game(LARGE, "W+R", 9, second);
        if (!import(path, second))
            abort();
    }
    if (size < 1)
        return 0;
    if (data[0] == 'r') {
        fuzz_write("rows.npz", data + 1, size - 1, path);
    } else {
        const size_t n = data[0] == 'p' ? pack_parts(data + 1, size - 1, packed)
                                        : pack_changed(good, data + 1, size - 1, packed);
        fuzz_write("rows.npz", packed, n, path);
    }
    import(path, second);
    return 0;
}
