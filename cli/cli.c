#include "cli/cli.h"

#include <omp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/near_words.h"
#include "cli/config_file.h"

/* ---- messages and results ---- */

int cli_fail(const go_error *err)
{
    fprintf(stderr, "katachi: %s\n", err->message);
    return err->status == GO_EINVAL ? EXIT_MISUSE : EXIT_FAILED;
}

int cli_no_memory(void)
{
    fputs("katachi: out of memory\n", stderr);
    return EXIT_FAILED;
}

int cli_misuse(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("katachi: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return EXIT_MISUSE;
}

int cli_print_json(json_t *object)
{
    if (!object) {
        fputs("katachi: out of memory for the JSON output\n", stderr);
        return EXIT_FAILED;
    }
    const bool failed = json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) != 0;
    putchar('\n');
    json_decref(object);
    if (failed && !ferror(stdout)) /* the loss of the output is told at the end */
        return cli_no_memory();
    return EXIT_OK;
}

int cli_threads(int wanted)
{
    return wanted > 0 ? wanted : omp_get_num_procs();
}

void cli_command_line(int argc, char **argv, char *out, size_t n)
{
    size_t used = 0;
    *out = '\0';
    for (int i = 0; i < argc && used < n; i++)
        used += (size_t)snprintf(out + used, n - used, "%s%s", i ? " " : "", argv[i]);
}

const char *const cli_no_two_games_alike[] = {"seed", "0", NULL};

const cli_command *cli_child(const cli_command *of, const char *name)
{
    for (const cli_command *const *c = of->children; c && *c; c++)
        if (strcmp((*c)->spec.name, name) == 0)
            return *c;
    return NULL;
}

/* ---- keys of the configuration file ---- */

/* Names that may have been meant, NULL-ended. */
typedef struct name_list {
    int n;
    const char *names[1024];
} name_list;

static void add(name_list *list, const char *name)
{
    if (list->n + 1 < (int)(sizeof list->names / sizeof *list->names))
        list->names[list->n++] = name;
}

static void add_options(const command_spec *spec, name_list *list)
{
    for (const option_group *g = spec->groups; g && g->options; g++)
        for (const option *o = g->options; o->name; o++)
            add(list, o->name);
}

/* Those of the command and all below it; true if one is `name`. */
static bool any_has(const cli_command *at, const char *name, name_list *list)
{
    add_options(&at->spec, list);
    if (options_has(&at->spec, name))
        return true;
    for (const cli_command *const *c = at->children; c && *c; c++)
        if (any_has(*c, name, list))
            return true;
    return false;
}

static go_status unknown(const char *what, const char *name, const name_list *list, go_error *err)
{
    const char *near = near_word(name, list->names);
    return near ? go_fail(err, GO_EFORMAT, "%s '%s'; did you mean '%s'?", what, name, near)
                : go_fail(err, GO_EFORMAT, "%s '%s'", what, name);
}

/* The command of that whole name, "net train"; NULL: `word` is none of the commands *at. */
static const cli_command *command_named(const char *whole, const cli_command **at, char word[200])
{
    const cli_command *found = *at = &cli_root;
    while (found && *whole) {
        const size_t length = strcspn(whole, " ");
        snprintf(word, 200, "%.*s", (int)length, whole);
        *at = found;
        found = cli_child(found, word);
        whole += length + (whole[length] == ' ');
    }
    return found;
}

/* An options_others. */
static go_status key_known(const char *command, const char *name, go_error *err)
{
    name_list list = {0};
    if (!command)
        return any_has(&cli_root, name, &list) ? GO_OK
                                               : unknown("no command has an option", name, &list, err);
    char word[200], what[200];
    const cli_command *at, *found = command_named(command, &at, word);
    for (const cli_command *const *c = at->children; !found && c && *c; c++)
        add(&list, (*c)->spec.name);
    if (!found)
        return unknown("there is no command", word, &list, err);
    if (options_has(&found->spec, name))
        return GO_OK;
    add_options(&found->spec, &list);
    snprintf(what, sizeof what, "%s has no option", command);
    return unknown(what, name, &list, err);
}

/* ---- settings ---- */

