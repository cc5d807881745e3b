/* Games of a network against itself, tested with a small one of random weights: what the record
 * says is what happens when the game is played again.                         */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "selfplay/ending.h"
#include "selfplay/player.h"
#include "selfplay/record/played_bytes.h"
#include "selfplay/record/played_replay.h"
#include "selfplay/target.h"
#include "tests/support/assert_close.h"
#include "tests/support/needs.h"
#include "tests/support/played.h"
#include "tests/support/searching.h"
#include "tests/support/selfplaying.h"
#include "tests/support/small_nets.h"
#include "tests/support/unit.h"

typedef struct play_room {
    selfplay_settings settings;
    selfplay_nets nets;
    selfplay_player *player;
    played_game game;
} play_room;

static void open_room(play_room *r, const char *words)
{
    *r = (play_room){.settings = selfplay_of(nets.net, words)};
    assert_int_equal(selfplay_settings_check(&r->settings, NULL), GO_OK);
    assert_int_equal(selfplay_nets_read(&r->nets, &r->settings, 1, NULL), GO_OK);
    assert_int_equal(selfplay_player_create(&r->player, &r->settings, &r->nets, NULL, NULL), GO_OK);
}

static void play(play_room *r, int64_t number)
{
    assert_int_equal(selfplay_play(r->player, number, &r->game, NULL), GO_OK);
}

static void close_room(play_room *r)
{
    played_game_free(&r->game);
    selfplay_player_destroy(r->player);
    selfplay_nets_free(&r->nets);
}

/* ---- the record against the game ---- */

/* A new search of the position says what the record says. */
static void search_again(const play_room *r, search *s, const game *g, const played_move *m)
{
    double share[SEARCH_MAX_MOVES];
    bool full = m->how == PLAYED_FULL;
    int n = g->board.size * g->board.size + 1;
    search_analysis a = {0};
    search_settings how = selfplay_search_settings(&r->settings, full);
    search_limits limits = {.visits = full ? r->settings.visits : r->settings.quick_visits,
                            .exact = true};
    how.seed = selfplay_search_seed(&r->settings, r->game.number);
    assert_int_equal(search_configure(s, &how, NULL), GO_OK);
    assert_int_equal(search_run(s, g, g->to_move, &limits, NULL), GO_OK);
    assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
    assert_int_equal(m->visits, limits.visits);
    assert_int_equal(m->visits, a.visits);
    assert_int_equal(a.to_move, m->colour);
    assert_true(m->winrate == (float)a.winrate && m->lead == (float)a.lead);
    if (r->settings.root == SELFPLAY_GUMBEL)
        assert_int_equal(m->index, board_index(&g->board, a.move[0].at));
    if (full) {
        if (r->settings.root == SELFPLAY_GUMBEL)
            assert_int_equal(search_improved_policy(s, share, NULL), GO_OK);
        else
            target_of_visits(&a, g->board.size, share);
        assert_close((double)m->surprise, target_surprise(share, a.raw->policy, n), 1e-6);
        for (uint32_t i = 0; i < m->n_shares; i++) {
            played_share part = r->game.shares[m->first + i];
            assert_close(part.part, PLAYED_WHOLE * share[part.index], 1);
            share[part.index] = 0;
        }
        for (int i = 0; i < n; i++)
            assert_true(share[i] < 1.0 / PLAYED_WHOLE);
    }
    search_analysis_release(&a);
}

/* A target has moves that are legal here, each once, and adds up to the whole. */
static void check_target(const played_game *p, const game *g, const played_move *m)
{
    unsigned sum = 0;
    bool seen[BOARD_MAX_AREA + 1] = {false};
    for (uint32_t i = 0; i < m->n_shares; i++) {
        played_share s = p->shares[m->first + i];
        assert_false(seen[s.index]);
        seen[s.index] = true;
        assert_int_equal(game_legal(g, g->to_move, board_point_at(p->size, s.index)), MOVE_OK);
        sum += s.part;
    }
    assert_int_equal(sum, m->how == PLAYED_FULL ? PLAYED_WHOLE : 0);
}

static void check_end(const played_game *p, const game *g)
{
    uint8_t owner[BOARD_MAX_POINTS];
    int points = 0, area = p->size * p->size;
    assert_int_equal(game_is_over(g), p->end == PLAYED_PASSES);
    assert_int_equal(p->counted, p->end != PLAYED_RESIGNED);
    if (!p->counted) {
        assert_int_equal(p->winner, opponent(p->would_resign));
        assert_int_equal(p->would_resign_at, p->n_moves);
        assert_int_equal(p->would_resign, g->to_move);
        return;
    }
    for (int i = 0; i < area; i++)
        points += (p->owner[i] == BLACK) - (p->owner[i] == WHITE);
    assert_true(p->margin == points - p->komi);
    assert_int_equal(p->winner, p->margin > 0 ? BLACK : p->margin < 0 ? WHITE : EMPTY);
    score_owners(&g->board, NULL, owner);
    for (int i = 0; i < area && p->end == PLAYED_PASSES; i++) /* as it stands */
        assert_int_equal(p->owner[i], owner[board_point_at(p->size, i)]);
    for (int i = 0; i < area && p->end == PLAYED_SETTLED; i++)
        assert_int_not_equal(p->owner[i], EMPTY);
}

