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

final_status estimate_with(const game *g, const char *gammas_file, int playouts, uint64_t seed)
{
    gammas *fast = NULL;
    playout_gammas *tables = NULL;
    playout *p = NULL;
    go_error err = {0};
    final_status s;
    final_status_options options = {.playouts = playouts, .seed = seed};
    if (gammas_file && gammas_read(&fast, gammas_file, &err) != GO_OK)
        fail_msg("%s", err.message);
    assert_int_equal(playout_gammas_create(&tables, fast, g->board.size, &err), GO_OK);
    assert_int_equal(playout_create(&p, tables, &err), GO_OK);
    assert_int_equal(final_status_find(&s, g, p, &options, &err), GO_OK);
    playout_destroy(p);
    playout_gammas_destroy(tables);
    gammas_destroy(fast);
    return s;
}

final_status estimate(const game *g)
{
    return estimate_with(g, "data/fast-9x9.gammas.zst", 300, 1);
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
