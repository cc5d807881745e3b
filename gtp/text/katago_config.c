#include "gtp/text/katago_config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/read_file.h"
#include "base/utf8.h"
#include "gtp/text/katago_names.h"
#include "gtp/text/rules_json.h"

enum { PIECE_MAX = 4096 }; /* bytes of a line or an item; longer ones are ignored */
enum { FILE_LIMIT = 16 << 20 };

/* ---- one setting ---- */

/* KataGo's names of options that are not settings of the search; the first that the command
 * has is meant.                                                               */
static const struct {
    const char *katago, *own;
    bool is_word; /* in any case */
} more_names[] = {{"defaultBoardSize", "size", false},
                  {"reportAnalysisWinratesAs", "winrates", true},
                  {"analysisWideRootNoise", "wide-analysis", false},
                  {"analysisWideRootNoise", "wide-root", false},
                  {"humanSLProfile", "profile", false}};

/* KataGo's keys of single rules, and what kata-set-rule calls them. */
static const struct {
    const char *katago, *own;
} rule_names[] = {{"koRule", "ko"},
                  {"scoringRule", "scoring"},
                  {"taxRule", "tax"},
                  {"multiStoneSuicideLegal", "suicide"},
                  {"hasButton", "hasButton"},
                  {"whiteHandicapBonus", "whiteHandicapBonus"},
                  {"friendlyPassOk", "friendlyPassOk"}};

/* A copy that lives as long as the settings; NULL: out of memory. */
static const char *keep(katago_config *c, const char *text)
{
    char **texts = realloc(c->texts, (size_t)(c->n_texts + 1) * sizeof *texts);
    if (!texts)
        return NULL;
    c->texts = texts;
    texts[c->n_texts] = strdup(text);
    return texts[c->n_texts] ? texts[c->n_texts++] : NULL;
}

static go_status set_option(katago_config *c, const char *name, const char *value, go_error *err)
{
    const char *kept = keep(c, value);
    if (!kept)
        return go_fail(err, GO_ENOMEM, "out of memory for the configuration");
    return options_set(c->spec, c->settings, name, kept, err);
}

/* ---- rules, named or one by one ---- */

static const char *single_rule(const char *name)
{
    for (size_t i = 0; i < sizeof rule_names / sizeof rule_names[0]; i++)
        if (strcmp(name, rule_names[i].katago) == 0)
            return rule_names[i].own;
    return NULL;
}

static go_status set_single_rule(katago_config *c, const char *name, const char *value,
                                 go_error *err)
{
    char text[RULES_TEXT_MAX];
    go_error why;
    if (!c->has_rules)
        rules_by_name("tromp-taylor", &c->rules);
    c->has_rules = true;
    if (gtp_rule_set(&c->rules, single_rule(name), value, &why) != GO_OK)
        return go_fail(err, GO_EINVAL, "%s: %.200s", name, why.message);
    c->has_tax |= strcmp(name, "taxRule") == 0;
    if (strcmp(name, "scoringRule") == 0 && !c->has_tax)
        c->rules.tax = c->rules.scoring == SCORING_TERRITORY ? TAX_SEKI : TAX_NONE;
    return set_option(c, "rules", rules_text(&c->rules, text), err);
}

/* ---- all settings ---- */

static void to_lower(char *text)
{
    for (; *text; text++)
        *text = (char)tolower((unsigned char)*text);
}

/* GO_END: there is no such setting. */
static go_status set_named(katago_config *c, const char *name, char *value, go_error *err)
{
    char scaled[KATAGO_VALUE];
    size_t prefix = strlen(c->spec->name);
    if (strncmp(name, c->spec->name, prefix) == 0 && name[prefix] == '.')
        return set_option(c, name + prefix + 1, value, err);
    if (options_has(c->spec, "rules") && single_rule(name))
        return set_single_rule(c, name, value, err);
    if (strcmp(name, "rules") == 0) {
        c->has_rules = rules_by_name(value, &c->rules);
        c->has_tax = false;
    }
    for (size_t i = 0; i < sizeof more_names / sizeof more_names[0]; i++) {
        if (strcmp(name, more_names[i].katago) != 0)
            continue;
        if (more_names[i].is_word)
            to_lower(value);
        go_status status = set_option(c, more_names[i].own, value, err);
        if (status != GO_END)
            return status;
    }
    const char *own;
    go_status status = katago_value(name, value, scaled, &own, err);
    if (status != GO_OK) /* matters only to commands that have the option */
        return options_has(c->spec, katago_setting(name)) ? status : GO_END;
    return set_option(c, katago_setting(name), own, err);
}

