/* The list of groups and levels: names, numbers, and the manual's page of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/io/read_file.h"
#include "board/symmetry.h"
#include "patterns/features.h"
#include "tests/support/count_of.h"

static void every_group_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int id = 0; id < F_N_GROUPS; id++) {
        const feature_info *info = feature_describe((feature_id)id);
        assert_non_null(info->name);
        assert_null(strchr(info->name, ' '));
        assert_true(strlen(info->sentence) > 0 && strlen(info->source) > 0);
        assert_int_equal(feature_by_name(info->name), id);
    }
    assert_int_equal(feature_by_name("weather"), -1);
    assert_int_equal(feature_by_name(""), -1);
    assert_null(feature_set_by_name("huge"));
    assert_string_equal(feature_set_by_name("large")->name, "large");
}

/* The text of a group's section, a copy; NULL: there is none. */
static char *section_of(const char *page, const feature_info *info)
{
    char heading[64];
    snprintf(heading, sizeof heading, "\n### `%s`\n", info->name);
    const char *start = strstr(page, heading);
    if (!start)
        return NULL;
    const char *end = strstr(start + 1, "\n##");
    return strndup(start, end ? (size_t)(end - start) : strlen(start));
}

/* doc/patterns.md describes every group and every aspect, and names no other. */
static void the_manual_lists_them_all(void **state)
{
    char *page = NULL, aspect[64];
    size_t n;
    (void)state;
    assert_int_equal(read_file("doc/patterns.md", 1 << 20, &page, &n, NULL), GO_OK);
    for (int id = 0; id < F_N_GROUPS; id++) {
        const feature_info *info = feature_describe((feature_id)id);
        char *section = section_of(page, info);
        if (!section) {
            fail_msg("doc/patterns.md has no section `%s`", info->name);
            return;
        }
        for (int k = 0; k < info->n_aspects; k++) {
            snprintf(aspect, sizeof aspect, "\n- *%s*", info->aspect[k].name);
            if (!strstr(section, aspect))
                fail_msg("doc/patterns.md says nothing of '%s' of `%s`", aspect + 3, info->name);
        }
        free(section);
    }
    assert_int_equal(count_of(page, "\n### `"), F_N_GROUPS);
    free(page);
}

/* No two levels of a group have one name, but for the numbered pairs. */
static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void every_level_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int id = F_FIRST_LEVEL; id < F_N_GROUPS; id++) {
        int n = feature_levels((feature_id)id, 9);
        assert_true(n > 1);
        char(*name)[128] = calloc((size_t)n, sizeof *name);
        assert_non_null(name);
        for (int i = 0; i < n; i++) {
            feature_level_name((feature_id)id, i, name[i], sizeof name[i]);
            assert_true(strlen(name[i]) > 0 && strlen(name[i]) < sizeof name[i] - 1);
        }
        qsort(name, (size_t)n, sizeof *name, compare_names);
        for (int i = 1; i < n; i++)
            assert_string_not_equal(name[i - 1], name[i]);
        free(name);
    }
}

/* A short buffer cuts the name and holds. */
static void names_are_cut_to_the_buffer(void **state)
{
    char text[12];
    (void)state;
    memset(text, 'x', sizeof text);
    feature_level_name(F_CAPTURE, 0, text, 10);
    assert_string_equal(text, "stones: 1");
    assert_int_equal(text[10], 'x');
}

static void levels_multiply_the_aspects(void **state)
{
    (void)state;
    assert_int_equal(feature_levels(F_PASS, 19), 2);
    assert_int_equal(feature_levels(F_SELF_ATARI, 19), 6 * 3);
    assert_int_equal(feature_levels(F_SHAPE3, 19), 0);
}

/* By counting: pairs of points of which none is the image of another. */
static void pairs_of_points_up_to_symmetry(void **state)
{
    (void)state;
    for (int size = 2; size <= 7; size++) {
        int area = size * size, n = 0;
        for (int i = 0; i < area * area; i++) {
            bool first = true;
            for (int t = 1; t < N_SYMMETRIES && first; t++) {
                int ax = i / area % size, ay = i / area / size, bx = i % area % size,
                    by = i % area / size;
                symmetry_xy(t, size, &ax, &ay);
                symmetry_xy(t, size, &bx, &by);
                first = (ay * size + ax) * area + by * size + bx >= i;
            }
            n += first;
        }
        assert_int_equal(feature_levels(F_PAIR, size), n);
    }
}

static void offsets(void **state)
{
    char text[64];
    (void)state;
    assert_int_equal(feature_last_level(2, -1), feature_last_level(1, 2));
    assert_int_not_equal(feature_last_level(2, 1), feature_last_level(2, 0));
    assert_int_equal(feature_last_level(12, 0), feature_last_level(3, -12));
    feature_level_name(F_LAST, feature_last_level(-3, 1), text, sizeof text);
    assert_string_equal(text, "offset 3,1");
    feature_level_name(F_LAST, feature_last_level(14, 3), text, sizeof text);
    assert_string_equal(text, "offset 14");
    feature_level_name(F_LAST2, feature_last_none(), text, sizeof text);
    assert_string_equal(text, "no such move");
    for (int d = 0; d < 25; d++)
        assert_true(feature_last_level(d, 24) < feature_last_none());
}

static void places(void **state)
{
    char text[64];
    (void)state;
    /* the 3-4 points of all corners */
    assert_int_equal(feature_place_level(19, 2, 3, 0), feature_place_level(19, 3, 2, 0));
    assert_int_equal(feature_place_level(19, 2, 3, 0), feature_place_level(19, 15, 16, 0));
    feature_level_name(F_PLACE, feature_place_level(19, 16, 3, 0), text, sizeof text);
    assert_string_equal(text, "lines 3,4, moves 0-7");
    feature_level_name(F_PLACE, feature_place_level(25, 12, 12, 9), text, sizeof text);
    assert_string_equal(text, "lines 10,10+, moves 220+");
}

/* Stages end at the same share of the board on every size: 8 of 361 moves, or
 * about 1.8 of 81.                                                           */
static void stages_of_a_game(void **state)
{
    (void)state;
    assert_int_equal(feature_stage(0, 361), 0);
    assert_int_equal(feature_stage(7, 361), 0);
    assert_int_equal(feature_stage(8, 361), 1);
    assert_int_equal(feature_stage(1, 81), 0);
    assert_int_equal(feature_stage(2, 81), 1);
    assert_int_equal(feature_stage(219, 361), PLACE_STAGES - 2);
    assert_int_equal(feature_stage(220, 361), PLACE_STAGES - 1);
    assert_int_equal(feature_stage(30000, 4), PLACE_STAGES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_group_has_a_name_of_its_own),
        cmocka_unit_test(the_manual_lists_them_all),
        cmocka_unit_test(every_level_has_a_name_of_its_own),
        cmocka_unit_test(names_are_cut_to_the_buffer),
        cmocka_unit_test(levels_multiply_the_aspects),
        cmocka_unit_test(pairs_of_points_up_to_symmetry),
        cmocka_unit_test(offsets),
        cmocka_unit_test(places),
        cmocka_unit_test(stages_of_a_game),
    };
    return cmocka_run_group_tests_name("features", tests, NULL, NULL);
}
