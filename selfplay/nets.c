#include "selfplay/nets.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/interrupt.h"
#include "base/utf8.h"
#include "nn/formats/own_net.h"

search_settings selfplay_search_settings(const selfplay_settings *settings, bool full)
{
    search_settings s;
    bool halving = settings->root == SELFPLAY_GUMBEL;
    search_settings_default(&s);
    s.threads = 1;
    s.evaluate.evaluator = EVALUATOR_NETWORK;
    s.evaluate.prior = PRIOR_NETWORK;
    s.evaluate.net.file = settings->net;
    s.evaluate.net.backend = settings->backend;
    s.evaluate.net.cache = settings->net_cache;
    s.evaluate.net.batch = settings->net_batch;
    s.evaluate.net.no_ownership = true;
    s.evaluate.playout.policy = PLAYOUT_UNIFORM; /* nobody asks how stones would die */
    s.limits.early_stop = false;
    s.tree.memory = TREE_MIN_BYTES + INT64_C(16384) * settings->visits;
    s.tree.reuse = false; /* every target is made of as many visits */
    s.root.symmetry = false;
    s.root.rule = halving ? ROOT_GUMBEL : ROOT_RULE;
    s.root.gumbel = (gumbel_settings){settings->gumbel_moves, full ? 1 : 0};
    s.root.noise.share = full && !halving ? settings->noise : 0;
    s.choice.lcb = false;
    return s;
}

/* The part of a path that people call the network by. */
static void name_of_file(const char *path, char name[PLAYED_NAME])
{
    const char *slash = strrchr(path, '/');
    snprintf(name, PLAYED_NAME, "%s", slash ? slash + 1 : path);
    utf8_hide_controls(name);
    utf8_mend(name); /* for records; it may be cut within a character */
    name[strcspn(name, ".")] = '\0';
}

static go_status hash_of_file(const char *path, uint64_t *hash, go_error *err)
{
    char bytes[1 << 14];
    size_t n;
    FILE *f = fopen(path, "rb");
    if (!f)
        return go_fail(err, GO_EIO, "%s: cannot open: %s", path, strerror(errno));
    *hash = HASH_START;
    while ((n = fread(bytes, 1, sizeof bytes, f)) > 0)
        *hash = hash_bytes(*hash, bytes, n);
    bool failed = ferror(f);
    fclose(f);
    return failed ? go_fail(err, GO_EIO, "%s: cannot read", path) : GO_OK;
}

static go_status read_net(selfplay_net *net, const selfplay_settings *settings, int size,
                          int games, go_error *err)
{
    char path[DATA_FILE_PATH];
    search_settings s = selfplay_search_settings(settings, false);
    s.threads = games;
    s.tree.memory = TREE_MIN_BYTES; /* it never searches */
    GO_TRY(nn_net_find(settings->net, size, path, err));
    GO_TRY(hash_of_file(path, &net->hash, err));
    name_of_file(path, net->name);
    GO_TRY(search_create(&net->lender, &s, err));
    return search_prepare(net->lender, size, err);
}

go_status selfplay_nets_read(selfplay_nets *nets, const selfplay_settings *settings, int games,
                             go_error *err)
{
    *nets = (selfplay_nets){.n = settings->sizes.n};
    for (int i = 0; i < nets->n; i++)
        GO_TRY(read_net(&nets->net[i], settings, settings->sizes.size[i], games, err));
    return GO_OK;
}

void selfplay_nets_free(selfplay_nets *nets)
{
    for (int i = 0; i < nets->n; i++)
        search_destroy(nets->net[i].lender);
    *nets = (selfplay_nets){0};
}

int64_t selfplay_nets_evaluated(const selfplay_nets *nets)
{
    int64_t sum = 0;
    for (int i = 0; i < nets->n; i++)
        sum += search_net_evaluated(nets->net[i].lender);
    return sum;
}

go_status selfplay_search_create(search **out, const selfplay_nets *nets, int i,
                                 const selfplay_settings *settings, go_error *err)
{
    search_settings s = selfplay_search_settings(settings, false);
    const go_status status = search_create_sharing(out, nets->net[i].lender, &s, err);
    return status != GO_ENOMEM ? status
                               : go_fail(err, status, "out of memory for searches of %d visits; use "
                                         "fewer --visits or --threads", settings->visits);
}

static bool nobody_interrupted(void *user, search *s)
{
    (void)user, (void)s;
    return !interrupt_requested();
}

go_status selfplay_search_run(search *s, const game *g, const search_limits *limits, go_error *err)
{
    search_limits own = *limits;
    own.report = nobody_interrupted;
    own.report_seconds = 0.1;
    GO_TRY(search_run(s, g, g->to_move, &own, err));
    return interrupt_requested() ? go_fail(err, GO_EINTR, "interrupted") : GO_OK;
}
