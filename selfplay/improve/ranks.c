#include "selfplay/improve/ranks.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "selfplay/folder.h"
#include "selfplay/record/played_file.h"
#include "selfplay/state/play_file.h"

/* What a worker sends: this, and the bytes of a file of games, from a place in it on. */
typedef struct report {
    int32_t generation; /* of the games; -1: it has none; -2: it leaves */
    int32_t net;        /* the generation whose network it has; -1: none */
} report;

/* What it is answered: this, the settings (play.json) and the network's file, if it has another. */
typedef struct order {
    int32_t generation; /* -1: wait; -2: end */
    int32_t net;        /* the generation whose network plays */
    int64_t settings;   /* bytes */
    int64_t net_bytes;  /* 0: the network that it has */
    int64_t session;    /* of the run, which the worker's name tells */
} order;

enum { NONE = -1, ENDS = -2, NAME_ROOM = 32 };

/* A worker of this name plays games of its own (worker.h): after an interruption it must not be
 * that of before, whose games are there.                                      */
static void name_rank(int rank, int64_t session, char name[NAME_ROOM])
{
    const int n = snprintf(name, NAME_ROOM, "rank-%03d", rank);
    if (session > 0)
        snprintf(name + n, NAME_ROOM - (size_t)n, "-%lld", (long long)session);
}

/* ---- files ---- */

/* From a place in a file to its end; the caller frees *bytes. */
static go_status read_from(const char *path, int64_t from, char **bytes, int64_t *n, go_error *err)
{
    FILE *in = fopen(path, "rb");
    long end = -1;
    *bytes = NULL;
    if (in && fseek(in, 0, SEEK_END) == 0)
        end = ftell(in);
    *n = end > from ? end - from : 0;
    if (end >= 0 && fseek(in, (long)from, SEEK_SET) == 0 && (*bytes = malloc((size_t)*n + 1)))
        *n = (int64_t)fread(*bytes, 1, (size_t)*n, in);
    const bool done = *bytes && !ferror(in);
    if (in)
        fclose(in);
    if (done)
        return GO_OK;
    free(*bytes);
    *bytes = NULL;
    return go_fail(err, GO_EIO, "%s: cannot read: %s", path, strerror(errno));
}

static go_status write_bytes(const char *path, const char *bytes, int64_t n, go_error *err)
{
    FILE *out = fopen(path, "wb");
    const bool done = out && fwrite(bytes, 1, (size_t)n, out) == (size_t)n;
    if ((out && fclose(out) != 0) || !done)
        return go_fail(err, GO_EIO, "%s: cannot write: %s", path, strerror(errno));
    return GO_OK;
}

/* ---- rank 0 ---- */

typedef struct learner_thread {
    const char *folder;
    const improve_settings *s;
    const improve_listener *listener;
    go_status status;
    go_error err;
    atomic_bool ended;
} learner_thread;

/* What the serving thread of rank 0 knows. */
typedef struct server {
    comm *c;
    learner_thread *learner;
    int64_t session; /* workers that have it in their names have not played yet */
    int working;    /* ranks that have not been told to end */
    int generation; /* the newest that games came of */
    int64_t games;  /* so many, since the start */
} server;

static void *learn(void *user)
{
    learner_thread *t = user;
    t->status = improve_run(t->folder, t->s, t->listener, &t->err);
    atomic_store(&t->ended, true);
    return NULL;
}

/* How often mpirun has begun workers for the newest generation. */
static int64_t find_session(const char *folder)
{
    char games[RUN_PATH];
    int64_t session = 0;
    run_folder f;
    if (run_folder_look(&f, folder, NULL) != GO_OK || f.newest < 0)
        return 0;
    DIR *all = opendir(run_folder_games(&f, f.newest, games));
    for (struct dirent *e; all && (e = readdir(all));) {
        if (strncmp(e->d_name, "rank-", 5) != 0)
            continue;
        const char *after = strchr(e->d_name + 5, '-');
        const long was = after ? strtol(after + 1, NULL, 10) : 0;
        session = was >= session ? was + 1 : session;
    }
    if (all)
        closedir(all);
    return session;
}

