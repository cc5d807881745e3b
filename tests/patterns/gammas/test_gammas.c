/* Gammas as files: what is written is read again; whatever is wrong with a file
 * is told with its name and line, and never half believed.                   */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/io/read_file.h"
#include "patterns/gammas/gammas.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_gammas.h"
#include "tests/support/temp_dir.h"

/* ---- there and back ---- */

static void same_shapes(const vocabulary *a, const vocabulary *b)
{
    for (int group = 0; group < SHAPE_GROUPS; group++) {
        assert_int_equal(a->shapes[group].n, b->shapes[group].n);
        for (int i = 1; i <= a->shapes[group].n; i++) {
            const shape *s = &a->shapes[group].shapes[i];
            assert_memory_equal(s, &b->shapes[group].shapes[i], sizeof *s);
            uint64_t key = shape_key_of(a, (feature_id)group, s);
            assert_int_equal(dictionary_find(&b->shapes[group], key), i);
        }
    }
}

static void same_gammas(const gammas *a, const gammas *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->v->set.groups, b->v->set.groups);
    assert_int_equal(a->v->board_size, b->v->board_size);
    for (int i = 0; i < a->n; i++) { /* six digits are written */
        assert_close((double)b->gamma[i] / (double)a->gamma[i], 1, 1e-5);
        assert_int_equal(a->count[i], b->count[i]);
    }
    assert_true(b->gamma[b->n] == 1);
    assert_string_equal(a->origin.data, b->origin.data);
    assert_int_equal(a->origin.games, b->origin.games);
    assert_int_equal(a->origin.positions, b->origin.positions);
    assert_int_equal(a->origin.min_count, b->origin.min_count);
    assert_int_equal(a->origin.iterations, b->origin.iterations);
    assert_true(a->origin.fingerprint == b->origin.fingerprint);
    assert_close(a->origin.prior, b->origin.prior, 1e-9);
    assert_close(a->origin.log_likelihood, b->origin.log_likelihood, 1e-6);
    same_shapes(a->v, b->v);
}

static void there_and_back(const char *set, const char *name)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    gammas *g = drawn_gammas(set, 9, 1), *again = NULL;
    go_error err = {GO_OK, ""};
    assert_int_equal(gammas_write(g, temp_dir_path(&dir, name, path), &err), GO_OK);
    assert_int_equal(temp_dir_count(&dir), 1); /* nothing temporary is left */
    if (gammas_read(&again, path, &err) != GO_OK)
        fail_msg("%s", err.message);
    same_gammas(g, again);
    gammas_destroy(g);
    gammas_destroy(again);
    temp_dir_remove(&dir);
}

static void plain_and_compressed(void **state)
{
    (void)state;
    there_and_back("large", "a.gammas");
    there_and_back("large", "a.gammas.zst");
    there_and_back("large", "a.gammas.gz");
    there_and_back("fast", "a.gammas");
}

/* Inputs may be called anything. */
static void a_name_with_a_line_break(void **state)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    gammas *g = drawn_gammas("fast", 5, 1), *again = NULL;
    (void)state;
    strcpy(g->origin.data, "two\nlines");
    assert_int_equal(gammas_write(g, temp_dir_path(&dir, "a", path), NULL), GO_OK);
    assert_int_equal(gammas_read(&again, path, NULL), GO_OK);
    assert_string_equal(again->origin.data, "two?lines");
    gammas_destroy(g);
    gammas_destroy(again);
    temp_dir_remove(&dir);
}

/* Single precision may find a likelihood just above 1, which no file may hold. */
static void a_likelihood_above_one_by_rounding(void **state)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    gammas *g = drawn_gammas("fast", 5, 1), *again = NULL;
    (void)state;
    g->origin.log_likelihood = 2e-6;
    assert_int_equal(gammas_write(g, temp_dir_path(&dir, "a", path), NULL), GO_OK);
    assert_int_equal(gammas_read(&again, path, NULL), GO_OK);
    assert_true(again->origin.log_likelihood == 0);
    gammas_destroy(g);
    gammas_destroy(again);
    temp_dir_remove(&dir);
}

/* ---- a small file to damage ---- */

static char *text; /* of a gammas file, set up for the group */
static size_t text_size;

