#include "match/client/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/near_words.h"
#include "base/utf8.h"
#include "match/client/spec.h"
#include "mcts/search_settings.h"

/* A text built up piece by piece; pieces that do not fit are refused. */
typedef struct text_builder {
    char *out;
    size_t size, used;
} text_builder;

static bool add(text_builder *t, const char *text, size_t n)
{
    if (t->used + n >= t->size)
        return false;
    memcpy(t->out + t->used, text, n);
    t->used += n;
    t->out[t->used] = '\0';
    return true;
}

static bool add_text(text_builder *t, const char *text)
{
    return add(t, text, strlen(text));
}

/* Adds text as one word for the shell. */
static bool add_quoted(text_builder *t, const char *text)
{
    bool fits = add(t, "'", 1);
    for (; *text && fits; text++)
        fits = *text == '\'' ? add_text(t, "'\\''") : add(t, text, 1);
    return fits && add(t, "'", 1);
}

static go_status too_long(const char *spec, go_error *err)
{
    return go_fail(err, GO_EINVAL, "the player '%.60s...' is too long: at most %d characters", spec,
                   PLAYER_COMMAND / 2);
}

/* Keeps printable text only: names are shown in tables, in HTML and in SGF. */
static void set_name(player *p, const char *text, size_t n)
{
    size_t used = 0;
    for (size_t i = 0, hidden; i < n && used + 1 < sizeof p->name; i += hidden ? hidden : 1) {
        hidden = utf8_control(text + i);
        if (!hidden)
            p->name[used++] = text[i];
    }
    if (used + 1 == sizeof p->name) { /* do not cut within a UTF-8 character */
        while (used > 0 && ((unsigned char)p->name[used - 1] & 0xc0) == 0x80)
            used--;
        used -= used > 0 && (unsigned char)p->name[used - 1] >= 0xc0;
    }
    p->name[used] = '\0';
    utf8_mend(p->name);
}

/* ---- katachi: ---- */

static go_status unknown_key(const char *key, go_error *err)
{
    const char *names[256];
    size_t n = 0;
    for (const option *o = search_options; o->name && n + 2 < sizeof names / sizeof *names; o++)
        names[n++] = o->name;
    names[n++] = "name";
    names[n] = NULL;
    const char *nearest = near_word(key, names);
    return go_fail(err, GO_EINVAL, "unknown key '%s' of the player katachi; %s%s%s", key,
                   nearest ? "did you mean '"
                           : "the keys are the options of 'katachi gtp "
                             "--help=all' and 'name'",
                   nearest ? nearest : "", nearest ? "'?" : "");
}

static go_status add_setting(player *p, text_builder *t, const spec_pair *one,
                             search_settings *scratch, go_error *err)
{
    go_error why = {GO_OK, ""};
    char word[sizeof one->key + sizeof one->value + 4];
    if (strcmp(one->key, "name") == 0) {
        set_name(p, one->value, strlen(one->value));
        return GO_OK;
    }
    go_status status = search_settings_set(scratch, one->key, one->value, &why);
    if (status == GO_END)
        return unknown_key(one->key, err);
    if (status != GO_OK)
        return go_fail(err, GO_EINVAL, "the player katachi: %s", why.message);
    snprintf(word, sizeof word, "--%s=%s", one->key, one->value);
    return add_text(t, " ") && add_quoted(t, word) ? GO_OK : too_long(p->spec, err);
}

/* Who plays is what the SPEC says, not what the configuration file of whoever starts it says: the
 * folder of a match does not know that file, nor do other machines.           */
static const char unconfigured[] = "exec env XDG_CONFIG_HOME=/dev/null ";

