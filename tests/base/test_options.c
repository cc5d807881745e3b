/* Options declared once: parsing, ranges, units, messages, help, configuration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "tests/support/assert_close.h"
#include "tests/support/temp_dir.h"

typedef struct filter {
    int size;
} filter;

typedef struct settings {
    int games;
    double prior, time;
    int64_t memory;
    const char *output;
    int features;
    int month;
    const char *kept;
    bool json, quiet, rave;
    filter only;
    options_given given;
} settings;

static go_status parse_month(const char *text, void *field, go_error *err)
{
    static const char *const names[] = {"jan", "feb", "mar"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            *(int *)field = i + 1;
            return GO_OK;
        }
    }
    return go_fail(err, GO_EINVAL, "a month such as jan, not '%s'", text);
}

static go_status keep(const char *text, void *field, go_error *err)
{
    (void)err;
    *(const char **)field = text;
    return GO_OK;
}

static const option main_options[] = {
    OPT_INT("games", 'n', "N", "10", 1, 2e6, offsetof(settings, games), "games to use"),
    OPT_REAL("prior", 0, "X", "1", 0, 100, offsetof(settings, prior), "wins added"),
    OPT_SECONDS("time", 0, "TIME", "10", 0, 1e6, offsetof(settings, time), "time to use",
        .elsewhere = "period"),
    OPT_BYTES("memory", 0, "SIZE", "1G", 0, 0, offsetof(settings, memory), "memory to use"),
    OPTION_OUTPUT(settings, output, "write to FILE"),
    OPT_CHOICE("features", 0, "large|fast", "fast", offsetof(settings, features), "feature set"),
    OPT_CUSTOM("month", 0, "MONTH", "feb", offsetof(settings, month), parse_month,
        "month to begin with", .elsewhere = "period"),
    OPT_CUSTOM("kept", 0, "TEXT", NULL, offsetof(settings, kept), keep, "text that is kept",
        .borrows = true),
    OPTION_JSON(settings, json),
    OPTION_QUIET(settings, quiet),
    OPT_FLAG("rave", 0, "yes", offsetof(settings, rave), "use RAVE"),
    {0}};
static const option filter_options[] = {
    OPT_INT("size", 0, "N", NULL, 2, 25, offsetof(filter, size), "only this size",
        .elsewhere = "boardsize|b|game"),
    {0}};
static const option_group groups[] = {
    {NULL, main_options, 0}, {"Filters", filter_options, offsetof(settings, only)}, {0}};
static const command_spec spec = {.name = "demo",
                                  .sentence = "shows how options work",
                                  .inputs = "INPUT...",
                                  .given = offsetof(settings, given),
                                  .groups = groups,
                                  .examples = "demo x"};

/* Parses words separated by spaces; *n inputs end in argv[1 ..]. */
static go_status parse(const char *line, settings *s, char *argv[32], int *n, char *message)
{
    static char copy[400];
    go_error err = {GO_OK, ""};
    int argc = 0;
    snprintf(copy, sizeof copy, "demo %s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    options_defaults(&spec, s);
    go_status status = options_parse(&spec, argc, argv, s, n, &err);
    if (message)
        memcpy(message, err.message, sizeof err.message);
    return status;
}

static void assert_misuse(const char *line, const char *sentence)
{
    settings s;
    char *argv[32], message[1024];
    int n;
    assert_int_equal(parse(line, &s, argv, &n, message), GO_EINVAL);
    assert_string_equal(message, sentence);
}

static void a_command_may_have_defaults_of_its_own(void **state)
{
    static const char *const own[] = {"games", "20", "rave", "no", NULL};
    static const char *const wrong[] = {"geese", "1", NULL};
    static const char *const much[] = {"games", "a", NULL};
    command_spec other = spec;
    settings s;
    char text[4000] = "";
    (void)state;
    other.defaults = own;
    options_defaults(&other, &s);
    assert_int_equal(s.games, 20);
    assert_false(s.rave);
    assert_close(s.prior, 1, 0);
    assert_null(options_check(&other));
    FILE *out = fmemopen(text, sizeof text, "w");
    options_help(&other, "demo", "", out);
    fclose(out);
    assert_non_null(strstr(text, "default 20"));
    assert_null(strstr(text, "--no-rave"));
    other.defaults = wrong;
    assert_string_equal(options_check(&other), "geese");
    other.defaults = much;
    assert_string_equal(options_check(&other), "games");
}

static void defaults_come_from_the_table(void **state)
{
    (void)state;
    settings s;
    memset(&s, 0xff, sizeof s);
    options_defaults(&spec, &s);
    assert_int_equal(s.games, 10);
    assert_close(s.prior, 1, 0);
    assert_int_equal(s.memory, 1 << 30);
    assert_null(s.output);
    assert_int_equal(s.features, 1);
    assert_int_equal(s.month, 2);
    assert_false(s.json);
    assert_int_equal(s.only.size, 0);
    assert_null(options_check(&spec));
}

static void every_form_is_understood(void **state)
{
    (void)state;
    settings s;
    char *argv[32];
    int n;
    assert_int_equal(parse("a --games=64k --prior 2.5 -o out b --time 1.5m --memory 100M "
                           "--features large --month mar -q --json=no --size 9 - -- --c",
                           &s, argv, &n, NULL), GO_OK);
    assert_int_equal(s.games, 64000);
    assert_close(s.prior, 2.5, 0);
    assert_string_equal(s.output, "out");
    assert_close(s.time, 90, 0);
    assert_int_equal(s.memory, 100 << 20);
    assert_int_equal(s.features, 0);
    assert_int_equal(s.month, 3);
    assert_true(s.quiet);
    assert_false(s.json);
    assert_int_equal(s.only.size, 9);
    assert_int_equal(n, 4);
    assert_string_equal(argv[1], "a");
    assert_string_equal(argv[2], "b");
    assert_string_equal(argv[3], "-");
    assert_string_equal(argv[4], "--c");
}

static void thousands_and_millions_may_have_decimals(void **state)
{
    (void)state;
    settings s;
    char *argv[32];
    int n;
    for (int games = 1001; games < 10000; games++) {
        char arguments[32];
        snprintf(arguments, sizeof arguments, "-n %d.%03dk", games / 1000, games % 1000);
        assert_int_equal(parse(arguments, &s, argv, &n, NULL), GO_OK);
        assert_int_equal(s.games, games);
    }
    assert_misuse("-n 1.0001k", "-n expects a whole number from 1 to 2000000, not '1.0001k'");
}

static void letters_may_hold_their_value_or_stand_together(void **state)
{
    (void)state;
    settings s;
    char *argv[32];
    int n;
    assert_int_equal(parse("-n3 -qoout", &s, argv, &n, NULL), GO_OK);
    assert_int_equal(s.games, 3);
    assert_true(s.quiet);
    assert_string_equal(s.output, "out");
}

static void a_unique_beginning_is_enough(void **state)
{
    (void)state;
    settings s;
    char *argv[32];
    int n;
    assert_int_equal(parse("--fea large", &s, argv, &n, NULL), GO_OK);
    assert_int_equal(s.features, 0);
    assert_int_equal(parse("--features LARGE", &s, argv, &n, NULL), GO_OK); /* words in any case */
    assert_int_equal(s.features, 0);
    assert_misuse("--=x", "the option '--=x' has no name");
    assert_misuse("--m x", "option '--m' is ambiguous: --memory or --month");
}

static void flags_can_be_turned_off(void **state)
{
    (void)state;
    settings s;
    char *argv[32];
    int n;
    assert_int_equal(parse("a", &s, argv, &n, NULL), GO_OK);
    assert_true(s.rave);
    assert_int_equal(parse("--no-rave a", &s, argv, &n, NULL), GO_OK);
    assert_false(s.rave);
    assert_int_equal(n, 1);
    assert_int_equal(parse("--no-rave --rave -q --no-quiet a", &s, argv, &n, NULL), GO_OK);
    assert_true(s.rave && !s.quiet);
    assert_int_equal(parse("--no-ra a", &s, argv, &n, NULL), GO_OK);
    assert_false(s.rave);
    assert_int_equal(parse("--rave=no -- no", &s, argv, &n, NULL), GO_OK);
    assert_false(s.rave);
    assert_string_equal(argv[1], "no");
    assert_misuse("--rave no",
                  "--rave 'no': join the value with '=', as in --rave=no, or use --no-rave");
    assert_misuse("-q no", "-q 'no': join the value with '=', as in --quiet=no, or use --no-quiet");
    assert_misuse("--no-rave=yes", "--no-rave takes no value");
    assert_misuse("--no-games", "unknown option '--no-games'; --help lists the options of demo");
}

static void misuse_is_told_in_one_sentence(void **state)
{
    (void)state;
    assert_misuse("--games x", "--games expects a whole number from 1 to 2000000, not 'x'");
    assert_misuse("--games 0", "--games expects a whole number from 1 to 2000000, not '0'");
    assert_misuse("-n 1.5", "-n expects a whole number from 1 to 2000000, not '1.5'");
    assert_misuse("--prior nan", "--prior expects a number from 0 to 100, not 'nan'");
    assert_misuse("--prior 1x", "--prior expects a number from 0 to 100, not '1x'");
    assert_misuse("--games=", "--games expects a whole number from 1 to 2000000, not ''");
    assert_misuse("--memory 3X", "--memory expects bytes such as 512K, 100M or 8G, not '3X'");
    assert_misuse("--features small", "--features expects one of large|fast, not 'small'");
    assert_misuse("--month may", "--month expects a month such as jan, not 'may'");
    assert_misuse("--size 26", "--size expects a whole number from 2 to 25, not '26'");
    assert_misuse("--json=maybe", "--json expects yes or no, not 'maybe'");
    assert_misuse("--games", "--games needs a value: N");
    assert_misuse("--gmaes 3", "unknown option '--gmaes'; did you mean --games?");
    assert_misuse("--no-rvae", "unknown option '--no-rvae'; did you mean --no-rave?");
    assert_misuse("--norave", "unknown option '--norave'; did you mean --no-rave?");
    assert_misuse("--boardsize 9", "unknown option '--boardsize'; use --size N");
    assert_misuse("-b 9", "unknown option '-b'; use --size N");
    assert_misuse("--game 9", "unknown option '--game'; use --size N"); /* not --games */
    assert_misuse("--period 9", "unknown option '--period'; use --time TIME or --month MONTH");
    assert_misuse("--cave", "unknown option '--cave'; did you mean --rave?");
    assert_misuse("--size5", "unknown option '--size5'; did you mean --size?");
    assert_misuse("--lime", "unknown option '--lime'; did you mean --time?");
    assert_misuse("--lima", "unknown option '--lima'; --help lists the options of demo");
    assert_misuse("--zzzzzzzz", "unknown option '--zzzzzzzz'; --help lists the options of demo");
    assert_misuse("-z", "unknown option '-z'; --help lists the options of demo");
}

static void lists_of_numbers_are_read(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "x", "9,", ",9", "9;13", "1", "26", "9,13,19,5", "2,-3"};
    int out[3];
    assert_int_equal(options_read_list("9", 2, 25, out, 3), 1);
    assert_int_equal(out[0], 9);
    assert_int_equal(options_read_list("9,13,19", 2, 25, out, 3), 3);
    assert_true(out[0] == 9 && out[1] == 13 && out[2] == 19);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(options_read_list(wrong[i], 2, 25, out, 3), 0);
}

