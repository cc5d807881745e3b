#include "match/game/referee.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/coord.h"
#include "match/game/start.h"

/* The result of a game according to one program. */
typedef struct claim {
    bool given;
    double margin; /* black's */
    char text[SCORE_TEXT_MAX];
    char note[160]; /* why none is given */
} claim;

/* ---- asking one program ---- */

/* Marks the stones named, "A1 B2\nC3"; false when something else is named. */
static bool read_dead(const game *g, const char *text, bool *dead)
{
    const board *b = &g->board;
    memset(dead, 0, BOARD_MAX_POINTS * sizeof *dead);
    while (*(text += strspn(text, " \t\n"))) {
        char word[COORD_MAX + 1];
        size_t n = strcspn(text, " \t\n");
        point at;
        if (n >= sizeof word)
            return false;
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        if (!coord_from_gtp(b->size, word, &at) || at == PASS ||
            (b->at[at] != BLACK && b->at[at] != WHITE))
            return false;
        dead[at] = true;
        text += n;
    }
    return true;
}

/* "B+3.5", "W+12", "0", "Draw". */
static bool read_score(const char *text, double *margin)
{
    char *end;
    if (strcmp(text, "0") == 0 || strcasecmp(text, "draw") == 0 || strcasecmp(text, "jigo") == 0) {
        *margin = 0;
        return true;
    }
    bool black = text[0] == 'B' || text[0] == 'b', white = text[0] == 'W' || text[0] == 'w';
    if ((!black && !white) || text[1] != '+')
        return false;
    double points = strtod(text + 2, &end);
    if (end == text + 2 || !isfinite(points) || points < 0)
        return false;
    *margin = black ? points : -points;
    return true;
}

static void set_claim(claim *o, double margin)
{
    o->given = true;
    o->margin = margin;
    score_text(margin, o->text);
}

/* The largest possible margin: the whole board, komi, half a point for the button, a point
 * for each handicap stone and, where prisoners count, all stones.              */
static double largest_margin(const game *g)
{
    double most = g->board.size * g->board.size + fabs(g->komi) + g->handicap + 0.5;
    return g->rules.scoring == SCORING_AREA ? most : most + (double)g->n_steps;
}

static gtp_answer ask_score(const game *g, gtp_client *c, double seconds, claim *o)
{
    double margin;
    gtp_answer answer = gtp_client_ask(c, seconds, "final_score");
    const char *text = gtp_client_text(c);
    if (answer != GTP_YES)
        return answer;
    bool understood = read_score(text, &margin);
    if (understood && fabs(margin) <= largest_margin(g))
        set_claim(o, margin);
    else
        snprintf(o->note, sizeof o->note, "answered 'final_score' with '%.*s'%s",
                 (int)fmin(40, (double)strcspn(text, "\n")), text,
                 understood ? ", more than there is on the board" : "");
    return answer;
}

static gtp_answer ask_claim(const game *g, gtp_client *c, double seconds, claim *o)
{
    bool dead[BOARD_MAX_POINTS];
    *o = (claim){0};
    gtp_answer answer = gtp_client_ask(c, seconds, "final_status_list dead");
    if (answer == GTP_YES && read_dead(g, gtp_client_text(c), dead))
        set_claim(o, game_margin(g, dead));
    else if (answer == GTP_YES || answer == GTP_NO)
        answer = ask_score(g, c, seconds, o);
    if (!o->given && !o->note[0])
        snprintf(o->note, sizeof o->note, "%.150s", gtp_client_fault(c));
    return answer;
}

/* ---- deciding ---- */

static int sign(double x)
{
    return (x > 0) - (x < 0);
}

void referee_as_it_stands(const game *g, verdict *out)
{
    *out = (verdict){.margin = game_margin(g, NULL)};
}

static void decide(const game *g, const claim *black, const claim *white, verdict *out)
{
    referee_as_it_stands(g, out);
    if (!black->given && !white->given) {
        out->unjudged = true;
        snprintf(out->note, sizeof out->note,
                 "no player judges the end (black %.120s; white %.120s): counted as it stands",
                 black->note[0] ? black->note : "does not know",
                 white->note[0] ? white->note : "does not know");
        return;
    }
    if (black->given && white->given && sign(black->margin) != sign(white->margin)) {
        out->disagreed = true;
        snprintf(out->note, sizeof out->note,
                 "black counts %s, white counts %s: counted as it stands", black->text,
                 white->text);
        return;
    }
    out->margin = black->given ? black->margin : white->margin;
    if (black->given && white->given && fabs(black->margin - white->margin) > 0.01)
        snprintf(out->note, sizeof out->note, "black counts %s, white counts %s", black->text,
                 white->text);
    else if (!black->given || !white->given)
        snprintf(out->note, sizeof out->note, "only %s judges the end (%.150s)",
                 black->given ? "black" : "white", black->given ? white->note : black->note);
}

go_status referee_by_players(const game *g, gtp_client *const client[3], double seconds,
                             verdict *out, go_error *err)
{
    claim o[3] = {{0}};
    for (int c = BLACK; c <= WHITE; c++)
        if (client[c] && ask_claim(g, client[c], seconds, &o[c]) == GTP_STOPPED)
            return go_fail(err, GO_EINTR, "interrupted");
    decide(g, &o[BLACK], &o[WHITE], out);
    return GO_OK;
}

go_status referee_by_program(const game *g, const char *command, double seconds, verdict *out,
                             go_error *err)
{
    gtp_client *c;
    claim o = {0};
    char name[COORD_MAX], ruleset[RULES_TEXT_MAX];
    GO_TRY(gtp_client_start(&c, command, err));
    gtp_answer answer = match_start_board(c, g->board.size, rules_text(&g->rules, ruleset), g->komi,
                                          seconds);
    for (size_t i = 0; i < g->n_steps && answer == GTP_YES; i++)
        answer = gtp_client_ask(c, seconds, "play %c %s", g->steps[i].colour == BLACK ? 'b' : 'w',
                                coord_to_gtp(g->board.size, g->steps[i].at, name));
    if (answer == GTP_YES)
        answer = ask_claim(g, c, seconds, &o);
    else
        snprintf(o.note, sizeof o.note, "%.150s", gtp_client_fault(c));
    gtp_client_end(c, 1);
    if (answer == GTP_STOPPED)
        return go_fail(err, GO_EINTR, "interrupted");
    referee_as_it_stands(g, out);
    if (o.given)
        out->margin = o.margin;
    else
        snprintf(out->note, sizeof out->note, "the referee %.150s: counted as it stands",
                 o.note);
    out->unjudged = !o.given;
    return GO_OK;
}