static void check_game(const play_room *r)
{
    game *g;
    search *s = NULL;
    const played_game *p = &r->game;
    search_settings how = selfplay_search_settings(&r->settings, false);
    assert_int_equal(search_create(&s, &how, NULL), GO_OK);
    assert_int_equal(played_replay_start(p, &g, NULL), GO_OK);
    assert_true(g->komi == p->komi && !g->rules.friendly_pass);
    for (int i = 0; i < p->n_moves; i++) {
        const played_move *m = &p->moves[i];
        assert_int_equal(m->colour, g->to_move);
        assert_false(game_is_over(g));
        check_target(p, g, m);
        if (m->how != PLAYED_OPENING)
            search_again(r, s, g, m);
        assert_int_equal(played_replay_move(p, g, i, NULL), GO_OK); /* superko included */
    }
    check_end(p, g);
    search_destroy(s);
    game_destroy(g);
}

static void what_is_recorded_is_what_was_played(void **state)
{
    (void)state;
    static const char *const words[] = {
        "",
        "root=alphazero",
        "full-share=1 komi-spread=5 opening=0.3",
        "rules=tromp-taylor,aga,chinese root=alphazero temperature=0",
        "resign-threshold=0.49 resign-moves=1 play-out=0.5"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        play_room r;
        open_room(&r, words[k]);
        for (int number = 0; number < 6; number++) {
            play(&r, number);
            assert_int_equal(r.game.number, number);
            check_game(&r);
        }
        close_room(&r);
    }
}

static void a_game_depends_on_seed_and_number_alone(void **state)
{
    (void)state;
    play_room a, b;
    open_room(&a, "");
    open_room(&b, "");
    b.settings.sizes = a.settings.sizes;
    for (int number = 0; number < 5; number++) {
        play(&a, number);
        play(&b, 7 * number + 1); /* another one before it */
        play(&b, number);
        played_assert_equal(&a.game, &b.game);
    }
    b.settings.seed++;
    play(&b, 4);
    assert_true(a.game.n_moves != b.game.n_moves ||
                memcmp(a.game.moves, b.game.moves,
                       (size_t)a.game.n_moves * sizeof *a.game.moves) != 0);
    close_room(&a);
    close_room(&b);
}

static void games_survive_a_file(void **state)
{
    (void)state;
    play_room r;
    played_game again = {0};
    uint8_t *bytes;
    size_t n;
    open_room(&r, "");
    r.settings.sizes = (selfplay_sizes){1, {5}};
    for (int number = 0; number < 8; number++) {
        play(&r, number);
        assert_int_equal(played_bytes_write(&r.game, &bytes, &n, NULL), GO_OK);
        assert_int_equal(played_bytes_read(bytes, n, &again, NULL), GO_OK);
        played_assert_equal(&r.game, &again);
        free(bytes);
    }
    played_game_free(&again);
    close_room(&r);
}

/* ---- settings ---- */

typedef struct counts {
    int games, moves, opening, full, out, sizes[2], draws;
    double komi, komi_square;
} counts;

static void count(counts *c, const played_game *p)
{
    c->games++;
    c->out += p->plays_out;
    c->sizes[p->size == 6]++;
    c->komi += p->komi;
    c->komi_square += p->komi * p->komi;
    assert_true(2 * p->komi == rint(2 * p->komi));
    for (int i = 0; i < p->n_moves; i++) {
        c->moves += p->moves[i].how != PLAYED_OPENING;
        c->full += p->moves[i].how == PLAYED_FULL;
        c->opening += p->moves[i].how == PLAYED_OPENING;
    }
}

/* Bounds of about five deviations. */
static void settings_are_obeyed(void **state)
{
    (void)state;
    enum { N = 200 };
    play_room r;
    counts c = {0};
    r = (play_room){.settings = selfplay_of(nets.net, "visits=4 quick-visits=3 komi=7 "
                                            "komi-spread=2 play-out=0.3 opening=0.1 full-share=0.4")};
    r.settings.sizes = (selfplay_sizes){2, {5, 6}};
    r.settings.max_moves = 12;
    assert_int_equal(selfplay_nets_read(&r.nets, &r.settings, 1, NULL), GO_OK);
    assert_int_equal(selfplay_player_create(&r.player, &r.settings, &r.nets, NULL, NULL), GO_OK);
    for (int number = 0; number < N; number++) {
        play(&r, number);
        assert_true(r.game.n_moves <= 12);
        count(&c, &r.game);
    }
    assert_in_range(c.sizes[1], N / 2 - 35, N / 2 + 35);
    assert_in_range(c.out, 60 - 33, 60 + 33);
    double mean = c.komi / N;
    assert_close(mean, 7, 5 * 2 / sqrt(N));
    assert_close(c.komi_square / N - mean * mean, 4, 2.1);
    assert_close((double)c.full / c.moves, 0.4, 2.5 / sqrt(c.moves));
    /* whole moves of an exponential distribution with mean 2.5 or 3.6 have a mean of 2 or 3.1 */
    assert_close((double)c.opening / N, 2.55, 1);
    close_room(&r);
}

