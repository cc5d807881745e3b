/* From SGF texts to the store, and what is known of each game. */
#include <stdio.h>
#include <string.h>

#include "nn_train/data/store.h"
#include "tests/support/assert_close.h"
#include "tests/support/stored_games.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

static rules japanese;

/* What is known of one game; the caller frees *s. */
static const stored_game *only_game(nn_store *s, const char *text)
{
    store_of(s, "japanese", &text, 1);
    return nn_store_game(s, 0);
}

static go_status read_text(nn_store *s, nn_store *held_out, const char *text,
                           const playable_options *o, corpus_counts *counts, go_error *err)
{
    char path[400];
    const char *file = temp_dir_text(&group_dir, "t.sgf", text, path);
    return nn_store_read(s, held_out, &file, 1, o, &japanese, NULL, counts, err);
}

/* ---- games ---- */

static void games_come_back_as_they_were(void **state)
{
    (void)state;
    /* the stone at bb is taken away again; white moves first, and twice at the end */
    static const char *const texts[] = {
        "(;SZ[5]KM[3.5]RU[Chinese]AB[cc][bb]AE[bb]AW[ea];W[dd];B[];W[ab];W[ba])",
        "(;SZ[9]KM[7];B[ee];W[cc];B[gg])", "(;SZ[7];B[gg])"};
    nn_store s;
    board b;
    store_of(&s, "japanese", texts, 3);
    assert_int_equal(s.n_games, 3);
    assert_int_equal(s.n_moves, 8);
    assert_int_equal(s.largest, 9);
    const stored_game *g = nn_store_game(&s, 0);
    const stored_move *m = nn_store_moves(&s, g);
    assert_int_equal(g->size, 5);
    assert_int_equal(g->n_moves, 4);
    assert_true(g->komi == 3.5f);
    assert_int_equal(g->rules.scoring, SCORING_AREA);
    assert_int_equal(m[0], store_move(WHITE, 3 * 5 + 3));
    assert_int_equal(m[1], store_move(BLACK, 25)); /* the pass */
    assert_int_equal(m[2], store_move(WHITE, 1 * 5 + 0));
    assert_int_equal(m[3], store_move(WHITE, 0 * 5 + 1));
    nn_store_start(&s, g, &b);
    assert_int_equal(b.n_stones[BLACK], 1);
    assert_int_equal(b.n_stones[WHITE], 1);
    assert_int_equal(b.at[board_point(&b, 2, 2)], BLACK);
    assert_int_equal(b.at[board_point(&b, 4, 0)], WHITE);
    g = nn_store_game(&s, 1);
    assert_int_equal(g->size, 9);
    assert_int_equal(g->rules.scoring, SCORING_TERRITORY); /* of those without rules */
    assert_int_equal(nn_store_moves(&s, g)[2], store_move(BLACK, 6 * 9 + 6));
    nn_store_start(&s, g, &b);
    assert_int_equal(b.n_empty, 81);
    nn_store_free(&s);
}

static void each_position_belongs_to_its_game(void **state)
{
    (void)state;
    static const int64_t games[] = {0, 0, 1, 2, 2, 2};
    static const char *const texts[] = {"(;SZ[5];B[aa];W[bb])", "(;SZ[5];B[cc])",
                                        "(;SZ[5];B[cc];W[aa];B[ee])"};
    nn_store s;
    store_of(&s, "japanese", texts, 3);
    for (int64_t i = 0; i < 6; i++)
        assert_int_equal(nn_store_find(&s, i), games[i]);
    nn_store_free(&s);
}

static void a_game_that_repeats_a_position_is_under_simple_ko(void **state)
{
    (void)state;
    nn_store s;
    /* the stones around the ko, which is taken, a threat, retaken */
    const char *text = "(;SZ[5]RU[Tromp-Taylor]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[ee];"
                       "B[ed];W[bb])";
    const stored_game *g = only_game(&s, text);
    assert_false(g->repeats); /* two stones more */
    assert_int_equal(g->rules.ko, KO_POSITIONAL);
    nn_store_free(&s);
    /* both pass in between, and the position returns */
    text = "(;SZ[5]RU[Tromp-Taylor]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb])";
    g = only_game(&s, text);
    assert_true(g->repeats);
    assert_int_equal(g->rules.ko, KO_SIMPLE);
    nn_store_free(&s);
}

