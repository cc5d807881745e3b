#include "selfplay/improve/measure.h"

#include "selfplay/improve/duel.h"

/* ---- a match ---- */

enum { PART = 20 }; /* games between two savings */

/* The next games of a match of which `sum` have been played; even, so that pairs stay together. */
static int size_of_part(const measuring *m, int most, const duel_result *sum)
{
    const int threads = m->s->threads + m->s->threads % 2;
    const int part = threads > PART ? threads : PART;
    return most - sum->games < part ? most - sum->games : part;
}

static go_status play_part(const measuring *m, duel *d, int against, int games, duel_result *sum,
                           go_error *err)
{
    run_duel part = {m->folder->newest, against, {0}};
    GO_TRY(duel_play(d, sum->games, games, &part.result, err));
    GO_TRY(run_history_add_duel(m->history, m->folder, &part, err));
    duel_result_add(sum, &part.result);
    return GO_OK;
}

/* Goes on until there are `most` games, or the gate, unless it is NULL, has decided. */
static go_status play_match(const measuring *m, int against, int budget, int most,
                            const gate_settings *gate, duel_result *sum, go_error *err)
{
    char own[RUN_PATH], other[RUN_PATH];
    const int newest = m->folder->newest;
    const duel_settings s = {
        .play = &m->s->play, .threads = m->s->threads,
        .seed = (uint64_t)m->s->play.seed + (uint64_t)newest,
        .side = {{run_folder_net(m->folder, newest, own), m->s->duel_visits},
                 {against < 0 ? NULL : run_folder_net(m->folder, against, other), budget}}};
    duel *d;
    *sum = run_history_duel(m->history, newest, against);
    if (sum->games >= most || (gate && gate_decision(gate, sum) != 0))
        return GO_OK;
    if (m->tell->dueling)
        m->tell->dueling(m->tell->user, newest, against);
    GO_TRY(duel_open(&d, &s, err));
    go_status status = GO_OK;
    while (status == GO_OK && sum->games < most && !(gate && gate_decision(gate, sum) != 0))
        status = play_part(m, d, against, size_of_part(m, most, sum), sum, err);
    duel_close(d);
    if (status == GO_OK && m->tell->dueled)
        m->tell->dueled(m->tell->user, &(run_duel){newest, against, *sum});
    return status;
}

/* ---- the matches of a generation ---- */

go_status measure_gate(const measuring *m, go_error *err)
{
    const gate_settings *gate = &m->s->gate;
    const int newest = m->folder->newest;
    if (gate->kind == GATE_NONE || newest <= 0 || run_history_gate(m->history, newest))
        return GO_OK;
    run_gate g = {newest, run_history_best(m->history, newest - 1), 0, {0}};
    GO_TRY(play_match(m, g.against, m->s->duel_visits, gate->games, gate, &g.result, err));
    g.passed = gate_decision(gate, &g.result) > 0;
    GO_TRY(run_history_add_gate(m->history, m->folder, &g, err));
    if (m->tell->gated)
        m->tell->gated(m->tell->user, &g);
    return GO_OK;
}

go_status measure_strength(const measuring *m, go_error *err)
{
    const improve_settings *s = m->s;
    const int newest = m->folder->newest;
    duel_result r;
    if (newest > 0 && s->gate.kind == GATE_NONE)
        GO_TRY(play_match(m, newest - 1, s->duel_visits, s->duel_games, NULL, &r, err));
    if (s->anchor_every && newest % s->anchor_every == 0)
        GO_TRY(play_match(m, RUN_ANCHOR, s->anchor_playouts, s->duel_games, NULL, &r, err));
    return GO_OK;
}
