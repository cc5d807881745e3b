/* Counting finished positions: area, territory, dead stones, seki, taxes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "board/random_playout.h"
#include "board/game/score.h"
#include "tests/support/drawn.h"
#include "tests/support/slow_board.h"

static int points(const board *b, const char *ruleset, const bool *dead)
{
    rules r;
    assert_true(rules_by_name(ruleset, &r));
    return score_points(b, &r, dead);
}

/* 10 black stones and 5 points, 5 white stones and 5 points. */
static const char *const divided = ". . X O ."
                                   ". . X O ."
                                   "X X X O ."
                                   "X . X O ."
                                   "X X X O .";

static void a_divided_board(void **state)
{
    board *b = board_of(5, divided);
    (void)state;
    assert_int_equal(area_score(b, NULL), 15 - 10);
    assert_int_equal(points(b, "chinese", NULL), 15 - 10);
    assert_int_equal(points(b, "japanese", NULL), 5 - 5);
    /* the tax on groups: black has two eyes' worth to pay, and so has white */
    assert_int_equal(points(b, "stone-scoring", NULL), 15 - 2 - (10 - 2));
    board_destroy(b);
}

static void owners_of_points(void **state)
{
    board *b = board_of(5, ". O X O ."
                           "X X X O ."
                           ". . X O O"
                           "X X X O ."
                           ". . X . O");
    uint8_t owner[BOARD_MAX_POINTS];
    bool dead[BOARD_MAX_POINTS] = {false};
    (void)state;
    score_owners(b, NULL, owner);
    assert_int_equal(owner[at(b, "A5")], EMPTY); /* touches both */
    assert_int_equal(owner[at(b, "B5")], WHITE);
    assert_int_equal(owner[at(b, "A3")], BLACK);
    assert_int_equal(owner[at(b, "E5")], WHITE);
    assert_int_equal(owner[at(b, "D1")], EMPTY);
    assert_int_equal(owner[0], OFFBOARD);
    dead[at(b, "B5")] = true;
    score_owners(b, dead, owner);
    assert_int_equal(owner[at(b, "A5")], BLACK);
    assert_int_equal(owner[at(b, "B5")], BLACK);
    board_destroy(b);
}

static void an_empty_board_belongs_to_nobody_and_a_lone_stone_to_its_colour(void **state)
{
    board *b = board_of(3, ". . . . . . . . .");
    (void)state;
    assert_int_equal(area_score(b, NULL), 0);
    board_setup(b, WHITE, at(b, "B2"));
    assert_int_equal(area_score(b, NULL), -9);
    board_destroy(b);
}

static void dead_stones_are_prisoners(void **state)
{
    board *b = board_of(5, divided);
    bool dead[BOARD_MAX_POINTS] = {false};
    (void)state;
    board_setup(b, WHITE, at(b, "A5"));
    dead[at(b, "A5")] = true;
    assert_int_equal(area_score(b, dead), 15 - 10);
    assert_int_equal(area_score(b, NULL), 11 - 11);           /* A5 spoils A4 B5 B4 */
    assert_int_equal(points(b, "japanese", dead), 5 + 1 - 5);
    b->n_captured[BLACK] = 3;
    assert_int_equal(points(b, "japanese", dead), 5 + 1 - 5 - 3);
    assert_int_equal(points(b, "chinese", dead), 15 - 10);
    memset(dead, true, sizeof dead); /* beyond the edge it means nothing */
    assert_int_equal(area_score(b, dead), 0);
    board_destroy(b);
}

/* Black's corner chain and white's, each with one eye and a shared liberty C5:
 * by Japanese rules the eyes A5 and E5 do not count.                         */
static void eyes_in_seki_do_not_count_in_japan(void **state)
{
    board *b = board_of(7, ". X . O . O X"
                           "X X X O O O X"
                           "O O X X X X X"
                           ". O O O O O O"
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    /* C7 is the dame; A7 is black's eye, E7 white's; white's lower side */
    int lower = 1 + 21;
    assert_int_equal(area_score(b, NULL), (11 + 1) - (13 + 1 + lower));
    assert_int_equal(points(b, "japanese", NULL), 0 - lower);
    assert_int_equal(points(b, "chinese", NULL), (11 + 1) - (13 + 1 + lower));
    board_destroy(b);
}

/* Living groups that touch a dame nobody filled: C3. */
static void unfilled_dame_make_no_seki(void **state)
{
    board *b = board_of(5, ". . X O ."
                           ". . X O ."
                           "X X . O O"
                           ". X X O ."
                           ". . X O .");
    (void)state;
    assert_int_equal(points(b, "japanese", NULL), 7 - 4);
    board_destroy(b);
}

/* Black's groups in the corner next to open dame, white has ten points below: only those whose
 * territory has no room for two eyes are in seki.                              */
static void small_eyes_next_to_dame_are_in_seki(void **state)
{
    static const struct {
        const char *top;
        int territory;                         /* black's in Japan */
    } corners[] = {{"X . X . O X X X . O", 0}, /* one eye */
                   {". . X . O X X X . O", 0}, /* of two points */
                   {". X . X . X X X X O", 2}, /* two eyes */
                   {". . . X . X X X X O", 3}};
    (void)state;
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        char drawing[100];
        snprintf(drawing, sizeof drawing, "%s O O O O O . . . . . . . . . .", corners[i].top);
        board *b = board_of(5, drawing);
        assert_int_equal(points(b, "japanese", NULL), corners[i].territory - 10);
        board_destroy(b);
    }
}

