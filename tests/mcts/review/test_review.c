/* Reviewed games: what the record says, what a move lost, real searches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board/coord.h"
#include "mcts/review/review.h"
#include "tests/support/assert_close.h"
#include "tests/support/count_of.h"
#include "tests/support/reviewed.h"

/* ---- the game ---- */

static void what_the_record_says(void **state)
{
    game_record *record = game_of(four_moves_sgf);
    review *r = review_of(record, (review_options){0});
    (void)state;
    assert_int_equal(r->n_moves, 4);
    assert_int_equal(r->from, 1);
    assert_int_equal(r->to, 4);
    assert_int_equal(r->rules.scoring, SCORING_TERRITORY);
    assert_close(r->komi, 3.5, 0);
    assert_false(r->komi_assumed || r->rules_assumed);
    assert_int_equal(r->position[1].to_move, WHITE);
    assert_int_equal(r->position[4].to_move, BLACK);
    review_release(r, record);
}

static void komi_and_rules_that_are_missing(void **state)
{
    game_record *even = game_of("(;SZ[9];B[ee])"), *handicap = game_of("(;SZ[9]HA[2];W[ee])");
    review *r = review_of(even, (review_options){0});
    review *h = review_of(handicap, (review_options){0});
    (void)state;
    assert_true(r->komi_assumed && h->komi_assumed && r->rules_assumed);
    assert_close(r->komi, 7.5, 0);
    assert_close(h->komi, 0.5, 0);
    assert_int_equal(r->rules.scoring, SCORING_AREA);
    review_release(r, even);
    review_release(h, handicap);
    rules aga;
    double komi = 6.5;
    assert_true(rules_by_name("aga", &aga));
    even = game_of("(;SZ[9];B[ee])");
    r = review_of(even, (review_options){.rules = &aga, .komi = &komi});
    assert_true(rules_equal(&r->rules, &aga));
    assert_close(r->komi, 6.5, 0);
    assert_false(r->komi_assumed || r->rules_assumed);
    review_release(r, even);
}

static void ranges(void **state)
{
    game_record *record = game_of(four_moves_sgf);
    review *r = review_of(record, (review_options){.from = 2, .to = 3});
    (void)state;
    assert_int_equal(r->from, 2);
    assert_int_equal(r->to, 3);
    review_destroy(r);
    r = review_of(record, (review_options){.from = 4, .to = 400}); /* as far as there is */
    assert_int_equal(r->to, 4);
    review_destroy(r);
    go_error err = {0};
    assert_int_equal(review_create(&r, record, &(review_options){.from = 5}, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "no move 5; the game has 4"));
    assert_int_equal(review_create(&r, record, &(review_options){.from = 3, .to = 2}, &err),
                     GO_EINVAL);
    assert_non_null(strstr(err.message, "the last move to review (2) is before the first (3)"));
    assert_null(r);
    game_record_destroy(record);
    record = game_of("(;SZ[5])");
    r = review_of(record, (review_options){0}); /* no moves: nothing to review */
    assert_true(r->to < r->from);
    review_release(r, record);
}

/* The third move is on a stone: the two before it are reviewed. */
static void an_illegal_move_ends_it(void **state)
{
    game_record *record = game_of("(;SZ[5];B[cc];W[cd];B[cd];W[aa])");
    review *r = review_of(record, (review_options){0});
    (void)state;
    assert_int_equal(r->n_moves, 2);
    assert_int_equal(r->to, 2);
    assert_int_equal(r->stop.status, GO_EILLEGAL);
    assert_non_null(strstr(r->stop.message, "move 3 cannot be played"));
    review_release(r, record);
}

/* A stone is taken off after the second move. */
static void a_setup_in_mid_game_ends_it(void **state)
{
    game_record *record = game_of("(;SZ[5];B[cc];W[dd];AE[cc];B[aa])");
    review *r = review_of(record, (review_options){0});
    (void)state;
    assert_int_equal(r->n_moves, 2);
    assert_int_equal(r->stop.status, GO_EUNSUPPORTED);
    assert_string_equal(r->stop.message, "stones are set up after move 2");
    review_release(r, record);
}

/* A ko taken back after two passes is against positional superko, but was
 * played: simple ko it is then.
 *
 *     . X O . .
 *     X . X O .      white takes at B4 (bb in SGF), passes, black takes back
 *     . X O . .                                                               */
static void superko_gives_way(void **state)
{
    game_record *record = game_of("(;SZ[5]RU[AGA]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W]"
                             ";W[bb];B[];W[];B[cb])");
    review *r = review_of(record, (review_options){0});
    (void)state;
    assert_int_equal(r->stop.status, GO_OK);
    assert_int_equal(r->n_moves, 4);
    assert_int_equal(r->rules.ko, KO_SIMPLE);
    review_release(r, record);
}

static void a_setup_without_liberties(void **state)
{
    game_record *record = game_of("(;SZ[3]AB[aa]AW[ba][ab];B[cc])");
    review *r;
    go_error err = {0};
    (void)state;
    assert_int_equal(review_create(&r, record, &(review_options){0}, &err), GO_EILLEGAL);
    assert_non_null(strstr(err.message, "liberties"));
    game_record_destroy(record);
}

