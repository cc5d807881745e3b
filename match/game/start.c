#include "match/game/start.h"

static gtp_answer set_time(gtp_client *c, const time_settings *t, double seconds)
{
    char text[128];
    time_settings_text(t, text, sizeof text);
    switch (t->system) {
    case TIME_NONE: return GTP_YES;
    case TIME_ABSOLUTE: return gtp_client_ask(c, seconds, "time_settings %.0f 0 0", t->main);
    case TIME_CANADIAN:
        return gtp_client_ask(c, seconds, "time_settings %.0f %.0f %d", t->main, t->period,
                              t->stones);
    case TIME_BYOYOMI:
        if (gtp_client_knows(c, "kgs-time_settings", seconds))
            return gtp_client_ask(c, seconds, "kgs-time_settings %s", text);
        return gtp_client_ask(c, seconds, "time_settings %.0f %.0f 1", t->main, t->period);
    case TIME_FISCHER:
        if (gtp_client_knows(c, "kata-time_settings", seconds))
            return gtp_client_ask(c, seconds, "kata-time_settings %s", text);
        return gtp_client_ask(c, seconds, "time_settings %.0f 0 0", t->main);
    }
    return GTP_YES;
}

/* For what a program need not support: an error is as good as an answer. */
static gtp_answer forgiven(gtp_answer answer)
{
    return answer == GTP_NO ? GTP_YES : answer;
}

gtp_answer match_start_board(gtp_client *c, int size, const char *rules_name, double komi,
                             double seconds)
{
    gtp_answer answer = gtp_client_ask(c, seconds, "boardsize %d", size);
    if (answer == GTP_YES)
        answer = gtp_client_ask(c, seconds, "clear_board");
    if (answer == GTP_YES && rules_name && gtp_client_knows(c, "kata-set-rules", seconds))
        answer = forgiven(gtp_client_ask(c, seconds, "kata-set-rules %s", rules_name));
    return answer == GTP_YES ? gtp_client_ask(c, seconds, "komi %g", komi) : answer;
}

gtp_answer match_start(gtp_client *c, const match_conditions *conditions, uint32_t seed)
{
    double seconds = conditions->hang_timeout;
    gtp_answer answer = match_start_board(c, conditions->size, conditions->rules_name,
                                          conditions->komi, seconds);
    if (answer == GTP_YES && gtp_client_knows(c, "set_random_seed", seconds))
        answer = forgiven(gtp_client_ask(c, seconds, "set_random_seed %u", seed));
    return answer == GTP_YES ? set_time(c, &conditions->time, seconds) : answer;
}
