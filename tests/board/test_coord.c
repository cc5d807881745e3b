/* Names of points, symmetries, handicap points, names of rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "board/coord.h"
#include "board/game/handicap.h"
#include "board/game/rules.h"
#include "board/symmetry.h"
#include "tests/support/assert_close.h"

/* ---- names ---- */

static void gtp_names(void **state)
{
    char name[COORD_MAX];
    point p = PASS;
    (void)state;
    assert_true(coord_from_gtp(19, "Q16", &p));
    assert_int_equal(p, board_point_on(19, 15, 3)); /* column I is left out */
    assert_string_equal(coord_to_gtp(19, p, name), "Q16");
    assert_true(coord_from_gtp(9, "j1", &p));
    assert_int_equal(p, board_point_on(9, 8, 8));
    assert_true(coord_from_gtp(25, "z25", &p));
    assert_int_equal(p, board_point_on(25, 24, 0));
    assert_true(coord_from_gtp(9, "PaSs", &p));
    assert_int_equal(p, PASS);
    assert_string_equal(coord_to_gtp(9, PASS, name), "pass");
}

static void what_is_no_gtp_name(void **state)
{
    static const char *const wrong[] = {"", "A", "1", "A0", "A10", "I5", "K1", "A1 ", " A1",
                                        "A1x", "AA1", "A-1", "A+1", "A001", "A999999999999",
                                        "resign", "\xc3\xa4 1"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        point p = 77;
        if (coord_from_gtp(9, wrong[i], &p))
            fail_msg("\"%s\" was read as a point of 9x9", wrong[i]);
        assert_int_equal(p, 77);
    }
}

static void sgf_names(void **state)
{
    char name[COORD_MAX];
    point p = 77;
    (void)state;
    assert_true(coord_from_sgf(19, "pd", 2, &p));
    assert_int_equal(p, board_point_on(19, 15, 3));
    assert_string_equal(coord_to_sgf(19, p, name), "pd");
    assert_true(coord_from_sgf(19, "tt", 2, &p));
    assert_int_equal(p, PASS);
    assert_true(coord_from_sgf(9, "tt", 2, &p));
    assert_int_equal(p, PASS);
    assert_true(coord_from_sgf(21, "tt", 2, &p)); /* a point on larger boards */
    assert_int_equal(p, board_point_on(21, 19, 19));
    assert_true(coord_from_sgf(21, "", 0, &p));
    assert_int_equal(p, PASS);
    assert_string_equal(coord_to_sgf(21, PASS, name), "");
    p = 77;
    assert_false(coord_from_sgf(9, "ja", 2, &p));
    assert_false(coord_from_sgf(9, "A1", 2, &p));
    assert_false(coord_from_sgf(9, "a", 1, &p));
    assert_false(coord_from_sgf(9, "aaa", 3, &p));
    assert_int_equal(p, 77);
}

static void every_point_of_every_size_has_its_own_names(void **state)
{
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        for (int i = 0; i < size * size; i++) {
            char gtp[COORD_MAX], sgf[COORD_MAX];
            point p = board_point_at(size, i), q = PASS, r = PASS;
            coord_to_gtp(size, p, gtp);
            coord_to_sgf(size, p, sgf);
            assert_true(coord_from_gtp(size, gtp, &q));
            assert_true(coord_from_sgf(size, sgf, 2, &r));
            assert_int_equal(p, q);
            assert_int_equal(p, r);
        }
    }
}

/* ---- symmetries ---- */

static void symmetries_by_hand(void **state)
{
    point p = board_point_on(9, 2, 1);
    (void)state;
    assert_int_equal(symmetry_point(0, 9, p), p);
    assert_int_equal(symmetry_point(1, 9, p), board_point_on(9, 6, 1));
    assert_int_equal(symmetry_point(2, 9, p), board_point_on(9, 2, 7));
    assert_int_equal(symmetry_point(4, 9, p), board_point_on(9, 1, 2));
    assert_int_equal(symmetry_point(5, 9, p), board_point_on(9, 1, 6));
    assert_int_equal(symmetry_point(7, 9, PASS), PASS);
}

