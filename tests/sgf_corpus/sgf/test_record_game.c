/* What game a record stands for. */
#include "sgf_corpus/sgf/record_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/games.h"
#include "tests/support/temp_dir.h"

/* The game with all of its record's moves under AGA rules, komi 3.5. */
static game *played(const char *sgf, go_status expected, int *n, go_error *err)
{
    game_record *record = game_of(sgf);
    rules r;
    game *g = NULL;
    assert_true(rules_by_name("aga", &r));
    assert_int_equal(record_game_replay(&g, record, &r, 3.5, record->n_moves, n, err), expected);
    game_record_destroy(record);
    return g;
}

typedef struct start {
    const char *sgf;
    int handicap;
    colour first;
    size_t n_moves;
    const char *board; /* at the start */
} start;

#define TWO "X . . . . X . . ."
static const start starts[] = {
    {"(;SZ[3];W[aa];B[bb])", 0, WHITE, 2, ". . . . . . . . ."},
    {"(;SZ[3])", 0, BLACK, 0, ". . . . . . . . ."},
    {"(;SZ[3]PL[W])", 0, WHITE, 0, ". . . . . . . . ."},
    {"(;SZ[3]PL[W];B[aa])", 0, BLACK, 1, ". . . . . . . . ."},
    /* handicap: of two black stones or more, whatever HA and PL say */
    {"(;SZ[3]HA[2]AB[aa][cb];W[bb])", 2, WHITE, 1, TWO},
    {"(;SZ[3]AB[aa][cb];W[bb])", 2, WHITE, 1, TWO},
    {"(;SZ[3]AB[aa][cb])", 2, BLACK, 0, TWO},
    {"(;SZ[3]AB[aa][cb]PL[B])", 2, BLACK, 0, TWO},
    {"(;SZ[3]HA[4]AB[aa][cb];B[bb])", 3, BLACK, 1, TWO},
    {"(;SZ[3]AB[aa][cb][ca]AE[ca]PL[W])", 2, WHITE, 0, TWO},
    {"(;SZ[3]AW[aa]AB[aa][cb]HA[2])", 2, WHITE, 0, TWO},
    {"(;SZ[7]HA[2];W[dd])", 2, WHITE, 1, NULL},
    {"(;SZ[3];B[aa];B[cb];W[bb])", 2, BLACK, 3, ". . . . . . . . ."},
    /* no handicap */
    {"(;SZ[3]AB[aa];W[bb])", 0, WHITE, 1, "X . . . . . . . ."},
    {"(;SZ[3]AB[aa][cb]AW[cc];W[bb])", 0, WHITE, 1, "X . . . . X . . O"},
    {"(;SZ[3]AW[aa][cb];B[bb])", 0, BLACK, 1, "O . . . . O . . ."},
    /* a position, not an order of play: no stone is captured on the way */
    {"(;SZ[3]AW[aa]AB[ba][ab]AE[aa];W[cc])", 2, WHITE, 1, ". X . X . . . . ."},
    /* setup after moves ends the game, unless it changes nothing */
    {"(;SZ[3];B[aa];AW[bb];W[cc])", 0, BLACK, 1, ". . . . . . . . ."},
    {"(;SZ[3];B[aa];AB[aa];W[cc])", 0, BLACK, 2, ". . . . . . . . ."},
};

static void how_games_start(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const start *s = &starts[i];
        game *g = played(s->sgf, GO_OK, NULL, NULL);
        if (g->handicap != s->handicap || g->start_to_move != s->first ||
            g->n_steps != s->n_moves || (s->board && !looks_like(&g->start, s->board)))
            fail_msg("%s: handicap %d, %d first, %zu moves", s->sgf, g->handicap,
                     (int)g->start_to_move, g->n_steps);
        assert_true(g->komi == 3.5 && g->start.n_captured[WHITE] == 0);
        game_destroy(g);
    }
}

