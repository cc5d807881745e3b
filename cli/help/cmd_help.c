/* cmd_help.c -- help, manual pages and shell completion, all derived from the tables. */
#include <string.h>

#include "cli/commands.h"
#include "cli/help/completion.h"

typedef struct help_settings {
    bool man, list, complete;
    int completion;
} help_settings;

#define AT(field) offsetof(help_settings, field)
static const option help_options[] = {
    OPT_FLAG("man", 0, NULL, AT(man), "print the manual page of the command"),
    OPT_CHOICE("completion", 0, CHOICE_WORDS(SHELLS), "none", AT(completion),
               "print the completion script of a shell"),
    OPT_FLAG("complete", 0, NULL, AT(complete),
             "for completion scripts: print the possible last words of a command line"),
    OPT_FLAG("list", 0, NULL, AT(list), "print the names of all commands, one per line"),
    {0}};

/* Calls `visit` for every command without children below `command`. */
typedef void visitor(const cli_command *command, const char *path);

static void visit_leaves(const cli_command *command, const char *path, visitor *visit)
{
    for (const cli_command *const *c = command->children; *c; c++) {
        char below[200];
        snprintf(below, sizeof below, "%s%s%s", path, *path ? " " : "", (*c)->spec.name);
        if ((*c)->children)
            visit_leaves(*c, below, visit);
        else
            visit(*c, below);
    }
}

static void print_path(const cli_command *command, const char *path)
{
    (void)command;
    puts(path);
}

/* A command in the manual page of its group, by the name of its own page. */
static void print_page_name(const cli_command *command, const char *path)
{
    fputs(".TP\n\\fB", stdout);
    for (const char *c = path; *c; c++)
        fputs(*c == ' ' ? "\\-" : (char[]){*c, '\0'}, stdout);
    printf("\\fR(1)\n%s\n", command->spec.sentence);
}

/* For the page of the program as a whole. */
static const char files_man[] =
    ".SH FILES\n"
    ".TP\n"
    "$XDG_CONFIG_HOME/katachi/config (~/.config/katachi/config)\n"
    "your own defaults of options, one a line: \\fBthreads = 4\\fR for all commands,\n"
    "\\fBgtp.rank = 5k\\fR for one\n"
    ".TP\n"
    "$XDG_DATA_HOME/katachi (~/.local/share/katachi)\n"
    "your own gammas and networks, used instead of installed ones of the same names\n"
    ".TP\n"
    "share/katachi, share/doc/katachi (where Katachi is installed)\n"
    "the gammas and networks that come with it; its manual, beginning with README.md\n";

static void print_man(const cli_command *command, const char *path)
{
    command_spec spec = command->spec;
    if (command->children)
        spec.inputs = "COMMAND [OPTION...] [INPUT...]";
    options_man(&spec, path, stdout);
    if (command->children) {
        puts(".SH COMMANDS");
        visit_leaves(command, path, print_page_name);
    }
    if (command == &cli_root)
        fputs(files_man, stdout);
}

/* The command, and how to call it.  If it is not there: NULL, *last is the last one that is, and
 * *known says how many of the words lead to it.                               */
static const cli_command *find(int n, char **words, char *path, size_t size,
                               const cli_command **last, int *known)
{
    const cli_command *at = &cli_root;
    snprintf(path, size, "katachi");
    for (int i = 0; i < n; i++) {
        const cli_command *const *c = at->children;
        while (c && *c && strcmp((*c)->spec.name, words[i]) != 0)
            c++;
        *last = at;
        *known = i;
        if (!c || !*c)
            return NULL;
        at = *c;
        size_t used = strlen(path);
        snprintf(path + used, size - used, " %s", at->spec.name);
    }
    return at;
}

/* Help on a command is its answer to --help. */
static int explain(const cli_command *command, char *path)
{
    char flag[] = "--help";
    char *arguments[] = {path, flag, NULL};
    return command->children ? cli_dispatch(command, 2, arguments)
                             : command->run(2, arguments);
}

static int run_help(int argc, char **argv)
{
    help_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_help, argc, argv, &s, &n_inputs, &code))
        return code;
    if (s.complete) {
        completion_answer(argv + 1, n_inputs);
        return EXIT_OK;
    }
    char path[200];
    const cli_command *last = NULL;
    int known = 0;
    const cli_command *command = find(n_inputs, argv + 1, path, sizeof path, &last, &known);
    if (!command && last->children)
        return cli_unknown(last, path, argv[1 + known]);
    if (!command)
        return cli_misuse("unexpected word '%s': %s has no subcommands", argv[1 + known], path);
    if (!s.list && !s.completion && !s.man)
        return explain(command, path);
    if (s.list)
        visit_leaves(&cli_root, "", print_path);
    completion_script((shell)s.completion);
    if (s.man)
        print_man(command, path);
    return EXIT_OK;
}

const cli_command cli_help = {
    .spec = {.name = "help",
             .sentence = "explains a command",
             .inputs = "[COMMAND...]",
             .groups = ONE_GROUP(help_options),
             .examples = "katachi help corpus stats\nkatachi help --man train | man -l -\n"
                         "source <(katachi help --completion bash)"},
    .run = run_help,
    .about_itself = true,
};