static go_status save_games(played_folder *folder, const uint8_t *at, size_t n, int64_t *saved,
                            go_error *err)
{
    played_game g = {0};
    size_t used = 0;
    go_status status;
    while ((status = played_file_game(at, n, &g, &used, err)) == GO_OK) {
        if (!played_folder_has(folder, g.number))
            status = played_folder_add(folder, &g, err);
        if (status != GO_OK)
            break;
        ++*saved;
        at += used;
        n -= used;
    }
    played_game_free(&g);
    return status == GO_END ? GO_OK : status;
}

static go_status take_games(const run_folder *f, const char *name, int generation,
                            const uint8_t *bytes, int64_t n, int64_t *saved, go_error *err)
{
    char games[RUN_PATH], own[RUN_PATH + NAME_ROOM];
    played_folder *folder;
    *saved = 0;
    if (n == 0 || generation < 0)
        return GO_OK;
    run_folder_games(f, generation, games);
    mkdir(games, 0777); /* the next call says so if that failed */
    snprintf(own, sizeof own, "%s/%s", games, name);
    GO_TRY(played_folder_open(&folder, own, err));
    go_status status = save_games(folder, bytes, (size_t)n, saved, err);
    const go_status closed = played_folder_close(folder, status == GO_OK ? err : NULL);
    return status == GO_OK ? closed : status;
}

static void count_games(server *s, int generation, int64_t games)
{
    if (generation > s->generation)
        s->games = 0;
    if (generation >= s->generation) {
        s->generation = generation;
        s->games += games;
    }
}

static bool has_enough(const server *s, const play_orders *now)
{
    return now->generation == s->generation && play_orders_filled(now, s->games);
}

/* The next order, but not the last one, and what follows it; the caller frees *bytes. */
static go_status make_order(const server *s, const run_folder *f, int has, char **bytes, int64_t *n,
                            go_error *err)
{
    char path[RUN_PATH], *settings = NULL, *net = NULL;
    int64_t n_settings = 0, n_net = 0;
    order o = {.generation = NONE, .session = s->session};
    play_orders now = {NONE, NONE, 0};
    selfplay_settings unused = {0};
    go_status status = GO_OK;
    if (f->newest >= 0 && play_file_exists(f)) {
        GO_TRY(read_from(run_folder_file(f, "play.json", path), 0, &settings, &n_settings, err));
        go_error why;
        status = play_file_parse(settings, (size_t)n_settings, &unused, &now, &why);
        if (status != GO_OK)
            go_fail(err, status, "%s: %s", path, why.message);
        o.generation = has_enough(s, &now) ? NONE : now.generation;
        o.net = now.net;
        if (status == GO_OK && o.generation != NONE && now.net != has)
            status = read_from(run_folder_net(f, now.net, path), 0, &net, &n_net, err);
    }
    *n = (int64_t)sizeof o + n_settings + n_net;
    *bytes = status == GO_OK ? malloc((size_t)*n) : NULL;
    if (status == GO_OK && !*bytes)
        status = go_fail(err, GO_ENOMEM, "out of memory for a network to be sent");
    if (status == GO_OK) {
        o.settings = n_settings;
        o.net_bytes = n_net;
        memcpy(*bytes, &o, sizeof o);
        if (n_settings)
            memcpy(*bytes + sizeof o, settings, (size_t)n_settings);
        if (n_net)
            memcpy(*bytes + sizeof o + n_settings, net, (size_t)n_net);
    }
    free(settings);
    free(net);
    return status;
}

/* One message and its answer.  An error of the run, such as games that cannot be saved, ends the
 * worker, too.                                                                */
