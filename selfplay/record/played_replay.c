#include "selfplay/record/played_replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "sgf_corpus/sgf/record_game.h"
#include "sgf_corpus/sgf/sgf_write.h"

static board_move on_board(const played_game *p, uint16_t index, uint8_t c)
{
    return (board_move){board_point_at(p->size, index), c};
}

/* The start as a record without moves, whose setup is `stones` [BOARD_MAX_AREA]. */
static game_record start_of(const played_game *p, board_move *stones)
{
    static char no_file[] = "";
    for (int i = 0; i < p->n_setup; i++)
        stones[i] = on_board(p, p->setup[i].index, p->setup[i].colour);
    return (game_record){.size = p->size,
                         .has_komi = true,
                         .komi = p->komi,
                         .handicap = game_setup_handicap(stones, p->n_setup),
                         .n_setup = p->n_setup,
                         .setup = stones,
                         .first = (uint8_t)p->first,
                         .source = no_file,
                         .index = 1};
}

go_status played_replay_start(const played_game *p, game **out, go_error *err)
{
    board_move stones[BOARD_MAX_AREA];
    game_record start = start_of(p, stones);
    return record_game_create(out, &start, &p->rules, p->komi, err);
}

go_status played_replay_move(const played_game *p, game *g, int i, go_error *err)
{
    board_move m = on_board(p, p->moves[i].index, p->moves[i].colour);
    return game_play(g, (colour)m.colour, m.at, err);
}

/* ---- SGF ---- */

/* Agreement about dead stones is no part of a game against itself, but of the rules' name. */
static const char *text_of_rules(const rules *r, char text[RULES_TEXT_MAX])
{
    rules agreed = *r;
    agreed.friendly_pass = true;
    return record_rules_text(rules_name(r) || !rules_name(&agreed) ? r : &agreed, text);
}

/* Does its network know of scores?  Else each lead is 0. */
static bool tells_leads(const played_game *p)
{
    bool tells = false;
    for (int i = 0; i < p->n_moves; i++)
        tells |= p->moves[i].lead != 0;
    return tells;
}

static void write_value(FILE *out, const played_game *p, int i, bool leads)
{
    if (i >= p->n_moves || p->moves[i].how == PLAYED_OPENING)
        return;
    const played_move *m = &p->moves[i];
    double black = m->colour == BLACK ? (double)m->winrate : 1 - (double)m->winrate;
    double lead = colour_sign(m->colour) * (double)m->lead;
    fprintf(out, "SBKV[%.2f]", 100 * black);
    if (leads)
        fprintf(out, "V[%.1f]", decimal_tenths(lead));
}

static void name_result(const played_game *p, char result[SCORE_TEXT_MAX])
{
    if (p->end == PLAYED_RESIGNED)
        snprintf(result, SCORE_TEXT_MAX, "%s", p->winner == BLACK ? "B+R" : "W+R");
    else
        score_text(p->margin, result);
}

void played_replay_sgf(const played_game *p, FILE *out)
{
    board_move stones[BOARD_MAX_AREA];
    char result[SCORE_TEXT_MAX], name[PLAYED_NAME], ruleset[RULES_TEXT_MAX], round[32];
    game_record start = start_of(p, stones);
    name_result(p, result);
    memcpy(name, p->net, sizeof name);
    snprintf(round, sizeof round, "%lld", (long long)p->number + 1);
    start.n_moves = p->n_moves; /* else the writer names who is to move */
    start.text[GAME_PB] = start.text[GAME_PW] = name;
    start.text[GAME_RE] = result;
    start.text[GAME_RO] = round;
    start.text[GAME_RU] = (char *)text_of_rules(&p->rules, ruleset); /* only read */
    sgf_write_start(out, &start);
    const bool leads = tells_leads(p);
    write_value(out, p, 0, leads);
    for (int i = 0; i < p->n_moves; i++) {
        sgf_write_move(out, p->size, on_board(p, p->moves[i].index, p->moves[i].colour));
        write_value(out, p, i + 1, leads);
    }
    fputs(")\n", out);
}
