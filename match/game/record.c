#include "match/game/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/today.h"
#include "base/utf8.h"
#include "board/coord.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/record_game.h"

/* ---- writing ---- */

/* Bytes that are not UTF-8, as a command line may have them, become '?'. */
static void write_value(FILE *out, const char *text)
{
    for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
        const size_t valid = utf8_length(text, left);
        n = valid ? valid : 1;
        if (*text == ']' || *text == '\\')
            fputc('\\', out);
        fwrite(valid ? text : "?", 1, n, out);
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
    fprintf(out, " (seed %u)\n%d move%s in %.2f s, the slowest in %.2f s", side->seed, side->moves,
            plural_s(side->moves), side->seconds, side->slowest);
    if (side->playouts >= 0)
        fprintf(out, ", %lld playout%s", (long long)side->playouts, plural_s(side->playouts));
    fputc('\n', out);
}

static void write_head(FILE *out, const match_game *m, const match_conditions *conditions,
                       const player *players)
{
    char result[SCORE_TEXT_MAX], text[100], komi[32], named[RULES_TEXT_MAX], date[TODAY_TEXT];
    komi_text(conditions->komi, komi);
    fprintf(out, "(;FF[4]GM[1]CA[UTF-8]AP[Katachi:%s]SZ[%d]KM[%s]", KATACHI_VERSION,
            conditions->size, komi);
    write_property(out, "RU", record_rules_text(&conditions->rules, named));
    write_property(out, "PB", players[m->side[BLACK].player].name);
    write_property(out, "PW", players[m->side[WHITE].player].name);
    write_property(out, "RE", match_game_result(m, result));
    if (*today(date))
        write_property(out, "DT", date);
    if (conditions->time.system != TIME_NONE) {
        fprintf(out, "TM[%g]", conditions->time.main);
        time_settings_text(&conditions->time, text, sizeof text);
        write_property(out, "OT", text);
    }
    fprintf(out, "\nC[game %lld, opening %lld\n", (long long)m->number + 1,
            (long long)m->opening + 1);
    if (m->keys[0]) {
        write_value(out, players[0].name);
        fputs(": ", out);
        write_value(out, m->keys);
        fputc('\n', out);
    }
    write_side(out, "black", &m->side[BLACK], players);
    write_side(out, "white", &m->side[WHITE], players);
    fprintf(out, "ended by %s", game_end_name(m->end));
    if (m->note[0]) {
        fputs(": ", out);
        write_value(out, m->note);
    }
    fputs("]\n", out);
}

static void write_move(FILE *out, int size, const board_move *step, const move_note *note)
{
    char name[COORD_MAX], who = step->colour == BLACK ? 'B' : 'W';
    fprintf(out, ";%c[%s]", who, coord_to_sgf(size, step->at, name));
    if (note->took < 0)
        return;
    if (note->left >= 0)
        fprintf(out, "%cL[%.2f]", who, note->left);
    fprintf(out, "C[%.3f s", note->took);
    if (note->playouts >= 0)
        fprintf(out, ", %lld playout%s", (long long)note->playouts, plural_s(note->playouts));
    fputs("]\n", out);
}

void record_write(FILE *out, const match_game *m, const match_conditions *conditions,
                  const player *players, const game *g, const move_note *notes)
{
    write_head(out, m, conditions, players);
    for (size_t i = 0; i < g->n_steps; i++)
        write_move(out, g->board.size, &g->steps[i], &notes[i]);
    fputs(")\n", out);
}

/* ---- reading ---- */

/* "0.106 s, 576 playouts", as write_move has it. */
static void read_note(const char *text, move_note *note)
{
    char *end;
    double took = strtod(text, &end);
    if (end == text || strncmp(end, " s", 2) != 0 || !isfinite(took) || took < 0)
        return;
    note->took = took;
    if (strncmp(end, " s, ", 4) != 0)
        return;
    const char *count = end + 4;
    long long playouts = strtoll(count, &end, 10);
    if (end != count && strncmp(end, " playout", 8) == 0 && playouts >= 0)
        note->playouts = playouts;
}

/* From '[' past its ']'. */
static const char *skip_value(const char *at)
{
    for (at++; *at && *at != ']'; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : at;
}

typedef struct node {
    colour colour;       /* of the move; EMPTY: none */
    const char *comment; /* where the first begins; "": none */
} node;

/* Reads from after ';' to the next node, or to where there is none. */
static const char *read_node(const char *at, node *out)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    *out = (node){EMPTY, ""};
    while (*at && !strchr(";()", *at)) {
        size_t n = strspn(at, letters);
        const char *value = at + n;
        if (*value != '[') {
            at = n ? value : at + 1;
            continue;
        }
        if (n == 1 && (*at == 'B' || *at == 'W'))
            out->colour = *at == 'B' ? BLACK : WHITE;
        else if (n == 1 && *at == 'C' && !*out->comment)
            out->comment = value + 1;
        at = skip_value(value);
    }
    return at;
}

bool record_next(const char **at, int64_t *number)
{
    node root;
    noted_move skipped;
    while (record_move(at, &skipped))
        ;
    *at += strcspn(*at, "(");
    if (strncmp(*at, "(;", 2) != 0)
        return false;
    *at = read_node(*at + 2, &root);
    *number = strncmp(root.comment, "game ", 5) == 0 ? strtoll(root.comment + 5, NULL, 10) - 1 : -1;
    return true;
}

bool record_move(const char **at, noted_move *out)
{
    while (**at == ';') {
        node n;
        *at = read_node(*at + 1, &n);
        if (n.colour == EMPTY)
            continue;
        *out = (noted_move){n.colour, {-1, -1, -1}};
        read_note(n.comment, &out->note);
        return true;
    }
    return false;
}
