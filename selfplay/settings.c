#include "selfplay/settings.h"

#include <string.h>

#include "board/board.h"
#include "board/game/rules.h"
#include "nn/session.h"
#include "selfplay/record/played_bytes.h"

go_status selfplay_sizes_parse(const char *text, void *field, go_error *err)
{
    selfplay_sizes *sizes = field;
    *sizes = (selfplay_sizes){0};
    sizes->n = options_read_list(text, BOARD_MIN_SIZE, BOARD_MAX_SIZE, sizes->size,
                                 SELFPLAY_MOST_SIZES);
    return sizes->n ? GO_OK
                    : go_fail(err, GO_EINVAL, "a whole number from %d to %d, or up to %d of them "
                              "joined by commas, such as 9,13", BOARD_MIN_SIZE, BOARD_MAX_SIZE,
                              SELFPLAY_MOST_SIZES);
}

/* One name of a list. */
static bool add_rules(selfplay_rules *all, const char *name, size_t n)
{
    char copy[RULES_TEXT_MAX];
    rules *r = &all->rules[all->n];
    if (n >= sizeof copy || all->n == SELFPLAY_MOST_RULES)
        return false;
    memcpy(copy, name, n);
    copy[n] = '\0';
    if (!rules_by_name(copy, r))
        return false;
    r->friendly_pass = false; /* nobody agrees with itself about dead stones: it takes them */
    all->n++;
    return true;
}

static go_status parse_rules(const char *text, void *field, go_error *err)
{
    selfplay_rules *all = field;
    *all = (selfplay_rules){0};
    for (const char *at = text;; at++) {
        size_t n = strcspn(at, ",");
        if (!add_rules(all, at, n))
            return go_fail(
                err, GO_EINVAL,
                "rules such as tromp-taylor, chinese or aga, or up to %d of them joined by commas",
                SELFPLAY_MOST_RULES);
        at += n;
        if (!*at)
            return GO_OK;
    }
}

#define AT(field) offsetof(selfplay_settings, field)
const option selfplay_options[] = {
    OPT_TEXT("backend", 0, "NAME", NULL, AT(backend),
             "what computes the network; default: the first available", .word = nn_backend_word),
    OPT_BYTES("net-cache", 0, "BYTES", "1M", 0, 0x1p40, AT(net_cache),
              "memory for cached answers of the network, per game in progress; 0: none"),
    OPT_CHOICE("root", 0, CHOICE_WORDS(SELFPLAY_ROOTS), "gumbel", AT(root),
               "how moves are chosen and what the policy learns: sequential halving and the "
               "improved policy, or noise, temperature and visits"),
    OPT_INT("visits", 'v', "N", "100", 2, 1e6, AT(visits),
            "visits of a full search, which is recorded as a policy target"),
    OPT_INT("quick-visits", 0, "N", "16", 2, 1e6, AT(quick_visits),
            "visits of the other searches, without noise"),
    OPT_REAL("full-share", 0, "X", "0.25", 0, 1, AT(full_share),
             "share of the moves with a full search"),
    OPT_INT("gumbel-moves", 0, "N", "16", 2, BOARD_MAX_AREA + 1, AT(gumbel_moves),
            "number of moves gumbel starts with"),
    OPT_REAL("noise", 0, "X", "0.25", 0, 1, AT(noise),
             "alphazero: share of Dirichlet noise in the priors"),
    OPT_REAL(
        "temperature", 0, "X", "1", 0, 10, AT(temperature),
        "alphazero: draw moves by visits to the power 1 / X at first; 0: play the most visited"),
    OPT_REAL("temperature-moves", 0, "N", "0", 0, 1e6, AT(temperature_moves),
             "number of moves after which that temperature has halved; 0: the width of the board"),
    OPT_REAL("opening", 0, "X", "0.04", 0, 1, AT(opening),
             "mean number of first moves drawn from the policy, as a share of the board's points"),
    OPT_REAL("opening-temperature", 0, "X", "1", 0.1, 10, AT(opening_temperature),
             "draw them by probability to the power 1 / X"),
    OPT_REAL("komi", 0, "POINTS", "7", -100, 100, AT(komi), "mean komi"),
    OPT_REAL("komi-spread", 0, "POINTS", "1", 0, 100, AT(komi_spread),
             "standard deviation of the komi, drawn in whole and half points"),
    OPT_REAL("handicap", 0, "X", "0", 0, 1, AT(handicap),
             "share of the games with handicap stones, on boards with star points; their komi is "
             "the one the network considers even, with the same spread"),
    OPT_REAL("even", 0, "X", "0", 0, 1, AT(even),
             "share of the games whose komi, after the drawn moves, is the one the network considers "
             "even, with the same spread"),
    OPT_CUSTOM("rules", 0, "NAMES", "chinese-ogs", AT(rules), parse_rules,
               "rules with area scoring; with several, joined by commas, each game draws one",
               .word = rules_name_at),
    OPT_REAL("resign-threshold", 0, "X", "0.05", 0, 0.5, AT(resign_threshold),
             "win rate below which a position is hopeless; 0: nobody resigns"),
    OPT_INT("resign-moves", 0, "N", "3", 1, 1000, AT(resign_moves),
            "own moves in a row in hopeless positions before resigning"),
    OPT_REAL("play-out", 0, "X", "0.15", 0, 1, AT(play_out),
             "share of the games in which nobody resigns, to count wrong resignations"),
    {0}};

go_status selfplay_backend_choose(const nn_backend **out, const selfplay_settings *s, go_error *err)
{
    GO_TRY(nn_backend_choose(out, s->backend, err));
    const bool named = s->backend && *s->backend;
    return named ? (*out)->available(*out, err) : GO_OK;
}

go_status selfplay_settings_check(const selfplay_settings *s, go_error *err)
{
    const nn_backend *backend;
    GO_TRY(selfplay_backend_choose(&backend, s, err));
    for (int i = 0; i < s->rules.n; i++)
        if (s->rules.rules[i].scoring != SCORING_AREA)
            return go_fail(err, GO_EINVAL,
                           "self-play needs area scoring, under which capturing dead stones costs "
                           "nothing; choose --rules such as chinese, aga or tromp-taylor");
    if (s->quick_visits > s->visits)
        return go_fail(err, GO_EINVAL, "--quick-visits %d is more than --visits %d; give "
                       "--quick-visits too, at most %d", s->quick_visits, s->visits, s->visits);
    return GO_OK;
}

go_status selfplay_settings_named(const selfplay_settings *s, const options_given *given,
                                  go_error *err)
{
    static const char *const of_alphazero[] = {"noise", "temperature", "temperature-moves", NULL};
    static const char *const of_gumbel[] = {"gumbel-moves", NULL};
    const bool gumbel = s->root == SELFPLAY_GUMBEL;
    for (const char *const *name = gumbel ? of_alphazero : of_gumbel; *name; name++)
        if (options_named(given, *name))
            return go_fail(err, GO_EINVAL, "--%s cannot be used with --root %s", *name,
                           gumbel ? "gumbel; add --root alphazero" : "alphazero");
    return GO_OK;
}

int selfplay_longest(const selfplay_settings *s, int size)
{
    int most = s->max_moves ? s->max_moves : 3 * size * size;
    return most < PLAYED_MAX_MOVES ? most : PLAYED_MAX_MOVES;
}