static void stones_without_liberties_are_refused(void **state)
{
    go_error err;
    int n;
    (void)state;
    assert_null(played("(;SZ[3]AB[aa]AW[ba][ab];B[cc])", GO_EILLEGAL, &n, &err));
    assert_int_equal(n, -1);
    assert_string_equal(err.message, "t.sgf: game 1 (byte 0): the setup leaves a chain without "
                                     "liberties");
}

/* Two passes, then the ko is taken back: AGA rules forbid it.
 *
 *     . X O . .
 *     X . X O .
 *     . X O . .                                                              */
#define KO "(;SZ[5]AB[ba][ab][cb][bc]AW[ca][db][cc];W[bb];B[];W[];B[cb]"

static void superko_gives_way_to_what_was_played(void **state)
{
    (void)state;
    game *g = played(KO ";W[ee])", GO_OK, NULL, NULL);
    assert_int_equal(g->rules.ko, KO_SIMPLE);
    assert_int_equal(g->n_steps, 5);
    game_destroy(g);
}

static void other_rules_do_not(void **state)
{
    static const char *const games[] = {KO ";W[bb])", KO ";W[cb])", "(;SZ[2]AB[ba][ab];W[aa])"};
    static const int n_moves[] = {4, 4, 0};
    (void)state;
    for (int i = 0; i < 3; i++) {
        go_error err;
        int n;
        assert_null(played(games[i], GO_EILLEGAL, &n, &err));
        assert_int_equal(n, n_moves[i]);
    }
}

static void a_game_becomes_its_record(void **state)
{
    (void)state;
    game_record *was = game_of("(;SZ[3]KM[3.5]RU[AGA]HA[2]AB[aa][cb]PL[W]PB[A];W[bb];B[])");
    game *g = played("(;SZ[3]HA[2]AB[aa][cb];W[bb];B[])", GO_OK, NULL, NULL);
    game_record *is = record_of_game(g, (char *[GAME_N_TEXTS]){[GAME_PB] = "A", [GAME_RU] = "AGA"});
    assert_true(game_record_equal(is, was));
    game_record_destroy(is);
    is = record_of_game(g, (char *[GAME_N_TEXTS]){NULL});
    assert_string_equal(is->text[GAME_RU], "AGA");
    game_record_destroy(is);
    game_record_destroy(was);
    game_destroy(g);
}

static void a_game_becomes_a_file(void **state)
{
    static const corpus_options strict = {.strict = true};
    char path[400], nowhere[400];
    char *text[GAME_N_TEXTS] = {[GAME_PB] = "A [1]", [GAME_RE] = "B+R"};
    go_error err;
    corpus *c;
    game_record *is;
    (void)state;
    temp_dir dir = temp_dir_create();
    const char *one = temp_dir_path(&dir, "one.sgf", path);
    game *g = played("(;SZ[3]HA[2]AB[aa][cb];W[bb];B[])", GO_OK, NULL, NULL);
    assert_int_equal(record_game_save(g, text, one, &err), GO_OK);

    assert_int_equal(corpus_open(&c, &one, 1, &strict, &err), GO_OK);
    assert_int_equal(corpus_take(c, one, 1, &is, &err), GO_OK);
    corpus_close(c);
    game_record *was = record_of_game(g, text);
    assert_true(game_record_equal(is, was));
    game_record_destroy(is);
    game_record_destroy(was);

    temp_dir_path(&dir, "none/two.sgf", nowhere);
    assert_int_equal(record_game_save(g, text, nowhere, &err), GO_EIO);
    assert_non_null(strstr(err.message, nowhere));
    assert_int_equal(temp_dir_count(&dir), 1);
    game_destroy(g);
    assert_int_equal(temp_dir_remove(&dir), 0);
}