static void games_are_sorted_by_size(void **state)
{
    (void)state;
    static const char *const texts[] = {"(;SZ[9]AB[aa][bb];W[cc];B[dd])", "(;SZ[5];B[aa])",
                                        "(;SZ[9];B[ee];W[ff];B[gg])", "(;SZ[5]AW[dd];B[bb])"};
    nn_store s;
    go_error err;
    int64_t first;
    board b;
    store_of(&s, "japanese", texts, 4);
    assert_int_equal(nn_store_sort(&s, &err), GO_OK);
    assert_int_equal(s.n_games, 4);
    assert_int_equal(s.n_moves, 7);
    assert_int_equal(nn_store_range(&s, 5, &first), 2);
    assert_int_equal(first, 0);
    assert_int_equal(nn_store_range(&s, 9, &first), 5);
    assert_int_equal(first, 2);
    assert_int_equal(nn_store_range(&s, 7, &first), 0);
    assert_int_equal(nn_store_moves(&s, nn_store_game(&s, 1))[0], store_move(BLACK, 6));
    nn_store_start(&s, nn_store_game(&s, 1), &b);
    assert_int_equal(b.at[board_point(&b, 3, 3)], WHITE);
    assert_int_equal(nn_store_moves(&s, nn_store_game(&s, 2))[0], store_move(WHITE, 20));
    nn_store_start(&s, nn_store_game(&s, 2), &b);
    assert_int_equal(b.n_stones[BLACK], 2);
    assert_int_equal(nn_store_find(&s, 4), 3);
    nn_store_free(&s);
}

/* ---- what is known ---- */

static void expect_knowledge(const char *header, bool winner, bool score, colour who, float margin)
{
    char text[200];
    nn_store s;
    snprintf(text, sizeof text, "(;SZ[5]%s;B[cc];W[bb])", header);
    const stored_game *g = only_game(&s, text);
    if (g->knows_winner != winner || g->knows_score != score)
        print_error("%s: winner %d, score %d\n", header, g->knows_winner, g->knows_score);
    assert_int_equal(g->knows_winner, winner);
    assert_int_equal(g->knows_score, score);
    if (winner)
        assert_int_equal(g->winner, who);
    if (score)
        assert_true(g->margin == margin);
    nn_store_free(&s);
}

static void what_results_tell(void **state)
{
    (void)state;
    expect_knowledge("KM[6.5]RE[B+3.5]", true, true, BLACK, 3.5f);
    expect_knowledge("KM[6.5]RE[W+0.5]", true, true, WHITE, -0.5f);
    expect_knowledge("KM[6.5]RE[W+R]", true, false, WHITE, 0);
    expect_knowledge("KM[6.5]RE[B+]", true, false, BLACK, 0);
    expect_knowledge("KM[7]RE[0]", true, true, EMPTY, 0);
    expect_knowledge("KM[6.5]RE[B+T]", false, false, EMPTY, 0);
    expect_knowledge("KM[6.5]RE[W+F]", false, false, EMPTY, 0);
    expect_knowledge("KM[6.5]RE[Void]", false, false, EMPTY, 0);
    expect_knowledge("KM[6.5]", false, false, EMPTY, 0);
}

static void a_margin_beyond_the_board_is_no_score(void **state)
{
    (void)state;
    expect_knowledge("KM[6.5]RE[B+18.5]", true, true, BLACK, 18.5f); /* all 25 points */
    expect_knowledge("KM[6.5]RE[W+31.5]", true, true, WHITE, -31.5f);
    expect_knowledge("KM[6.5]RE[W+32.5]", true, false, WHITE, -32.5f);
    expect_knowledge("KM[6.5]RE[B+6512.5]", true, false, BLACK, 6512.5f);
}

static void komi_must_fit_the_margin(void **state)
{
    (void)state;
    expect_knowledge("KM[0]RE[B+3.5]", false, false, EMPTY, 0);
    expect_knowledge("KM[6.5]RE[0]", false, false, EMPTY, 0); /* no draw is possible */
    expect_knowledge("RE[B+3.5]", false, false, EMPTY, 0);    /* which komi? */
    expect_knowledge("KM[375]RE[B+2.25]", true, true, BLACK, 4.5f); /* halves, as in China */
}

