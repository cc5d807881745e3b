/* From played games to rows: every target is that of the record. */
#include "selfplay/teach.h"

#include "tests/support/assert_close.h"
#include "tests/support/played.h"
#include "tests/support/unit.h"

static void begin(nn_store *s)
{
    assert_int_equal(nn_store_create(s, NULL, NULL), GO_OK);
    s->chooses = true;
}

static void teach(nn_store *s, const played_game *g, double surprise)
{
    go_error err;
    if (selfplay_teach(s, g, surprise, &err) != GO_OK)
        fail_msg("%s", err.message);
}

/* Games of several sizes with setup stones, values and targets of all kinds. */
static void all_that_was_played_is_there(void **state)
{
    (void)state;
    enum { GAMES = 12 };
    nn_store s;
    played_game g = {0};
    int64_t rows = 0;
    begin(&s);
    for (int i = 0; i < GAMES; i++) {
        played_draw(&g, 5 + i % 3 * 2, 40, (uint64_t)i);
        teach(&s, &g, 0);
        const stored_game *in = nn_store_game(&s, s.n_games - 1);
        const stored_move *moves = nn_store_moves(&s, in);
        assert_int_equal(in->n_moves, g.n_moves);
        assert_int_equal(in->n_setup, g.n_setup);
        assert_int_equal(in->knows_score, g.counted);
        assert_true(in->knows_winner); /* counted or resigned */
        assert_int_equal(in->winner, g.winner);
        if (g.counted)
            assert_close((double)in->margin, g.margin, 1e-4);
        assert_close(in->komi, g.komi, 0);
        for (int k = 0; k < g.n_moves; k++) {
            const played_move *m = &g.moves[k];
            const double black = nn_store_search(&s, in, k);
            const double own = m->colour == BLACK ? black : 1 - black;
            int n;
            const stored_share *target = nn_store_target(&s, in, k, &n);
            assert_int_equal(moves[k], store_move((colour)m->colour, m->index));
            assert_int_equal(n, m->how == PLAYED_FULL ? m->n_shares : 0);
            for (int j = 0; j < n; j++) {
                assert_int_equal(target[j].index, g.shares[m->first + (unsigned)j].index);
                assert_int_equal(target[j].part, g.shares[m->first + (unsigned)j].part);
            }
            if (m->how == PLAYED_OPENING)
                assert_true(black < 0);
            else
                assert_close(own, (double)m->winrate, 1e-4);
            if (m->how == PLAYED_FULL) {
                assert_int_equal(nn_store_row(&s, rows), in->at + k);
                rows++;
            }
        }
        for (int k = 0; g.counted && k < g.size * g.size; k++)
            assert_int_equal(nn_store_owner(&s, in, k), g.owner[k]);
    }
    assert_int_equal(s.n_rows, rows);
    assert_true(rows > GAMES);
    played_game_free(&g);
    nn_store_free(&s);
}

/* The number of rows stays, and surprising positions have more of them. */
static void surprise_decides_how_often(void **state)
{
    (void)state;
    nn_store plain, weighed;
    played_game g = {0};
    int64_t often = 0, seldom = 0;
    begin(&plain);
    begin(&weighed);
    for (uint64_t i = 0; i < 200; i++) {
        played_draw(&g, 7, 60, i);
        float most = 0;
        int at = -1, least_at = -1;
        for (int k = 0; k < g.n_moves; k++) {
            played_move *m = &g.moves[k];
            m->surprise = m->how == PLAYED_FULL ? (float)(k % 5) : 0;
            if (m->how == PLAYED_FULL && m->surprise >= most) {
                most = m->surprise;
                at = k;
            }
            if (m->how == PLAYED_FULL && m->surprise == 0)
                least_at = k;
        }
        teach(&plain, &g, 0);
        teach(&weighed, &g, 0.5);
        const stored_game *in = nn_store_game(&weighed, weighed.n_games - 1);
        for (int64_t row = in->rows_at; row < in->rows_at + in->n_rows; row++) {
            often += most > 0 && nn_store_row(&weighed, row) == in->at + at;
            seldom += least_at >= 0 && nn_store_row(&weighed, row) == in->at + least_at;
        }
    }
    assert_close((double)weighed.n_rows / (double)plain.n_rows, 1, 0.05);
    assert_true(often > 2 * seldom && seldom > 0);
    played_game_free(&g);
    nn_store_free(&plain);
    nn_store_free(&weighed);
}

/* By hand: 10,000 (1 + 0.4 (16^0.75 - 1) / 0.75) = 10,000 (1 + 0.4 * 7 / 0.75). */
static void the_window_grows_slowly(void **state)
{
    (void)state;
    assert_int_equal(selfplay_window(5000, 10000), 5000);
    assert_int_equal(selfplay_window(10000, 10000), 10000);
    assert_close((double)selfplay_window(160000, 10000), 47333, 1);
    for (int64_t rows = 1; rows < 1000000; rows = rows * 3 / 2 + 1)
        assert_true(selfplay_window(rows, 1000) <= rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_was_played_is_there),
        cmocka_unit_test(surprise_decides_how_often),
        cmocka_unit_test(the_window_grows_slowly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
