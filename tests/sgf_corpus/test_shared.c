/* Every game of the shared collections replays without an illegal move, and
 * their numbers are those of ../shared/corpus/README.md.                     */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "sgf_corpus/corpus.h"
#include "tests/support/needs.h"

#define FOLDER "../shared/corpus/"

static const struct { const char *file; int64_t games; bool slow; } collections[] = {
    {"pro19/aeb-dev.sgf.gz", 995, false},        {"foxpro19/fox-dev.sgf.gz", 281, false},
    {"kgs19/kgs-dev.sgf.gz", 497, false},        {"cgos9/cgos-dev.sgf.gz", 311, false},
    {"ogs9/ogs-dev.sgf.gz", 461, false},         {"pro9/aeb9-train.sgf.zst", 315, false},
    {"pro13/aeb13-train.sgf.zst", 67, false},    {"pro19/aeb-train-0.sgf.zst", 10735, true},
    {"pro19/aeb-train-1.sgf.zst", 10903, true},  {"pro19/aeb-train-2.sgf.zst", 10847, true},
    {"pro19/aeb-train-3.sgf.zst", 10741, true},  {"pro19/aeb-train-4.sgf.zst", 10681, true},
    {"pro19/aeb-train-5.sgf.zst", 10625, true},  {"foxpro19/fox-train.sgf.zst", 8685, true},
    {"kgs19/kgs-train.sgf.zst", 23771, true},    {"cgos9/cgos-train.sgf.zst", 3985, true},
    {"ogs9/ogs-train.sgf.zst", 6724, true},
};

static void replay(const char *file, int64_t games)
{
    char path[200];
    const char *input = path;
    snprintf(path, sizeof path, FOLDER "%s", file);
    corpus_options strict = {.strict = true, .replay = true};
    corpus *c;
    game_record *game;
    go_error err;
    go_status status;
    if (corpus_open(&c, &input, 1, &strict, &err) != GO_OK)
        fail_msg("%s", err.message);
    while ((status = corpus_next(c, &game, &err)) == GO_OK)
        game_record_destroy(game);
    if (status != GO_END)
        fail_msg("%s", err.message);
    assert_int_equal(corpus_counted(c)->games, games);
    corpus_close(c);
}

static void replay_all(bool slow)
{
    need_file(FOLDER);
    for (size_t i = 0; i < sizeof collections / sizeof collections[0]; i++)
        if (collections[i].slow == slow)
            replay(collections[i].file, collections[i].games);
}

static void small_collections_replay(void **state)
{
    (void)state;
    replay_all(false);
}

static void large_collections_replay(void **state)
{
    (void)state;
    need_slow();
    replay_all(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_collections_replay),
        cmocka_unit_test(large_collections_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