static void the_number_of_inputs_is_checked(void **state)
{
    (void)state;
    settings s;
    int n;
    go_error err;
    char *argv[] = {"demo", "a", "b", "c", NULL};
    command_spec few = spec;
    few.min_inputs = few.max_inputs = 2;
    assert_int_equal(options_parse(&few, 2, argv, &s, &n, &err), GO_EINVAL);
    assert_string_equal(err.message, "INPUT...: at least 2 arguments are needed, not 1");
    assert_int_equal(options_parse(&few, 3, argv, &s, &n, &err), GO_OK);
    assert_int_equal(options_parse(&few, 4, argv, &s, &n, &err), GO_EINVAL);
    few.inputs = NULL;
    assert_int_equal(options_parse(&few, 2, argv, &s, &n, &err), GO_EINVAL);
    assert_string_equal(err.message, "unexpected argument 'a': demo takes only options");
    few.input_option = "output";
    assert_int_equal(options_parse(&few, 2, argv, &s, &n, &err), GO_EINVAL);
    assert_string_equal(err.message, "unexpected argument 'a'; did you mean --output a?");
}

static void help_wins(void **state)
{
    (void)state;
    settings s;
    char *argv[32];
    int n;
    assert_int_equal(parse("x --help", &s, argv, &n, NULL), GO_END);
    assert_int_equal(parse("-h", &s, argv, &n, NULL), GO_END);
}