/* Black has the left two columns and white the next three, of 5x5: 10 to 15. */
static const char divided[] = "B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce]";

static void owners_of_a_divided_board(void **state)
{
    (void)state;
    char text[300];
    nn_store s;
    snprintf(text, sizeof text, "(;SZ[5]RU[Chinese]KM[0.5]RE[W+5.5];%s;B[];W[])", divided);
    const stored_game *g = only_game(&s, text);
    assert_true(g->owners_at >= 0);
    for (int i = 0; i < 25; i++)
        assert_int_equal(nn_store_owner(&s, g, i), i % 5 < 2 ? BLACK : WHITE);
    nn_store_free(&s);
    /* by territory 5 to 10, and none of both counts gives 7.5 */
    snprintf(text, sizeof text, "(;SZ[5]RU[Chinese]KM[0.5]RE[W+7.5];%s;B[];W[])", divided);
    g = only_game(&s, text);
    assert_true(g->knows_score);
    assert_int_equal(g->owners_at, -1);
    nn_store_free(&s);
}

/* Values belong to positions before moves; the game that is sorted behind keeps its own. */
static void what_searches_told(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "(;SZ[9];B[ee]SBKV[75];W[cc];B[gg]SBKV[12.5];W[gc]SBKV[100])",
        "(;SZ[7];B[gg];W[cc])", "(;SZ[7]SBKV[0];B[gg];W[cc])"};
    nn_store s;
    store_of(&s, "japanese", texts, 3);
    assert_int_equal(nn_store_knows(&s).searches, 3);
    assert_int_equal(nn_store_sort(&s, NULL), GO_OK);
    const stored_game *plain = nn_store_game(&s, 0), *start = nn_store_game(&s, 1);
    const stored_game *g = nn_store_game(&s, 2);
    assert_true(nn_store_search(&s, plain, 0) < 0 && nn_store_search(&s, plain, 1) < 0);
    assert_true(nn_store_search(&s, start, 0) >= 0 && nn_store_search(&s, start, 0) < 1e-9);
    assert_true(nn_store_search(&s, start, 1) < 0);
    assert_true(nn_store_search(&s, g, 0) < 0 && nn_store_search(&s, g, 2) < 0);
    assert_close(nn_store_search(&s, g, 1), 0.75, 1e-5);
    assert_close(nn_store_search(&s, g, 3), 0.125, 1e-5);
    nn_store_free(&s);
}

static void the_store_counts_what_it_knows(void **state)
{
    (void)state;
    char counted[300];
    snprintf(counted, sizeof counted, "(;SZ[5]RU[Chinese]KM[0.5]RE[W+5.5];%s)", divided);
    const char *const texts[] = {counted, "(;SZ[5]KM[0.5]RE[B+4.5];B[cc])",
                                 "(;SZ[5]KM[0.5]RE[B+R];B[cc])", "(;SZ[5];B[cc];W[aa])"};
    nn_store s;
    store_of(&s, "japanese", texts, 4);
    store_knowledge k = nn_store_knows(&s);
    assert_int_equal(k.games, 4);
    assert_int_equal(k.moves, 14);
    assert_int_equal(k.winner, 3);
    assert_int_equal(k.score, 2);
    assert_int_equal(k.ownership, 1);
    nn_store_free(&s);
}

/* ---- collections ---- */

static void remember(void *user, const char *message)
{
    snprintf(user, 1024, "%s", message);
}

