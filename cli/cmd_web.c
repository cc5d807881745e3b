/* cmd_web.c -- `katachi web`: the page in the browser. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/usable_memory.h"
#include "cli/commands.h"
#include "mcts/search.h"
#ifdef HAVE_LIBMICROHTTPD
#include "web/app.h"
#endif

typedef struct web_settings {
    int port;
    const char *listen;
    bool no_browser, until_closed, quiet;
    search_settings search;
} web_settings;

#define AT(field) offsetof(web_settings, field)

static const option page_options[] = {
    OPT_INT("port", 0, "N", "0", 0, 65535, AT(port),
            "the port to listen on; 0: 8361, or any free one if that is in use"),
    OPT_TEXT("listen", 0, "ADDRESS", NULL, AT(listen),
             "the address to listen on, instead of 127.0.0.1, which only this machine can reach; "
             "0.0.0.0: all addresses. Anyone who sees the traffic can then use the engine, so use "
             "it only on networks you trust"),
    OPT_FLAG("no-browser", 0, NULL, AT(no_browser), "only print the address"),
    OPT_FLAG("until-closed", 0, NULL, AT(until_closed),
             "quit when the last page is closed, for starting it without a terminal"),
    OPTION_NO_NOTICES(web_settings, quiet),
    {0}};
static const option_group web_groups[] = {
    {"The page", page_options, 0},
    {"The search", search_options, AT(search)},
    {0}};

/* The page asks for these, for each new game. */
static const char *const asked_on_the_page[] = {"rank", "strength", "move-time", NULL};

#ifdef HAVE_LIBMICROHTTPD

/* Of the tree of each engine, of which a page has up to four. */
static int64_t tree_memory(void)
{
    return usable_memory_part(8, 256 << 20);
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

/* In a child: a grandchild, which nobody has to wait for, becomes the browser.  A byte into
 * `failed` tells that it could not; without it that end of the pipe is closed.         */
static void become_browser(const char *address, int failed)
{
    const pid_t child = fork();
    if (child <= 0) {
        if (child == 0 && freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr))
            execlp("xdg-open", "xdg-open", address, (char *)NULL);
        (void)!write(failed, "x", 1);
    }
    _exit(0);
}

/* Opens the address with the desktop's browser, if there is a desktop that can. */
static bool open_browser(const char *address)
{
    int ends[2];
    char byte;
    if ((!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) || pipe2(ends, O_CLOEXEC) != 0)
        return false;
    const pid_t child = fork();
    if (child == 0)
        become_browser(address, ends[1]);
    close(ends[1]);
    const bool opened = child > 0 && read(ends[0], &byte, 1) == 0;
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return opened;
}

/* Without a wish the port is the same from one time to the next: browsers keep the game and the
 * choices of a page by its port.                                              */
static go_status start(http_server **server, const web_settings *s, web_app *app, go_error *err)
{
    enum { USUAL_PORT = 8361 };
    http_options options = {s->listen, s->port ? s->port : USUAL_PORT, web_app_answer, app};
    const go_status status = http_start(server, &options, err);
    if (status != GO_EIO || s->port)
        return status;
    options.port = 0;
    return http_start(server, &options, NULL) == GO_OK ? GO_OK : status;
}

static go_status serve(const web_settings *s, web_app *app, go_error *err)
{
    const double sweep_seconds = 0.2;
    http_server *server;
    GO_TRY(start(&server, s, app, err));
    const bool opened = !s->no_browser && open_browser(http_address(server));
    const bool told = printf("%s\n", http_address(server)) > 0 && fflush(stdout) == 0;
    if (!told && !opened) { /* nobody could ever open the page */
        const int why = errno;
        http_stop(server);
        return go_fail(err, GO_EIO, "cannot print the address of the page: %s", strerror(why));
    }
    if (!s->quiet)
        fprintf(stderr, "katachi: %s; Ctrl-C ends the program\n",
                opened ? "the page opens in the browser" : "open this address in a browser");
    bool used = false;
    while (!interrupt_requested()) {
        struct timespec pause = {.tv_nsec = (long)(1e9 * sweep_seconds)};
        nanosleep(&pause, NULL);
        const int open = web_app_sweep(app);
        if (s->until_closed && used && open == 0)
            break;
        used = used || open > 0;
    }
    web_app_end(app);
    http_stop(server);
    return GO_OK;
}

/* Reads the files that the settings name, so that the page does not have to tell of a wrong one. */
static go_status check_files(const engine_settings *engines, go_error *err)
{
    enum { ANY_SIZE = 9 };
    const search_settings network = engine_search(engines, ENGINE_NETWORK);
    const search_settings playouts = engine_search(engines, ENGINE_PLAYOUTS);
    search *trial;
    GO_TRY(search_create(&trial, &network, err));
    go_status status = search_read_net(trial, 0, err);
    if (status == GO_OK && (playouts.evaluate.gammas || playouts.evaluate.playout.gammas)) {
        status = search_configure(trial, &playouts, err);
        if (status == GO_OK)
            status = search_prepare(trial, ANY_SIZE, err);
    }
    search_destroy(trial);
    return status;
}

static int run_web(int argc, char **argv)
{
    web_settings s = {0};
    web_app *app;
    int n_inputs, code;
    go_error err;
    if (!cli_begin(&cli_web, argc, argv, &s, &n_inputs, &code))
        return code;
    interrupt_catch();
    signal(SIGPIPE, SIG_IGN);
    web_app_settings settings = {.engines = {.search = s.search, .memory = tree_memory()},
                                 .version = KATACHI_VERSION,
                                 .inputs = (const char *const *)argv + 1,
                                 .n_inputs = n_inputs};
    go_status status = check_files(&settings.engines, &err);
    if (status == GO_OK)
        status = web_app_create(&app, &settings, &err);
    if (status != GO_OK)
        return cli_fail(&err);
    status = serve(&s, app, &err);
    web_app_destroy(app);
    return status == GO_OK ? EXIT_OK : cli_fail(&err);
}

#else

static int run_web(int argc, char **argv)
{
    web_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_web, argc, argv, &s, &n_inputs, &code))
        return code;
    return cli_misuse(
        "this build cannot serve the page, because libmicrohttpd was missing; install it (on "
        "Debian: apt-get install libmicrohttpd-dev) and run make again");
}

#endif

const cli_command cli_web = {
    .spec = {.name = "web",
             .sentence = "serves a page to play, explore and review games in the browser",
             .inputs = "[GAME.sgf|FOLDER]...",
             .groups = web_groups,
             .defaults = cli_no_two_games_alike,
             .help = &search_help,
             .idle = asked_on_the_page,
             .description =
                 "Serves a page on this machine only and opens it in the browser: play against "
                 "playouts or the network, see both side by side on one position, and review "
                 "games. Needs no Internet. With GAME.sgf the page reviews this game. FOLDERs are "
                 "reports of running work (train --report, match -o, net improve -o, ...), which "
                 "the page links to. The address contains a token; the server refuses requests "
                 "without it. Each engine of a page takes 256 MB for its tree, or an eighth of the "
                 "memory where that is less, unless --memory sets it. See doc/web.md.",
             .examples = "katachi web\n"
                         "katachi web game.sgf\n"
                         "katachi web --port 8361 --no-browser run5 match1"},
    .run = run_web,
};