static int make_text(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char path[400];
    gammas *g = drawn_gammas("fast", 5, 2);
    go_status status = gammas_write(g, temp_dir_path(&dir, "small", path), NULL);
    if (status == GO_OK)
        status = read_file(path, 1 << 24, &text, &text_size, NULL);
    gammas_destroy(g);
    temp_dir_remove(&dir);
    return status != GO_OK;
}

static int drop_text(void **state)
{
    (void)state;
    free(text);
    return 0;
}

/* The sentence for a text of n bytes that is no gammas file. */
static const char *sentence(const char *what, size_t n)
{
    static go_error err;
    gammas *g = NULL;
    char *exact = malloc(n + 1); /* so that a sanitizer sees any reading beyond */
    assert_non_null(exact);
    memcpy(exact, what, n);
    err.message[0] = '\0';
    go_status status = gammas_parse(&g, exact, n, "my.gammas", &err);
    free(exact);
    if (status == GO_OK)
        fail_msg("a bad file of %zu bytes was read", n);
    assert_int_equal(status, GO_EFORMAT);
    assert_null(g);
    assert_non_null(strstr(err.message, "my.gammas"));
    assert_null(strchr(err.message, '\n'));
    return err.message;
}

static int line_at(const char *what, const char *until)
{
    int line = 1;
    for (; what < until; what++)
        line += *what == '\n';
    return line;
}

/* The text with the first `old` replaced; the sentence must name its line. */
static const char *with(const char *old, const char *new)
{
    static const char *told;
    char *spot = strstr(text, old), *changed = NULL, place[32];
    size_t n = 0;
    assert_non_null(spot);
    FILE *f = open_memstream(&changed, &n);
    assert_non_null(f);
    fwrite(text, 1, (size_t)(spot - text), f);
    fprintf(f, "%s%s", new, spot + strlen(old));
    fclose(f);
    told = sentence(changed, n);
    snprintf(place, sizeof place, "line %d:", line_at(text, spot) + (old[0] == '\n'));
    if (!strstr(told, place))
        fail_msg("'%s' does not say %s", told, place);
    free(changed);
    return told;
}

static void tells(const char *old, const char *new, const char *expected)
{
    const char *told = with(old, new);
    if (!strstr(told, expected))
        fail_msg("'%s' does not say '%s'", told, expected);
}

/* ---- damage ---- */

static void the_undamaged_text_is_read(void **state)
{
    gammas *g = NULL;
    (void)state;
    assert_int_equal(gammas_parse(&g, text, text_size, "my.gammas", NULL), GO_OK);
    gammas_destroy(g);
}

static void cut_after_every_line(void **state)
{
    int lines = 0;
    (void)state;
    for (size_t n = 0; n + 1 < text_size; n++) {
        if (text[n] != '\n')
            continue;
        lines++;
        if (lines < 200 || lines % 37 == 0)
            sentence(text, n + 1);
    }
    assert_true(lines > 200);
}

static void cut_in_mid_line(void **state)
{
    (void)state;
    for (size_t n = 0; n < text_size; n += n < 600 ? 1 : 331)
        sentence(text, n);
    for (size_t n = text_size - 12; n < text_size; n++)
        sentence(text, n);
}

static void of_another_kind_or_version(void **state)
{
    (void)state;
    assert_non_null(strstr(sentence("(;SZ[9])\n", 9), "not a gammas file"));
    tells("katachi-gammas 1", "katachi-gammas 2", "version 2");
    tells("set fast", "set turbo", "does not know the feature set 'turbo'");
    tells("group capture", "group weather", "does not know the group 'weather'");
}

static void headers_out_of_range(void **state)
{
    (void)state;
    tells("board 5", "board 26", "from 2 to 25");
    tells("board 5", "board five", "'five'");
    tells("board 5", "board nan", "'nan'");
    tells("shape-max 3", "shape-max 99", "'shape-max'");
    tells("games 8", "games -8", "'games'");
    tells("iterations 7", "iterations 7.5", "whole number");
    tells("prior 1", "prior 1x", "'prior'");
    tells("fingerprint 0", "fingerprint x", "hexadecimal");
    tells("fingerprint 0", "fingerprint -", "hexadecimal");
    tells("fingerprint 0", "fingerprint 0000000000", "hexadecimal");
    tells("board 5", "board 0x5", "'0x5'");
    tells("board 5", "board 5.0", "whole number");
    tells("games 8", "games 1.5", "whole number");
    tells("prior 1", "prior 0x1", "'prior'");
}

