#include "match/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/coord.h"
#include "match/game/start.h"

/* Bytes for what a program did wrong that its last answer does not say; "": nothing. */
enum { FAULT = 400 };

/* The limit of one second is for programs that would otherwise use all their time. */
static gtp_answer try_player(gtp_client *c, const match_conditions *conditions, char fault[FAULT])
{
    double seconds = conditions->hang_timeout;
    point at;
    gtp_answer answer = gtp_client_ask(c, seconds, "protocol_version");
    if (answer <= GTP_NO)
        answer = match_start(c, conditions, 1);
    if (answer != GTP_YES)
        return answer;
    answer = gtp_client_ask(c, seconds, "time_settings 0 1 1");
    if (answer <= GTP_NO)
        answer = gtp_client_ask(c, seconds, "genmove b");
    const char *text = gtp_client_text(c);
    if (answer == GTP_YES && strcasecmp(text, "resign") != 0 &&
        !coord_from_gtp(conditions->size, text, &at))
        snprintf(fault, FAULT, "answered 'genmove b' with '%.*s'",
                 (int)fmin(60, (double)strcspn(text, "\n")), text);
    return answer;
}

/* A referee must know a command that gives the dead stones or the score. */
static gtp_answer try_referee(gtp_client *c, const match_conditions *conditions, char fault[FAULT])
{
    double seconds = conditions->hang_timeout;
    gtp_answer answer = match_start_board(c, conditions->size, conditions->rules_name,
                                          conditions->komi, seconds);
    if (answer == GTP_YES && !gtp_client_knows(c, "final_status_list", seconds) &&
        !gtp_client_knows(c, "final_score", seconds))
        snprintf(fault, FAULT, "knows neither final_status_list nor final_score");
    return answer;
}

typedef gtp_answer trial(gtp_client *c, const match_conditions *conditions, char fault[FAULT]);

static go_status check_program(const match_conditions *conditions, const char *name,
                               const char *command, trial *try, const char *task, go_error *err)
{
    gtp_client *c;
    char fault[FAULT] = "";
    go_status status = gtp_client_start(&c, command, err);
    if (status != GO_OK)
        return status;
    gtp_answer answer = try(c, conditions, fault);
    if (answer == GTP_STOPPED)
        status = go_fail(err, GO_EINTR, "interrupted");
    else if (answer != GTP_YES || fault[0])
        status = go_fail(err, GO_EUNSUPPORTED, "%s cannot %s: it %.400s (started as: %.300s)", name,
                         task, fault[0] ? fault : gtp_client_fault(c), command);
    gtp_client_end(c, 1);
    return status;
}

go_status match_check_programs(const match_plan *plan, go_error *err)
{
    const match_conditions *conditions = &plan->conditions;
    for (int i = 0; i < plan->n_players; i++) {
        char command[PLAYER_COMMAND];
        player one = plan->players[i], *p = &one;
        if (i == 0 && plan->trial_keys)
            GO_TRY(player_add_keys(p, plan->trial_keys, err));
        GO_TRY(check_program(conditions, p->name, player_command(p, 1, command), try_player,
                             "play", err));
    }
    if (conditions->referee != REFEREE_PROGRAM)
        return GO_OK;
    return check_program(conditions, "the referee", conditions->referee_command, try_referee,
                         "judge", err);
}