static char *text_of(void (*print)(const command_spec *, const char *, FILE *))
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    print(&spec, "katachi demo", file);
    fclose(file);
    return text;
}

static char *help_of(const command_spec *command, const char *about)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    options_help(command, "katachi demo", about, file);
    fclose(file);
    return text;
}

/* Where `what` begins, or the length of the text. */
static size_t find_in(const char *text, const char *what)
{
    size_t at = 0;
    while (text[at] && strncmp(text + at, what, strlen(what)) != 0)
        at++;
    return at;
}

static void help_shows_what_people_use_first(void **state)
{
    static const char *const first[] = {"rave", "games", NULL};
    static const struct option_part parts[] = {{"games", "numbers"}, {"output", "files"}, {0}};
    static const option_help rows = {first, parts};
    command_spec large = spec;
    (void)state;
    large.help = &rows;
    char *text = help_of(&large, "");
    const size_t rave = find_in(text, "  --rave"), games = find_in(text, "--games N");
    assert_true(rave < games && text[games]); /* in the order of the list */
    assert_null(strstr(text, "--prior"));
    assert_non_null(strstr(text, "There are 9 more: 'katachi demo --help=all' lists them"));
    assert_non_null(strstr(text, "\nFilters:\n      --size N")); /* a small group is whole */
    free(text);
    text = help_of(&large, "all");
    assert_non_null(strstr(text, "\nOptions, numbers:\n  -n, --games"));
    assert_non_null(strstr(text, "\nOptions, files:\n  -o, --output"));
    assert_non_null(strstr(text, "--rave"));
    assert_null(strstr(text, "There are"));
    free(text);
    text = help_of(&large, "MONTH"); /* in names, values and sentences */
    assert_non_null(strstr(text, "--month MONTH"));
    assert_null(strstr(text, "--games"));
    free(text);
    text = help_of(&large, "fish");
    assert_non_null(strstr(text, "\nNo option mentions 'fish'.\n"));
    free(text);
}