static void gammas_that_are_no_strengths(void **state)
{
    static const char *const bad[] = {"nan", "-1.5", "inf", "0", "-0", "1e99", "", "x", "0x1p3",
                                      "5e", "5e-", "5e+"};
    char changed[160];
    (void)state;
    const char *line = strstr(text, "\ngroup pass ") + 1;
    const char *first = strchr(line, '\n') + 1;
    char old[128];
    snprintf(old, sizeof old, "\n%.*s\n", (int)strcspn(first, "\n"), first);
    const char *rest = strchr(old, ' ');
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(changed, sizeof changed, "\n%s%s", bad[i], rest);
        with(old, changed);
    }
}

/* Nor are numbers of a shape that are not there. */
static void marks_without_a_place(void **state)
{
    static const char *const bad[] = {",0:1", "-,0:1", "0,:1", "0,-:1", "0,0:", "0,99:1"};
    const char *group = strstr(text, "\ngroup response ");
    (void)state;
    assert_non_null(group);
    const char *mark = strchr(group, ',');
    char line[128], changed[128];
    assert_non_null(mark);
    const char *start = mark, *place = mark;
    while (start[-1] != '\n')
        start--;
    while (place[-1] != ' ')
        place--;
    const int head = (int)(place - start);
    snprintf(line, sizeof line, "\n%.*s", head + (int)strcspn(place, " \n"), start);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(changed, sizeof changed, "\n%.*s%s", head, start, bad[i]);
        tells(line, changed, "not a shape of the group 'response'");
    }
}

/* Their products must remain numbers. */
static void extreme_strengths_are_cut(void **state)
{
    static const char *const extreme[] = {"1e+30", "1e-30"};
    const char *first = strchr(strstr(text, "\ngroup pass ") + 1, '\n') + 1;
    const char *rest = strchr(first, ' ');
    (void)state;
    for (int i = 0; i < 2; i++) {
        char *changed = malloc(text_size + 8);
        gammas *g = NULL;
        assert_non_null(changed);
        const int n = snprintf(changed, text_size + 8, "%.*s%s%s", (int)(first - text), text,
                               extreme[i], rest);
        assert_int_equal(gammas_parse(&g, changed, (size_t)n, "my.gammas", NULL), GO_OK);
        assert_close((double)g->gamma[g->v->first[F_PASS]], i ? 1e-7 : 1e7, 1e-8);
        gammas_destroy(g);
        free(changed);
    }
}

static void groups_of_another_length(void **state)
{
    (void)state;
    tells("group pass 2", "group pass 3", "does not have 3 features");
    tells("group pass 2", "group pass 0", "does not have 0 features");
    tells("group pass 2", "group pass -2", "expected 'group' or 'end'");
    tells("group pass 2", "group shape3 2", "out of order");
}

/* The reading ends at once, not after so many lines. */
static void a_group_of_too_many(void **state)
{
    char cut[4096];
    (void)state;
    const char *line = strstr(text, "\ngroup shape3 ") + 1;
    int n = snprintf(cut, sizeof cut, "%.*sgroup shape3 999999999\n1 1\n", (int)(line - text),
                     text);
    assert_non_null(strstr(sentence(cut, (size_t)n), "the file ends within the group 'shape3'"));
}

static void a_shape_twice(void **state)
{
    (void)state;
    /* the second and the third feature are shapes; the third becomes the second */
    char old[256], new[256];
    const char *a = strstr(text, "\ngroup shape3 ") + 1;
    for (int i = 0; i < 2; i++)
        a = strchr(a, '\n') + 1;
    const char *b = strchr(a, '\n') + 1;
    snprintf(old, sizeof old, "\n%.*s\n", (int)strcspn(b, "\n"), b);
    snprintf(new, sizeof new, "\n%.*s\n", (int)strcspn(a, "\n"), a);
    tells(old, new, "twice");
}

