/* Games to rows of KataGo's format and back: the same rows as from the games; the order of rows from
 * several files; and files that are not right.                                */
#include "nn_train/npz/import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn_train/npz/export.h"
#include "nn_train/npz/kata_rows.h"
#include "tests/support/random_moves.h"
#include "tests/support/stored_games.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

/* A game of n random moves, after which passes and a count follow if it is to be counted. */
static void add_game(nn_store *s, int size, const char *header, int n, uint64_t seed)
{
    char text[4000];
    rng random = rng_seed(seed);
    board b;
    size_t used = (size_t)snprintf(text, sizeof text, "(;SZ[%d]%s", size, header);
    board_init(&b, size);
    for (int i = 0; i < n; i++) {
        const colour c = i % 2 ? WHITE : BLACK;
        const point p = random_move(&b, c, &random);
        board_play_legal(&b, c, p);
        used += (size_t)snprintf(text + used, sizeof text - used, ";%c[", c == BLACK ? 'B' : 'W');
        if (p != PASS)
            used += (size_t)snprintf(text + used, sizeof text - used, "%c%c",
                                     'a' + board_x(&b, p), 'a' + board_y(&b, p));
        used += (size_t)snprintf(text + used, sizeof text - used, "]");
    }
    snprintf(text + used, sizeof text - used, ")");
    store_add_sgf(s, "japanese", text);
}

/* Counted, resigned, a draw, lost on time; under several rules. */
static void add_games(nn_store *s)
{
    static const char *const counted =
        "(;SZ[5]RU[Chinese]KM[0.5]RE[W+5.5];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];"
        "W[ce];B[];W[])";
    store_of(s, "japanese", &counted, 1);
    add_game(s, 5, "RU[Japanese]KM[6.5]RE[B+R]", 30, 1);
    add_game(s, 5, "RU[Chinese]KM[7]RE[0]", 20, 2);
    add_game(s, 7, "RU[AGA]KM[7.5]RE[W+T]", 40, 3);
    add_game(s, 9, "RU[Tromp-Taylor]KM[7]RE[W+R]", 45, 4);
    assert_int_equal(nn_store_sort(s, NULL), GO_OK);
}

static void export_to(const nn_store *s, const char *name, int rows, char folder[400])
{
    const nn_export_options o = {.rows = rows, .seed = 5, .threads = 2};
    int files;
    temp_dir_path(&group_dir, name, folder);
    assert_int_equal(nn_export(s, folder, &o, &files, NULL), GO_OK);
    assert_int_equal(files, (s->n_moves + rows - 1) / rows);
}

static nn_import *import_from(const char *folder, int64_t buffer, int keep)
{
    const nn_import_options o = {.buffer = buffer, .keep = keep, .rows = 1, .threads = 2, .seed = 3,
                                 .forget = 0.2};
    nn_import *im;
    go_error err;
    if (nn_import_open(&im, &folder, 1, &o, &err) != GO_OK)
        fail_msg("%s", err.message);
    return im;
}

/* Row `number` of a training, alone. */
static void draw(nn_import *im, int64_t number, nn_rows *row)
{
    batch_place place;
    assert_int_equal(nn_import_batch(im, number, &place, NULL), GO_OK);
    row->size = place.size;
    nn_import_fill(im, nn_sample_at(place.sample, place.first_row), row, 0);
}

/* ---- the same rows ---- */

static bool one_share(const nn_rows *r, int which, int move)
{
    const int n = r->size * r->size + 1;
    for (int k = 0; k < n; k++)
        if (r->shares[which * n + k] != (k == move))
            return false;
    return true;
}

static bool same_bytes(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n) == 0;
}

/* Is row a, imported, row b of a game, with all its targets and weights? */
static bool same_row(const nn_rows *a, const nn_rows *b)
{
    const size_t area = (size_t)(a->size * a->size);
    const bool ended = b->ownership_weight[0] > 0;
    return a->origin[0].ply == b->origin[0].ply && a->origin[0].size == b->origin[0].size &&
           same_bytes(a->planes, b->planes, NN_KATA_PLANES * area * sizeof *a->planes) &&
           same_bytes(a->globals, b->globals, NN_KATA_GLOBALS * sizeof *a->globals) &&
           same_bytes(a->mask, b->mask, area * sizeof *a->mask) && a->policy[0] == b->policy[0] &&
           a->policy_weight[0] == b->policy_weight[0] && one_share(a, 0, b->policy[0]) &&
           a->answer_weight[0] == b->answer_weight[0] &&
           (b->answer_weight[0] == 0 ||
            (a->answer[0] == b->answer[0] && one_share(a, 1, b->answer[0]))) &&
           a->value_weight[0] == b->value_weight[0] &&
           (b->value_weight[0] == 0 || same_bytes(a->value, b->value, 3 * sizeof *a->value)) &&
           a->search_weight[0] == 0 && a->ownership_weight[0] == b->ownership_weight[0] &&
           a->score_weight[0] == (ended ? b->score_weight[0] : 0) &&
           (!ended || a->score[0] == b->score[0]) && same_bytes(a->ownership, b->ownership, area);
}

