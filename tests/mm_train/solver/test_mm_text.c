/* The text format of Coulom's mm: what is read, what is refused, and where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mm_train/solver/mm_text.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_teams.h"
#include "tests/support/mm_text_write.h"

#define HEADER "! 5\n2\n3 shape\n2 distance to border\n!\n"

static go_status read_text(const char *text, mm_text *out, go_error *err)
{
    char *copy = strdup(text);
    FILE *file = fmemopen(copy, strlen(text), "rb");
    assert_non_null(file);
    go_status status = mm_text_read(file, "games.mm", out, err);
    fclose(file);
    free(copy);
    return status;
}

static void reads_features_and_competitions(void **state)
{
    mm_text text;
    int n;
    (void)state;
    assert_int_equal(read_text(HEADER "#\n3 0\n1 4\n0 3\n2\n#\n2\n2\n0 4", &text, NULL), GO_OK);
    assert_int_equal(text.features.n_groups, 2);
    assert_int_equal(text.features.first[1], 3);
    assert_string_equal(text.name[1], "distance to border");
    const mm_problem *p = mm_teams_problem(text.teams);
    assert_int_equal(p->n_gammas, 5);
    assert_int_equal(p->n_competitions, 2);
    assert_int_equal(mm_teams_size(text.teams, 0), 3);
    assert_int_equal(mm_teams_winner(text.teams, 0), 1); /* 3 0 is 0 3 */
    assert_int_equal(mm_teams_winner(text.teams, 1), 0);
    assert_int_equal(mm_teams_team(text.teams, 1, 1, &n)[1], 4);
    assert_int_equal(n, 2);
    const double wins[] = {1, 0, 1, 1, 0};
    for (int i = 0; i < 5; i++)
        assert_close(p->wins[i], wins[i], 0);
    mm_text_free(&text);
}

static void line_ends_and_spaces_are_forgiven(void **state)
{
    mm_text text;
    (void)state;
    assert_int_equal(read_text("\xef\xbb\xbf!  5 \r\n2\r\n3 shape\r\n2\t\r\n!\r\n"
                               "#\r\n0 3 \r\n 0\t3\r\n1 4\r\n\r\n \n", &text, NULL), GO_OK);
    assert_string_equal(text.name[0], "shape");
    assert_string_equal(text.name[1], "");
    assert_int_equal(mm_teams_size(text.teams, 0), 2);
    mm_text_free(&text);
}