go_status cli_read(const cli_command *command, int argc, char **argv, void *settings,
                   int *n_inputs, go_error *err)
{
    char path[CONFIG_PATH_MAX];
    const char *below = strchr(argv[0], ' '); /* "katachi net train" */
    const char *name = below ? below + 1 : command->spec.name;
    options_defaults(&command->spec, settings);
    go_error why = {GO_OK, ""};
    go_status config = GO_OK;
    if (config_file_path(path))
        config = options_config(&command->spec, name, settings, path, key_known, &why);
    go_status status = options_parse(&command->spec, argc, argv, settings, n_inputs, err);
    if (config == GO_OK || status == GO_END || command->about_itself)
        return status;
    return go_fail(err, config, "%s", why.message);
}

int cli_explain(const cli_command *command, const char *program, go_status status,
                const go_error *err)
{
    if (status == GO_END) {
        options_help(&command->spec, program, err->message, stdout);
        return EXIT_OK;
    }
    int code = cli_fail(err);
    if (code == EXIT_MISUSE)
        fprintf(stderr, "See '%s --help'.\n", program);
    return code;
}

bool cli_begin(const cli_command *command, int argc, char **argv, void *settings,
               int *n_inputs, int *code)
{
    go_error err = {GO_OK, ""};
    go_status status = cli_read(command, argc, argv, settings, n_inputs, &err);
    if (status != GO_OK)
        *code = cli_explain(command, argv[0], status, &err);
    return status == GO_OK;
}

/* ---- commands that hold commands ---- */

static void print_heading(const cli_command *command, const cli_command *child, FILE *out)
{
    for (const cli_heading *h = command->headings; h && h->above; h++)
        if (h->above == child)
            fprintf(out, "\n%s:\n", h->text);
}

static void list_children(const cli_command *command, const char *program, FILE *out)
{
    fprintf(out, "Usage: %s COMMAND [OPTION...] [INPUT...]\n", program);
    options_help_sentence(&command->spec, out);
    if (!command->headings)
        fputs("\nCommands:\n", out);
    for (const cli_command *const *c = command->children; *c; c++) {
        print_heading(command, *c, out);
        char head[40];
        snprintf(head, sizeof head, "  %s", (*c)->spec.name);
        if (!(*c)->children || (*c)->children[0])
            options_help_line(head, 14, (*c)->spec.sentence, out);
    }
    fprintf(out, "\n'%s COMMAND --help' explains a command.\n", program);
    if (command->spec.examples)
        fprintf(out, "\nTo begin with:\n%s\n", command->spec.examples);
}

int cli_unknown(const cli_command *command, const char *program, const char *word)
{
    const char *names[64];
    int n = 0;
    for (const cli_command *const *c = command->children; *c && n < 63; c++)
        names[n++] = (*c)->spec.name;
    names[n] = NULL;
    char before[220], near[NEAR_TEXT];
    snprintf(before, sizeof before, "%s ", program);
    fprintf(stderr, "katachi: '%s' is not a command of %s", word, program);
    if (near_words(word, strlen(word), names, before, near))
        fprintf(stderr, "; did you mean %s?\n", near);
    else
        fprintf(stderr, "; '%s help' lists them.\n", program);
    return EXIT_MISUSE;
}

static bool asks_for_help(const char *word)
{
    static const char *const words[] = {"--help", "--help=all", "-h", "help"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

int cli_dispatch(const cli_command *command, int argc, char **argv)
{
    static char help[] = "--help";
    const char *word = argc > 1 ? argv[1] : "--help";
    if (command->run && argc > 1 && argv[1][0] == '-' && !asks_for_help(word))
        return command->run(argc, argv);
    const cli_command *child = cli_child(command, word);
    if (!child) {
        if (!asks_for_help(word))
            return cli_unknown(command, argv[0], word);
        if (argc > 2 && argv[2][0] != '-') { /* "help stats" is "stats --help" */
            argv[1] = argv[2];
            argv[2] = help;
            argv[3] = NULL;
            return cli_dispatch(command, 3, argv);
        }
        list_children(command, argv[0], stdout);
        return EXIT_OK;
    }
    char program[200];
    snprintf(program, sizeof program, "%s %s", argv[0], word);
    argv[1] = program;
    return child->children ? cli_dispatch(child, argc - 1, argv + 1)
                           : child->run(argc - 1, argv + 1);
}