/* A living group pays for two eyes, or for the one point that it has; in seki it pays for all. */
static void the_tax_on_groups(void **state)
{
    board *b = board_of(5, ". . X . O" /* 6 for black, 17 for white */
                           "X X X . O"
                           "O O O O O"
                           ". . . . ."
                           ". . . . .");
    board *eye = board_of(3, "X X X"
                             "X . X"
                             "X X X");
    (void)state;
    assert_int_equal(points(b, "stone-scoring", NULL), (6 - 2) - (17 - 2));
    assert_int_equal(points(eye, "stone-scoring", NULL), 9 - 1);
    assert_int_equal(score_tax(eye, TAX_ALL), 1);
    assert_int_equal(score_tax(eye, TAX_SEKI), 0);
    board_destroy(b);
    board_destroy(eye);
}

/* Area by flood fill from each empty point of the slow board. */
static bool reaches(const slow_board *s, int x, int y, char c)
{
    bool seen[BOARD_MAX_SIZE][BOARD_MAX_SIZE] = {{false}};
    static const int step[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    seen[y][x] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < s->size * s->size; i++) {
            int u = i % s->size, v = i / s->size;
            for (int k = 0; k < 4 && seen[v][u]; k++) {
                int p = u + step[k][0], q = v + step[k][1];
                if (p < 0 || q < 0 || p >= s->size || q >= s->size || seen[q][p])
                    continue;
                if (s->grid[q][p] == c)
                    return true;
                grown |= seen[q][p] = s->grid[q][p] == '.';
            }
        }
    }
    return false;
}

static int slow_area(const slow_board *s)
{
    int margin = 0;
    for (int y = 0; y < s->size; y++) {
        for (int x = 0; x < s->size; x++) {
            bool empty = s->grid[y][x] == '.';
            bool black = s->grid[y][x] == 'X' || (empty && reaches(s, x, y, 'X'));
            bool white = s->grid[y][x] == 'O' || (empty && reaches(s, x, y, 'O'));
            margin += black - white;
        }
    }
    return margin;
}

static void area_equals_reaching_by_the_book(void **state)
{
    rng r = rng_seed(6);
    (void)state;
    for (int game = 0; game < 400; game++) {
        board b;
        slow_board s;
        int size = 2 + game % 10;
        board_init(&b, size);
        slow_init(&s, size, false);
        for (int i = 0; i < size * size; i++)
            if (b.n_empty > 0)
                board_play(&b, i % 2 ? WHITE : BLACK,
                           b.empty[rng_below(&r, (uint32_t)b.n_empty)]);
        for (int i = 0; i < size * size; i++)
            s.grid[i / size][i % size] = ".XO"[b.at[board_point_at(size, i)]];
        assert_int_equal(area_score(&b, NULL), slow_area(&s));
    }
}

static void results_as_text(void **state)
{
    char out[SCORE_TEXT_MAX];
    (void)state;
    assert_string_equal(score_text(3.5, out), "B+3.5");
    assert_string_equal(score_text(-12, out), "W+12");
    assert_string_equal(score_text(0, out), "0");
    assert_string_equal(score_text(-0.25, out), "W+0.25");
    assert_string_equal(score_text(0.5, out), "B+0.5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_divided_board),
        cmocka_unit_test(owners_of_points),
        cmocka_unit_test(an_empty_board_belongs_to_nobody_and_a_lone_stone_to_its_colour),
        cmocka_unit_test(dead_stones_are_prisoners),
        cmocka_unit_test(eyes_in_seki_do_not_count_in_japan),
        cmocka_unit_test(unfilled_dame_make_no_seki),
        cmocka_unit_test(small_eyes_next_to_dame_are_in_seki),
        cmocka_unit_test(the_tax_on_groups),
        cmocka_unit_test(area_equals_reaching_by_the_book),
        cmocka_unit_test(results_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