static go_status parse_katachi(player *p, const char *keys, const char *program, go_error *err)
{
    text_builder t = {p->command, sizeof p->command, 0};
    search_settings scratch;
    spec_pair one;
    bool seeded = false;
    search_settings_default(&scratch);
    if (!add_text(&t, unconfigured) || !add_quoted(&t, program) || !add_text(&t, " gtp"))
        return too_long(p->spec, err);
    while (spec_next_pair(&keys, &one)) {
        seeded |= strcmp(one.key, "seed") == 0;
        GO_TRY(add_setting(p, &t, &one, &scratch, err));
    }
    if (*keys || (!seeded && !add_text(&t, " --seed={seed}")))
        return too_long(p->spec, err);
    return GO_OK;
}

/* ---- gnugo: ---- */

/* Debian installs it in /usr/games, which is often not on the PATH. */
static const char *find_gnugo(void)
{
    static const char *const places[] = {"/usr/games/gnugo", "/usr/local/bin/gnugo",
                                         "/usr/bin/gnugo"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (access(places[i], X_OK) == 0)
            return places[i];
    return "gnugo";
}

static go_status parse_gnugo(player *p, const char *keys, const rules *r, go_error *err)
{
    spec_pair one;
    int level = SPEC_GNUGO_LEVEL;
    while (spec_next_pair(&keys, &one)) {
        char *end = one.value;
        if (strcmp(one.key, "name") == 0) {
            set_name(p, one.value, strlen(one.value));
        } else if (strcmp(one.key, "level") == 0) {
            level = (int)strtol(one.value, &end, 10);
            if (end == one.value || *end || level < 0 || level > 20)
                return go_fail(err, GO_EINVAL, "the player gnugo: level expects a whole number "
                               "from 0 to 20, not '%s'", one.value);
        } else {
            return go_fail(err, GO_EINVAL,
                           "unknown key '%s' of the player gnugo; its keys are level and name; for "
                           "anything else give GNU Go's command line",
                           one.key);
        }
    }
    if (*keys)
        return too_long(p->spec, err);
    const char *ko = r->ko == KO_POSITIONAL    ? "--positional-superko"
                     : r->ko == KO_SITUATIONAL ? "--situational-superko"
                                               : "--simple-ko";
    snprintf(p->command, sizeof p->command, "exec %s --mode gtp --quiet --level %d %s %s "
             "--seed {seed}", find_gnugo(), level,
             r->scoring == SCORING_AREA ? "--chinese-rules" : "--japanese-rules", ko);
    if (!p->name[0])
        snprintf(p->name, sizeof p->name, "GNU Go level %d", level);
    return GO_OK;
}

/* ---- any program ---- */

static go_status parse_command(player *p, const char *spec, go_error *err)
{
    if (strncmp(spec, "name=", 5) == 0) {
        size_t n = strcspn(spec, ":");
        if (spec[n] != ':')
            return go_fail(err, GO_EINVAL, "'%s' names a player without a command: write "
                           "name=NAME:COMMAND", spec);
        set_name(p, spec + 5, n - 5);
        spec += n + 1;
        if (spec_keys(spec, "katachi") || spec_keys(spec, "gnugo")) {
            const int program = (int)strcspn(spec, ":");
            return go_fail(err, GO_EINVAL, "'%s': the name of %.*s is one of its keys, as in "
                           "%.*s:name=%s", p->spec, program, spec, program, spec, p->name);
        }
    }
    if (spec[strspn(spec, " \t\n")] == '\0')
        return go_fail(err, GO_EINVAL,
                       "a player is empty; give katachi:KEY=VALUE,..., gnugo:level=N or the "
                       "command line of a GTP program");
    if (strlen(spec) >= sizeof p->command / 2)
        return too_long(p->spec, err);
    snprintf(p->command, sizeof p->command, "%s", spec);
    if (!p->name[0]) { /* the program: "pachi" for "/usr/bin/pachi -t =1000" */
        const char *start = spec + strspn(spec, " "), *end = start + strcspn(start, " ");
        for (const char *at = start; at < end; at++)
            if (*at == '/')
                start = at + 1;
        set_name(p, start, (size_t)(end - start));
    }
    return GO_OK;
}

/* ---- all ---- */

go_status player_parse(player *out, const char *spec, const char *program, const rules *r,
                       go_error *err)
{
    const char *katachi = spec_keys(spec, "katachi"), *gnugo = spec_keys(spec, "gnugo");
    *out = (player){.spec = spec};
    if (katachi)
        GO_TRY(parse_katachi(out, katachi, program, err));
    else if (gnugo)
        GO_TRY(parse_gnugo(out, gnugo, r, err));
    else
        GO_TRY(parse_command(out, spec, err));
    if (!out->name[0])
        set_name(out, spec, strlen(spec));
    if (!out->name[0])
        snprintf(out->name, sizeof out->name, "player");
    return GO_OK;
}

/* ---- keys added later ---- */

/* Replaces `mark` in the command line everywhere by `value`, as it stands. */
static go_status fill_in(player *p, const char *mark, const char *value, go_error *err)
{
    char filled[PLAYER_COMMAND];
    text_builder t = {filled, sizeof filled, 0};
    const char *at = p->command, *found;
    bool fits = true;
    filled[0] = '\0';
    for (; (found = strstr(at, mark)) != NULL; at = found + strlen(mark))
        fits &= add(&t, at, (size_t)(found - at)) && add_text(&t, value);
    if (at == p->command)
        return go_fail(err, GO_EINVAL,
                       "the player '%.200s' does not use the value; put %s into its command line",
                       p->spec, mark);
    if (!add_text(&t, at) || !fits)
        return too_long(p->spec, err);
    memcpy(p->command, filled, sizeof filled);
    return GO_OK;
}

go_status player_add_keys(player *p, const char *keys, go_error *err)
{
    text_builder t = {p->command, sizeof p->command, strlen(p->command)};
    bool katachi = spec_keys(p->spec, "katachi") != NULL;
    search_settings scratch;
    spec_pair one;
    char mark[sizeof one.key + 3];
    search_settings_default(&scratch);
    while (spec_next_pair(&keys, &one)) {
        snprintf(mark, sizeof mark, "{%s}", one.key);
        GO_TRY(katachi ? add_setting(p, &t, &one, &scratch, err)
                       : fill_in(p, mark, one.value, err));
    }
    return *keys ? too_long(p->spec, err) : GO_OK;
}

bool player_setting(const player *p, const char *key, char *out, size_t n)
{
    const char *keys = spec_keys(p->spec, "katachi");
    search_settings settings;
    spec_pair one;
    search_settings_default(&settings);
    while (keys && spec_next_pair(&keys, &one))
        search_settings_set(&settings, one.key, one.value, NULL);
    return keys && search_settings_get(&settings, key, out, n);
}

/* ---- starting ---- */

const char *player_command(const player *p, uint32_t seed, char out[PLAYER_COMMAND])
{
    text_builder t = {out, PLAYER_COMMAND, 0};
    char number[16];
    const char *at = p->command, *mark;
    snprintf(number, sizeof number, "%u", seed);
    out[0] = '\0';
    while ((mark = strstr(at, "{seed}")) != NULL) {
        add(&t, at, (size_t)(mark - at));
        add_text(&t, number);
        at = mark + strlen("{seed}");
    }
    add_text(&t, at);
    return out;
}

void players_tell_apart(player *players, int n)
{
    for (int i = 1; i < n; i++) {
        char name[PLAYER_NAME];
        int same = 1;
        snprintf(name, sizeof name, "%s", players[i].name);
        for (int k = 0; k < i; k++) {
            if (strcmp(players[k].name, players[i].name) == 0) {
                snprintf(players[i].name, sizeof players[i].name, "%.56s %d", name, ++same);
                utf8_mend(players[i].name); /* it may be cut within a character */
                k = -1; /* the new name may be another's */
            }
        }
    }
}