static void errors_say_where_and_what(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "games.mm ends in line 1, where \"! NUMBER-OF-GAMMAS\" was expected"},
        {"5\n", "games.mm, line 1: \"5\" where \"! NUMBER-OF-GAMMAS\" was expected"},
        {"! five\n", "games.mm, line 1: \"five\" where the number of gammas was expected"},
        {"! nan\n", "games.mm, line 1: \"nan\" where the number of gammas was expected"},
        {"! -5\n", "games.mm, line 1: \"-5\" where the number of gammas was expected"},
        {"! 0\n", "games.mm, line 1: a number outside 1 .. 16777216 where the number of gammas "
                  "was expected"},
        {"! 99999999999999999999\n", "games.mm, line 1: a number outside 1 .. 16777216 where the "
                                     "number of gammas was expected"},
        {"! 5 6\n", "games.mm, line 1: \"6\" where the end of the line was expected"},
        {"! 5\n2\n3 a\n1 b\n!\n", "games.mm, line 4: the features have 4 gammas together, but the "
                                  "first line says 5"},
        {"! 5\n2\n3 a\n3 b\n!\n", "games.mm, line 4: a number outside 0 .. 2 where the number of "
                                  "gammas of a feature was expected"},
        {"! 5\n2\n3 a\n2 b\n#\n", "games.mm, line 5: \"#\" where \"!\" after the features was "
                                  "expected"},
        {"! 5\n1\n5 a\x01\n", "games.mm, line 3: byte 1 in the name of a feature"},
        {HEADER, "games.mm holds no competition"},
        {HEADER "0 3\n", "games.mm, line 6: \"0\" where \"#\", which begins a competition, was "
                         "expected"},
        {HEADER "#\n0 5\n", "games.mm, line 7: a number outside 0 .. 4 where the number of a gamma "
                            "was expected"},
        {HEADER "#\n0 -3\n", "games.mm, line 7: \"-3\" where the number of a gamma was expected"},
        {HEADER "#\n0 3x\n", "games.mm, line 7: \"3x\" where the number of a gamma was expected"},
        {HEADER "#\n0 1.5\n", "games.mm, line 7: \"1.5\" where the number of a gamma was expected"},
        {HEADER "#\n0 3\n0 3\n1 2\n", "games.mm, line 9: gammas 1 and 2 are levels of one feature; "
                                      "a team can hold only one of them"},
        {HEADER "#\n0 3\n0 3\n0 3 4\n", "games.mm, line 9: a team of more than 2 gammas, though a "
                                        "team holds at most one of each feature"},
        {HEADER "#\n0 3\n0 4\n1 3\n", "games.mm, line 7: the winner is not among the teams that "
                                      "follow; list it there too"},
        {HEADER "#\n0 3\n#\n", "games.mm, line 7: the winner is not among the teams that follow; "
                               "list it there too"},
        {HEADER "#\n", "games.mm ends in line 7, where the number of a gamma was expected"},
        {HEADER "#\n0\n0\n\n1\n", "games.mm, line 9: a blank line; a team needs a gamma, and "
                                  "nothing else may stand here"},
        {HEADER "#\n\n0\n", "games.mm, line 7: the line ends where the number of a gamma was "
                            "expected"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        mm_text text;
        go_error err = {GO_OK, ""};
        assert_int_not_equal(read_text(cases[k].text, &text, &err), GO_OK);
        assert_string_equal(err.message, cases[k].message);
        assert_true(err.status == GO_EFORMAT || err.status == GO_EEMPTY);
    }
}

static char *written(const mm_text *text, size_t *size)
{
    char *bytes = NULL;
    FILE *file = open_memstream(&bytes, size);
    assert_non_null(file);
    assert_int_equal(mm_text_write(text, file, NULL), GO_OK);
    fclose(file);
    return bytes;
}

/* Long enough to cross the reader's buffer several times. */
static void round_trip(void **state)
{
    char *name[] = {"a", "b c", "", "d"};
    drawn *d = drawn_small(51, 4000);
    mm_text text = {d->problem->groups, name, d->teams}, back;
    size_t size, again_size;
    (void)state;
    char *bytes = written(&text, &size);
    assert_true(size > 3 << 16);
    assert_int_equal(read_text(bytes, &back, NULL), GO_OK);
    char *again = written(&back, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(bytes, again, size);
    assert_string_equal(back.name[1], "b c");
    free(bytes);
    free(again);
    mm_text_free(&back);
    drawn_free(d);
}

static void what_the_format_cannot_say_is_refused(void **state)
{
    static const int first[] = {0, 1};
    char *name[] = {"a"};
    mm_text text = {{1, first}, name, NULL};
    go_error err;
    FILE *file = tmpfile();
    (void)state;
    assert_non_null(file);
    assert_int_equal(mm_teams_create(&text.features, &text.teams, NULL), GO_OK);
    assert_int_equal(mm_teams_add(text.teams, NULL, 0, NULL), GO_OK);
    assert_int_equal(mm_teams_decide(text.teams, 0, NULL), GO_OK);
    assert_int_equal(mm_text_write(&text, file, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "holds no gamma"));
    mm_teams_destroy(text.teams);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_features_and_competitions),
        cmocka_unit_test(line_ends_and_spaces_are_forgiven),
        cmocka_unit_test(errors_say_where_and_what),
        cmocka_unit_test(round_trip),
        cmocka_unit_test(what_the_format_cannot_say_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
