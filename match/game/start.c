#include "match/game/start.h"

#include <math.h>

bool match_tells_fractions(gtp_client *c, double seconds)
{
    return gtp_client_knows(c, "kata-time_settings", seconds);
}

static bool knows_byoyomi(gtp_client *c, double seconds)
{
    return match_tells_fractions(c, seconds) || gtp_client_knows(c, "kgs-time_settings", seconds);
}

bool match_tells_one_period(gtp_client *c, const match_conditions *conditions)
{
    return conditions->time.system == TIME_BYOYOMI &&
           !knows_byoyomi(c, conditions->hang_timeout);
}

/* In whole seconds.  Less than half a second must not become 0 0 0, which means no limit. */
static gtp_answer set_whole_time(gtp_client *c, const time_settings *t, double seconds)
{
    double main = round(t->main), period = round(t->period);
    int stones = t->system == TIME_CANADIAN ? t->stones : t->system == TIME_BYOYOMI;
    return gtp_client_ask(c, seconds, "time_settings %.0f %.0f %d",
                          main + period > 0 ? main : 1, period, stones);
}

static gtp_answer set_time(gtp_client *c, const time_settings *t, double seconds)
{
    char text[128];
    time_settings_text(t, text, sizeof text);
    if (t->system == TIME_NONE)
        return GTP_YES;
    if (match_tells_fractions(c, seconds))
        return gtp_client_ask(c, seconds, "kata-time_settings %s", text);
    if (t->system == TIME_BYOYOMI && knows_byoyomi(c, seconds))
        return gtp_client_ask(c, seconds, "kgs-time_settings %s", text);
    return set_whole_time(c, t, seconds);
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
