/* draw.c -- the board at the terminal: with colours and round stones where it has them. */
#include <stdio.h>

#include "board/board_text.h"
#include "cli/play/table.h"

/* Colours of a terminal with 256 of them: wood, and a darker wood under the last move. */
#define WOOD "\033[48;5;179m"
#define LAST "\033[48;5;136m"
#define LINES "\033[38;5;94m"
#define BLACK_STONE "\033[38;5;16m"
#define WHITE_STONE "\033[38;5;231m"
#define HINT "\033[1;38;5;20m"
#define PLAIN "\033[0m"

static void draw_columns(int size)
{
    fputs("   ", stdout);
    for (int x = 0; x < size; x++)
        printf(" %c", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x]);
    putchar('\n');
}

static void draw_mark(const play_table *t, char mark)
{
    const char *territory = t->symbols ? "▪" : ":";
    switch (mark) {
    case MARK_BLACK_OWNS:
        printf(BLACK_STONE " %s", territory);
        break;
    case MARK_WHITE_OWNS:
        printf(WHITE_STONE " %s", territory);
        break;
    case MARK_BLACK_DEAD:
        printf(BLACK_STONE " %s", t->symbols ? "×" : "x");
        break;
    case MARK_WHITE_DEAD:
        printf(WHITE_STONE " %s", t->symbols ? "×" : "x");
        break;
    default:
        printf(HINT " %c", mark);
    }
}

static void draw_point(const play_table *t, int x, int y, char mark)
{
    const board *b = &t->game->board;
    const point p = board_point(b, x, y);
    const int c = b->at[p];
    fputs(b->last == p && t->game->n_steps > 0 ? LAST : WOOD, stdout);
    if (mark)
        draw_mark(t, mark);
    else if (c == BLACK)
        printf(BLACK_STONE " %s", t->symbols ? "●" : "X");
    else if (c == WHITE)
        printf(WHITE_STONE " %s", t->symbols ? "●" : "O");
    else
        printf(LINES " %s", board_is_star(b->size, x, y) ? "+" : t->symbols ? "·" : ".");
}

static void draw_coloured(const play_table *t, const char *mark)
{
    const board *b = &t->game->board;
    draw_columns(b->size);
    for (int y = 0; y < b->size; y++) {
        printf("%3d", b->size - y);
        for (int x = 0; x < b->size; x++)
            draw_point(t, x, y, mark ? mark[board_point(b, x, y)] : 0);
        printf(WOOD " " PLAIN " %d\n", b->size - y);
    }
    draw_columns(b->size);
}

void play_draw(const play_table *t, const char *mark)
{
    const board *b = &t->game->board;
    putchar('\n');
    if (t->colours)
        draw_coloured(t, mark);
    else
        board_text_write_marked(stdout, b, mark);
    if (b->n_captured[BLACK] || b->n_captured[WHITE])
        printf("prisoners of black: %d, of white: %d\n", (int)b->n_captured[WHITE],
               (int)b->n_captured[BLACK]);
}
