#include "cli/bench/counted_games.h"

#include "base/choice.h"
#include "sgf_corpus/game_hash.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/record_game.h"

#define HALVES(X) X(HALF_BOTH, "both") X(HALF_FIRST, "first") X(HALF_SECOND, "second")
typedef enum game_half { HALVES(CHOICE_NUMBER) } game_half;

#define AT(field) offsetof(counted_choice, field)
const option counted_options[] = {
    OPT_CHOICE("half", 0, CHOICE_WORDS(HALVES), "both", AT(half),
               "which half of the games (by a hash of their moves): one to look at, the other to "
               "measure with"),
    OPT_INT("games", 'n', "N", "0", 0, 100000000, AT(games), "stop after this many games; 0: all"),
    OPT_INT("passes", 0, "N", "2", 0, 2, AT(least_passes),
            "only games that end with at least this many passes"),
    {0}};

static bool is_counted(game_result result)
{
    return result.kind == RESULT_DRAW || (result.kind == RESULT_SCORE && result.margin > 0);
}

int counted_moves(const game_record *record)
{
    int n = record->n_moves;
    while (n > 0 && record->moves[n - 1].at == PASS)
        n--;
    return n;
}

static bool is_wanted(const counted_choice *choice, const game_record *record)
{
    bool first = game_split_place(record, 0) < 0.5;
    return is_counted(result_of(record->text[GAME_RE])) &&
           record->n_moves - counted_moves(record) >= choice->least_passes &&
           (choice->half == HALF_BOTH || first == (choice->half == HALF_FIRST));
}

go_status counted_next(corpus *c, const counted_choice *choice, game_record **out, double *margin,
                       go_error *err)
{
    for (;;) {
        GO_TRY(corpus_next(c, out, err));
        if (is_wanted(choice, *out))
            break;
        game_record_destroy(*out);
    }
    const game_result result = result_of((*out)->text[GAME_RE]);
    *margin = result.kind == RESULT_DRAW ? 0
              : result.winner == BLACK   ? result.margin
                                         : -result.margin;
    return GO_OK;
}

game *counted_replay(const game_record *record, int n)
{
    game *g = NULL;
    rules r;
    rules_by_name("japanese", &r);
    record_game_rules(record, &r);
    record_game_replay(&g, record, &r, record_game_komi(record, &r), n, NULL, NULL);
    return g;
}

go_status counted_none(const counted_choice *choice, go_error *err)
{
    return go_fail(err, GO_EEMPTY,
                   "no game has a counted result and at least %d passes at its end; try a smaller "
                   "--passes", choice->least_passes);
}
