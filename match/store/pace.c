#include "match/store/pace.h"

#include <stdlib.h>

#include "base/io/read_file.h"
#include "match/game/record.h"

enum { MAX_RECORDS = 1 << 30, MAX_MOVES = 1000000 };

/* The sums of one player over each of PACE_POINTS stretches of the game. */
typedef struct sums {
    int64_t moves[PACE_POINTS], counted[PACE_POINTS];
    double seconds[PACE_POINTS], playouts[PACE_POINTS];
} sums;

static void add_move(sums *s, int stretch, const move_note *note)
{
    if (note->took >= 0) {
        s->moves[stretch]++;
        s->seconds[stretch] += note->took;
    }
    if (note->playouts >= 0) {
        s->counted[stretch]++;
        s->playouts[stretch] += (double)note->playouts;
    }
}

/* Moves in a stretch, so that the longest game fits. */
static int stretch_length(const match_store *s)
{
    int longest = 1;
    for (int64_t i = 0; i < match_store_count(s); i++)
        if (match_store_game(s, i)->n_moves > longest)
            longest = match_store_game(s, i)->n_moves;
    longest = longest < MAX_MOVES ? longest : MAX_MOVES;
    return (longest + PACE_POINTS - 1) / PACE_POINTS;
}

/* Adds the games of a file in the folder, if there is one. */
static void add_records(const match_store *s, const char *name, int length, sums *by_player)
{
    char path[4200], *text;
    size_t n;
    int64_t number;
    snprintf(path, sizeof path, "%s/%s", match_store_folder(s), name);
    if (read_file(path, MAX_RECORDS, &text, &n, NULL) != GO_OK)
        return;
    const char *at = text;
    while (record_next(&at, &number)) {
        const match_game *m = match_store_find(s, number);
        noted_move move;
        for (int i = 0; m && i < length * PACE_POINTS && record_move(&at, &move); i++)
            add_move(&by_player[m->side[move.colour].player], i / length, &move.note);
    }
    free(text);
}

static void fill(pace_line *line, const double *sum, const int64_t *n, int length)
{
    line->n = 0;
    for (int i = 0; i < PACE_POINTS; i++) {
        if (n[i] == 0)
            continue;
        line->move[line->n] = i * length + (length + 1) / 2.0;
        line->mean[line->n++] = sum[i] / (double)n[i];
    }
}

go_status match_pace_read(const match_store *s, int n_players, player_pace *out, go_error *err)
{
    int length = stretch_length(s);
    sums *by_player = calloc((size_t)n_players, sizeof *by_player);
    if (!by_player)
        return go_fail(err, GO_ENOMEM, "out of memory for the times of moves");
    bool together = false; /* the file that holds many games has been read */
    for (int64_t i = 0; i < match_store_count(s); i++) {
        const match_game *m = match_store_game(s, i);
        char name[40];
        if (!m->record_end || !together)
            add_records(s, match_store_record(m, name), length, by_player);
        together |= m->record_end > 0;
    }
    for (int i = 0; i < n_players; i++) {
        fill(&out[i].seconds, by_player[i].seconds, by_player[i].moves, length);
        fill(&out[i].playouts, by_player[i].playouts, by_player[i].counted, length);
    }
    free(by_player);
    return GO_OK;
}
