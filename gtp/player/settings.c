#include "gtp/player/settings.h"

#include <string.h>

#include "board/board.h"
#include "board/game/rules.h"
#include "gtp/text/katago_names.h"

/* Reads NAME=VALUE.  Text settings are refused: they are borrowed, and a text from the
 * configuration file would not live long enough.  They have options of their own. */
static go_status parse_setting(const char *text, void *field, go_error *err)
{
    char name[64];
    const char *equals = strchr(text, '=');
    go_error why = {GO_OK, ""};
    if (!equals || (size_t)(equals - text) >= sizeof name)
        return go_fail(err, GO_EINVAL, "NAME=VALUE, such as playouts=1000, not '%s'", text);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    const option *o = search_option(katago_setting(name));
    if (!o)
        return go_fail(err, GO_EINVAL, "the name of a search setting, not '%s'", name);
    if (o->kind == OPTION_TEXT)
        return go_fail(err, GO_EINVAL, "a number or a word; for %s use --%s", o->metavar,
                       o->name);
    char scaled[KATAGO_VALUE];
    const char *value;
    go_status status = katago_value(name, equals + 1, scaled, &value, &why);
    if (status == GO_OK)
        status = search_settings_set(field, o->name, value, &why);
    return status == GO_OK ? status : go_fail(err, status, "NAME=VALUE where %s", why.message);
}

const option gtp_options[] = {
    OPT_INT("size", 0, "N", "19", BOARD_MIN_SIZE, BOARD_MAX_SIZE, offsetof(gtp_settings, size),
            "size of the board until the client sets it", .elsewhere = "boardsize|board-size"),
    OPT_TEXT("komi", 0, "X", NULL, offsetof(gtp_settings, komi),
             "komi until the client sets it; default: the usual komi under the rules"),
    OPT_TEXT("rules", 0, "NAME", "chinese", offsetof(gtp_settings, rules),
             "chinese, japanese, tromp-taylor, aga, ...: the rules until the client sets them",
             .word = rules_name_at, .elsewhere = "chinese-rules|japanese-rules"),
    OPT_TEXT("time-settings", 0, "TIME", NULL, offsetof(gtp_settings, time),
             "clock until the client sets one: 10m for the game, 5m+30x3 with byo-yomi, 5m+120/10 "
             "Canadian, 5m+3 Fischer; or GTP's 'MAIN PERIOD STONES'",
             .elsewhere = "time"),
    OPT_TEXT("log", 0, "FILE", NULL, offsetof(gtp_settings, log),
             "append all commands and replies to FILE", .elsewhere = "logfile|log-file|l"),
    OPT_REAL("wide-analysis", 0, "X", "0", 0, 5, offsetof(gtp_settings, wide_analysis),
             "like wide-root, for analysis but not for the engine's own moves"),
    OPT_CHOICE("pose-as", 0, CHOICE_WORDS(GTP_POSES), "katachi", offsetof(gtp_settings, pose),
               "name, version and list of commands to report, for clients that support only "
               "certain engines"),
    OPT_FLAG("kgs-chat", 0, NULL, offsetof(gtp_settings, kgs_chat),
             "answer people on KGS who ask for the win rate"),
    OPT_FLAG("live-gfx", 0, NULL, offsetof(gtp_settings, live),
             "show the search in GoGui while it runs"),
    OPT_CUSTOM("set", 0, "NAME=VALUE", NULL, offsetof(gtp_settings, search), parse_setting,
               "change a search setting by its name below or by KataGo's, such as maxVisits=100"),
    OPTION_NO_NOTICES(gtp_settings, quiet),
    {0}};

static const option_group settings_groups[] = {{NULL, gtp_options, 0}, {0}};
static const command_spec settings_spec = {.name = "gtp", .groups = settings_groups};

void gtp_settings_default(gtp_settings *s)
{
    *s = (gtp_settings){0};
    options_defaults(&settings_spec, s);
    search_settings_default(&s->search);
}
