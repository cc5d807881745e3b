#include "selfplay/start_games.h"

#include <stdlib.h>
#include <string.h>

#include "sgf_corpus/playable.h"

/* One game: moves first .. first + n - 1 of the list. */
typedef struct line {
    int64_t first;
    int n;
} line;

typedef struct lines {
    int n, room;
    line *line;
} lines;

struct start_games {
    double share;
    lines of_size[BOARD_MAX_SIZE + 1];
    int64_t n_moves, room;
    point *move;
};

#define AT(field) offsetof(start_games_settings, field)
const option start_games_options[] = {
    OPT_TEXT("start-games", 0, "FILE", NULL, AT(file),
             "begin games at positions of this collection: a game and up to half the board's points "
             "of its moves are drawn, instead of moves from the policy"),
    OPT_REAL("start-share", 0, "X", "0.5", 0, 1, AT(share), "share of the games that begin there"),
    {0}};

go_status start_games_named(const start_games_settings *s, const options_given *given,
                            go_error *err)
{
    if (!s->file && options_named(given, "start-share"))
        return go_fail(err, GO_EINVAL, "--start-share cannot be used without --start-games");
    return GO_OK;
}

/* Room for one more; the larger array, or NULL: out of memory. */
static void *grown(void *array, int64_t n, int64_t *room, int64_t more, size_t each)
{
    if (array && n + more <= *room)
        return array;
    *room = 2 * (n + more);
    return realloc(array, (size_t)*room * each);
}

/* Up to the first pass; 0: it does not begin as games of a network do. */
static int usable_moves(const game_record *g)
{
    colour c = BLACK;
    int n = 0;
    if (g->n_setup)
        return 0;
    for (; n < g->n_moves && g->moves[n].at != PASS && g->moves[n].colour == c; n++)
        c = opponent(c);
    return n;
}

static go_status take(void *to, const game_record *g, bool held_out, go_error *err)
{
    start_games *s = to;
    const int n = usable_moves(g);
    (void)held_out;
    if (n == 0)
        return GO_OK;
    lines *l = &s->of_size[g->size];
    int64_t room = l->room;
    line *line_room = grown(l->line, l->n, &room, 1, sizeof *l->line);
    if (line_room) {
        l->line = line_room;
        l->room = (int)room;
    }
    point *move_room = grown(s->move, s->n_moves, &s->room, n, sizeof *s->move);
    if (move_room)
        s->move = move_room;
    if (!line_room || !move_room)
        return go_fail(err, GO_ENOMEM, "out of memory for games to start from");
    l->line[l->n++] = (line){s->n_moves, n};
    for (int i = 0; i < n; i++)
        s->move[s->n_moves++] = g->moves[i].at;
    return GO_OK;
}

static go_status read_all(start_games *s, const char *path, const selfplay_sizes *sizes,
                          go_error *err)
{
    corpus_counts counts;
    const playable_options options = {.suicide = true};
    GO_TRY(playable_games(&path, 1, &options, take, s, &counts, err));
    for (int i = 0; sizes && i < sizes->n; i++)
        if (!start_games_count(s, sizes->size[i]))
            return go_fail(err, GO_EEMPTY,
                           "%s: no game on %dx%d that begins with an empty board and black's move",
                           path, sizes->size[i], sizes->size[i]);
    return GO_OK;
}

go_status start_games_read(start_games **out, const start_games_settings *settings,
                           const selfplay_sizes *sizes, go_error *err)
{
    *out = NULL;
    if (!settings->file)
        return GO_OK;
    start_games *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for games to start from");
    s->share = settings->share;
    const go_status status = read_all(s, settings->file, sizes, err);
    if (status == GO_OK)
        *out = s;
    else
        start_games_free(s);
    return status;
}

void start_games_free(start_games *games)
{
    if (!games)
        return;
    for (int i = 0; i <= BOARD_MAX_SIZE; i++)
        free(games->of_size[i].line);
    free(games->move);
    free(games);
}

int start_games_count(const start_games *games, int size)
{
    return games->of_size[size].n;
}

bool start_games_begin(const start_games *games, int size, rng *random)
{
    return games && rng_double(random) < games->share && start_games_count(games, size) > 0;
}

const point *start_games_draw(const start_games *games, int size, rng *random, int *n)
{
    const lines *l = &games->of_size[size];
    const line *drawn = &l->line[rng_below(random, (uint32_t)l->n)];
    const int half = size * size / 2, most = drawn->n - 1 < half ? drawn->n - 1 : half;
    *n = (int)rng_below(random, (uint32_t)most + 1);
    return games->move + drawn->first;
}