/* ---- losses ---- */

static void what_moves_lost(void **state)
{
    game_record *record;
    review *r = four_moves(&record);
    move_loss loss;
    (void)state;
    assert_true(review_loss(r, 1, &loss));
    assert_true(loss.best); /* the rise to 62 % is the search's, not the move's */
    assert_close(loss.winrate, 0, 0);
    assert_true(review_loss(r, 2, &loss)); /* better than what was found: no loss */
    assert_close(loss.winrate, 0.0, 0);
    assert_close(loss.points, 0.0, 0);
    assert_true(review_loss(r, 3, &loss));
    assert_close(loss.winrate, 0.30, 1e-12);
    assert_close(loss.points, 6.5, 1e-12);
    assert_true(review_loss(r, 4, &loss)); /* white's loss is black's gain */
    assert_close(loss.winrate, 0.12, 1e-12);
    assert_close(loss.points, 4.0, 1e-12);
    assert_int_equal(review_mistake(r, 3, 0.1), 2);
    assert_int_equal(review_mistake(r, 4, 0.1), 1);
    assert_int_equal(review_mistake(r, 4, 0.121), 0);
    assert_int_equal(review_mistake(r, 1, 0.001), 0);
    r->position[4].searched = false;
    assert_false(review_loss(r, 4, &loss));
    assert_false(review_loss(r, 5, &loss));
    assert_false(review_loss(r, 0, &loss));
    review_release(r, record);
}

static void what_cannot_be_shown_is_no_loss(void **state)
{
    const move_loss none = {0.0004, 0.04, false}, points = {0, 0.06, false},
                    rate = {0.0006, 0, false}, best = {0, 0, true};
    (void)state;
    assert_true(review_lossless(&none));
    assert_false(review_lossless(&points));
    assert_false(review_lossless(&rate));
    assert_false(review_lossless(&best));
}

static void win_rate_and_lead_at_odds(void **state)
{
    (void)state;
    assert_true(review_at_odds(&(review_position){.searched = true, .winrate = 0.45, .lead = 7.6}));
    assert_true(review_at_odds(&(review_position){.searched = true, .winrate = 0.55, .lead = -2}));
    assert_false(review_at_odds(&(review_position){.searched = true, .winrate = 0.55, .lead = 2}));
    assert_false(review_at_odds(&(review_position){.searched = true, .winrate = 0.5, .lead = 9}));
    assert_false(review_at_odds(&(review_position){.winrate = 0.45, .lead = 7.6}));
}

static void sums(void **state)
{
    game_record *record;
    review *r = four_moves(&record);
    review_side black = review_sum(r, BLACK, 0.1), white = review_sum(r, WHITE, 0.1);
    (void)state;
    assert_int_equal(black.reviewed, 2);
    assert_int_equal(black.agreed, 1);
    assert_int_equal(black.mistakes, 1);
    assert_int_equal(black.bad, 1);
    assert_close(black.points, 6.5, 1e-12);
    assert_int_equal(white.reviewed, 2);
    assert_int_equal(white.mistakes, 1);
    assert_int_equal(white.bad, 0);
    review_release(r, record);
}

/* ---- real searches ---- */

static search *small_search(void)
{
    search_settings s;
    search *made;
    search_settings_default(&s);
    assert_int_equal(search_settings_set(&s, "prior", "uniform", NULL), GO_OK);
    assert_int_equal(search_settings_set(&s, "playout-policy", "uniform", NULL), GO_OK);
    s.threads = 1;
    s.tree.memory = 16 << 20;
    go_error err = {0};
    if (search_create(&made, &s, &err) != GO_OK)
        fail_msg("%s", err.message);
    return made;
}

static const search_limits short_limits = {.playouts = 200, .exact = true};

static void search_game(review *r)
{
    search *s = small_search();
    go_error err = {0};
    if (review_search(r, s, &short_limits, NULL, NULL, &err) != GO_OK)
        fail_msg("%s", err.message);
    search_destroy(s);
}

/* Two black moves in a row, a pass, handicap: everything but the position after
 * the two passes is searched.                                                 */
static void any_order_of_colours(void **state)
{
    game_record *record = game_of("(;SZ[5]KM[0.5]AB[bb][dd];B[cc];B[db];W[bd];W[];B[])");
    review *r = review_of(record, (review_options){0});
    (void)state;
    search_game(r);
    assert_int_equal(review_count(r), 5);
    assert_false(r->position[5].searched);
    for (int i = 0; i < 5; i++) {
        assert_true(r->position[i].winrate >= 0 && r->position[i].winrate <= 1);
        assert_true(r->position[i].n_pv >= 1);
        assert_true(r->position[i].visits >= 200);
    }
    assert_true(r->position[2].winrate > 0.9); /* four black stones on 5x5 */
    assert_int_equal(r->position[1].to_move, BLACK);
    review_release(r, record);
}

