#include <katachi/sgf.h>

#include <stdlib.h>
#include <string.h>

#include "api/internal.h"
#include "base/io/atomic_file.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/sgf/record_game.h"
#include "sgf_corpus/sgf/sgf_write.h"

struct katachi_record {
    game_record *r;
};

struct katachi_collection {
    corpus *c;
};

/* ---- reading ---- */

static katachi_status open_corpus(katachi_collection **out, const char *const *inputs, int n,
                                  bool strict, katachi_error *err)
{
    go_error why;
    const corpus_options options = {.strict = strict, .replay = true};
    katachi_collection *made = calloc(1, sizeof *made);
    *out = NULL;
    go_status status = made ? corpus_open(&made->c, inputs, n, &options, &why)
                            : go_fail(&why, GO_ENOMEM, "out of memory for a collection");
    if (status == GO_OK)
        *out = made;
    else
        free(made);
    return api_status(status, &why, err);
}

katachi_status katachi_collection_open(katachi_collection **out, const char *const *inputs, int n,
                                       katachi_error *err)
{
    return open_corpus(out, inputs, n, false, err);
}

void katachi_collection_free(katachi_collection *collection)
{
    if (!collection)
        return;
    corpus_close(collection->c);
    free(collection);
}

/* The k-th game from here on; with `path` NULL the next. */
static katachi_status take(katachi_collection *from, const char *path, int k,
                           katachi_record **out, katachi_error *err)
{
    go_error why;
    katachi_record *made = calloc(1, sizeof *made);
    *out = NULL;
    go_status status = !made ? go_fail(&why, GO_ENOMEM, "out of memory for a game")
                       : path ? corpus_take(from->c, path, k, &made->r, &why)
                              : corpus_next(from->c, &made->r, &why);
    if (status == GO_OK)
        *out = made;
    else
        free(made);
    return api_status(status, &why, err);
}

katachi_status katachi_collection_next(katachi_collection *collection, katachi_record **out,
                                       katachi_error *err)
{
    return take(collection, NULL, 0, out, err);
}

long katachi_collection_broken(const katachi_collection *collection)
{
    return (long)corpus_counted(collection->c)->broken;
}

katachi_status katachi_record_read(katachi_record **out, const char *path, int k,
                                   katachi_error *err)
{
    go_error why;
    katachi_collection *file;
    *out = NULL;
    if (k < 1)
        return api_status(go_fail(&why, GO_EINVAL, "games count from 1, not %d", k), &why, err);
    katachi_status status = open_corpus(&file, &path, 1, true, err);
    if (status == KATACHI_OK)
        status = take(file, path, k, out, err);
    katachi_collection_free(file);
    return status;
}

void katachi_record_free(katachi_record *record)
{
    if (!record)
        return;
    game_record_destroy(record->r);
    free(record);
}

int katachi_record_size(const katachi_record *record) { return record->r->size; }
int katachi_record_moves(const katachi_record *record) { return record->r->n_moves; }

int katachi_record_move(const katachi_record *record, int i, katachi_colour *c)
{
    const game_record *r = record->r;
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
            return record->r->text[i];
    return NULL;
}

katachi_status katachi_record_game(const katachi_record *record, const char *rules_named,
                                   int moves, katachi_game **out, katachi_error *err)
{
    go_error why;
    const game_record *r = record->r;
    katachi_game *k;
    katachi_status made = katachi_game_new(&k, r->size, rules_named, err);
    *out = NULL;
    if (made != KATACHI_OK)
        return made;
    rules asked = k->g->rules;
    if (!rules_named)
        record_game_rules(r, &asked);
    game_destroy(k->g);
    k->g = NULL;
    go_status status = moves >= 0 && moves <= r->n_moves
                           ? record_game_create(&k->g, r, &asked, record_game_komi(r, &asked),
                                                &why)
                           : go_fail(&why, GO_EINVAL, "there is no position after %d moves; the "
                                     "game has %d", moves, r->n_moves);
    for (int i = 0; i < moves && status == GO_OK; i++)
        status = record_game_play(k->g, r, i, &why);
    if (status == GO_OK)
        *out = k;
    else
        katachi_game_free(k);
    return api_status(status, &why, err);
}

/* ---- writing ---- */

katachi_status katachi_game_write(const katachi_game *k, const char *path, const char *black,
                                  const char *white, const char *result, katachi_error *err)
{
    go_error why;
    atomic_file *file;
    char *text[GAME_N_TEXTS] = {[GAME_PB] = (char *)black,
                                [GAME_PW] = (char *)white,
                                [GAME_RE] = (char *)result}; /* only read */
    game_record *record = record_of_game(k->g, text);
    go_status status = record ? atomic_file_open(&file, path, &why)
                              : go_fail(&why, GO_ENOMEM, "out of memory for the record of a game");
    if (status == GO_OK) {
        sgf_write(atomic_file_stream(file), record);
        status = atomic_file_commit(file, &why);
    }
    game_record_destroy(record);
    return api_status(status, &why, err);
}
