/* notable.c -- the most and the least expected moves of the test games, drawn. */
#include <stdio.h>

#include "board/coord.h"
#include "draw/svg_board.h"
#include "nn_train/report/page.h"

static void write_board(FILE *out, const nn_store *s, const notable_move *m)
{
    const stored_game *g = nn_store_game(s, nn_store_find(s, m->position));
    const stored_move *moves = nn_store_moves(s, g);
    const int ply = (int)(m->position - g->at);
    const bool black = stored_colour(moves[ply]) == BLACK;
    char first[80], second[80], name[COORD_MAX];
    board b;
    nn_store_start(s, g, &b);
    for (int i = 0; i < ply; i++)
        board_play(&b, stored_colour(moves[i]), board_point_at(g->size, stored_index(moves[i])));
    coord_to_gtp(g->size, board_point_at(g->size, stored_index(moves[ply])), name);
    snprintf(first, sizeof first, "%s played %s: %.*f %%", black ? "Black" : "White", name,
             m->probability < 0.01 ? 4 : 1, 100 * m->probability);
    snprintf(second, sizeof second, "move %d of a game on %dx%d", ply + 1, g->size, g->size);
    const svg_board picture = {.b = &b, .probability = m->policy,
                               .played = stored_index(moves[ply]), .caption = {first, second}};
    svg_board_figure(out, &picture);
}

static void write_list(FILE *out, const nn_store *s, const notable_move *list, int n,
                       const char *title)
{
    fprintf(out, "<h3>%s</h3>\n<div class=\"boards\">\n", title);
    for (int i = 0; i < n; i++)
        write_board(out, s, &list[i]);
    fputs("</div>\n", out);
}

void training_notable(FILE *out, const nn_store *test, const notable_moves *notable)
{
    if (!notable->n_most)
        return;
    fputs("<h2>Moves of the test games</h2>\n<p class=\"soft\">Red points are the moves that the "
          "network expected, with their probabilities in percent; the blue ring is the move that "
          "was played. Each list has one move of a game at most; passes are left out.</p>\n", out);
    write_list(out, test, notable->least, notable->n_least, "Least expected");
    write_list(out, test, notable->most, notable->n_most, "Most expected");
}
