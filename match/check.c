#include "match/check.h"

#include <stdio.h>
#include <string.h>

#include "board/coord.h"
#include "match/game/start.h"

enum { FAULT = 400 };

/* A program on trial. */
typedef struct trial {
    gtp_client *client;
    const match_conditions *conditions;
    char fault[FAULT]; /* what it did wrong; "": nothing so far */
} trial;

/* False: it is over, for what the answer says. */
static bool passed(trial *t, gtp_answer answer)
{
    if (answer != GTP_YES)
        snprintf(t->fault, FAULT, "%s", gtp_client_fault(t->client));
    return answer == GTP_YES;
}

static gtp_answer try_move(trial *t)
{
    double seconds = t->conditions->hang_timeout;
    point at;
    gtp_answer answer = gtp_client_ask(t->client, seconds, "genmove b");
    const char *text = gtp_client_text(t->client);
    if (passed(t, answer) && strcasecmp(text, "resign") != 0 &&
        !coord_from_gtp(t->conditions->size, text, &at))
        snprintf(t->fault, FAULT, "answered 'genmove b' with '%.60s'", text);
    t->fault[strcspn(t->fault, "\n")] = '\0';
    return answer;
}

/* The second is for programs that else would think as long as they may. */
static gtp_answer try_player(trial *t)
{
    double seconds = t->conditions->hang_timeout;
    gtp_answer answer = gtp_client_ask(t->client, seconds, "protocol_version");
    if (answer <= GTP_NO)
        answer = match_start(t->client, t->conditions, 1);
    if (!passed(t, answer))
        return answer;
    answer = gtp_client_ask(t->client, seconds, "time_settings 0 1 1");
    return answer == GTP_NO || passed(t, answer) ? try_move(t) : answer;
}

/* A referee is told a game and asked which stones are dead, or the score. */
static gtp_answer try_referee(trial *t)
{
    const match_conditions *c = t->conditions;
    gtp_answer answer = match_start_board(t->client, c->size, c->rules_name, c->komi,
                                          c->hang_timeout);
    if (passed(t, answer) &&
        !gtp_client_knows(t->client, "final_status_list", c->hang_timeout) &&
        !gtp_client_knows(t->client, "final_score", c->hang_timeout))
        snprintf(t->fault, FAULT, "knows neither final_status_list nor final_score");
    return answer;
}

static go_status check_program(const match_conditions *conditions, const char *name,
                               const char *command, gtp_answer (*attempt)(trial *),
                               const char *task, go_error *err)
{
    trial t = {.conditions = conditions};
    go_status status = gtp_client_start(&t.client, command, err);
    if (status != GO_OK)
        return status;
    gtp_answer answer = attempt(&t);
    if (answer == GTP_STOPPED)
        status = go_fail(err, GO_EINTR, "interrupted");
    else if (t.fault[0])
        status = go_fail(err, GO_EUNSUPPORTED, "%s cannot %s: it %s (started as: %.300s)", name,
                         task, t.fault, command);
    gtp_client_end(t.client, 1);
    return status;
}

go_status match_check_programs(const match_plan *plan, go_error *err)
{
    go_status status = GO_OK;
    for (int i = 0; i < plan->n_players && status == GO_OK; i++) {
        char command[PLAYER_COMMAND];
        const player *p = &plan->players[i];
        status = check_program(&plan->conditions, p->name, player_command(p, 1, command),
                               try_player, "play", err);
    }
    if (status == GO_OK && plan->conditions.referee == REFEREE_PROGRAM)
        status = check_program(&plan->conditions, "the referee", plan->conditions.referee_command,
                               try_referee, "judge", err);
    return status;
}
