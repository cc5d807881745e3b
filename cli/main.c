/* main.c -- the program `katachi`: finds the subcommand and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"

static const cli_command *const commands[] = {CLI_COMMANDS(CLI_ENTRY) NULL};

static const cli_heading headings[] = {{&cli_play, "Play and review"},
                                       {&cli_corpus, "Games and gammas"},
                                       {&cli_net, "Networks"},
                                       {&cli_match, "Strength and speed"},
                                       {&cli_help, "Help"},
                                       {NULL, NULL}};

const cli_command cli_root = {
    .spec = {.name = "katachi",
             .sentence = "a Go engine that learns from game records",
             .examples = "  katachi play\n"
                         "  katachi web\n"
                         "  katachi analyze game.sgf\n"
                         "  katachi train -o my.gammas my-games/"},
    .children = commands,
    .headings = headings,
};

/* A result that could not be written (to a full disk, say) is a failure.  If that was earlier, the
 * reason may be forgotten.                                                    */
static int finish(int code)
{
    errno = 0;
    if (code != EXIT_OK || (fflush(stdout) == 0 && !ferror(stdout)))
        return code;
    fprintf(stderr, "katachi: cannot write to standard output%s%s\n", errno ? ": " : "",
            errno ? strerror(errno) : "");
    return EXIT_FAILED;
}

/* The first files to be opened would take the numbers of standard streams that were closed before
 * the start, and what is said to people would be written into them.  What takes them instead can
 * neither be read nor written, as a closed stream.                            */
static void occupy_closed_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    static char name[] = "katachi"; /* however the program was called */
    static char version[] = "version";
    occupy_closed_streams();
    signal(SIGXFSZ, SIG_IGN); /* what exceeds `ulimit -f` cannot be written, which is told */
    signal(SIGCHLD, SIG_DFL); /* where it was ignored, nothing can be waited for */
    if (argc > 0)
        argv[0] = name;
    if (argc > 1 && strcmp(argv[1], "--version") == 0)
        argv[1] = version;
    return finish(cli_dispatch(&cli_root, argc, argv));
}