static void ignore(katago_config *c, const char *name)
{
    size_t n = strlen(c->ignored);
    if (n + strlen(name) + 3 < sizeof c->ignored)
        snprintf(c->ignored + n, sizeof c->ignored - n, "%s%s", n ? ", " : "", name);
}

/* Without the quotes around it, if it has some, in place: in quotes \\ stands before a character
 * that is meant as it is.                                                     */
static char *unquote(char *value)
{
    const size_t n = strlen(value);
    if (n < 2 || value[0] != '"' || value[n - 1] != '"')
        return value;
    char *to = value;
    for (const char *from = value + 1; from < value + n - 1; from++) {
        from += *from == '\\' && from + 1 < value + n - 1;
        *to++ = *from;
    }
    *to = '\0';
    return value;
}

/* Ends the line before its comment: a '#' that is not in quotes. */
static void drop_comment(char *line)
{
    bool quoted = false;
    for (; *line && (quoted || *line != '#'); line++) {
        if (quoted && *line == '\\' && line[1])
            line++;
        else
            quoted ^= *line == '"';
    }
    *line = '\0';
}

/* "key = value"; an empty text is fine, and so are KataGo's lines "@include FILE". */
static go_status set(katago_config *c, char *text, bool threads_too, go_error *err)
{
    char *equals = strchr(text, '=');
    const char *line = options_trim(text);
    if (!*line)
        return GO_OK;
    if (*line == '@') {
        ignore(c, line);
        return GO_OK;
    }
    if (!equals)
        return go_fail(err, GO_EINVAL, "expected key=value, not '%.100s'", line);
    *equals = '\0';
    const char *name = options_trim(text);
    go_status status = GO_END;
    if (threads_too || strncmp(name, "numSearchThreads", 16) != 0)
        status = set_named(c, name, unquote(options_trim(equals + 1)), err);
    if (status == GO_END)
        ignore(c, name);
    return status == GO_END ? GO_OK : status;
}

/* ---- files and lists ---- */

/* The text ends in a 0 at `end`; others are in lines that are cut off there. */
static go_status set_lines(katago_config *c, char *text, char *end, const char *path, go_error *err)
{
    for (int number = 1; text < end; number++) {
        go_error why;
        char *line = text, *stop = memchr(text, '\n', (size_t)(end - text));
        text = stop ? stop + 1 : end;
        if (stop)
            *stop = '\0';
        drop_comment(line);
        if (strlen(line) < PIECE_MAX && set(c, line, false, &why) != GO_OK)
            return go_fail(err, GO_EINVAL, "%s, line %d: %s", path, number, why.message);
    }
    return GO_OK;
}

go_status katago_config_file(katago_config *c, const char *path, go_error *err)
{
    char *text;
    size_t n;
    go_error why;
    go_status status = read_file(path, FILE_LIMIT, &text, &n, &why);
    if (status != GO_OK)
        return go_fail(err, status, "cannot read the configuration: %s", why.message);
    status = set_lines(c, text + utf8_mark(text), text + n, path, err);
    free(text);
    return status;
}

go_status katago_config_list(katago_config *c, const char *list, go_error *err)
{
    go_status status = GO_OK;
    while (status == GO_OK && *list) {
        char item[PIECE_MAX];
        size_t n = strcspn(list, ",");
        if (n >= sizeof item)
            return go_fail(err, GO_EINVAL, "a setting longer than %d bytes", PIECE_MAX);
        snprintf(item, sizeof item, "%.*s", (int)n, list);
        status = set(c, item, true, err);
        list += n + (list[n] == ',');
    }
    return status;
}

void katago_config_free(katago_config *c)
{
    for (int i = 0; i < c->n_texts; i++)
        free(c->texts[i]);
    free(c->texts);
    c->texts = NULL;
    c->n_texts = 0;
}
