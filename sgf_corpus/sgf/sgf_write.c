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

/* Setup stones keep their order; a property that would appear twice starts a new node. */
void sgf_write_start(FILE *out, const game_record *g)
{
    static const char names[3][3] = {"AE", "AB", "AW"};
    unsigned used = 0;
    char name[COORD_MAX], komi[32];
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
    for (int i = 0; i < g->n_setup; i++) {
        int c = g->setup[i].colour;
        if (i == 0 || g->setup[i - 1].colour != c) {
            if (used >> c & 1) {
                fputc(';', out);
                used = 0;
            }
            used |= 1u << c;
            fputs(names[c], out);
        }
        fprintf(out, "[%s]", coord_to_sgf(g->size, g->setup[i].at, name));
    }
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
