#include "tests/support/saved_match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static game_side side_of(int who, int moves, double seconds)
{
    return (game_side){.player = who, .seed = 1, .moves = moves, .seconds = seconds,
                       .slowest = seconds, .playouts = who % 2 ? -1 : 100 * moves};
}

static match_game game_of(const saved_game *g, int number)
{
    match_game m = {.number = number, .opening = number / 2, .end = END_SCORE,
                    .winner = g->winner, .n_moves = 2 * g->moves};
    m.side[BLACK] = side_of(g->black, g->moves, g->seconds[0]);
    m.side[WHITE] = side_of(g->white, g->moves, g->seconds[1]);
    m.margin = g->winner == BLACK ? 1 : g->winner == WHITE ? -1 : 0;
    m.sgf = (char *)g->sgf; /* only read */
    return m;
}

static json_t *settings_of(const saved_match *m)
{
    json_t *players = json_array();
    for (int i = 0; i < m->n_players; i++)
        json_array_append_new(players,
                              json_pack("{s:s, s:s}", "name", m->names[i], "spec", m->specs[i]));
    return json_pack("{s:o, s:i, s:f, s:s, s:s}", "players", players, "size", m->size, "komi", 7.5,
                     "rules", "chinese-ogs", "time", m->time);
}

void saved_match_write(const saved_match *m, const char *folder)
{
    player *players = calloc((size_t)m->n_players, sizeof *players);
    json_t *settings = settings_of(m);
    match_store *store;
    go_error err;
    for (int i = 0; i < m->n_players; i++) {
        players[i].spec = m->specs[i];
        snprintf(players[i].name, sizeof players[i].name, "%s", m->names[i]);
    }
    if (match_store_open(&store, folder, settings, players, m->n_players, &err) != GO_OK)
        fail_msg("%s", err.message);
    for (int i = 0; i < m->n_games; i++) {
        match_game g = game_of(&m->games[i], (int)match_store_count(store));
        if (match_store_add(store, &g, &err) != GO_OK)
            fail_msg("%s", err.message);
    }
    match_store_close(store);
    json_decref(settings);
    free(players);
}

json_t *saved_match_settings(const char *folder)
{
    char path[500];
    snprintf(path, sizeof path, "%s/match.json", folder);
    json_t *settings = json_load_file(path, 0, NULL);
    assert_non_null(settings);
    return settings;
}