/* CGOS calls its rules Chinese, but takes no dead stones off. */
static void the_rules_of_a_record(void **state)
{
    static const struct {
        const char *sgf, *name;
        bool friendly;
    } of[] = {{"(;SZ[9]RU[Chinese])", "chinese", true},
              {"(;SZ[9]RU[Chinese]PC[CGOS 9x9])", NULL, false},
              {"(;SZ[9]RU[Japanese]PC[CGOS])", "japanese", true},
              {"(;SZ[9]RU[Chinese-OGS])", "chinese-ogs", true},
              {"(;SZ[9]RU[StoneScoring])", "stone-scoring", true},
              {"(;SZ[9]RU[aga-button])", "aga-button", true},
              {"(;SZ[9]RU[koPOSITIONALscoreAREAtaxNONEsui1])", "tromp-taylor", false},
              {"(;SZ[9]PC[KGS])", "aga", true}};
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        game_record *record = game_of(of[i].sgf);
        rules r;
        board b;
        assert_true(rules_by_name("aga", &r));
        record_game_rules(record, &r);
        assert_int_equal(r.friendly_pass, of[i].friendly);
        assert_int_equal(game_record_start(record, &b, NULL), GO_OK);
        assert_int_equal(b.suicide_allowed, r.suicide);
        if (of[i].name)
            assert_string_equal(rules_name(&r), of[i].name);
        game_record_destroy(record);
    }
}

/* What the record of a game says of its rules, it says to us, too. */
static void rules_without_a_name(void **state)
{
    char *none[GAME_N_TEXTS] = {NULL};
    rules odd, again;
    game *g;
    (void)state;
    assert_true(rules_by_name("japanese", &odd) && rules_by_name("chinese", &again));
    odd.suicide = odd.button = true;
    assert_int_equal(game_create(&g, 5, &odd, NULL), GO_OK);
    game_record *record = record_of_game(g, none);
    assert_non_null(record);
    record_game_rules(record, &again);
    assert_true(rules_equal(&odd, &again));
    game_record_destroy(record);
    game_destroy(g);
}

static void komi_that_is_not_recorded(void **state)
{
    static const struct {
        const char *sgf;
        double komi;
    } games[] = {
        {"(;SZ[3]KM[6.5]RE[B+4])", 6.5},
        {"(;SZ[3])", 7.5},
        {"(;SZ[3]RE[B+R])", 7.5},
        {"(;SZ[3]RE[W+1.5])", 7.5},
        {"(;SZ[3]RE[B+4])", 0},
        {"(;SZ[3]RE[W+1])", 0},
        {"(;SZ[3]RE[0])", 0},
        {"(;SZ[3]RE[B+])", 7.5},
        {"(;SZ[3]HA[2]AB[aa][cb]RE[W+2.5])", 0.5},
        {"(;SZ[3]HA[2]AB[aa][cb]RE[W+2])", 0},
        {"(;SZ[3]KM[0]RE[B+4])", 0},
        {"(;SZ[3]KM[0]RE[B+4.5])", 7.5}, /* Fox, even games */
        {"(;SZ[3]KM[0]RE[W+0.25])", 7.5},
        {"(;SZ[3]KM[0]RE[B+R])", 0},
        {"(;SZ[3]KM[0]HA[2]AB[aa][cb]RE[W+2.5])", 0.5},
        {"(;SZ[3]KM[0]RU[aga-button]RE[B+4.5])", 0},
    };
    rules r;
    (void)state;
    assert_true(rules_by_name("chinese", &r));
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        game_record *record = game_of(games[i].sgf);
        print_message("%s\n", games[i].sgf);
        assert_close(record_game_komi(record, &r), games[i].komi, 1e-9);
        if (!record_game_knows_komi(record))
            assert_close(record_game_komi_or(record, 3), 3, 1e-9);
        game_record_destroy(record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rules_of_a_record),
        cmocka_unit_test(rules_without_a_name),
        cmocka_unit_test(komi_that_is_not_recorded),
        cmocka_unit_test(how_games_start),
        cmocka_unit_test(stones_without_liberties_are_refused),
        cmocka_unit_test(superko_gives_way_to_what_was_played),
        cmocka_unit_test(other_rules_do_not),
        cmocka_unit_test(a_game_becomes_its_record),
        cmocka_unit_test(a_game_becomes_a_file),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