static void games_come_back_as_they_were(void **state)
{
    (void)state;
    char folder[400];
    nn_store s;
    nn_rows *imported, *own;
    row_maker *maker;
    int rotated = 0, hidden = 0, ended = 0;
    add_games(&s);
    export_to(&s, "whole", 37, folder);
    nn_import *im = import_from(folder, 1000, 1);
    assert_int_equal(nn_import_count(im).files, 4);
    assert_int_equal(nn_import_count(im).rows, s.n_moves);
    assert_int_equal(nn_import_count(im).largest, 9);
    assert_int_equal(nn_rows_create(&imported, 1, 9, NULL), GO_OK);
    assert_int_equal(nn_rows_create(&own, 1, 9, NULL), GO_OK);
    assert_int_equal(row_maker_create(&maker, &s, NULL, NULL), GO_OK);
    bool *used = calloc((size_t)s.n_moves, sizeof *used);
    for (int64_t i = 0; i < s.n_moves; i++) {
        draw(im, i, imported);
        const row_origin *o = &imported->origin[0];
        int64_t p = 0;
        for (; p < s.n_moves; p++) {
            if (used[p] || nn_store_game(&s, nn_store_find(&s, p))->size != imported->size)
                continue;
            own->size = imported->size;
            const sample_row row = {.position = p, .symmetry = o->symmetry, .hidden = o->hidden};
            assert_int_equal(row_maker_fill(maker, row, own, 0, NULL), GO_OK);
            if (same_row(imported, own))
                break;
        }
        assert_true(p < s.n_moves);
        used[p] = true;
        rotated += o->symmetry > 0;
        hidden += o->hidden > 0;
        ended += imported->ownership_weight[0] > 0;
    }
    assert_true(rotated > 50 && hidden > 20 && ended >= 12);
    free(used);
    row_maker_destroy(maker);
    nn_rows_destroy(imported);
    nn_rows_destroy(own);
    nn_import_close(im);
    nn_store_free(&s);
}

/* ---- the order ---- */

/* 60 positions of one size in files of 6. */
static void export_games(const char *name, uint64_t seed, char folder[400])
{
    nn_store s;
    assert_int_equal(nn_store_create(&s, NULL, NULL), GO_OK);
    add_game(&s, 5, "KM[6.5]RE[B+R]", 30, seed);
    add_game(&s, 5, "KM[6.5]RE[B+R]", 30, seed + 1);
    export_to(&s, name, 6, folder);
    nn_store_free(&s);
}

static void export_one_size(const char *name, char folder[400])
{
    export_games(name, 1, folder);
}

/* Each row of all files once in `keep` epochs, by a buffer of two files and a half. */
static void expect_all_rows(int keep)
{
    char folder[400];
    nn_rows *row;
    int seen[60] = {0}, in_order = 0;
    int64_t last = -1;
    export_one_size("one-size", folder);
    nn_import *im = import_from(folder, 15 / keep, keep);
    const int64_t epoch = nn_import_count(im).per_epoch;
    assert_int_equal(epoch, 60 / keep);
    assert_int_equal(nn_rows_create(&row, 1, 5, NULL), GO_OK);
    for (int64_t i = 0; i < keep * epoch; i++) {
        draw(im, i, row);
        seen[row->origin[0].position]++;
        in_order += row->origin[0].position == last + 1;
        last = row->origin[0].position;
    }
    for (int i = 0; i < 60; i++)
        assert_int_equal(seen[i], 1);
    assert_true(in_order < 20);
    nn_rows_destroy(row);
    nn_import_close(im);
}

/* The files of a folder are one input, as the report of a training names them. */
static void rows_know_their_input(void **state)
{
    (void)state;
    char first[400], second[400];
    nn_rows *row;
    nn_import *im;
    export_games("first-input", 1, first);
    export_games("second-input", 2, second);
    const char *inputs[] = {first, second};
    const nn_import_options o = {.buffer = 120, .keep = 1, .rows = 1, .threads = 2, .seed = 3};
    assert_int_equal(nn_import_open(&im, inputs, 2, &o, NULL), GO_OK);
    assert_int_equal(nn_import_count(im).rows, 120);
    assert_int_equal(nn_rows_create(&row, 1, 5, NULL), GO_OK);
    for (int64_t i = 0; i < 120; i++) {
        draw(im, i, row);
        assert_int_equal(row->origin[0].input, row->origin[0].position / 60);
    }
    nn_rows_destroy(row);
    nn_import_close(im);
}