static go_status serve_one(server *s, go_error *err)
{
    int from = -1;
    char name[NAME_ROOM];
    void *bytes;
    int64_t n, saved = 0;
    report r = {NONE, NONE};
    run_folder f = {.newest = -1};
    GO_TRY(comm_receive(s->c, &from, &bytes, &n, err));
    if (n >= (int64_t)sizeof r)
        memcpy(&r, bytes, sizeof r);
    name_rank(from, s->session, name);
    go_status status = GO_OK;
    if (run_folder_look(&f, s->learner->folder, NULL) == GO_OK && n > (int64_t)sizeof r)
        status = take_games(&f, name, r.generation, (const uint8_t *)bytes + sizeof r,
                            n - (int64_t)sizeof r, &saved, err);
    count_games(s, r.generation, saved);
    free(bytes);
    if (r.generation == ENDS) {
        s->working--;
        return status;
    }
    char *answer = NULL;
    go_error late;
    const order end = {.generation = ENDS};
    const bool over = atomic_load(&s->learner->ended);
    if (status == GO_OK && !over)
        status = make_order(s, &f, r.net, &answer, &n, err);
    const bool ends = over || status != GO_OK;
    const go_status sent = comm_send(s->c, from, ends ? (const void *)&end : answer,
                                     ends ? (int64_t)sizeof end : n, status == GO_OK ? err : &late);
    free(answer);
    s->working -= ends;
    return status == GO_OK ? sent : status;
}

go_status improve_ranks_serve(comm *c, const char *folder, const improve_settings *s,
                              const improve_listener *listener, go_error *err)
{
    learner_thread t = {.folder = folder, .s = s, .listener = listener};
    pthread_t thread;
    go_status status = GO_OK;
    server all = {.c = c,
                  .learner = &t,
                  .working = comm_size(c) - 1,
                  .generation = NONE,
                  .session = find_session(folder)};
    const bool learns = pthread_create(&thread, NULL, learn, &t) == 0;
    if (!learns) { /* the others have to be told all the same */
        t.status = go_fail(&t.err, GO_ENOMEM, "cannot start a thread");
        atomic_store(&t.ended, true);
    }
    while (all.working > 0 && !comm_lost(c)) {
        go_error why;
        const go_status one = serve_one(&all, &why);
        if (one != GO_OK && status == GO_OK) {
            status = one;
            *err = why;
            if (!interrupt_requested()) /* a second signal would end the process at once */
                raise(SIGTERM);         /* an orderly stop of the learner (base/interrupt.h) */
        }
    }
    if (learns)
        pthread_join(thread, NULL);
    if (status != GO_OK || t.status == GO_OK)
        return status;
    *err = t.err;
    return t.status;
}

/* ---- the others ---- */

typedef struct rank_worker {
    comm *c;
    char name[NAME_ROOM];
    worker_settings s;
    run_folder folder; /* a temporary one */
    int generation;    /* whose games it plays; -1: none */
    int net;           /* whose network it has; -1: none */
    int64_t sent;      /* bytes of the generation's games */
} rank_worker;

/* Sends the games that it has played since, and waits for the answer. */
static go_status ask(rank_worker *w, bool leaves, char **answer, int64_t *n, go_error *err)
{
    char games[RUN_PATH], path[RUN_PATH + 100], *bytes = NULL;
    int64_t n_bytes = 0;
    const report r = {leaves ? ENDS : w->generation, w->net};
    snprintf(path, sizeof path, "%s/%s/games.katachi",
             run_folder_games(&w->folder, w->generation, games), w->name);
    if (!leaves && access(path, R_OK) == 0)
        GO_TRY(read_from(path, w->sent, &bytes, &n_bytes, err));
    char *message = malloc(sizeof r + (size_t)n_bytes);
    go_status status = message ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for games");
    if (message) {
        memcpy(message, &r, sizeof r);
        if (n_bytes)
            memcpy(message + sizeof r, bytes, (size_t)n_bytes);
        status = comm_send(w->c, 0, message, (int64_t)sizeof r + n_bytes, err);
        w->sent += n_bytes;
    }
    free(message);
    free(bytes);
    if (status != GO_OK || leaves)
        return status;
    int from = 0;
    void *got = NULL;
    status = comm_receive(w->c, &from, &got, n, err);
    *answer = got;
    return status;
}

static void remove_games(const rank_worker *w)
{
    char games[RUN_PATH], path[RUN_PATH + 100];
    static const char *const files[] = {"/games.katachi", "/games.sgf", ""};
    if (w->generation < 0)
        return;
    run_folder_games(&w->folder, w->generation, games);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s%s", games, w->name, files[i]);
        remove(path);
    }
    remove(games);
}

static void remove_net(const rank_worker *w)
{
    char path[RUN_PATH];
    if (w->net >= 0)
        remove(run_folder_net(&w->folder, w->net, path));
}