static void help_shows_defaults_and_ranges(void **state)
{
    (void)state;
    char *text = help_of(&spec, "");
    assert_non_null(strstr(text, "Usage: katachi demo [OPTION...] INPUT...\n"
                                 "Shows how options work.\n"));
    assert_non_null(strstr(text, "  -n, --games N           games to use (default 10; at least 1)"));
    assert_non_null(strstr(text, "      --rave              use RAVE (default yes; --no-rave)\n"));
    assert_non_null(strstr(text, "      --json              print one JSON object instead of text\n"));
    assert_non_null(strstr(text, "time to use (default 10 s)\n"));
    assert_non_null(strstr(text, "\nA TIME is in seconds, or has a unit: 90, 90s, 1.5m, 2h.\n"));
    assert_non_null(strstr(text, "\nFilters:\n      --size N"));
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        assert_true(strchr(line, '\n') - line <= 80);
    free(text);
}

static void the_manual_page_is_well_formed(void **state)
{
    (void)state;
    char *text = text_of(options_man);
    assert_true(strncmp(text, ".TH \"katachi-demo\" 1", 20) == 0);
    assert_non_null(strstr(text, "\\fB\\-n\\fR, \\fB\\-\\-games\\fR \\fIN\\fR"));
    assert_non_null(strstr(text, ".SS Filters"));
    assert_non_null(strstr(text, "use RAVE (default yes; \\-\\-no\\-rave)\n"));
    free(text);
}

static void offered(void *user, const char *word, const char *sentence)
{
    FILE *file = user;
    fprintf(file, "%s%s ", word, sentence ? "" : "!");
}

/* The words that are offered, with "!" those that have no sentence. */
static char *completed(int n, char *const *words, option_paths expected)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_int_equal(options_complete(&spec, words, n, offered, file), expected);
    fclose(file);
    return text;
}

static void completion_offers_what_turns_off_what_is_on(void **state)
{
    (void)state;
    char *text = completed(1, (char *[]){"--"}, PATHS_NONE);
    assert_non_null(strstr(text, "--quiet --rave --no-rave --size --help"));
    free(text);
}

