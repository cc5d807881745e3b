/* servers.c -- commands of game servers: KGS (kgsGtp's documentation, "GTP commands") and
 * CGOS.                                                                       */
#include <math.h>

#include "base/utf8.h"
#include "gtp/commands/command.h"

static go_status cmd_game_over(GTP_ARGS)
{
    e->ponder_for = EMPTY;
    return GO_OK;
}

/* Only with --kgs-chat: not everyone wants a program that talks. */
static go_status cmd_chat(GTP_ARGS)
{
    if (!e->settings.kgs_chat)
        return go_fail(err, GO_EUNSUPPORTED, "chat is off; start with --kgs-chat to switch it on");
    if (e->searched == 0 || search_analyze(e->search, NULL, &e->analysis, NULL) != GO_OK) {
        fputs("I have not thought about this game yet.", out);
        return GO_OK;
    }
    char score[SCORE_TEXT_MAX];
    const search_analysis *a = &e->analysis;
    const double tenths = round(10 * a->lead) * (a->to_move == BLACK ? 1 : -1);
    fprintf(out, "In my last search %s won %.0f %% of the games, and the lead is about %s.",
            a->to_move == BLACK ? "Black" : "White", 100 * a->winrate,
            score_text(tenths / 10, score));
    return GO_OK;
}

/* CGOS never says by which rules it plays. */
static go_status cmd_opponent_name(GTP_ARGS)
{
    rules wanted;
    if (rules_by_name("cgos", &wanted) && !rules_equal(&e->game->rules, &wanted))
        notice_say(&e->people,
                   "CGOS forbids suicide and counts dead stones as alive; start with --rules cgos");
    snprintf(e->opponent, sizeof e->opponent, "%s", r->rest);
    utf8_mend(e->opponent); /* for records; it may be cut within a character */
    return GO_OK;
}

static go_status cmd_opponent_rating(GTP_ARGS)
{
    snprintf(e->opponent_rating, sizeof e->opponent_rating, "%s", r->rest);
    return GO_OK;
}

/* Arguments: date, result. */
static go_status cmd_cgos_over(GTP_ARGS)
{
    notice_say(&e->people, "game over: %s; opponent %s %s", r->rest,
             e->opponent[0] ? e->opponent : "unknown", e->opponent_rating);
    e->opponent[0] = e->opponent_rating[0] = '\0';
    e->ponder_for = EMPTY;
    return GO_OK;
}

const gtp_command gtp_server_commands[] = {
    {"kgs-game_over", cmd_game_over, 0, NULL},
    {"kgs-chat", cmd_chat, 0, "game|private NAME TEXT..."},
    {"cgos-opponent_name", cmd_opponent_name, 0, "NAME"},
    {"cgos-opponent_rating", cmd_opponent_rating, 0, "RATING"},
    {"cgos-gameover", cmd_cgos_over, 0, "DATE RESULT"},
    {0}};
