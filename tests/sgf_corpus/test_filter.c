/* Filters: which games are wanted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/support/games.h"

static const char sgf[] = "(;SZ[19]PB[Honinbo Shusaku]BR[4d]PW[Gennan Inseki]WR[8d]KM[0]RE[B+2]"
                          "DT[1846-09-11]RU[Japanese]HA[2]AB[dd][pp];W[dp];B[pd];W[qn])";

/* Is the game above accepted when `field` of the filter is `value`? */
#define ACCEPTS(field, value)                                    \
    ({                                                           \
        game_filter filter_ = game_filter_all();                 \
        filter_.field = (value);                                 \
        game_filter_accepts(&filter_, game);                     \
    })

static void one_condition_at_a_time(void **state)
{
    (void)state;
    game_record *game = game_of(sgf);
    game_filter all = game_filter_all();
    assert_true(game_filter_accepts(&all, game));
    assert_true(ACCEPTS(size, 19));
    assert_false(ACCEPTS(size, 9));
    assert_true(ACCEPTS(min_moves, 3));
    assert_false(ACCEPTS(min_moves, 4));
    assert_true(ACCEPTS(max_moves, 3));
    assert_false(ACCEPTS(max_moves, 2));
    assert_true(ACCEPTS(min_handicap, 2));
    assert_false(ACCEPTS(min_handicap, 3));
    assert_true(ACCEPTS(max_handicap, 2));
    assert_false(ACCEPTS(max_handicap, 0));
    assert_true(ACCEPTS(min_rank, rank_of("4d")));
    assert_false(ACCEPTS(min_rank, rank_of("5d"))); /* both players must be */
    assert_true(ACCEPTS(max_rank, rank_of("1p")));
    assert_true(ACCEPTS(max_rank, rank_of("8d")));
    assert_false(ACCEPTS(max_rank, rank_of("7d")));
    assert_true(ACCEPTS(player, "shusaku"));
    assert_true(ACCEPTS(player, "INSEKI"));
    assert_false(ACCEPTS(player, "Jowa"));
    assert_true(ACCEPTS(since, date_of("1846-09-11")));
    assert_false(ACCEPTS(since, date_of("1846-09-12")));
    assert_true(ACCEPTS(until, date_of("1846")));
    assert_false(ACCEPTS(until, date_of("1846-08")));
    assert_true(ACCEPTS(results, 1u << RESULT_SCORE | 1u << RESULT_RESIGN));
    assert_false(ACCEPTS(results, 1u << RESULT_RESIGN));
    assert_true(ACCEPTS(winner, BLACK));
    assert_false(ACCEPTS(winner, WHITE));
    assert_true(ACCEPTS(rules, "japanese"));
    assert_false(ACCEPTS(rules, "chinese"));
    game_record_destroy(game);
}

static void komi_bounds(void **state)
{
    (void)state;
    game_record *game = game_of("(;KM[6.5])"), *silent = game_of("(;)");
    game_filter filter = game_filter_all();
    filter.min_komi = 6.5;
    filter.max_komi = 7.5;
    assert_true(game_filter_accepts(&filter, game));
    filter.min_komi = 7;
    assert_false(game_filter_accepts(&filter, game));
    filter.min_komi = -100;
    assert_false(game_filter_accepts(&filter, silent));
    assert_true(ACCEPTS(max_komi, 6.5)); /* one bound alone */
    assert_false(ACCEPTS(max_komi, 6));
    assert_true(ACCEPTS(min_komi, 6.5));
    assert_false(ACCEPTS(min_komi, 7));
    game_record_destroy(game);
    game = game_of("(;)");
    assert_false(ACCEPTS(max_komi, 100));
    assert_false(ACCEPTS(min_komi, -100));
    game_record_destroy(game);
    game_record_destroy(silent);
}

static void ratings(void **state)
{
    (void)state;
    game_record *game = game_of("(;BR[2391]WR[1834?])");
    assert_true(ACCEPTS(min_rating, 1834));
    assert_false(ACCEPTS(min_rating, 1835));
    assert_true(ACCEPTS(max_rating, 2391));
    assert_false(ACCEPTS(max_rating, 2390));
    game_record_destroy(game);
}

static void the_case_of_names_is_ignored_in_any_alphabet(void **state)
{
    (void)state;
    game_record *game = game_of("(;PB[Lü Fan]PW[Černý];B[aa])");
    assert_true(ACCEPTS(player, "LÜ"));
    assert_true(ACCEPTS(player, "černý"));
    assert_false(ACCEPTS(player, "cerny"));
    game_record_destroy(game);
}

static void a_game_that_does_not_tell_is_not_accepted(void **state)
{
    (void)state;
    game_record *game = game_of("(;B[aa])");
    assert_false(ACCEPTS(min_rank, rank_of("30k")));
    assert_false(ACCEPTS(max_rank, rank_of("9p")));
    assert_false(ACCEPTS(min_rating, 1));
    assert_false(ACCEPTS(max_rating, 9000));
    assert_false(ACCEPTS(since, date_of("100")));
    assert_false(ACCEPTS(player, ""));
    assert_false(ACCEPTS(rules, "chinese"));
    assert_true(ACCEPTS(results, 1u << RESULT_UNKNOWN));
    game_record_destroy(game);
}

static void filtered_games_are_counted_apart(void **state)
{
    (void)state;
    static const char three[] = "(;SZ[9];B[aa])(;SZ[19];B[aa];W[bb])(;SZ[99])";
    game_filter filter = game_filter_all();
    filter.size = 19;
    corpus_options options = {.filter = &filter};
    corpus *c;
    game_record *game;
    assert_int_equal(corpus_open_memory(&c, "t", three, sizeof three - 1, &options, NULL), GO_OK);
    assert_int_equal(corpus_next(c, &game, NULL), GO_OK);
    game_record_destroy(game);
    assert_int_equal(corpus_next(c, &game, NULL), GO_END);
    const corpus_counts *counts = corpus_counted(c);
    assert_int_equal(counts->games, 1);
    assert_int_equal(counts->filtered, 1);
    assert_int_equal(counts->broken, 1);
    assert_int_equal(counts->moves, 2);
    corpus_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_condition_at_a_time),
        cmocka_unit_test(komi_bounds),
        cmocka_unit_test(ratings),
        cmocka_unit_test(the_case_of_names_is_ignored_in_any_alphabet),
        cmocka_unit_test(a_game_that_does_not_tell_is_not_accepted),
        cmocka_unit_test(filtered_games_are_counted_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