static void completion_knows_where_a_word_stands(void **state)
{
    (void)state;
    struct {
        char *words[5];
        const char *offered;
        option_paths paths;
    } cases[] = {
        {{"--rave=", NULL}, "yes! no! ", PATHS_NONE},
        {{"--rave", "=", "y", NULL}, "yes! ", PATHS_NONE},
        {{"--rave", "--siz", NULL}, "--size ", PATHS_NONE},
        {{"--games", "--siz", NULL}, "", PATHS_NONE},       /* the value of --games */
        {{"-n", "--siz", NULL}, "", PATHS_NONE},
        {{"-n7", "--siz", NULL}, "--size ", PATHS_NONE},
        {{"--games", "=", "7", "--siz", NULL}, "--size ", PATHS_NONE},
        {{"--unknown=", NULL}, "", PATHS_NONE},
        {{"--games", "=", NULL}, "", PATHS_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int n = 0;
        while (cases[i].words[n])
            n++;
        char *text = completed(n, cases[i].words, cases[i].paths);
        assert_string_equal(text, cases[i].offered);
        free(text);
    }
}

/* Other commands have all options but this. */
static go_status others(const char *command, const char *name, go_error *err)
{
    return strcmp(name, "gamez") != 0 ? GO_OK
           : go_fail(err, GO_EFORMAT, "%s has no gamez", command ? command : "none");
}

static go_status config_of(const command_spec *of, const char *content, settings *s, go_error *err)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    temp_dir_text(&dir, "config", content, path);
    options_defaults(of, s);
    go_status status = options_config(of, "net demo", s, path, others, err);
    temp_dir_remove(&dir);
    return status;
}

static go_status config(const char *content, settings *s, go_error *err)
{
    return config_of(&spec, content, s, err);
}

static void the_configuration_file_sets_defaults(void **state)
{
    (void)state;
    settings s;
    go_error err = {GO_OK, ""};
    assert_int_equal(config("# mine\n\n games = 7 \nother.prior = 9\nnet demo.prior=3\r\nsize=5\n"
                            "unknown = 1\ndemo.game = 1\n", &s, &err), GO_OK);
    assert_int_equal(s.games, 7);
    assert_close(s.prior, 3, 0);
    assert_int_equal(s.only.size, 5);
    assert_int_equal(config("net demo.games = 2\ngames = 7\n", &s, &err), GO_OK);
    assert_int_equal(s.games, 2); /* what is said of one command stands */
    assert_int_equal(config("\xef\xbb\xbfgames = 5\n", &s, &err), GO_OK); /* with a byte-order mark */
    assert_int_equal(s.games, 5);
    assert_int_equal(config("games = 7\ngames = many\n", &s, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "config line 2: games expects a whole number"));
    assert_int_equal(config("games\n", &s, &err), GO_EFORMAT);
    assert_int_equal(config("net demo.gamez = 1\n", &s, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "config line 1: net demo has no gamez"));
    assert_int_equal(config("demo.gamez = 1\n", &s, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "config line 1: demo has no gamez"));
    assert_int_equal(config("\ngamez = 1\n", &s, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "config line 2: none has no gamez"));
    static const char *const nameless[] = {"= 3\n", ".games = 3\n", "net demo. = 3\n"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(config(nameless[i], &s, &err), GO_EFORMAT);
        assert_non_null(strstr(err.message, "config line 1: a name is missing"));
    }
    assert_int_equal(config("output = x\n", &s, &err), GO_EFORMAT);
    assert_int_equal(config("kept = x\n", &s, &err), GO_EFORMAT); /* the line does not last */
    assert_non_null(strstr(err.message, "'kept' cannot be set in this file"));
    assert_int_equal(options_config(&spec, "demo", &s, "no/such/file", others, &err), GO_OK);
}

static void assert_refused(const command_spec *of, char *word, const char *sentence)
{
    char *argv[] = {(char *)"demo", word, (char *)"7", NULL};
    settings s = {0};
    go_error err = {GO_OK, ""};
    int n;
    options_defaults(of, &s);
    assert_int_equal(options_parse(of, 3, argv, &s, &n, &err), GO_EINVAL);
    assert_string_equal(err.message, sentence);
}

