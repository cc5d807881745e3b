/* Files as found in the wild, ../shared/corpus/messy: every one gives games or a
 * precise sentence, and the counts agree with those of another reader
 * (MANIFEST.tsv) or the reason why not is given here.                        */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sgf_corpus/corpus.h"
#include "tests/support/games.h"
#include "tests/support/needs.h"

#define FOLDER "../shared/corpus/messy"

/* What a file gave. */
typedef struct found {
    int games, broken;
    int first_moves; /* of the first game; -1: none or broken */
    bool imprecise;  /* a sentence without file or byte */
    const char *path;
} found;

static void look_at_sentence(void *user, const char *message)
{
    found *f = user;
    f->broken++;
    f->imprecise |= strncmp(message, f->path, strlen(f->path)) != 0 || !strstr(message, "byte ");
}

static found read_file(const char *path, bool replay)
{
    found f = {.first_moves = -1, .path = path};
    corpus_options options = {.replay = replay, .on_broken = look_at_sentence, .user = &f};
    corpus *c;
    game_record *game;
    go_error err;
    go_status status;
    if (corpus_open(&c, &path, 1, &options, &err) != GO_OK)
        fail_msg("%s", err.message);
    for (; (status = corpus_next(c, &game, &err)) == GO_OK; f.games++) {
        if (f.games + f.broken == 0)
            f.first_moves = game->n_moves;
        game_record_destroy(game);
    }
    assert_int_equal(status, GO_END);
    corpus_close(c);
    return f;
}

/* Where we and the other reader differ: trees (games and broken ones) and moves
 * of the first, as we have it.                                               */
static const struct { const char *file; int trees, moves; const char *why; } differences[] = {
    {"fox-1550471903080010073.sgf", 1, 260, "no '(': the other reader gives up"},
    {"fox-1550745569080010073.sgf", 1, 266, "no '(': the other reader gives up"},
    {"fox-1550745452080010073.sgf", 1, 200, "no '(': it takes the variations for games"},
    {"fox-1550746068080010073.sgf", 1, 284, "no '(': it takes the variations for games"},
    {"gogui-invalidmove.sgf", 1, -1, "a move outside of the board makes it broken"},
    {"gogui-verbose-property-names.sgf", 1, 184, "long property names"},
    {"lsgfc-encoding-utf16-withbom.sgf", 1, 0, "UTF-16"},
    {"sabaki-utf16le.sgf", 1, 164, "UTF-16"},
    {"lsgfc-escaping.sgf", 1, -1, "GM[19] is not Go"},
    {"sgfc-escaping-result.sgf", 1, -1, "GM[19] is not Go"},
    {"q5go-bentfour.sgf", 1, 3, "a tutorial: the record ends at the setup in mid-game"},
    {"q5go-captures.sgf", 1, 1, "a tutorial: the record ends at the setup in mid-game"},
    {"sabaki-nihon-kiin.sgf", 1, 8, "Shift_JIS without CA"},
    {"sgfc-test.sgf", 22, 0, "22 trees of faults, text between them"},
};

static void check_counts(const char *file, const char *trees, const char *moves, found f)
{
    for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++) {
        if (strcmp(differences[i].file, file) != 0)
            continue;
        if (f.games + f.broken != differences[i].trees || f.first_moves != differences[i].moves)
            fail_msg("%s: %d trees, first with %d moves", file, f.games + f.broken, f.first_moves);
        return;
    }
    if (f.games + f.broken != strtol(trees, NULL, 10) || f.first_moves != strtol(moves, NULL, 10))
        fail_msg("{\"%s\", %d, %d, \"\"}, // the other reader: %s, %s", file, f.games + f.broken,
                 f.first_moves, trees, moves);
}

/* Calls `check` for every line of the manifest. */
static void for_every_file(void (*check)(const char *const *column))
{
    char line[4096];
    int files = 0;
    need_file(FOLDER "/MANIFEST.tsv");
    FILE *manifest = fopen(FOLDER "/MANIFEST.tsv", "r");
    assert_non_null(manifest);
    while (fgets(line, sizeof line, manifest)) {
        const char *column[9] = {line};
        line[strcspn(line, "\n")] = 0;
        int n = 1;
        for (char *p = line; *p && n < 9; p++) {
            if (*p == '\t') {
                *p = 0;
                column[n++] = p + 1;
            }
        }
        if (n < 9 || strcmp(column[0], "file") == 0)
            continue;
        check(column);
        files++;
    }
    fclose(manifest);
    assert_true(files > 100);
}

static void check_one(const char *const *column)
{
    char path[600];
    snprintf(path, sizeof path, FOLDER "/%s", column[0]);
    found f = read_file(path, false);
    assert_true(f.games + f.broken > 0);
    assert_false(f.imprecise);
    check_counts(column[0], column[7], column[8], f);
    found replayed = read_file(path, true);
    assert_false(replayed.imprecise);
    assert_int_equal(replayed.games + replayed.broken, f.games + f.broken);
    assert_true(replayed.games <= f.games);
}

static void every_file_gives_games_or_sentences(void **state)
{
    (void)state;
    for_every_file(check_one);
}

/* Cut at every byte (long files: at every 7th). */
static void check_cut(const char *const *column)
{
    char path[600], errors[4096];
    snprintf(path, sizeof path, FOLDER "/%s", column[0]);
    FILE *file = fopen(path, "rb");
    char *all = malloc(1 << 16);
    size_t n = fread(all, 1, 1 << 16, file), step = n > 600 ? n / 80 : 1;
    for (size_t at = 0; at < n; at += step) {
        char *cut = malloc(at + 1);
        memcpy(cut, all, at);
        int games = count_games(cut, at, errors);
        assert_true(games > 0 || errors[0]);
        free(cut);
    }
    free(all);
    fclose(file);
}

static void every_file_cut_short_gives_games_or_sentences(void **state)
{
    (void)state;
    for_every_file(check_cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_gives_games_or_sentences),
        cmocka_unit_test(every_file_cut_short_gives_games_or_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