static void the_range_changes_nothing(void **state)
{
    game_record *record = game_of("(;SZ[5]KM[3.5];B[cc];W[cd];B[dd];W[bd];B[de])");
    review *whole = review_of(record, (review_options){0});
    review *part = review_of(record, (review_options){.from = 3, .to = 4});
    (void)state;
    search_game(whole);
    search_game(part);
    assert_int_equal(review_count(part), 3);
    for (int i = 2; i <= 4; i++) {
        assert_int_equal(whole->position[i].pv[0], part->position[i].pv[0]);
        assert_int_equal(whole->position[i].rank, part->position[i].rank);
        assert_close(whole->position[i].winrate, part->position[i].winrate, 0);
        assert_close(whole->position[i].lead, part->position[i].lead, 0);
    }
    review_destroy(part);
    review_release(whole, record);
}

/* Black's best move is played, and then black plays again: his chances are those after white's
 * answer, as if the game ended with that move.                                */
static void a_side_that_moves_twice(void **state)
{
    game_record *empty = game_of("(;SZ[5]KM[24.5])");
    review *first = review_of(empty, (review_options){0});
    char one[64], two[64], at[COORD_MAX];
    (void)state;
    search_game(first);
    coord_to_sgf(5, first->position[0].pv[0], at);
    snprintf(one, sizeof one, "(;SZ[5]KM[24.5];B[%s])", at);
    snprintf(two, sizeof two, "(;SZ[5]KM[24.5];B[%s];B[aa])", at);
    game_record *once = game_of(one), *twice = game_of(two);
    review *r = review_of(once, (review_options){0}), *again = review_of(twice, (review_options){0});
    search_game(r);
    search_game(again);
    assert_close(again->position[0].winrate, r->position[0].winrate, 0);
    assert_close(again->position[0].lead, r->position[0].lead, 0);
    review_release(first, empty);
    review_release(r, once);
    review_release(again, twice);
}

static bool never(void *user, search *s)
{
    (void)s;
    return --*(int *)user > 0;
}

/* The search that is cut short leaves no trace. */
static void interrupted(void **state)
{
    game_record *record = game_of("(;SZ[9];B[cc];W[cd];B[dd])");
    review *r = review_of(record, (review_options){0});
    search *s = small_search();
    int reports = 3;
    search_limits limits = {.seconds = 1, .exact = true, .report = never, .user = &reports,
                            .report_seconds = 0.001};
    go_error err = {0};
    (void)state;
    assert_int_equal(review_search(r, s, &limits, NULL, NULL, &err), GO_EINTR);
    assert_int_equal(review_count(r), 0);
    search_destroy(s);
    review_release(r, record);
}

static bool one_position(void *user, const review *r, int position)
{
    (void)user;
    (void)r;
    return position < 0;
}

/* The best move was played: the position has had one of its two searches, as the other is the first
 * of the next position. */
static void interrupted_between_the_searches_of_a_position(void **state)
{
    game_record *empty = game_of("(;SZ[5]KM[24.5])");
    review *first = review_of(empty, (review_options){0});
    char sgf[64], at[COORD_MAX];
    (void)state;
    search_game(first);
    coord_to_sgf(5, first->position[0].pv[0], at);
    snprintf(sgf, sizeof sgf, "(;SZ[5]KM[24.5];B[%s])", at);
    game_record *once = game_of(sgf);
    review *r = review_of(once, (review_options){0});
    search *s = small_search();
    go_error err = {0};
    assert_int_equal(review_search(r, s, &short_limits, one_position, NULL, &err), GO_EINTR);
    assert_int_equal(review_count(r), 0);
    search_destroy(s);
    review_release(first, empty);
    review_release(r, once);
}

static bool two_positions(void *user, const review *r, int position)
{
    (void)user;
    assert_true(r->position[position].searched);
    return position < 1;
}

static void ended_between_positions(void **state)
{
    game_record *record = game_of("(;SZ[5];B[cc];W[cd];B[dd])");
    review *r = review_of(record, (review_options){0});
    search *s = small_search();
    go_error err = {0};
    (void)state;
    assert_int_equal(review_search(r, s, &short_limits, two_positions, NULL, &err), GO_EINTR);
    assert_int_equal(review_count(r), 2);
    assert_int_equal(r->done, 1);
    search_destroy(s);
    review_release(r, record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_record_says),
        cmocka_unit_test(komi_and_rules_that_are_missing),
        cmocka_unit_test(ranges),
        cmocka_unit_test(an_illegal_move_ends_it),
        cmocka_unit_test(a_setup_in_mid_game_ends_it),
        cmocka_unit_test(superko_gives_way),
        cmocka_unit_test(a_setup_without_liberties),
        cmocka_unit_test(what_moves_lost),
        cmocka_unit_test(what_cannot_be_shown_is_no_loss),
        cmocka_unit_test(win_rate_and_lead_at_odds),
        cmocka_unit_test(sums),
        cmocka_unit_test(any_order_of_colours),
        cmocka_unit_test(the_range_changes_nothing),
        cmocka_unit_test(a_side_that_moves_twice),
        cmocka_unit_test(interrupted),
        cmocka_unit_test(interrupted_between_the_searches_of_a_position),
        cmocka_unit_test(ended_between_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