static void an_epoch_has_each_row_once(void **state)
{
    (void)state;
    expect_all_rows(1);
}

static void one_row_of_three_in_three_epochs(void **state)
{
    (void)state;
    expect_all_rows(3);
}

static void a_smaller_export_leaves_nothing_of_a_larger_one(void **state)
{
    (void)state;
    char folder[400];
    int files = -1;
    nn_store s = {0};
    export_one_size("smaller", folder);
    const nn_export_options none = {.rows = 6, .side = 5, .threads = 1};
    assert_int_equal(nn_store_create(&s, NULL, NULL), GO_OK);
    add_game(&s, 5, "KM[6.5]RE[B+R]", 15, 3);
    export_to(&s, "smaller", 6, folder);
    nn_store_free(&s);
    nn_import *im = import_from(folder, 15, 1);
    assert_int_equal(nn_import_count(im).files, 3);
    assert_int_equal(nn_import_count(im).rows, 15);
    nn_import_close(im);
    assert_int_equal(nn_export(&(nn_store){0}, folder, &none, &files, NULL), GO_OK);
    assert_int_equal(files, 0);
    assert_int_equal(nn_import_open(&im, &(const char *){folder}, 1,
                                    &(nn_import_options){.keep = 1}, NULL), GO_EEMPTY);
}

static bool stop(void *user, int64_t done, int64_t total)
{
    (void)user, (void)done, (void)total;
    return false;
}

/* Of ten files, then stopped after one of 4 rows. */
static void an_interrupted_export_leaves_nothing_of_the_one_before(void **state)
{
    (void)state;
    char folder[400];
    int files;
    nn_store s = {0};
    export_one_size("interrupted", folder);
    assert_int_equal(nn_store_create(&s, NULL, NULL), GO_OK);
    add_game(&s, 5, "KM[6.5]RE[B+R]", 15, 3);
    const nn_export_options o = {.rows = 4, .side = 5, .threads = 1, .progress = stop};
    assert_int_equal(nn_export(&s, folder, &o, &files, NULL), GO_EINTR);
    nn_store_free(&s);
    nn_import *im = import_from(folder, 15, 1);
    assert_int_equal(nn_import_count(im).files, 1);
    assert_int_equal(nn_import_count(im).rows, 4);
    nn_import_close(im);
}

/* A file of no rows beside one of some. */
static void files_may_be_empty(void **state)
{
    (void)state;
    char folder[400], path[450];
    npz_writer *out;
    nn_rows *row;
    int seen[60] = {0};
    export_one_size("with-empty", folder);
    snprintf(path, sizeof path, "%s/empty.npz", folder);
    assert_int_equal(npz_create(&out, path, NULL), GO_OK);
    for (int i = 0; i < KATA_ARRAYS; i++) {
        const npz_array none = kata_array_of((kata_array)i, 0, 5);
        assert_int_equal(npz_add(out, &none, "", NULL), GO_OK);
    }
    assert_int_equal(npz_commit(out, NULL), GO_OK);
    nn_import *im = import_from(folder, 15, 1);
    assert_int_equal(nn_import_count(im).files, 11);
    assert_int_equal(nn_rows_create(&row, 1, 5, NULL), GO_OK);
    for (int64_t i = 0; i < 60; i++) {
        draw(im, i, row);
        seen[row->origin[0].position]++;
    }
    for (int i = 0; i < 60; i++)
        assert_int_equal(seen[i], 1);
    nn_rows_destroy(row);
    nn_import_close(im);
}

