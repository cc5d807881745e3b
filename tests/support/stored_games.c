#include "tests/support/stored_games.h"

#include "tests/support/games.h"
#include "tests/support/unit.h"

const char *const two_games[2] = {
    "(;SZ[5]RU[Chinese]KM[0.5]RE[B+R];B[cc];W[cd];B[dd];W[bc];B[ce];W[cb];B[db];W[bd])",
    ("(;SZ[5]RU[Chinese]KM[0.5]RE[B+24.5];B[cc];W[bb];B[cb];W[bc];B[bd];W[ab];B[cd];W[ac];B[ba];"
     "W[ad];B[])"),
};

void store_of(nn_store *s, const char *rules_name, const char *const *sgf, int n)
{
    assert_int_equal(nn_store_create(s, NULL, NULL), GO_OK);
    for (int i = 0; i < n; i++)
        store_add_sgf(s, rules_name, sgf[i]);
}

void store_add_sgf(nn_store *s, const char *rules_name, const char *sgf)
{
    rules unnamed;
    assert_true(rules_by_name(rules_name, &unnamed));
    game_record *record = game_of(sgf);
    assert_int_equal(nn_store_add(s, record, &unnamed, NULL), GO_OK);
    game_record_destroy(record);
}