static void bad_settings_are_refused(void **state)
{
    (void)state;
    go_error err;
    selfplay_settings s = selfplay_of(nets.net, "rules=japanese");
    assert_int_equal(selfplay_settings_check(&s, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "area scoring"));
    selfplay_sizes sizes;
    static const char *const bad[] = {"", "1", "26", "9,", "9,x", ",9", "9 13",
                                      "5,5,5,5,5,5,5,5,5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(selfplay_sizes_parse(bad[i], &sizes, &err), GO_EINVAL);
    assert_int_equal(selfplay_sizes_parse("9,13,19", &sizes, &err), GO_OK);
    assert_true(sizes.n == 3 && sizes.size[1] == 13);
    s = selfplay_of(nets.net, "");
    s.net = "no-such-file";
    selfplay_nets none;
    assert_int_equal(selfplay_nets_read(&none, &s, 1, &err), GO_EIO);
    assert_non_null(strstr(err.message, "no-such-file"));
    selfplay_nets_free(&none);
}

/* ---- ends ---- */

static void a_settled_board_is_counted_without_its_dead_stones(void **state)
{
    (void)state;
    played_game p = {.size = 7};
    /* black lives above and white below, with two eyes each; the upper O is lost */
    game *g = game_drawn(7, "tromp-taylor", 0.5, BLACK,
                         ". X . X . O ." "X X X X X X X" "O O O O O O O" ". O . O O O O"
                         "O O O O O O O" "O O O O O O O" "O O O O O O O");
    assert_true(ending_is_settled(&g->board));
    ending_count(g, PLAYED_SETTLED, &p);
    assert_true(p.margin == 14 - 35 - 0.5 && p.winner == WHITE && p.counted);
    assert_int_equal(p.owner[5], BLACK);
    ending_count(g, PLAYED_PASSES, &p); /* as it stands: the points beside it are nobody's */
    assert_true(p.margin == 11 - 36 - 0.5);
    assert_int_equal(p.owner[5], WHITE);
    assert_int_equal(p.owner[6], EMPTY);
    game_destroy(g);
    g = game_drawn(7, "tromp-taylor", 0.5, BLACK, /* white has one eye */
                   ". X . X . O ." "X X X X X X X" "O O O O O O O" "O O . O O O O"
                   "O O O O O O O" "O O O O O O O" "O O O O O O O");
    assert_false(ending_is_settled(&g->board));
    game_destroy(g);
}

/* With 20 points from white, black is ahead whoever is to move. */
static void a_trained_network_values_the_side_to_move(void **state)
{
    (void)state;
    need_file("data/own-9x9.bin.gz");
    play_room r = {.settings = selfplay_of(nets.net, "visits=16 komi=-20 komi-spread=0 play-out=1 "
                                           "full-share=1")};
    r.settings.net = "own-9x9";
    r.settings.backend = NULL;
    r.settings.sizes = (selfplay_sizes){1, {9}};
    r.settings.max_moves = 8;
    assert_int_equal(selfplay_nets_read(&r.nets, &r.settings, 1, NULL), GO_OK);
    assert_int_equal(selfplay_player_create(&r.player, &r.settings, &r.nets, NULL, NULL), GO_OK);
    play(&r, 0);
    for (int i = 0; i < r.game.n_moves; i++) {
        const played_move *m = &r.game.moves[i];
        if (m->how == PLAYED_OPENING)
            continue;
        assert_true(m->colour == BLACK ? m->winrate > 0.6f : m->winrate < 0.4f);
        assert_true(m->colour == BLACK ? m->lead > 5 : m->lead < -5);
    }
    assert_int_equal(r.game.winner, BLACK);
    close_room(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_recorded_is_what_was_played),
        cmocka_unit_test(a_game_depends_on_seed_and_number_alone),
        cmocka_unit_test(games_survive_a_file),
        cmocka_unit_test(settings_are_obeyed),
        cmocka_unit_test(bad_settings_are_refused),
        cmocka_unit_test(a_settled_board_is_counted_without_its_dead_stones),
        cmocka_unit_test(a_trained_network_values_the_side_to_move),
    };
    return cmocka_run_group_tests(tests, small_nets_setup, small_nets_teardown);
}