/* Settings and network, if it is a new one. */
static go_status follow(rank_worker *w, const order *o, const char *bytes, go_error *err)
{
    char path[RUN_PATH];
    GO_TRY(write_bytes(run_folder_file(&w->folder, "play.json", path), bytes, o->settings, err));
    if (o->generation != w->generation) {
        remove_games(w);
        name_rank(comm_rank(w->c), o->session, w->name);
        w->generation = o->generation;
        w->sent = PLAYED_FILE_START;
    }
    if (o->net == w->net)
        return GO_OK;
    remove_net(w);
    w->net = o->net;
    return write_bytes(run_folder_net(&w->folder, o->net, path), bytes + o->settings, o->net_bytes,
                       err);
}

/* There is nothing to play: asks rarely, for there may be many workers. */
static void wait_longer(int *ms)
{
    enum { FIRST_MS = 100, MOST_MS = 2000 };
    *ms = *ms ? 2 * *ms : FIRST_MS;
    *ms = *ms < MOST_MS ? *ms : MOST_MS;
    nanosleep(&(struct timespec){.tv_sec = *ms / 1000, .tv_nsec = *ms % 1000 * 1000000L}, NULL);
}

/* An answer without an order is the end. */
static order order_of(const char *answer, int64_t n)
{
    order o = {.generation = ENDS};
    if (n >= (int64_t)sizeof o)
        memcpy(&o, answer, sizeof o);
    return o;
}

static go_status work(rank_worker *w, go_error *err)
{
    int waited = 0;
    for (;;) {
        char *answer = NULL;
        int64_t n = 0;
        go_status status = ask(w, false, &answer, &n, err);
        const order o = order_of(answer, n);
        if (status == GO_OK && o.generation >= 0)
            status = follow(w, &o, answer + sizeof o, err);
        free(answer);
        if (status == GO_OK && o.generation == ENDS)
            return GO_OK;
        if (status == GO_OK && o.generation < 0)
            wait_longer(&waited);
        else if (status == GO_OK) {
            status = worker_play(&w->folder, &w->s, err);
            waited = 0;
        }
        if (status != GO_OK)
            return status;
    }
}

static go_status make_folder(rank_worker *w, go_error *err)
{
    char path[RUN_PATH];
    const char *tmp = getenv("TMPDIR");
    snprintf(w->folder.path, sizeof w->folder.path, "%s/katachi-XXXXXX",
             tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(w->folder.path))
        return go_fail(err, GO_EIO, "%s: cannot create the folder: %s", w->folder.path,
                       strerror(errno));
    mkdir(run_folder_file(&w->folder, "nets", path), 0700);
    mkdir(run_folder_file(&w->folder, "games", path), 0700);
    return GO_OK;
}

static void remove_folder(rank_worker *w)
{
    char path[RUN_PATH];
    remove_games(w);
    remove_net(w);
    remove(run_folder_file(&w->folder, "play.json", path));
    remove(run_folder_file(&w->folder, "nets", path));
    remove(run_folder_file(&w->folder, "games", path));
    remove(w->folder.path);
}

/* Rank 0 waits for all to leave.  One that was interrupted brings the games that it has finished
 * first, which may be those of many seconds.                                  */
static void leave(rank_worker *w, bool brings_games)
{
    char *answer = NULL;
    int64_t n = 0;
    go_error late;
    if (brings_games && ask(w, false, &answer, &n, &late) != GO_OK)
        return;
    if (!brings_games || order_of(answer, n).generation != ENDS)
        (void)ask(w, true, NULL, &n, &late);
    free(answer);
}

go_status improve_ranks_work(comm *c, const worker_settings *s, go_error *err)
{
    rank_worker w = {
        .c = c, .s = *s, .folder = {.lock = -1, .newest = -1}, .generation = NONE, .net = NONE};
    w.s.name = w.name;
    go_status status = make_folder(&w, err);
    const bool made = status == GO_OK;
    if (made)
        status = work(&w, err);
    if (status != GO_OK && !comm_lost(c))
        leave(&w, status == GO_EINTR);
    if (made)
        remove_folder(&w);
    return status;
}