static void an_end_that_does_not_fit(void **state)
{
    char old[32], *end = strstr(text, "\nend ");
    (void)state;
    assert_non_null(end);
    snprintf(old, sizeof old, "%s", end);
    tells(old, "\nend 3\n", "expected 3 gammas");
    char *long_text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&long_text, &n);
    fprintf(f, "%smore\n", text);
    fclose(f);
    assert_non_null(strstr(sentence(long_text, n), "unexpected text after 'end'"));
    free(long_text);
}

/* Any byte may be damaged: the file is read or refused, and what is read is
 * gammas.                                                                    */
static void bytes_by_lot(void **state)
{
    uint64_t random = 1;
    char *copy = malloc(text_size);
    (void)state;
    assert_non_null(copy);
    for (int i = 0; i < 300; i++) {
        gammas *g = NULL;
        memcpy(copy, text, text_size);
        for (int k = 0; k < 3; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            copy[(random >> 33) % text_size] = (char)(random >> 24);
        }
        if (gammas_parse(&g, copy, text_size, "my.gammas", NULL) != GO_OK)
            continue;
        for (int n = 0; n <= g->n; n++)
            assert_true(g->gamma[n] > 0 && isfinite(g->gamma[n]));
        gammas_destroy(g);
    }
    free(copy);
}

/* ---- the world outside ---- */

static void missing_and_full(void **state)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    go_error err = {GO_OK, ""};
    gammas *g = NULL;
    (void)state;
    assert_int_equal(gammas_read(&g, temp_dir_path(&dir, "none", path), &err), GO_EIO);
    assert_non_null(strstr(err.message, path));
    assert_null(g);
    g = drawn_gammas("fast", 5, 3);
    assert_int_equal(gammas_write(g, "/dev/full", &err), GO_EIO);
    assert_non_null(strstr(err.message, "/dev/full"));
    assert_int_equal(gammas_write(g, temp_dir_path(&dir, "no/such/place", path), &err), GO_EIO);
    assert_int_equal(temp_dir_count(&dir), 0);
    gammas_destroy(g);
    temp_dir_remove(&dir);
}

static void a_damaged_compressed_file(void **state)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    go_error err = {GO_OK, ""};
    gammas *g = drawn_gammas("fast", 5, 4), *again = NULL;
    (void)state;
    assert_int_equal(gammas_write(g, temp_dir_path(&dir, "a.zst", path), &err), GO_OK);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    assert_int_equal(ftruncate(fileno(f), ftell(f) / 2), 0);
    fclose(f);
    assert_int_equal(gammas_read(&again, path, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, path));
    assert_non_null(strstr(err.message, "damaged or cut short"));
    assert_null(again);
    gammas_destroy(g);
    temp_dir_remove(&dir);
}

/* 400 log10: ten times as strong is 400 Elo. */
static void elo(void **state)
{
    (void)state;
    assert_close(gammas_elo(10), 400, 1e-12);
    assert_close(gammas_elo(1), 0, 0);
    assert_close(gammas_elo(0.1), -400, 1e-12);
    char whole[16];
    snprintf(whole, sizeof whole, "%+.0f", gammas_whole(-0.3));
    assert_string_equal(whole, "+0"); /* not -0 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_and_compressed),
        cmocka_unit_test(a_name_with_a_line_break),
        cmocka_unit_test(a_likelihood_above_one_by_rounding),
        cmocka_unit_test(the_undamaged_text_is_read),
        cmocka_unit_test(cut_after_every_line),
        cmocka_unit_test(cut_in_mid_line),
        cmocka_unit_test(of_another_kind_or_version),
        cmocka_unit_test(headers_out_of_range),
        cmocka_unit_test(gammas_that_are_no_strengths),
        cmocka_unit_test(marks_without_a_place),
        cmocka_unit_test(extreme_strengths_are_cut),
        cmocka_unit_test(groups_of_another_length),
        cmocka_unit_test(a_group_of_too_many),
        cmocka_unit_test(a_shape_twice),
        cmocka_unit_test(an_end_that_does_not_fit),
        cmocka_unit_test(bytes_by_lot),
        cmocka_unit_test(missing_and_full),
        cmocka_unit_test(a_damaged_compressed_file),
        cmocka_unit_test(elo),
    };
    return cmocka_run_group_tests_name("gammas", tests, make_text, drop_text);
}
