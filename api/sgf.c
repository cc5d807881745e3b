#include <katachi/sgf.h>

#include <stdlib.h>
#include <string.h>

#include "api/inside.h"
#include "base/utf8.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/sgf/record_game.h"

katachi_status katachi_collection_open(katachi_collection **out, const char *const *inputs, int n,
                                       katachi_error *err)
{
    *out = NULL;
    return outside(corpus_open(out, inputs, n, &(corpus_options){.replay = true}, why(err)));
}

void katachi_collection_free(katachi_collection *c) { corpus_close(c); }

katachi_status katachi_collection_next(katachi_collection *c, katachi_record **out,
                                       katachi_error *err)
{
    *out = NULL;
    return outside(corpus_next(c, out, why(err)));
}

long katachi_collection_broken(const katachi_collection *c)
{
    return (long)corpus_counted(c)->broken;
}

katachi_status katachi_record_read(katachi_record **out, const char *path, int k,
                                   katachi_error *err)
{
    const corpus_options options = {.strict = true, .replay = true};
    corpus *c;
    *out = NULL;
    if (k < 1)
        return outside(go_fail(why(err), GO_EINVAL, "games are numbered from 1, not %d", k));
    API_TRY(corpus_open(&c, &path, 1, &options, why(err)));
    go_status status = corpus_take(c, path, k, out, why(err));
    corpus_close(c);
    return outside(status);
}

void katachi_record_free(katachi_record *record) { game_record_destroy(record); }
int katachi_record_size(const katachi_record *record) { return record->size; }
int katachi_record_moves(const katachi_record *record) { return record->n_moves; }

int katachi_record_move(const katachi_record *r, int i, katachi_colour *c)
{
    if (i < 0 || i >= r->n_moves)
        return -1;
    if (c)
        *c = (katachi_colour)r->moves[i].colour;
    return board_index_on(r->size, r->moves[i].at);
}

const char *katachi_record_text(const katachi_record *record, const char *name)
{
    for (int i = 0; i < GAME_N_TEXTS; i++)
        if (strcmp(game_text_name((game_text_id)i), name) == 0)
            return record->text[i];
    return NULL;
}

katachi_status katachi_record_game(const katachi_record *r, const char *ruleset, int moves,
                                   katachi_game **out, katachi_error *err)
{
    rules wanted;
    *out = NULL;
    API_TRY(api_rules(ruleset, &wanted, err));
    if (!ruleset)
        record_game_rules(r, &wanted);
    if (moves < 0 || moves > r->n_moves)
        return outside(go_fail(why(err), GO_EINVAL,
                               "no position after move %d; the game has %d moves", moves,
                               r->n_moves));
    return outside(record_game_replay(out, r, &wanted, record_game_komi(r, &wanted), moves, NULL,
                                      why(err)));
}

/* The header texts of a game to be written, which are UTF-8 whatever the caller gave. */
static go_status copy_texts(char *text[GAME_N_TEXTS], const char *const given[GAME_N_TEXTS],
                            go_error *err)
{
    for (int i = 0; i < GAME_N_TEXTS; i++) {
        if (!given[i])
            continue;
        text[i] = strdup(given[i]);
        if (!text[i])
            return go_fail(err, GO_ENOMEM, "out of memory for the names of the players");
        utf8_mend(text[i]);
    }
    return GO_OK;
}

katachi_status katachi_game_write(const katachi_game *g, const char *path, const char *black,
                                  const char *white, const char *result, katachi_error *err)
{
    API_PLAIN_NUMBERS;
    const char *const given[GAME_N_TEXTS] = {
        [GAME_PB] = black, [GAME_PW] = white, [GAME_RE] = result};
    char *text[GAME_N_TEXTS] = {NULL};
    go_status status = copy_texts(text, given, why(err));
    if (status == GO_OK)
        status = record_game_save(g, text, path, why(err));
    for (int i = 0; i < GAME_N_TEXTS; i++)
        free(text[i]);
    return outside(status);
}