/* Whoever goes on in the middle draws what would have come. */
static void a_batch_follows_from_its_number(void **state)
{
    (void)state;
    char folder[400];
    nn_rows *a, *b;
    export_one_size("numbers", folder);
    nn_import *one = import_from(folder, 15, 1), *two = import_from(folder, 15, 1);
    assert_true(nn_import_fingerprint(one) == nn_import_fingerprint(two));
    assert_int_equal(nn_rows_create(&a, 1, 5, NULL), GO_OK);
    assert_int_equal(nn_rows_create(&b, 1, 5, NULL), GO_OK);
    for (int64_t i = 0; i < 150; i++) {
        draw(one, i, a);
        if (i % 25 != 24)
            continue;
        draw(two, i, b);
        assert_int_equal(a->origin[0].position, b->origin[0].position);
        assert_int_equal(a->origin[0].symmetry, b->origin[0].symmetry);
        assert_memory_equal(a->planes, b->planes, NN_KATA_PLANES * 25 * sizeof *a->planes);
    }
    nn_rows_destroy(a);
    nn_rows_destroy(b);
    nn_import_close(two);
    two = import_from(folder, 16, 1);
    assert_true(nn_import_fingerprint(one) != nn_import_fingerprint(two));
    nn_import_close(two);
    export_games("others", 3, folder); /* as many files and rows of the same names */
    two = import_from(folder, 15, 1);
    assert_int_equal(nn_import_count(two).rows, nn_import_count(one).rows);
    assert_true(nn_import_fingerprint(one) != nn_import_fingerprint(two));
    nn_import_close(one);
    nn_import_close(two);
}

/* ---- files that are not right ---- */

/* Rows without a meaning; array `which` is of another form, or missing if `form` is NULL. */
static const char *write_wrong(kata_array which, const npz_array *form, char path[400])
{
    enum { ROWS = 2, SIDE = 5 };
    static const char zeros[20000];
    npz_writer *out;
    temp_dir_path(&group_dir, "wrong.npz", path);
    assert_int_equal(npz_create(&out, path, NULL), GO_OK);
    for (int i = 0; i < KATA_ARRAYS; i++) {
        const npz_array plain = kata_array_of((kata_array)i, ROWS, SIDE);
        if (i != (int)which || form)
            assert_int_equal(npz_add(out, i == (int)which ? form : &plain, zeros, NULL), GO_OK);
    }
    assert_int_equal(npz_commit(out, NULL), GO_OK);
    return path;
}

static void expect_refused(const char *path, go_status status, const char *sentence)
{
    const nn_import_options o = {.buffer = 100, .keep = 1, .rows = 1, .threads = 1};
    nn_import *im;
    batch_place place;
    go_error err = {GO_OK, ""};
    go_status got = nn_import_open(&im, &path, 1, &o, &err);
    if (got == GO_OK)
        got = nn_import_batch(im, 0, &place, &err);
    assert_int_equal(got, status);
    if (!strstr(err.message, sentence))
        fail_msg("'%s' does not say '%s'", err.message, sentence);
    nn_import_close(im);
}

static void wrong_files_are_named(void **state)
{
    (void)state;
    char path[400];
    npz_array a = kata_array_of(KATA_TARGET, 2, 5);
    expect_refused(write_wrong(KATA_TARGET, NULL, path), GO_EFORMAT, "lacks the array 'globalT");
    snprintf(a.type, sizeof a.type, "<f8");
    expect_refused(write_wrong(KATA_TARGET, &a, path), GO_EFORMAT,
                   "'globalTargetsNC' is <f8 2 x 80, but should be <f4 2 x 80");
    a = kata_array_of(KATA_GLOBALS, 2, 5);
    a.shape[1] = 14;
    expect_refused(write_wrong(KATA_GLOBALS, &a, path), GO_EFORMAT, "version 7");
    a = kata_array_of(KATA_VALUE, 3, 5);
    expect_refused(write_wrong(KATA_VALUE, &a, path), GO_EFORMAT, "should be |i1 2 x 5 x 5 x 5");
    a = kata_array_of(KATA_POLICY, 2, 5);
    a.shape[2] = 40;
    expect_refused(write_wrong(KATA_POLICY, &a, path), GO_EFORMAT, "has 40 moves");
    a = kata_array_of(KATA_VALUE, 2, 5);
    expect_refused(write_wrong(KATA_VALUE, &a, path), GO_EFORMAT, "Packed' has no board");
    a = kata_array_of(KATA_TARGET, 0, 5);
    a.shape[1] = (int64_t)1 << 40; /* of no rows: not a byte is there */
    expect_refused(write_wrong(KATA_TARGET, &a, path), GO_EFORMAT, "should be <f4");
    expect_refused("", GO_EIO, "cannot open ''");
    expect_refused("/nonexistent.npz", GO_EIO, "cannot open '/nonexistent.npz'");
    temp_dir_text(&group_dir, "empty.txt", "", path);
    expect_refused(path, GO_EFORMAT, "not an .npz file");
}

/* Two rows of 5x5 that nobody won; in the second one some numbers are others. */
typedef struct two_rows {
    uint8_t planes[2][NN_KATA_PLANES][4];
    float globals[2][NN_KATA_GLOBALS];
    int16_t visits[2][2][26];
    float targets[2][KATA_TARGETS];
    int8_t scores[2][2 * 25 + 2 * KATA_SCORE_MARGIN], owners[2][KATA_PLANES_OF_TARGETS][25];
} two_rows;

