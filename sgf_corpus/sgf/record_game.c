#include "sgf_corpus/sgf/record_game.h"

go_status record_game_create(game **out, const game_record *record, const rules *r, double komi,
                             go_error *err)
{
    board start;
    go_status status = game_record_start(record, &start, err);
    if (status == GO_OK)
        status = game_create(out, record->size, r, err);
    if (status != GO_OK)
        return status;
    (*out)->komi = komi;
    int handicap = game_setup_handicap(record->setup, record->n_setup);
    status = game_set_start(*out, &start, handicap, (colour)record->first);
    if (status != GO_OK) {
        game_destroy(*out);
        *out = NULL;
        return go_fail(err, status, "out of memory for a game");
    }
    return GO_OK;
}

go_status record_game_play(game *g, const game_record *record, int i, go_error *err)
{
    board_move m = record->moves[i];
    if (game_legal(g, (colour)m.colour, m.at) == MOVE_SUPERKO) {
        rules simple = g->rules;
        simple.ko = KO_SIMPLE;
        go_status status = game_set_rules(g, &simple);
        if (status != GO_OK)
            return go_fail(err, status, "out of memory for the rules of the game");
    }
    return game_play(g, (colour)m.colour, m.at, err);
}
