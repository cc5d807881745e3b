#include "sgf_corpus/sgf/sgf_write.h"

#include <string.h>

#include "board/coord.h"
#include "sgf_corpus/sgf/game_values.h"

void sgf_write_escaped(FILE *out, const char *text, size_t n)
{
    for (const char *end = text + n; text < end; text++) {
        if (*text == ']' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
}

void sgf_write_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, "%s[", name);
    sgf_write_escaped(out, text, strlen(text));
    fputc(']', out);
}

/* All stones of a colour as one property: a node has each only once, and setup in nodes after the
 * first is more than some programs read.                                      */
static void write_setup(FILE *out, const game_record *g, colour c)
{
    char name[COORD_MAX];
    bool any = false;
    for (int i = 0; i < g->n_setup; i++) {
        if (g->setup[i].colour != c)
            continue;
        fprintf(out, "%s[%s]", any ? "" : c == BLACK ? "AB" : "AW",
                coord_to_sgf(g->size, g->setup[i].at, name));
        any = true;
    }
}

void sgf_write_start(FILE *out, const game_record *g)
{
    char komi[32];
    fprintf(out, "(;FF[4]GM[1]CA[UTF-8]SZ[%d]", g->size);
    for (int i = 0; i < GAME_N_TEXTS; i++)
        if (g->text[i])
            sgf_write_text(out, game_text_name((game_text_id)i), g->text[i]);
    if (g->has_komi) {
        komi_text(g->komi, komi);
        fprintf(out, "KM[%s]", komi);
    }
    if (g->handicap > 0)
        fprintf(out, "HA[%d]", g->handicap);
    if (g->n_moves == 0)
        fprintf(out, "PL[%c]", g->first == BLACK ? 'B' : 'W');
    write_setup(out, g, BLACK);
    write_setup(out, g, WHITE);
}

void sgf_write_move(FILE *out, int size, board_move move)
{
    char name[COORD_MAX];
    fprintf(out, ";%c[%s]", move.colour == BLACK ? 'B' : 'W', coord_to_sgf(size, move.at, name));
}

void sgf_write(FILE *out, const game_record *g)
{
    sgf_write_start(out, g);
    for (int i = 0; i < g->n_moves; i++)
        sgf_write_move(out, g->size, g->moves[i]);
    fputs(")\n", out);
}
