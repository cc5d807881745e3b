#include "tests/support/fates.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/assert_close.h"
#include "tests/support/searching.h"

static char plain_letter(char c)
{
    return c == 'S' ? 'X' : c == 'Z' ? 'O' : (char)toupper((unsigned char)c);
}

game *game_of_fates(const char *ruleset, int size, const char *drawing)
{
    char plain[2 * BOARD_MAX_AREA + 1] = "";
    for (size_t i = 0; drawing[i]; i++)
        plain[i] = plain_letter(drawing[i]);
    return game_drawn(size, ruleset, 0, BLACK, plain);
}

/* Playouts are slow to prepare: those last used are kept. */
static struct kept {
    const char *file;
    int size; /* 0: none */
    gammas *fast;
    playout_gammas *tables;
    playout *p;
} kept;

static playout *playout_for(const char *gammas_file, int size)
{
    go_error err = {0};
    if (kept.size == size && kept.file == gammas_file)
        return kept.p;
    playout_destroy(kept.p);
    playout_gammas_destroy(kept.tables);
    gammas_destroy(kept.fast);
    kept = (struct kept){.file = gammas_file, .size = size};
    if (gammas_file && gammas_read(&kept.fast, gammas_file, &err) != GO_OK)
        fail_msg("%s", err.message);
    assert_int_equal(playout_gammas_create(&kept.tables, kept.fast, size, &err), GO_OK);
    assert_int_equal(playout_create(&kept.p, kept.tables, &err), GO_OK);
    return kept.p;
}

final_status estimate_with(const game *g, const char *gammas_file, int playouts, uint64_t seed)
{
    go_error err = {0};
    final_status s;
    final_status_options options = {.playouts = playouts, .seed = seed};
    assert_int_equal(final_status_find(&s, g, playout_for(gammas_file, g->board.size), &options,
                                       &err), GO_OK);
    return s;
}

final_status estimate(const game *g)
{
    static const char shipped[] = "data/fast-9x9.gammas.zst";
    return estimate_with(g, shipped, 300, 1);
}

static char letter_of(const game *g, const final_status *s, point p)
{
    static const char black[] = "?XSx", white[] = "?OZo";
    uint8_t c = g->board.at[p];
    return c == EMPTY ? '.' : c == BLACK ? black[s->fate[p]] : white[s->fate[p]];
}

static void print_estimate(const game *g, const final_status *s)
{
    for (int y = 0; y < g->board.size; y++) {
        for (int x = 0; x < g->board.size; x++)
            print_message("%c ", letter_of(g, s, board_point(&g->board, x, y)));
        for (int x = 0; x < g->board.size; x++)
            print_message("%5.2f", (double)s->ownership[board_point(&g->board, x, y)]);
        print_message("\n");
    }
}

static void assert_fates(const game *g, const final_status *s, const char *drawing)
{
    int n = 0, size = g->board.size;
    for (const char *d = drawing; *d; d++) {
        if (*d == ' ')
            continue;
        point p = board_point_at(size, n);
        n++;
        if (letter_of(g, s, p) == *d)
            continue;
        print_estimate(g, s);
        fail_msg("point %d of the drawing is %c, estimated %c", n, *d, letter_of(g, s, p));
    }
    assert_int_equal(n, size * size);
}

void expect_fates(const char *ruleset, int size, const char *drawing, double margin)
{
    game *g = game_of_fates(ruleset, size, drawing);
    final_status s = estimate(g);
    assert_fates(g, &s, drawing);
    assert_close(s.margin, margin, 1e-9);
    game_destroy(g);
}
