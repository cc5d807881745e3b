/* The library as other programs use it. */
#include <katachi/katachi.h>

#include <locale.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/support/address_space.h"
#include "tests/support/assert_close.h"
#include "tests/support/temp_dir.h"

static katachi_error err;

#define fine(call)                                                                         \
    do {                                                                                   \
        if ((call) != KATACHI_OK)                                                          \
            fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

/* The call fails with that code, and the sentence holds `words`. */
#define fails(code, words, call)                                                           \
    do {                                                                                   \
        assert_int_equal(call, code);                                                      \
        assert_int_equal(err.status, code);                                                \
        if (!strstr(err.message, words))                                                   \
            fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

static katachi_game *game_of(int size, const char *rules)
{
    katachi_game *game;
    fine(katachi_game_new(&game, size, rules, &err));
    return game;
}

static void points_have_names(void **state)
{
    char name[KATACHI_NAME_MAX];
    (void)state;
    assert_int_equal(katachi_point(9, "A9"), 0);
    assert_int_equal(katachi_point(9, "j1"), 80);
    assert_int_equal(katachi_point(9, "pass"), 81);
    assert_int_equal(katachi_point(9, "I5"), -1);
    assert_int_equal(katachi_point(2, "B1"), 3);
    assert_int_equal(katachi_point(26, "A1"), -1);
    assert_string_equal(katachi_point_name(19, 3 * 19 + 15, name), "Q16");
    assert_string_equal(katachi_point_name(9, 81, name), "pass");
    assert_string_equal(katachi_point_name(9, KATACHI_RESIGN, name), "");
    assert_string_equal(katachi_point_name(9, 82, name), "");
    assert_string_equal(katachi_point_name(26, 0, name), "");
}

static void a_game_is_played(void **state)
{
    katachi_colour c;
    katachi_game *g = game_of(5, "japanese");
    (void)state;
    assert_int_equal(katachi_game_size(g), 5);
    assert_string_equal(katachi_game_rules(g), "japanese");
    assert_close(katachi_game_komi(g), 6.5, 0);
    fine(katachi_game_set_komi(g, 0.5, &err));
    fails(KATACHI_EINVAL, "0.3", katachi_game_set_komi(g, 0.3, &err));
    fails(KATACHI_EINVAL, "1000.5", katachi_game_set_komi(g, 1000.5, &err));
    fine(katachi_game_setup(g, KATACHI_WHITE, 0, &err));
    assert_int_equal(katachi_game_at(g, 0), KATACHI_WHITE);
    assert_int_equal(katachi_game_at(g, 25), KATACHI_EMPTY);
    fine(katachi_game_setup(g, KATACHI_BLACK, 1, &err));
    fine(katachi_game_play(g, KATACHI_BLACK, 5, &err)); /* captures the corner */
    assert_int_equal(katachi_game_at(g, 0), KATACHI_EMPTY);
    assert_int_equal(katachi_game_captured(g, KATACHI_WHITE), 1);
    assert_int_equal(katachi_game_to_move(g), KATACHI_WHITE);
    assert_false(katachi_game_legal(g, KATACHI_WHITE, 0));
    assert_true(katachi_game_legal(g, KATACHI_BLACK, 0));
    assert_true(katachi_game_legal(g, KATACHI_WHITE, 25));
    assert_false(katachi_game_legal(g, KATACHI_WHITE, 26));
    fails(KATACHI_EILLEGAL, "suicide", katachi_game_play(g, KATACHI_WHITE, 0, &err));
    fails(KATACHI_EINVAL, "26", katachi_game_play(g, KATACHI_WHITE, 26, &err));
    fails(KATACHI_EINVAL, "3", katachi_game_play(g, (katachi_colour)3, 7, &err));
    fails(KATACHI_EINVAL, "first move", katachi_game_setup(g, KATACHI_BLACK, 9, &err));
    fine(katachi_game_play(g, KATACHI_WHITE, 25, &err));
    assert_int_equal(katachi_game_moves(g), 2);
    assert_int_equal(katachi_game_move(g, 1, &c), 25);
    assert_int_equal(c, KATACHI_WHITE);
    assert_int_equal(katachi_game_move(g, 2, NULL), -1);
    fine(katachi_game_undo(g, 1, &err));
    fails(KATACHI_EINVAL, "undo", katachi_game_undo(g, 2, &err));
    fine(katachi_game_play(g, KATACHI_WHITE, 25, &err));
    fine(katachi_game_play(g, KATACHI_BLACK, 25, &err));
    assert_true(katachi_game_over(g));
    assert_close(katachi_game_score(g, NULL), 23 + 1 - 0.5, 0);
    katachi_game_free(g);
    fails(KATACHI_EINVAL, "chess", katachi_game_new(&g, 9, "chess", &err));
    fails(KATACHI_EINVAL, "26", katachi_game_new(&g, 26, NULL, &err));
    assert_null(g);
}

static void either_side_may_begin(void **state)
{
    katachi_game *g = game_of(5, NULL);
    (void)state;
    assert_int_equal(katachi_game_to_move(g), KATACHI_BLACK);
    fine(katachi_game_setup_to_move(g, KATACHI_WHITE, &err));
    assert_int_equal(katachi_game_to_move(g), KATACHI_WHITE);
    fails(KATACHI_EINVAL, "0", katachi_game_setup_to_move(g, KATACHI_EMPTY, &err));
    fine(katachi_game_play(g, KATACHI_WHITE, 12, &err));
    fails(KATACHI_EINVAL, "first move", katachi_game_setup_to_move(g, KATACHI_WHITE, &err));
    katachi_game_free(g);
}

/* Walls on columns B and D, a white stone at E3, and column C is dame: 5 points and 4. */
static void open_dame_are_no_seki(void **state)
{
    static const char *const black[] = {"B1", "B2", "B3", "B4", "B5"};
    static const char *const white[] = {"D1", "D2", "D3", "D4", "D5", "E3"};
    unsigned char dead[25] = {0};
    katachi_game *g = game_of(5, "japanese");
    (void)state;
    for (size_t i = 0; i < sizeof black / sizeof *black; i++)
        fine(katachi_game_setup(g, KATACHI_BLACK, katachi_point(5, black[i]), &err));
    for (size_t i = 0; i < sizeof white / sizeof *white; i++)
        fine(katachi_game_setup(g, KATACHI_WHITE, katachi_point(5, white[i]), &err));
    fine(katachi_game_set_komi(g, 0.5, &err));
    assert_close(katachi_game_score(g, NULL), 5 - 4 - 0.5, 0);
    assert_close(katachi_game_score(g, dead), 5 - 4 - 0.5, 0);
    katachi_game_free(g);
}

static void handicap_stones(void **state)
{
    katachi_game *g = game_of(9, NULL);
    (void)state;
    fails(KATACHI_EINVAL, "1 handicap", katachi_game_handicap(g, 1, &err));
    fails(KATACHI_EINVAL, "80 handicap", katachi_game_handicap(g, 80, &err));
    fine(katachi_game_handicap(g, 2, &err));
    assert_int_equal(katachi_game_to_move(g), KATACHI_WHITE);
    katachi_game_free(g);
}

static void games_are_written_and_read(void **state)
{
    temp_dir dir = temp_dir_create();
    char buffer[400];
    const char *path = temp_dir_path(&dir, "game.sgf", buffer);
    katachi_record *r;
    katachi_collection *all;
    katachi_game *g = game_of(9, "aga"), *again;
    (void)state;
    fine(katachi_game_play(g, KATACHI_BLACK, 40, &err));
    fine(katachi_game_play(g, KATACHI_WHITE, 81, &err));
    fine(katachi_game_write(g, path, "me", NULL, "B+R", &err));
    fine(katachi_record_read(&r, path, 1, &err));
    assert_string_equal(katachi_record_text(r, "PB"), "me");
    assert_null(katachi_record_text(r, "PW"));
    assert_null(katachi_record_text(r, "no such"));
    assert_int_equal(katachi_record_size(r), 9);
    assert_int_equal(katachi_record_moves(r), 2);
    assert_int_equal(katachi_record_move(r, 1, NULL), 81);
    assert_int_equal(katachi_record_move(r, 2, NULL), -1);
    fine(katachi_record_game(r, NULL, 1, &again, &err));
    assert_string_equal(katachi_game_rules(again), "aga");
    assert_close(katachi_game_komi(again), katachi_game_komi(g), 0);
    assert_int_equal(katachi_game_at(again, 40), KATACHI_BLACK);
    katachi_game_free(again);
    fails(KATACHI_EINVAL, "the game has 2", katachi_record_game(r, NULL, 3, &again, &err));
    katachi_record_free(r);
    fails(KATACHI_EEMPTY, "game.sgf", katachi_record_read(&r, path, 2, &err));
    fails(KATACHI_EIO, "none.sgf", katachi_record_read(&r, "none.sgf", 1, &err));
    fails(KATACHI_EIO, "caf?.sgf:", katachi_record_read(&r, "caf\xe9.sgf", 1, &err)); /* Latin-1 */
    assert_null(r);
    fine(katachi_collection_open(&all, &path, 1, &err));
    fine(katachi_collection_next(all, &r, &err));
    katachi_record_free(r);
    assert_int_equal(katachi_collection_next(all, &r, &err), KATACHI_END);
    assert_int_equal(katachi_collection_broken(all), 0);
    katachi_collection_free(all);
    fine(katachi_game_write(g, path, "J\xf6rg", "J\xc3\xb6rg", NULL, &err)); /* Latin-1, UTF-8 */
    fine(katachi_record_read(&r, path, 1, &err));
    assert_string_equal(katachi_record_text(r, "PB"), "J?rg");
    assert_string_equal(katachi_record_text(r, "PW"), "J\xc3\xb6rg");
    katachi_record_free(r);
    katachi_game_free(g);
    temp_dir_remove(&dir);
}

static int stop_at_once(void *user, const char *phase, long done, long total)
{
    (void)phase;
    (void)done;
    (void)total;
    ++*(int *)user;
    return 0;
}

static void gammas_are_learned(void **state)
{
    const char *input = "data/sample-9x9.sgf.gz";
    temp_dir dir = temp_dir_create();
    char buffer[400];
    const char *path = temp_dir_path(&dir, "own.gammas", buffer);
    float p[82], again[82];
    double sum = 0;
    int calls = 0;
    katachi_training training = {.fast = 1, .iterations = 2, .threads = 1};
    katachi_gammas *learned, *read;
    katachi_game *g = game_of(9, NULL);
    (void)state;
    setenv("OMPI_COMM_WORLD_SIZE", "2", 1); /* the ranks of mpirun are the program's own */
    fine(katachi_gammas_train(&learned, &input, 1, &training, &err));
    unsetenv("OMPI_COMM_WORLD_SIZE");
    fine(katachi_gammas_write(learned, path, &err));
    fine(katachi_gammas_load(&read, path, 9, &err));
    fine(katachi_game_play(g, KATACHI_BLACK, 40, &err));
    fine(katachi_gammas_predict(learned, g, KATACHI_WHITE, p, &err));
    fine(katachi_gammas_predict(read, g, KATACHI_WHITE, again, &err));
    for (int i = 0; i < 82; i++) {
        sum += (double)p[i];
        assert_close((double)p[i], (double)again[i], 1e-5);
    }
    assert_close(sum, 1, 1e-4);
    assert_true(p[40] == 0);
    katachi_gammas_free(learned);
    katachi_gammas_free(read);
    training.progress = stop_at_once;
    training.user = &calls;
    assert_int_equal(katachi_gammas_train(&learned, &input, 1, &training, &err), KATACHI_EINTR);
    assert_null(learned);
    assert_int_equal(calls, 1);
    fails(KATACHI_EINVAL, "no inputs", katachi_gammas_train(&learned, NULL, 0, NULL, &err));
    training.threads = 100000;
    fails(KATACHI_EINVAL, "100000", katachi_gammas_train(&learned, &input, 1, &training, &err));
    training = (katachi_training){.threads = -1};
    fails(KATACHI_EINVAL, "threads", katachi_gammas_train(&learned, &input, 1, &training, &err));
    training = (katachi_training){.min_count = -1};
    fails(KATACHI_EINVAL, "min_count", katachi_gammas_train(&learned, &input, 1, &training, &err));
    training = (katachi_training){.iterations = -1};
    fails(KATACHI_EINVAL, "iterations", katachi_gammas_train(&learned, &input, 1, &training, &err));
    training = (katachi_training){.size = 26};
    fails(KATACHI_EINVAL, "26", katachi_gammas_train(&learned, &input, 1, &training, &err));
    fails(KATACHI_EIO, "none", katachi_gammas_load(&read, "none", 9, &err));
    katachi_game_free(g);
    temp_dir_remove(&dir);
}

static void numbers_keep_their_point(const char *sgf, const char *own)
{
    katachi_game *g = game_of(9, NULL);
    katachi_record *r;
    katachi_gammas *gammas;
    katachi_search *s;
    katachi_network *network;
    fine(katachi_game_set_komi(g, 6.5, &err));
    fine(katachi_game_write(g, sgf, NULL, NULL, NULL, &err));
    katachi_game_free(g);
    fine(katachi_record_read(&r, sgf, 1, &err));
    fine(katachi_record_game(r, NULL, 0, &g, &err));
    assert_close(katachi_game_komi(g), 6.5, 0);
    fine(katachi_gammas_load(&gammas, "data/fast-9x9.gammas.zst", 9, &err));
    fine(katachi_gammas_write(gammas, own, &err));
    katachi_gammas_free(gammas);
    fine(katachi_gammas_load(&gammas, own, 9, &err));
    fine(katachi_search_new(&s, &err));
    fine(katachi_search_set(s, "move-time", "0.01", &err));
    fine(katachi_search_set(s, "threads", "1", &err));
    fine(katachi_search_think(s, g, KATACHI_BLACK, &err));
    fine(katachi_search_final(s, g, NULL, NULL, &err));
    fine(katachi_network_load(&network, "own-9x9", NULL, &err));
    katachi_network_free(network);
    katachi_search_free(s);
    katachi_gammas_free(gammas);
    katachi_record_free(r);
    katachi_game_free(g);
}

/* What a search with default settings finds that can be repeated. */
static double lead_of_a_search(void)
{
    katachi_search *s;
    katachi_finding found;
    katachi_game *g = game_of(9, NULL);
    fine(katachi_search_new(&s, &err));
    fine(katachi_search_set(s, "playouts", "100", &err));
    fine(katachi_search_set(s, "threads", "1", &err));
    fine(katachi_search_set(s, "seed", "1", &err));
    fine(katachi_search_think(s, g, KATACHI_BLACK, &err));
    katachi_search_finding(s, &found);
    katachi_search_free(s);
    katachi_game_free(g);
    return found.lead;
}

static bool commas(void)
{
    char one_and_a_half[8];
    snprintf(one_and_a_half, sizeof one_and_a_half, "%.1f", 1.5);
    return strcmp(one_and_a_half, "1,5") == 0;
}

/* A graphical program chooses its user's locale; in files and settings numbers stay as they are. */
static void a_locale_with_decimal_commas_changes_nothing(void **state)
{
    temp_dir dir = temp_dir_create();
    char make[400], sgf[400], own[400];
    const double lead = lead_of_a_search();
    (void)state;
    snprintf(make, sizeof make, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1",
             dir.path);
    bool has = system(make) == 0 && setenv("LOCPATH", dir.path, 1) == 0 &&
               setlocale(LC_ALL, "de_DE.UTF-8") && commas();
    unsetenv("LOCPATH"); /* glibc's newlocale() leaks a copy of it */
    if (has) {
        numbers_keep_their_point(temp_dir_path(&dir, "game.sgf", sgf),
                                 temp_dir_path(&dir, "own.gammas", own));
        assert_close(lead_of_a_search(), lead, 0);
        assert_true(commas()); /* the program's own numbers */
    }
    setlocale(LC_ALL, "C");
    temp_dir_remove(&dir);
    if (!has)
        skip(); /* no localedef here */
}

static void the_best_move_is_found(void **state)
{
    katachi_search *s;
    katachi_finding found;
    katachi_candidate best;
    float owner[25];
    unsigned char dead[25];
    double score;
    katachi_game *g = game_of(5, NULL);
    (void)state;
    fine(katachi_search_new(&s, &err));
    fails(KATACHI_EINVAL, "weather", katachi_search_set(s, "weather", "fine", &err));
    fails(KATACHI_EINVAL, "many", katachi_search_set(s, "playouts", "many", &err));
    fails(KATACHI_EINVAL, "no limit for the search", katachi_search_think(s, g, KATACHI_BLACK, &err));
    katachi_search_finding(s, &found);
    assert_true(found.visits == 0 && !katachi_search_candidate(s, 0, &best));
    assert_int_equal(katachi_search_best(s), KATACHI_RESIGN);
    fine(katachi_search_set(s, "playouts", "300", &err));
    fine(katachi_search_set(s, "threads", "1", &err));
    fine(katachi_search_think(s, g, KATACHI_BLACK, &err));
    katachi_search_finding(s, &found);
    assert_true(found.visits > 0 && found.win_rate > 0 && found.win_rate < 1);
    assert_true(katachi_search_candidate(s, 0, &best));
    assert_int_equal(best.point, katachi_search_best(s));
    assert_int_equal(best.point, best.line[0]);
    assert_int_equal(best.point, 12); /* the centre */
    assert_false(katachi_search_candidate(s, found.moves, &best));
    katachi_search_ownership(s, owner);
    assert_true(owner[12] > 0);
    for (int i = 0; i < 5; i++) { /* black owns the board but for a stone */
        fine(katachi_game_play(g, KATACHI_BLACK, 10 + i, &err));
        fine(katachi_game_play(g, KATACHI_WHITE, i == 0 ? 0 : 25, &err));
    }
    fine(katachi_search_final(s, g, dead, &score, &err));
    assert_true(dead[0] == 1 && dead[12] == 0);
    assert_close(score, 25 - katachi_game_komi(g), 0);
    katachi_search_free(s);
    katachi_game_free(g);
}

/* A stop before the search ends it at once; the one after it runs to its limit. */
static void a_stop_ends_one_search(void **state)
{
    katachi_search *s;
    katachi_finding found;
    katachi_game *g = game_of(5, NULL);
    (void)state;
    fine(katachi_search_new(&s, &err));
    fine(katachi_search_set(s, "playouts", "2000", &err));
    fine(katachi_search_set(s, "threads", "1", &err));
    katachi_search_stop(s);
    fine(katachi_search_think(s, g, KATACHI_BLACK, &err));
    katachi_search_finding(s, &found);
    assert_true(found.visits < 200);
    fine(katachi_search_think(s, g, KATACHI_BLACK, &err));
    katachi_search_finding(s, &found);
    assert_true(found.visits > 500); /* fewer than 2000 where one move is clearly best */
    katachi_search_free(s);
    katachi_game_free(g);
}

static katachi_evaluation view_of(katachi_network *network, const katachi_game *g,
                                  katachi_colour to_move, int average)
{
    static katachi_evaluation found;
    double moves = 0;
    const int area = katachi_game_size(g) * katachi_game_size(g);
    fine(katachi_network_evaluate(network, g, to_move, average, &found, &err));
    for (int i = 0; i <= area; i++)
        moves += (double)found.policy[i];
    assert_close(moves, 1, 1e-3);
    assert_close(found.win + found.loss + found.no_result, 1, 1e-4);
    assert_true(found.has_score && found.has_ownership);
    return found;
}

/* The same network serves games of any size, komi and side to move, one after the other. */
static void a_network_evaluates_the_game_it_is_given(void **state)
{
    katachi_network *network;
    katachi_game *g = game_of(9, NULL), *small = game_of(7, NULL);
    (void)state;
    fine(katachi_network_load(&network, "own-9x9", NULL, &err));
    assert_true(katachi_network_name(network)[0] != '\0');
    for (int i = 0; i < 9; i++) { /* black has six rows, white three */
        fine(katachi_game_setup(g, KATACHI_BLACK, 5 * 9 + i, &err));
        fine(katachi_game_setup(g, KATACHI_WHITE, 6 * 9 + i, &err));
    }
    katachi_evaluation black = view_of(network, g, KATACHI_BLACK, 0);
    katachi_evaluation white = view_of(network, g, KATACHI_WHITE, 0);
    assert_true(black.ownership[0] > 0 && black.ownership[80] < 0);
    assert_true(white.ownership[0] < 0 && white.ownership[80] > 0);
    assert_true(black.policy[5 * 9] == 0);
    fine(katachi_game_set_komi(g, 40, &err));
    assert_true(view_of(network, g, KATACHI_BLACK, 0).lead < black.lead - 15);
    assert_true(view_of(network, g, KATACHI_WHITE, 0).lead > white.lead + 15);
    katachi_evaluation mean = view_of(network, small, KATACHI_BLACK, 1);
    for (int i = 0; i < 49; i++) /* all symmetries together prefer none */
        assert_close((double)mean.policy[i], (double)mean.policy[7 * (i % 7) + i / 7], 1e-4);
    fails(KATACHI_EINVAL, "3", katachi_network_evaluate(network, g, (katachi_colour)3, 0, &mean, &err));
    katachi_network_free(network);
    katachi_game_free(small);
    katachi_game_free(g);
}

/* It is refused before anything is evaluated. */
static void a_backend_that_cannot_be_used_is_refused(void **state)
{
    katachi_network *network;
    katachi_game *g = game_of(9, NULL);
    (void)state;
    fails(KATACHI_EINVAL, "abacus", katachi_network_load(&network, "own-9x9", "abacus", &err));
    assert_null(network);
    const katachi_status status = katachi_network_load(&network, "own-9x9", "cudnn", &err);
    if (status == KATACHI_OK)
        view_of(network, g, KATACHI_BLACK, 0);
    else
        assert_true(status == KATACHI_EUNSUPPORTED && err.status == status && !network);
    katachi_network_free(network);
    katachi_game_free(g);
}

/* There are none of 13x13, those of 19x19 suit it best. */
static void every_board_has_installed_gammas(void **state)
{
    katachi_gammas *near, *large;
    float a[170], b[170];
    katachi_game *g = game_of(13, NULL);
    (void)state;
    fine(katachi_gammas_load(&near, NULL, 13, &err));
    fine(katachi_gammas_load(&large, NULL, 19, &err));
    fine(katachi_gammas_predict(near, g, KATACHI_BLACK, a, &err));
    fine(katachi_gammas_predict(large, g, KATACHI_BLACK, b, &err));
    assert_memory_equal(a, b, sizeof a);
    katachi_gammas_free(near);
    katachi_gammas_free(large);
    katachi_game_free(g);
    fails(KATACHI_EINVAL, "must be 2 to 25, not 26", katachi_gammas_load(&near, NULL, 26, &err));
    assert_null(near);
}

/* The end of a game on another board needs other gammas than the move that was found. */
static void counting_another_board_ends_the_results(void **state)
{
    katachi_search *s;
    katachi_finding found;
    double score;
    katachi_game *g = game_of(9, NULL), *other = game_of(5, NULL);
    (void)state;
    fine(katachi_search_new(&s, &err));
    fine(katachi_search_set(s, "playouts", "50", &err));
    fine(katachi_search_set(s, "threads", "1", &err));
    for (int y = 0; y < 9; y++) { /* black's left side, white's right: both may pass */
        fine(katachi_game_setup(g, KATACHI_BLACK, 9 * y + 3, &err));
        fine(katachi_game_setup(g, KATACHI_WHITE, 9 * y + 5, &err));
    }
    fine(katachi_game_play(g, KATACHI_BLACK, 81, &err));
    fine(katachi_search_think(s, g, KATACHI_WHITE, &err));
    fine(katachi_search_final(s, g, NULL, &score, &err));
    katachi_search_finding(s, &found);
    assert_true(found.visits > 0);
    fine(katachi_search_final(s, other, NULL, &score, &err));
    assert_int_equal(katachi_search_best(s), KATACHI_RESIGN);
    katachi_search_finding(s, &found);
    assert_int_equal(found.visits, 0);
    katachi_search_free(s);
    katachi_game_free(g);
    katachi_game_free(other);
}

static void a_setting_needs_no_more_memory_each_time(void **state)
{
    enum { TIMES = 20000, PATH_BYTES = 1000 };
    char path[PATH_BYTES];
    katachi_search *s;
    (void)state;
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    fine(katachi_search_new(&s, &err));
    fine(katachi_search_set(s, "gammas", path, &err));
    const size_t before = mallinfo2().uordblks;
    for (int i = 0; i < TIMES; i++)
        fine(katachi_search_set(s, "gammas", path, &err));
    assert_true(mallinfo2().uordblks < before + TIMES * PATH_BYTES / 2);
    katachi_search_free(s);
}

static void a_search_takes_the_memory_there_is(void **state)
{
    enum { ROOM = 100 << 20 };
    katachi_search *s = NULL;
    struct rlimit before, limit;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    limit = (struct rlimit){(rlim_t)address_space() + ROOM, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    katachi_status status = katachi_search_new(&s, &err);
    setrlimit(RLIMIT_AS, &before);
    fine(status);
    katachi_search_free(s);
}

static void nothing_is_freed_twice(void **state)
{
    (void)state;
    katachi_game_free(NULL);
    katachi_record_free(NULL);
    katachi_collection_free(NULL);
    katachi_gammas_free(NULL);
    katachi_network_free(NULL);
    katachi_search_free(NULL);
    katachi_network *network;
    fails(KATACHI_EIO, "none", katachi_network_load(&network, "none", NULL, &err));
    fails(KATACHI_EINVAL, "own-9x9", katachi_network_load(&network, "own", NULL, &err));
    fails(KATACHI_EINVAL, "abacus", katachi_network_load(&network, "none", "abacus", &err));
    assert_null(network);
    assert_string_equal(katachi_status_name(KATACHI_ENOMEM), "out of memory");
    assert_string_equal(katachi_version(), KATACHI_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_have_names),
        cmocka_unit_test(a_game_is_played),
        cmocka_unit_test(either_side_may_begin),
        cmocka_unit_test(open_dame_are_no_seki),
        cmocka_unit_test(handicap_stones),
        cmocka_unit_test(games_are_written_and_read),
        cmocka_unit_test(gammas_are_learned),
        cmocka_unit_test(a_locale_with_decimal_commas_changes_nothing),
        cmocka_unit_test(the_best_move_is_found),
        cmocka_unit_test(a_stop_ends_one_search),
        cmocka_unit_test(a_network_evaluates_the_game_it_is_given),
        cmocka_unit_test(a_backend_that_cannot_be_used_is_refused),
        cmocka_unit_test(every_board_has_installed_gammas),
        cmocka_unit_test(counting_another_board_ends_the_results),
        cmocka_unit_test(a_setting_needs_no_more_memory_each_time),
        cmocka_unit_test(a_search_takes_the_memory_there_is),
        cmocka_unit_test(nothing_is_freed_twice),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