static void sizes_are_mixed_and_broken_games_named(void **state)
{
    (void)state;
    nn_store s;
    corpus_counts counts;
    go_error err;
    char said[1024] = "";
    playable_options o = {.on_broken = remember, .user = said};
    const char *text = "(;SZ[5];B[cc];W[cc])(;SZ[9];B[ee])(;SZ[5];B[cc];W[dd])(;SZ[5])";
    assert_int_equal(read_text(&s, NULL, text, &o, &counts, &err), GO_OK);
    assert_int_equal(s.n_games, 2);
    assert_int_equal(s.largest, 9);
    assert_int_equal(counts.games, 2);
    assert_int_equal(counts.broken, 1);
    assert_int_equal(counts.filtered, 1); /* no moves */
    assert_non_null(strstr(said, "game 1 (byte 0): move 2, white C3, is illegal"));
    nn_store_free(&s);
    o.size = 5;
    assert_int_equal(read_text(&s, NULL, text, &o, &counts, &err), GO_OK);
    assert_int_equal(s.n_games, 1);
    nn_store_free(&s);
    o.strict = true;
    assert_int_equal(read_text(&s, NULL, text, &o, &counts, &err), GO_EILLEGAL);
    o = (playable_options){.size = 13};
    assert_int_equal(read_text(&s, NULL, text, &o, &counts, &err), GO_EEMPTY);
    assert_non_null(strstr(err.message, "no usable game on 13x13"));
}

static void suicide_is_played_where_the_rules_allow_it(void **state)
{
    (void)state;
    nn_store s;
    corpus_counts counts;
    go_error err;
    playable_options o = {0};
    /* white fills the last liberty of two own stones in the corner */
    const char *moves = "B[ab];W[aa];B[bb];W[ee];B[ca];W[ba];B[ea]";
    char text[300];
    board b;
    snprintf(text, sizeof text, "(;SZ[5]RU[NZ];%s)(;SZ[5]RU[Chinese];%s)", moves, moves);
    assert_int_equal(read_text(&s, NULL, text, &o, &counts, &err), GO_OK);
    assert_int_equal(counts.broken, 1);
    assert_int_equal(s.n_games, 1);
    nn_store_start(&s, nn_store_game(&s, 0), &b);
    assert_true(b.suicide_allowed);
    nn_store_free(&s);
}

static void a_held_out_game_is_never_trained_on(void **state)
{
    (void)state;
    static char text[20000];
    size_t used = 0;
    /* 60 games and their mirror images */
    for (int i = 0; i < 60; i++) {
        int x = i % 9, y = i / 9 + 1;
        for (int k = 0; k < 2; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "(;SZ[9];B[%c%c];W[ei])",
                                     k ? 'i' - x : 'a' + x, 'a' + y);
    }
    nn_store s, held_out;
    corpus_counts counts;
    go_error err;
    playable_options o = {.held_out = 0.3};
    assert_int_equal(read_text(&s, &held_out, text, &o, &counts, &err), GO_OK);
    assert_int_equal(s.n_games + held_out.n_games, 120);
    assert_in_range(held_out.n_games, 16, 60);
    for (int64_t i = 0; i < s.n_games; i++) {
        int index = stored_index(nn_store_moves(&s, nn_store_game(&s, i))[0]);
        for (int64_t k = 0; k < held_out.n_games; k++) {
            int other = stored_index(nn_store_moves(&held_out, nn_store_game(&held_out, k))[0]);
            assert_int_not_equal(other, index);
            assert_int_not_equal(other, index / 9 * 9 + 8 - index % 9);
        }
    }
    nn_store_free(&s);
    nn_store_free(&held_out);
    o.held_out = 0.9999;
    assert_int_equal(read_text(&s, &held_out, "(;SZ[9];B[aa])", &o, &counts, &err), GO_EEMPTY);
    assert_non_null(strstr(err.message, "held out"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_back_as_they_were),
        cmocka_unit_test(each_position_belongs_to_its_game),
        cmocka_unit_test(a_game_that_repeats_a_position_is_under_simple_ko),
        cmocka_unit_test(games_are_sorted_by_size),
        cmocka_unit_test(what_results_tell),
        cmocka_unit_test(a_margin_beyond_the_board_is_no_score),
        cmocka_unit_test(komi_must_fit_the_margin),
        cmocka_unit_test(owners_of_a_divided_board),
        cmocka_unit_test(what_searches_told),
        cmocka_unit_test(the_store_counts_what_it_knows),
        cmocka_unit_test(sizes_are_mixed_and_broken_games_named),
        cmocka_unit_test(suicide_is_played_where_the_rules_allow_it),
        cmocka_unit_test(a_held_out_game_is_never_trained_on),
    };
    rules_by_name("japanese", &japanese);
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