static two_rows sound_rows(void)
{
    static const uint8_t all[] = {0xff, 0xff, 0xff, 0x80};
    two_rows r = {0};
    for (int i = 0; i < 2; i++) {
        memcpy(r.planes[i][0], all, sizeof all);
        r.targets[i][KATA_GAME] = r.targets[i][KATA_GAME + 1] = 0.5f;
        r.targets[i][KATA_SEARCH + 2] = 1;
        r.targets[i][KATA_ROW_WEIGHT] = 1;
    }
    return r;
}

static const char *write_rows(const two_rows *r, char path[400])
{
    const void *const numbers[KATA_ARRAYS] = {r->planes,  r->globals, r->visits,
                                              r->targets, r->scores,  r->owners};
    npz_writer *out;
    temp_dir_path(&group_dir, "rows.npz", path);
    assert_int_equal(npz_create(&out, path, NULL), GO_OK);
    for (int i = 0; i < KATA_ARRAYS; i++) {
        const npz_array a = kata_array_of((kata_array)i, 2, 5);
        assert_int_equal(npz_add(out, &a, numbers[i], NULL), GO_OK);
    }
    assert_int_equal(npz_commit(out, NULL), GO_OK);
    return path;
}

static void expect_fault(int target, float value, const char *sentence)
{
    char path[400];
    two_rows r = sound_rows();
    r.targets[1][target] = value;
    expect_refused(write_rows(&r, path), GO_EFORMAT, sentence);
}

static void impossible_numbers_are_named(void **state)
{
    (void)state;
    char path[400];
    two_rows r = sound_rows();
    expect_refused(write_rows(&r, path), GO_OK, "");
    r.globals[1][3] = NAN;
    expect_refused(write_rows(&r, path), GO_EFORMAT, "row 1: number 3 of 'globalInputNC' is nan");
    r = sound_rows();
    r.owners[1][0][7] = 120;
    expect_refused(write_rows(&r, path), GO_EFORMAT,
                   "row 1: the owner of point 7 in 'valueTargetsNCHW' is 120, not -1, 0 or 1");
    expect_fault(KATA_MARGIN, 1e10f, "row 1: number 20 of 'globalTargetsNC' is 1e+10");
    expect_fault(KATA_END_WEIGHT, -1, "number 27 of 'globalTargetsNC' is -1, a negative weight");
    expect_fault(KATA_GAME, 5, "numbers 0 to 2 of 'globalTargetsNC' are 5, 0.5 and 0, not the");
    expect_fault(KATA_GAME + 2, 0.1f, "numbers 0 to 2 of 'globalTargetsNC' are 0.5, 0.5 and 0.1,");
    expect_fault(KATA_SEARCH, -7, "numbers 16 to 18 of 'globalTargetsNC' are -7, 0 and 1, not the");
    r = sound_rows();
    r.targets[1][KATA_SEARCH] = -7; /* what has no weight may be anything */
    r.targets[1][KATA_LATER_UNUSED] = 1;
    expect_refused(write_rows(&r, path), GO_OK, "");
}

static void a_folder_without_rows(void **state)
{
    (void)state;
    const temp_dir dir = temp_dir_create();
    expect_refused(dir.path, GO_EEMPTY, "no rows;");
    temp_dir_remove(&dir);
}

/* Older files have 64 columns of targets. */
static void older_files_have_fewer_targets(void **state)
{
    (void)state;
    char path[400];
    npz_array a = kata_array_of(KATA_TARGET, 2, 5);
    a.shape[1] = KATA_LEAST_TARGETS;
    expect_refused(write_wrong(KATA_TARGET, &a, path), GO_EFORMAT, "Packed' has no board");
    a.shape[1]--;
    expect_refused(write_wrong(KATA_TARGET, &a, path), GO_EFORMAT, "should be <f4 2 x 80");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_back_as_they_were),
        cmocka_unit_test(rows_know_their_input),
        cmocka_unit_test(an_epoch_has_each_row_once),
        cmocka_unit_test(one_row_of_three_in_three_epochs),
        cmocka_unit_test(a_smaller_export_leaves_nothing_of_a_larger_one),
        cmocka_unit_test(an_interrupted_export_leaves_nothing_of_the_one_before),
        cmocka_unit_test(files_may_be_empty),
        cmocka_unit_test(a_batch_follows_from_its_number),
        cmocka_unit_test(wrong_files_are_named),
        cmocka_unit_test(impossible_numbers_are_named),
        cmocka_unit_test(a_folder_without_rows),
        cmocka_unit_test(older_files_have_fewer_targets),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
