/* Judgements against the results of whole games: those that come with Katachi
 * and, where they are, those of ../shared/corpus.  The first twenty of each,
 * or all of them with KATACHI_SLOW=1.                                         */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mcts/final/final_status.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/record_game.h"
#include "tests/support/needs.h"

typedef struct series {
    const char *file, *gammas;
    const char *ruleset; /* NULL: by the game's RU */
    int passes;          /* a game must end with */
    bool as_is;          /* the record may count the stones as they stand */
} series;

/* So few, and at least these shares of them, without KATACHI_SLOW. */
enum { FAST_GAMES = 20, FAST_SAME = 75, FAST_WINNER = 85 };

typedef struct agreement {
    int games, same, same_winner;
    int agreed; /* counted the same by the players, if they agree about the dead stones */
} agreement;

static int passes_at_end(const game_record *record)
{
    int n = 0;
    while (n < record->n_moves && record->moves[record->n_moves - 1 - n].at == PASS)
        n++;
    return n;
}

static rules rules_of(const series *s, const game_record *record)
{
    rules r;
    const char *named = record->text[GAME_RU] ? ruleset_of(record->text[GAME_RU]) : "";
    if (s->ruleset)
        assert_true(rules_by_name(s->ruleset, &r));
    else if (!*named || !rules_by_name(named, &r))
        assert_true(rules_by_name("japanese", &r));
    return r;
}

static game *replay(const series *s, const game_record *record)
{
    game *g = NULL;
    rules r = rules_of(s, record);
    double komi = record->has_komi ? record->komi : 0;
    assert_int_equal(record_game_replay(&g, record, &r, komi, record->n_moves, NULL, NULL),
                     GO_OK);
    return g;
}

static void compare(const series *s, const game *g, playout *p, game_result result,
                    agreement *found)
{
    final_status judged;
    double margin = result.kind == RESULT_DRAW ? 0
                  : result.winner == BLACK ? result.margin : -result.margin;
    assert_int_equal(final_status_find(&judged, g, p, NULL, NULL), GO_OK);
    bool same = fabs(judged.margin - margin) < 1e-6 ||
                (s->as_is && fabs(judged.margin_as_is - margin) < 1e-6);
    final_status agreed;
    final_status_agreed(&agreed, g, judged.dead);
    found->agreed += fabs(agreed.margin - judged.margin) < 1e-6;
    found->games++;
    found->same += same;
    found->same_winner += same || (judged.margin > 0) == (margin > 0);
}

static agreement judge_games(const series *s, int size)
{
    agreement found = {0};
    corpus *c = NULL;
    game_record *record;
    gammas *fast = NULL;
    playout_gammas *tables = NULL;
    playout *p = NULL;
    assert_int_equal(corpus_open(&c, &s->file, 1, &(corpus_options){0}, NULL), GO_OK);
    assert_int_equal(gammas_read(&fast, s->gammas, NULL), GO_OK);
    assert_int_equal(playout_gammas_create(&tables, fast, size, NULL), GO_OK);
    assert_int_equal(playout_create(&p, tables, NULL), GO_OK);
    while ((slow_tests() || found.games < FAST_GAMES) && corpus_next(c, &record, NULL) == GO_OK) {
        game_result result = result_of(record->text[GAME_RE]);
        bool counted = result.kind == RESULT_SCORE || result.kind == RESULT_DRAW;
        game *g = counted && record->size == size && passes_at_end(record) >= s->passes
                ? replay(s, record) : NULL;
        if (g)
            compare(s, g, p, result, &found);
        game_destroy(g);
        game_record_destroy(record);
    }
    playout_destroy(p);
    playout_gammas_destroy(tables);
    gammas_destroy(fast);
    corpus_close(c);
    print_message("%s: %d games, %d with the same margin, %d with the same winner\n", s->file,
                  found.games, found.same, found.same_winner);
    return found;
}

/* At least this many percent of `games` games. */
static void expect(const series *s, int size, int games, double same, double winner)
{
    need_file(s->file);
    agreement found = judge_games(s, size);
    assert_true(found.games >= (slow_tests() ? games : FAST_GAMES));
    assert_true(100.0 * found.agreed >= 95.0 * found.games);
    assert_true(100.0 * found.same >= (slow_tests() ? same : FAST_SAME) * found.games);
    assert_true(100.0 * found.same_winner >= (slow_tests() ? winner : FAST_WINNER) * found.games);
}

/* Programs of low levels that stop early now and then, with borders open. */
static void the_shipped_games_of_9x9(void **state)
{
    series s = {"data/sample-9x9.sgf.gz", "data/fast-9x9.gammas.zst", "chinese", 2, false};
    (void)state;
    expect(&s, 9, 290, 96, 96);
}

static void the_shipped_games_of_19x19(void **state)
{
    series s = {"data/sample-19x19.sgf.gz", "data/fast-19x19.gammas.zst", "chinese", 2, false};
    (void)state;
    expect(&s, 19, 50, 94, 96);
}

/* Strong players, territory scoring. */
static void games_of_a_server_by_japanese_rules(void **state)
{
    series s = {"../shared/corpus/kgs19/kgs-dev.sgf.gz", "data/fast-19x19.gammas.zst", NULL, 2,
                false};
    (void)state;
    expect(&s, 19, 130, 84, 95);
}

static void small_games_of_a_server(void **state)
{
    series s = {"../shared/corpus/ogs9/ogs-dev.sgf.gz", "data/fast-9x9.gammas.zst", NULL, 2,
                false};
    (void)state;
    expect(&s, 9, 160, 94, 94);
}

/* Programs that play to the end; the server counts every stone as alive. */
static void games_played_out_by_programs(void **state)
{
    series s = {"../shared/corpus/cgos9/cgos-dev.sgf.gz", "data/fast-9x9.gammas.zst", "chinese", 0,
                true};
    (void)state;
    expect(&s, 9, 160, 99, 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_games_of_9x9),
        cmocka_unit_test(the_shipped_games_of_19x19),
        cmocka_unit_test(games_of_a_server_by_japanese_rules),
        cmocka_unit_test(small_games_of_a_server),
        cmocka_unit_test(games_played_out_by_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