static void idle_options_are_refused_and_not_shown(void **state)
{
    static const char *const idle[] = {"games", "rave", NULL}, *const wrong[] = {"geese", NULL};
    static const char *const first[] = {"games", "prior", "rave", NULL};
    static const option_help rows = {first, NULL};
    command_spec other = spec;
    settings s;
    go_error err = {GO_OK, ""};
    char *text;
    size_t size;
    (void)state;
    other.idle = idle;
    assert_refused(&other, (char *)"--games", "--games has no effect here; leave it out");
    assert_refused(&other, (char *)"-n", "-n has no effect here; leave it out");
    assert_refused(&other, (char *)"--no-rave", "--no-rave has no effect here; leave it out");
    assert_refused(&other, (char *)"--gamess",
                   "unknown option '--gamess'; --help lists the options of demo");
    for (int large = 0; large < 2; large++) {
        other.help = large ? &rows : NULL;
        text = help_of(&other, "");
        assert_non_null(strstr(text, "--prior"));
        assert_null(strstr(text, "--games"));
        assert_null(strstr(text, "--rave"));
        assert_true(!large || strstr(text, "There are 8 more"));
        free(text);
    }
    FILE *file = open_memstream(&text, &size);
    options_man(&other, "katachi demo", file);
    assert_int_equal(options_complete(&other, (char *[]){(char *)"--"}, 1, offered, file),
                     PATHS_NONE);
    fclose(file);
    assert_non_null(strstr(text, "prior"));
    assert_null(strstr(text, "games"));
    assert_null(strstr(text, "rave"));
    free(text);
    assert_int_equal(config_of(&other, "games = 7\n", &s, &err), GO_OK); /* meant for others */
    assert_int_equal(s.games, 10);
    assert_int_equal(config_of(&other, "net demo.games = 7\n", &s, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "'games' has no effect on 'net demo'"));
    assert_int_equal(options_set(&other, &s, "games", "7", &err), GO_END);
    assert_null(options_check(&other));
    other.idle = wrong;
    assert_string_equal(options_check(&other), "geese");
}

static void options_without_meaning_are_refused_when_given(void **state)
{
    static const char *const but[] = {"games", "rave", NULL};
    char *argv[] = {(char *)"demo", (char *)"-n5", (char *)"--no-rave", (char *)"--size=9",
                    (char *)"x"};
    settings s = {0};
    go_error err = {GO_OK, ""};
    int n;
    (void)state;
    options_defaults(&spec, &s);
    assert_int_equal(options_parse(&spec, 5, argv, &s, &n, &err), GO_OK);
    assert_int_equal(s.given.n, 3);
    assert_true(options_named(&s.given, "rave") && !options_named(&s.given, "prior"));
    assert_int_equal(options_refuse(&s.given, main_options, but, "here", &err), GO_OK);
    assert_int_equal(options_refuse(&s.given, main_options, NULL, "here", &err), GO_EINVAL);
    assert_string_equal(err.message, "--games cannot be used here");
    assert_int_equal(options_refuse(&s.given, filter_options, but, "here", &err), GO_EINVAL);
    assert_int_equal(config("prior = 7\n", &s, &err), GO_OK);
    assert_false(options_named(&s.given, "prior"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_may_have_defaults_of_its_own),
        cmocka_unit_test(defaults_come_from_the_table),
        cmocka_unit_test(every_form_is_understood),
        cmocka_unit_test(thousands_and_millions_may_have_decimals),
        cmocka_unit_test(letters_may_hold_their_value_or_stand_together),
        cmocka_unit_test(a_unique_beginning_is_enough),
        cmocka_unit_test(flags_can_be_turned_off),
        cmocka_unit_test(misuse_is_told_in_one_sentence),
        cmocka_unit_test(options_without_meaning_are_refused_when_given),
        cmocka_unit_test(idle_options_are_refused_and_not_shown),
        cmocka_unit_test(lists_of_numbers_are_read),
        cmocka_unit_test(the_number_of_inputs_is_checked),
        cmocka_unit_test(help_wins),
        cmocka_unit_test(help_shows_what_people_use_first),
        cmocka_unit_test(help_shows_defaults_and_ranges),
        cmocka_unit_test(the_manual_page_is_well_formed),
        cmocka_unit_test(completion_offers_what_turns_off_what_is_on),
        cmocka_unit_test(completion_knows_where_a_word_stands),
        cmocka_unit_test(the_configuration_file_sets_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
