#include "tests/support/searching.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/rng.h"
#include "board/coord.h"
#include "tests/support/drawn.h"

const char finished_7x7[] = ". X . X O . ."
                            "X X X X O O O"
                            ". X . X O . O"
                            "X X X X O O ."
                            ". X . X O . O"
                            "X X X X O O O"
                            ". X X X O . O";

const char three_in_a_row[] = "X . . . X O ."
                              "X X X X X O O"
                              "O O O O O O ."
                              "O O O O O O O"
                              "O . O . O . O"
                              "O O O O O O O"
                              "O . O . O . O";

game *game_drawn(int size, const char *ruleset, double komi, colour to_move,
                 const char *drawing)
{
    rules r;
    game *g = NULL;
    assert_true(rules_by_name(ruleset, &r));
    assert_int_equal(game_create(&g, size, &r, NULL), GO_OK);
    if (drawing) {
        board *b = board_of(size, drawing);
        for (point p = 0; p < b->n_points; p++)
            if (b->at[p] == BLACK || b->at[p] == WHITE)
                assert_int_equal(game_setup(g, (colour)b->at[p], p, NULL), GO_OK);
        board_destroy(b);
    }
    assert_int_equal(game_setup_to_move(g, to_move, NULL), GO_OK);
    g->komi = komi;
    return g;
}

void play_moves(game *g, const char *moves)
{
    char c, name[16];
    int used;
    for (; sscanf(moves, " %c %15s%n", &c, name, &used) == 2; moves += used) {
        go_error err;
        point p = strcmp(name, "pass") ? at(&g->board, name) : (point)PASS;
        if (game_play(g, c == 'B' ? BLACK : WHITE, p, &err) != GO_OK)
            fail_msg("%s", err.message);
    }
}

game *some_game(const char *ruleset)
{
    game *g = game_drawn(7, ruleset, 7, BLACK, NULL);
    play_moves(g, "B D4 W C5 B E5 W D6");
    return g;
}

void set_words(search_settings *settings, const char *words)
{
    char name[64], value[64];
    int used;
    for (; sscanf(words, " %63[^= ]=%63s%n", name, value, &used) == 2; words += used) {
        go_error err;
        if (search_settings_set(settings, name, value, &err) != GO_OK)
            fail_msg("%s=%s: %s", name, value, err.message);
    }
}

static search_settings settings_of(const char *words)
{
    search_settings settings;
    search_settings_default(&settings);
    set_words(&settings, "threads=1 memory=16M seed=1 early-stop=no");
    set_words(&settings, words);
    return settings;
}

search *search_of(const char *words)
{
    const search_settings settings = settings_of(words);
    search *s = NULL;
    assert_int_equal(search_create(&s, &settings, NULL), GO_OK);
    return s;
}

void search_anew(search *s, const char *words)
{
    const search_settings settings = settings_of(words);
    assert_int_equal(search_configure(s, &settings, NULL), GO_OK);
    search_clear(s);
}

search *spare;

int make_spare(void **state)
{
    (void)state;
    spare = search_of("");
    return 0;
}

int end_spare(void **state)
{
    (void)state;
    search_destroy(spare);
    return 0;
}

void search_game(search *s, const game *g)
{
    go_error err;
    search_limits limits = search_limits_default(search_configured(s));
    if (search_run(s, g, g->to_move, &limits, &err) != GO_OK)
        fail_msg("%s", err.message);
}

const char *move_found(search *s, const game *g, char name[16])
{
    search_decision d;
    char text[COORD_MAX];
    search_game(s, g);
    search_decide(s, &d);
    snprintf(name, 16, "%s", d.resign ? "resign" : coord_to_gtp(g->board.size, d.at, text));
    return name;
}

search_analysis whole_analysis(search *s)
{
    static const analysis_options all = {.min_moves = SEARCH_MAX_MOVES};
    search_analysis a = {0};
    assert_int_equal(search_analyze(s, &all, &a, NULL), GO_OK);
    return a;
}

const search_move *tried(const search_analysis *a, const game *g, const char *name)
{
    point p = strcmp(name, "pass") ? at(&g->board, name) : (point)PASS;
    for (int i = 0; i < a->n_moves; i++)
        if (a->move[i].at == p)
            return &a->move[i];
    fail_msg("%s was not tried", name);
    return NULL;
}

uint64_t tree_signature(search *s)
{
    search_analysis a = {0};
    uint64_t h = 0;
    assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
    for (int i = 0; i < a.n_moves; i++) {
        const search_move *m = &a.move[i];
        h = rng_mix64(h ^ m->at);
        h = rng_mix64(h ^ (uint64_t)m->visits);
        h = rng_mix64(h ^ (uint64_t)(m->winrate * 1e9));
        for (int k = 0; k < m->n_pv; k++)
            h = rng_mix64(h ^ ((uint64_t)m->pv[k] << 32) ^ (uint64_t)m->pv_visits[k]);
    }
    search_analysis_release(&a);
    return h;
}