/* Any two of them one after the other are a third, and one of those is none. */
static void symmetries_form_a_group(void **state)
{
    (void)state;
    for (int a = 0; a < N_SYMMETRIES; a++) {
        unsigned products = 0;
        for (int b = 0; b < N_SYMMETRIES; b++) {
            unsigned same = (1u << N_SYMMETRIES) - 1;
            for (int i = 0; i < 49; i++) {
                point p = board_point_at(7, i), q = symmetry_point(b, 7, symmetry_point(a, 7, p));
                for (int c = 0; c < N_SYMMETRIES; c++)
                    same &= ~((unsigned)(symmetry_point(c, 7, p) != q) << c);
            }
            assert_int_equal(__builtin_popcount(same), 1);
            products |= same;
        }
        assert_int_equal(products, (1u << N_SYMMETRIES) - 1);
    }
}

/* ---- handicap ---- */

/* As GNU Go 3.8 answers fixed_handicap. */
static void fixed_handicap_as_in_gtp(void **state)
{
    static const struct {
        int size, n;
        const char *points[9];
    } expected[] = {
        {19, 2, {"D4", "Q16"}},
        {19, 3, {"D4", "Q16", "D16"}},
        {19, 5, {"D4", "Q16", "D16", "Q4", "K10"}},
        {19, 6, {"D4", "Q16", "D16", "Q4", "D10", "Q10"}},
        {19, 7, {"D4", "Q16", "D16", "Q4", "D10", "Q10", "K10"}},
        {19, 8, {"D4", "Q16", "D16", "Q4", "D10", "Q10", "K4", "K16"}},
        {13, 9, {"D4", "K10", "D10", "K4", "D7", "K7", "G4", "G10", "G7"}},
        {12, 4, {"D4", "J9", "D9", "J4"}},
        {11, 9, {"C3", "J9", "C9", "J3", "C6", "J6", "F3", "F9", "F6"}},
        {8, 4, {"C3", "F6", "C6", "F3"}},
        {7, 4, {"C3", "E5", "C5", "E3"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        point out[9];
        char name[COORD_MAX];
        assert_true(handicap_fixed(expected[i].size, expected[i].n, out));
        for (int k = 0; k < expected[i].n; k++)
            assert_string_equal(coord_to_gtp(expected[i].size, out[k], name),
                                expected[i].points[k]);
    }
}

static void impossible_fixed_handicaps(void **state)
{
    point out[9];
    (void)state;
    assert_false(handicap_fixed(19, 1, out));
    assert_false(handicap_fixed(19, 10, out));
    assert_false(handicap_fixed(8, 5, out));
    assert_false(handicap_fixed(7, 5, out));
    assert_false(handicap_fixed(18, 5, out));
    assert_false(handicap_fixed(6, 2, out));
    assert_int_equal(handicap_fixed_max(6), 0);
    assert_int_equal(handicap_fixed_max(BOARD_MAX_SIZE), 9);
    assert_int_equal(handicap_fixed_max(BOARD_MAX_SIZE + 2), 0);
}

/* The fixed points first, then the farthest from all others. */
static void free_handicap_keeps_apart(void **state)
{
    static const struct {
        int size, n;
        const char *points;
    } expected[] = {
        {3, 9, " A3 C1"},
        {4, 9, " B3 C2 C3 B2"},
        {5, 2, " B4 D2"},
        {6, 5, " B5 E2 E5 B2 C4"},
        {7, 1, " C5"},
        {7, 5, " C3 E5 C5 E3 D4"},
        {8, 6, " C3 F6 C6 F3 D5 E4"},
        {19, 12, " D4 Q16 D16 Q4 D10 Q10 K4 K16 K10 G13 N13 G7"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        point out[BOARD_MAX_AREA];
        char name[COORD_MAX], text[100] = "";
        int n = handicap_free(expected[i].size, expected[i].n, out);
        int length = 0;
        for (int k = 0; k < n; k++)
            length += snprintf(text + length, sizeof text - (size_t)length, " %s",
                               coord_to_gtp(expected[i].size, out[k], name));
        assert_string_equal(text, expected[i].points);
    }
}

static void free_handicap_points_differ_and_are_on_the_board(void **state)
{
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        point out[BOARD_MAX_AREA];
        bool used[BOARD_MAX_POINTS] = {false};
        int n = handicap_free(size, BOARD_MAX_AREA, out);
        assert_true(n >= 1 && n <= size * size / 4);
        board b;
        board_init(&b, size);
        for (int i = 0; i < n; i++) {
            assert_int_equal(b.at[out[i]], EMPTY);
            assert_false(used[out[i]]);
            used[out[i]] = true;
        }
    }
}

/* ---- rules ---- */

static void rulesets_by_name(void **state)
{
    rules r, s;
    (void)state;
    assert_true(rules_by_name("Tromp-Taylor", &r));
    assert_true(r.scoring == SCORING_AREA && r.ko == KO_POSITIONAL && r.suicide && !r.button);
    assert_true(rules_by_name("tromptaylor", &s) && rules_equal(&r, &s));
    assert_true(rules_by_name("japanese", &r));
    assert_true(r.scoring == SCORING_TERRITORY && r.ko == KO_SIMPLE && r.tax == TAX_SEKI);
    assert_close(rules_default_komi(&r), 6.5, 0);
    assert_true(rules_by_name("AGA_BUTTON", &r));
    assert_true(r.button && r.bonus == BONUS_N_MINUS_1 && r.ko == KO_SITUATIONAL);
    assert_close(rules_default_komi(&r), 7.0, 0);
    assert_true(rules_by_name("new zealand", &r) && r.suicide && r.ko == KO_SITUATIONAL);
    assert_false(rules_by_name("", &r));
    assert_false(rules_by_name("chines", &r));
    assert_false(rules_by_name("chinese2", &r));
}

/* A flag that changes in silence would be another game for those who give the name. */
static void names_stand_for_all_their_rules(void **state)
{
    static const char *const expected[RULES_NAMED][2] = {
        {"tromp-taylor", "koPOSITIONALscoreAREAtaxNONEsui1"},
        {"cgos", "koPOSITIONALscoreAREAtaxNONEsui0"},
        {"chinese", "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1"},
        {"chinese-ogs", "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1"},
        {"chinese-kgs", "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1"},
        {"japanese", "koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1"},
        {"korean", "koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1"},
        {"stone-scoring", "koSIMPLEscoreAREAtaxALLsui0fpok1"},
        {"ancient-area", "koSIMPLEscoreAREAtaxALLsui0fpok1"},
        {"aga", "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1"},
        {"bga", "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1"},
        {"french", "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1"},
        {"new-zealand", "koSITUATIONALscoreAREAtaxNONEsui1fpok1"},
        {"nz", "koSITUATIONALscoreAREAtaxNONEsui1fpok1"},
        {"aga-button", "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1"},
        {"ing", "koPOSITIONALscoreAREAtaxNONEsui1fpok1"},
        {"goe", "koPOSITIONALscoreAREAtaxNONEsui1fpok1"},
        {"ancient-territory", "koSIMPLEscoreTERRITORYtaxALLsui0"}};
    (void)state;
    for (int i = 0; i < RULES_NAMED; i++) {
        rules named, spelled;
        assert_true(rules_by_name(expected[i][0], &named));
        assert_true(rules_by_name(expected[i][1], &spelled));
        if (!rules_equal(&named, &spelled))
            fail_msg("%s", expected[i][0]);
    }
}

/* As KataGo's records have them. */
static void rules_in_the_short_form(void **state)
{
    static const char *const wrong[] = {"ko",
                                        "koPOSITIONAL",
                                        "koSPIGHTscoreAREAtaxNONEsui0",
                                        "koSIMPLEscoreAREAtaxNONEsui2",
                                        "koSIMPLEscoreAREAx",
                                        "koSIMPLEscore",
                                        "koSIMPLEscoreAREAtaxNONEsui",
                                        "koSIMPLEscoreAREAtaxNONEabcdefghijkl1",
                                        "scoreAREAkoSIMPLEtaxNONEsui0"};
    rules r, s;
    char text[RULES_TEXT_MAX];
    (void)state;
    assert_true(rules_by_name("koPOSITIONALscoreAREAtaxNONEsui1", &r));
    assert_true(rules_by_name("tromp-taylor", &s) && rules_equal(&r, &s));
    assert_true(rules_by_name("koSIMPLEscoreTERRITORYsui0fpok1komi6.5", &r)); /* an old one */
    assert_true(rules_by_name("japanese", &s) && rules_equal(&r, &s));
    assert_true(rules_by_name("koPOSITIONALscoreAREAsui1", &r)); /* another */
    assert_true(rules_by_name("tromp-taylor", &s) && rules_equal(&r, &s));
    assert_true(rules_by_name("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1", &r));
    assert_true(rules_by_name("aga-button", &s) && rules_equal(&r, &s));
    assert_string_equal(rules_text(&r, text), "aga-button");
    assert_true(rules_by_name("koSIMPLEscoreAREAtaxALLsui1button1whbN", &r));
    assert_string_equal(rules_text(&r, text), "koSIMPLEscoreAREAtaxALLsui1button1whbN");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(rules_by_name(wrong[i], &s));
}

static void rules_in_words(void **state)
{
    static const struct {
        const char *text, *title;
    } some[] = {{"new-zealand", "New Zealand rules"},
                {"tromp-taylor", "Tromp-Taylor rules"},
                {"koPOSITIONALscoreAREAtaxNONEsui0fpok1", "CGOS rules, dead stones by agreement"},
                {"koPOSITIONALscoreAREAtaxNONEsui0whbN-1",
                 "area scoring with positional superko, handicap bonus N-1"},
                {"koSIMPLEscoreAREAtaxNONEsui0whbN", "Chinese rules, dead stones captured"},
                {"koSIMPLEscoreAREAtaxNONEsui1", "Tromp-Taylor rules with simple ko"},
                {"koSIMPLEscoreAREAtaxALLsui1", "area scoring with simple ko, group tax, suicide"},
                {"koSITUATIONALscoreAREAtaxSEKIsui1button1whbNfpok1",
                 "area scoring with situational superko, no points in seki, suicide, button, "
                 "handicap bonus N, "
                 "dead stones by agreement"},
                {"koSIMPLEscoreTERRITORYtaxNONEsui0fpok1",
                 "territory scoring with simple ko, points in seki"},
                {"koPOSITIONALscoreTERRITORYtaxALLsui0whbN",
                 "territory scoring with positional superko, group tax, handicap bonus N"}};
    char title[RULES_TITLE_MAX];
    rules r;
    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        assert_true(rules_by_name(some[i].text, &r));
        assert_string_equal(rules_title(&r, title), some[i].title);
    }
}

/* Whatever the rules are, their text leads back to them. */
static void every_text_of_rules_can_be_read(void **state)
{
    char text[RULES_TEXT_MAX];
    (void)state;
    for (int i = 0; i < 2 * 3 * 3 * 3 * 8; i++) {
        rules again, r = {(scoring_rule)(i / 8 % 2), (ko_rule)(i / 16 % 3),
                          (tax_rule)(i / 48 % 3), (handicap_bonus)(i / 144 % 3), i & 1,
                          i >> 1 & 1, i >> 2 & 1};
        assert_true(rules_by_name(rules_text(&r, text), &again));
        assert_true(rules_equal(&r, &again));
    }
}

static void every_ruleset_is_found_by_its_name(void **state)
{
    (void)state;
    for (int i = 0; i < RULES_NAMED; i++) {
        rules r, again;
        assert_true(rules_by_name(rules_name_at(i), &r));
        assert_true(rules_by_name(rules_name(&r), &again));
        assert_true(rules_equal(&r, &again));
    }
    assert_null(rules_name_at(RULES_NAMED));
    rules odd;
    assert_true(rules_by_name("japanese", &odd));
    odd.suicide = true;
    assert_null(rules_name(&odd));
    assert_null(rules_word(&odd, "suicide"));
    assert_null(rules_word_at("suicide", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtp_names),
        cmocka_unit_test(what_is_no_gtp_name),
        cmocka_unit_test(sgf_names),
        cmocka_unit_test(every_point_of_every_size_has_its_own_names),
        cmocka_unit_test(symmetries_by_hand),
        cmocka_unit_test(symmetries_form_a_group),
        cmocka_unit_test(fixed_handicap_as_in_gtp),
        cmocka_unit_test(impossible_fixed_handicaps),
        cmocka_unit_test(free_handicap_keeps_apart),
        cmocka_unit_test(free_handicap_points_differ_and_are_on_the_board),
        cmocka_unit_test(rulesets_by_name),
        cmocka_unit_test(names_stand_for_all_their_rules),
        cmocka_unit_test(rules_in_the_short_form),
        cmocka_unit_test(rules_in_words),
        cmocka_unit_test(every_text_of_rules_can_be_read),
        cmocka_unit_test(every_ruleset_is_found_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
