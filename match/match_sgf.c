#include "match/match_sgf.h"

#include <time.h>

#include "board/coord.h"

static void write_value(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void write_property(FILE *out, const char *name, const char *text)
{
    fprintf(out, "%s[", name);
    write_value(out, text);
    fputc(']', out);
}

static void write_side(FILE *out, const char *who, const game_side *side, const player *players)
{
    fprintf(out, "%s: ", who);
    write_value(out, players[side->player].spec);
    fprintf(out, " (seed %u)\n%d moves in %.2f s, the slowest in %.2f s", side->seed, side->moves,
            side->seconds, side->slowest);
    if (side->playouts >= 0)
        fprintf(out, ", %lld playouts", (long long)side->playouts);
    fputc('\n', out);
}

static void write_date(FILE *out)
{
    char text[16];
    time_t now = time(NULL);
    struct tm day;
    if (gmtime_r(&now, &day) && strftime(text, sizeof text, "%Y-%m-%d", &day))
        write_property(out, "DT", text);
}

static void write_time(FILE *out, const time_settings *time)
{
    char text[100];
    if (time->system == TIME_NONE)
        return;
    fprintf(out, "TM[%g]", time->main);
    time_settings_text(time, text, sizeof text);
    write_property(out, "OT", text);
}

static void write_head(FILE *out, const match_game *m, const match_conditions *conditions,
                       const player *players)
{
    char result[SCORE_TEXT_MAX];
    fprintf(out, "(;FF[4]GM[1]CA[UTF-8]AP[katachi:%s]SZ[%d]KM[%.10g]", KATACHI_VERSION,
            conditions->size, conditions->komi);
    write_property(out, "RU", conditions->rules_name);
    write_property(out, "PB", players[m->side[BLACK].player].name);
    write_property(out, "PW", players[m->side[WHITE].player].name);
    write_property(out, "RE", match_game_result(m, result));
    write_date(out);
    write_time(out, &conditions->time);
    fprintf(out, "\nC[game %lld, opening %lld\n", (long long)m->number + 1,
            (long long)m->opening + 1);
    write_side(out, "black", &m->side[BLACK], players);
    write_side(out, "white", &m->side[WHITE], players);
    fprintf(out, "ended by %s", game_end_name(m->end));
    if (m->note[0]) {
        fputs(": ", out);
        write_value(out, m->note);
    }
    fputs("]\n", out);
}

static void write_move(FILE *out, int size, const game_step *step, const move_note *note)
{
    char name[COORD_MAX], who = step->colour == BLACK ? 'B' : 'W';
    fprintf(out, ";%c[%s]", who, coord_to_sgf(size, step->at, name));
    if (note->took < 0)
        return;
    if (note->left >= 0)
        fprintf(out, "%cL[%.2f]", who, note->left);
    fprintf(out, "C[%.3f s", note->took);
    if (note->playouts >= 0)
        fprintf(out, ", %lld playouts", (long long)note->playouts);
    fputs("]\n", out);
}

void match_sgf_write(FILE *out, const match_game *m, const match_conditions *conditions,
                     const player *players, const game *g, const move_note *notes)
{
    write_head(out, m, conditions, players);
    for (size_t i = 0; i < g->n_steps; i++)
        write_move(out, g->board.size, &g->steps[i], &notes[i]);
    fputs(")\n", out);
}
