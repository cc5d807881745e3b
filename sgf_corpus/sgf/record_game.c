#include "sgf_corpus/sgf/record_game.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/io/atomic_file.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/sgf_write.h"

go_status record_game_create(game **out, const game_record *record, const rules *r, double komi,
                             go_error *err)
{
    board start;
    GO_TRY(game_record_start(record, &start, err));
    GO_TRY(game_create(out, record->size, r, err));
    (*out)->komi = komi;
    go_status status = game_set_start(*out, &start, (colour)record->first);
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
        if (game_set_rules(g, &simple) != GO_OK)
            return go_fail(err, GO_ENOMEM, "out of memory for the rules of the game");
    }
    return game_play(g, (colour)m.colour, m.at, err);
}

go_status record_game_replay(game **out, const game_record *record, const rules *r, double komi,
                             int n, int *played, go_error *err)
{
    go_status status = record_game_create(out, record, r, komi, err);
    int i = status == GO_OK ? 0 : -1;
    while (status == GO_OK && i < n) {
        status = record_game_play(*out, record, i, err);
        i += status == GO_OK;
    }
    if (played)
        *played = i;
    if (status != GO_OK) {
        game_destroy(*out);
        *out = NULL;
    }
    return status;
}

void record_game_rules(const game_record *record, rules *r)
{
    const char *place = record->text[GAME_PC];
    rules_meant_by(record->text[GAME_RU], r);
    if (place && strstr(place, "CGOS") && r->scoring == SCORING_AREA)
        r->friendly_pass = false;
}

/* Was it counted, with a margin in whole points (or in others)? */
static bool counted_in(const game_record *record, bool whole_points)
{
    const game_result result = result_of(record->text[GAME_RE]);
    if (result.kind == RESULT_DRAW)
        return whole_points;
    return result.kind == RESULT_SCORE && result.margin > 0 &&
           (result.margin == floor(result.margin)) == whole_points;
}

bool record_game_knows_komi(const game_record *record)
{
    if (!record->has_komi || record->komi != 0 || !counted_in(record, false))
        return record->has_komi;
    rules r = {.button = false}; /* which is worth half a point */
    rules_meant_by(record->text[GAME_RU], &r);
    return r.button;
}

double record_game_komi_or(const game_record *record, double usual)
{
    if (record_game_knows_komi(record))
        return record->komi;
    return usual != floor(usual) && counted_in(record, true) ? 0 : usual;
}

double record_game_komi(const game_record *record, const rules *r)
{
    return record_game_komi_or(record, record->handicap ? 0.5 : rules_default_komi(r));
}

const char *record_rules_text(const rules *r, char out[RULES_TEXT_MAX])
{
    static const char *const spelled[][2] = {
        {"aga", "AGA"},
        {"chinese", "Chinese"},
        {"chinese-ogs", "Chinese-OGS"}, /* also of KGS; KataGo reads it without regard to case */
        {"ing", "GOE"},
        {"japanese", "Japanese"},
        {"new-zealand", "NZ"},
        {"tromp-taylor", "Tromp-Taylor"}};
    rules_text(r, out);
    for (size_t i = 0; i < sizeof spelled / sizeof spelled[0]; i++)
        if (strcmp(out, spelled[i][0]) == 0)
            snprintf(out, RULES_TEXT_MAX, "%s", spelled[i][1]);
    return out;
}

game_record *record_of_game(const game *g, char *const text[GAME_N_TEXTS])
{
    board_move setup[BOARD_MAX_AREA];
    char ruleset[RULES_TEXT_MAX];
    game_record record = {.size = g->board.size, .has_komi = true, .komi = g->komi,
                          .setup = setup, .first = (uint8_t)g->start_to_move,
                          .n_moves = (int)g->n_steps, .moves = g->steps};
    memcpy(record.text, text, sizeof record.text);
    if (!record.text[GAME_RU]) {
        record_rules_text(&g->rules, ruleset);
        record.text[GAME_RU] = ruleset;
    }
    for (int c = BLACK; c <= WHITE; c++)
        for (point p = 0; p < g->start.n_points; p++)
            if (g->start.at[p] == c)
                setup[record.n_setup++] = (board_move){p, (uint8_t)c};
    record.handicap = game_setup_handicap(setup, record.n_setup); /* without those played */
    return game_record_pack(&record);
}

go_status record_game_save(const game *g, char *const text[GAME_N_TEXTS], const char *path,
                           go_error *err)
{
    atomic_file *file;
    game_record *record = record_of_game(g, text);
    if (!record)
        return go_fail(err, GO_ENOMEM, "out of memory for the record of the game");
    go_status status = atomic_file_open(&file, path, err);
    if (status == GO_OK) {
        sgf_write(atomic_file_stream(file), record);
        status = atomic_file_commit(file, err);
    }
    game_record_destroy(record);
    return status;
}
