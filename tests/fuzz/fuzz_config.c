/* fuzz_config.c -- any bytes as a configuration file, or as the words of a command line:
 * settings within their ranges or a sentence, never a crash.                  */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "gtp/player/settings.h"
#include "match/client/player.h"
#include "match/client/spec.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_WORDS = 40 };

typedef struct fuzz_settings {
    bool flag;
    int number;
    double real, seconds;
    int64_t bytes;
    const char *text;
    int fruit;
    gtp_settings gtp;
} fuzz_settings;

#define FRUITS(X) X(FRUIT_APPLE, "apple") X(FRUIT_PEAR, "pear")
typedef enum fruit { FRUITS(CHOICE_NUMBER) } fruit;
#define AT(field) offsetof(fuzz_settings, field)

static const option own_options[] = {
    OPT_FLAG("flag", 'f', "yes", AT(flag), "a flag"),
    OPT_INT("number", 'n', "N", "3", -5, 64000, AT(number), "a number"),
    OPT_REAL("real", 'r', "X", "1", 0, 1e6, AT(real), "a real number"),
    OPT_SECONDS("seconds", 's', "T", "2m", 0, 86400, AT(seconds), "a time"),
    OPT_BYTES("bytes", 'b', "SIZE", "8M", 1, 1e15, AT(bytes), "a size"),
    OPT_TEXT("text", 't', "TEXT", NULL, AT(text), "a text"),
    OPT_CHOICE("fruit", 0, CHOICE_WORDS(FRUITS), "pear", AT(fruit), "a choice"),
    {0}};

static const option_group groups[] = {{NULL, own_options, 0},
                                      {"GTP", gtp_options, AT(gtp)},
                                      {"Search", search_options, AT(gtp.search)},
                                      {0}};
static const command_spec spec = {.name = "fuzz", .sentence = "reads anything", .groups = groups,
                                  .inputs = "INPUT..."};

static void check(const fuzz_settings *s)
{
    if (s->number < -5 || s->number > 64000 || !(s->real >= 0 && s->real <= 1e6) ||
        !(s->seconds >= 0 && s->seconds <= 86400) || s->bytes < 1 ||
        (s->fruit != FRUIT_APPLE && s->fruit != FRUIT_PEAR) || !isfinite(s->gtp.search.select.c_puct))
        abort();
}

static go_status others(const char *command, const char *name, go_error *err)
{
    return !command || *name ? GO_OK : go_fail(err, GO_EFORMAT, "'%s' has no such option", command);
}

static void as_file(const uint8_t *data, size_t size)
{
    fuzz_settings s = {0};
    go_error err = {GO_OK, ""};
    char path[400];
    options_defaults(&spec, &s);
    if (options_config(&spec, spec.name, &s, fuzz_write("config", data, size, path), others, &err) != GO_OK &&
        !err.message[0])
        abort();
    check(&s);
}

/* The words are the lines. */
static void as_words(char *text)
{
    fuzz_settings s = {0};
    go_error err = {GO_OK, ""};
    char program[] = "fuzz", *words[MOST_WORDS + 1] = {program}, *word;
    int n = 1, n_inputs;
    options_defaults(&spec, &s);
    while (n < MOST_WORDS && (word = strsep(&text, "\n")))
        words[n++] = word;
    go_status status = options_parse(&spec, n, words, &s, &n_inputs, &err);
    if ((status != GO_OK && status != GO_END && !err.message[0]) ||
        (status == GO_OK && (n_inputs < 0 || n_inputs >= n)))
        abort();
    check(&s);
}

static void as_player(const char *text)
{
    player p;
    go_error err = {GO_OK, ""};
    rules r = {0};
    char command[PLAYER_COMMAND];
    if (player_parse(&p, text, "katachi", &r, &err) == GO_OK)
        player_command(&p, 1, command);
    else if (!err.message[0])
        abort();
    spec_identity who;
    if (strlen(text) <= SPEC_LONGEST)
        spec_identify(text, "10m", &who);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    as_file(data, size);
    as_player(text);
    as_words(text);
    free(text);
    return 0;
}
