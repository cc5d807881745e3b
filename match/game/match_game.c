#include "match/game/match_game.h"

#include <stdlib.h>
#include <string.h>

#include "base/text_json.h"
#include "base/utf8.h"

#define GAME_END_NAME(end, name) [end] = name,
static const char *const end_names[END_N] = {GAME_ENDS(GAME_END_NAME)};

static const char *const winners[] = {[EMPTY] = "draw", [BLACK] = "black", [WHITE] = "white"};

const char *game_end_name(game_end end)
{
    return end_names[end];
}

void match_game_free(match_game *m)
{
    free(m->sgf);
    m->sgf = NULL;
}

int match_points2(const match_game *m, colour c)
{
    return m->winner == EMPTY ? 1 : m->winner == c ? 2 : 0;
}

/* SGF FF[4]: R resignation, T time, F forfeit. */
const char *match_game_result(const match_game *m, char out[SCORE_TEXT_MAX])
{
    if (m->end == END_SCORE || m->end == END_LIMIT)
        return score_text(m->margin, out);
    snprintf(out, SCORE_TEXT_MAX, "%c+%c", m->winner == BLACK ? 'B' : 'W',
             m->end == END_RESIGN ? 'R' : m->end == END_TIME ? 'T' : 'F');
    return out;
}

/* ---- writing ---- */

static json_t *side_json(const game_side *side, const player *players)
{
    return json_pack("{s:i, s:o, s:I, s:i, s:f, s:f, s:I}", "player", side->player, "name",
                     text_json(players[side->player].name), "seed", (json_int_t)side->seed, "moves",
                     side->moves, "seconds", side->seconds, "slowest", side->slowest, "playouts",
                     (json_int_t)side->playouts);
}

json_t *match_game_to_json(const match_game *m, const player *players)
{
    char result[SCORE_TEXT_MAX], hash[24];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)m->moves_hash);
    json_t *keys = m->keys[0] ? text_json(m->keys) : NULL;
    return json_pack("{s:I, s:I, s:o, s:o, s:s, s:s, s:s, s:f, s:b, s:b, s:i, s:s, s:o, s:I, s:o*}",
                     "game", (json_int_t)m->number + 1, "opening", (json_int_t)m->opening + 1,
                     "black", side_json(&m->side[BLACK], players), "white",
                     side_json(&m->side[WHITE], players), "winner", winners[m->winner], "result",
                     match_game_result(m, result), "end", game_end_name(m->end), "margin",
                     m->margin, "disagreed", m->disagreed, "unjudged", m->unjudged, "moves",
                     m->n_moves, "moves_hash", hash, "note", text_json(m->note), "record_end",
                     (json_int_t)m->record_end, "keys", keys);
}

/* ---- reading ---- */

static int find_end(const char *name)
{
    for (int i = 0; i < END_N; i++)
        if (strcmp(end_names[i], name) == 0)
            return i;
    return END_N;
}

static bool read_side(game_side *side, const json_t *object, int n_players)
{
    json_int_t seed, playouts;
    if (json_unpack((json_t *)object, "{s:i, s:I, s:i, s:F, s:F, s:I}", "player", &side->player,
                    "seed", &seed, "moves", &side->moves, "seconds", &side->seconds, "slowest",
                    &side->slowest, "playouts", &playouts) != 0)
        return false;
    side->seed = (uint32_t)seed;
    side->playouts = playouts;
    return side->player >= 0 && side->player < n_players && side->moves >= 0 &&
           side->seconds >= 0 && side->slowest >= 0 && playouts >= -1;
}

static bool read_winner(colour *winner, const char *word)
{
    for (int c = EMPTY; c <= WHITE; c++) {
        *winner = (colour)c;
        if (strcmp(word, winners[c]) == 0)
            return true;
    }
    return false;
}

go_status match_game_from_json(match_game *m, const json_t *object, int n_players, go_error *err)
{
    json_int_t number, opening_number, record_end = 0;
    json_t *black, *white;
    const char *winner, *end, *note, *keys = ""; /* only some matches have keys */
    const char *hash = "0";
    int disagreed, unjudged = 0; /* this, record_end and the hash are not in older matches */
    json_error_t why;
    *m = (match_game){0};
    if (json_unpack_ex((json_t *)object, &why, 0,
                       "{s:I, s:I, s:o, s:o, s:s, s:s, s:F, s:b, s?b, s:i, s?s, s:s, s?I, s?s}",
                       "game", &number, "opening", &opening_number, "black", &black, "white",
                       &white, "winner", &winner, "end", &end, "margin", &m->margin, "disagreed",
                       &disagreed, "unjudged", &unjudged, "moves", &m->n_moves, "moves_hash", &hash,
                       "note", &note, "record_end", &record_end, "keys", &keys) != 0)
        return go_fail(err, GO_EFORMAT, "%s", why.text);
    int ended = find_end(end);
    if (!read_winner(&m->winner, winner))
        return go_fail(err, GO_EFORMAT, "the winner is neither black nor white nor draw");
    if (number < 1 || opening_number < 1 || record_end < 0 || ended == END_N ||
        !read_side(&m->side[BLACK], black, n_players) ||
        !read_side(&m->side[WHITE], white, n_players) ||
        m->side[BLACK].player == m->side[WHITE].player)
        return go_fail(err, GO_EFORMAT, "a value is not valid for a game");
    m->number = number - 1;
    m->opening = opening_number - 1;
    m->end = (game_end)ended;
    m->disagreed = disagreed != 0;
    m->unjudged = unjudged != 0;
    m->record_end = record_end;
    m->moves_hash = strtoull(hash, NULL, 16);
    snprintf(m->note, sizeof m->note, "%s", note);
    utf8_mend(m->note);
    snprintf(m->keys, sizeof m->keys, "%s", keys);
    return GO_OK;
}
