#include "mcts/solve/solve.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "mcts/solve/prover.h"

typedef struct solver {
    const solve_options *options;
    solve_map map;
    prover_shared shared;
    const prover_kind *kind;
    prover **provers;       /* [n_provers] */
    int n_provers;
    double began, reported;
    atomic_int depth;       /* that some thread has begun */
    bool ended;             /* by a limit or the user */
    solve_result *result;
} solver;

/* ---- limits ---- */

static bool watch(void *user)
{
    solver *s = user;
    const solve_options *o = s->options;
    double now = omp_get_wtime();
    if (o->seconds > 0 && now - s->began >= o->seconds)
        s->ended = true;
    if (o->report && now - s->reported >= o->report_seconds) {
        s->reported = now;
        s->result->nodes = s->shared.nodes;
        s->result->seconds = now - s->began;
        s->result->depth = s->depth;
        if (!o->report(o->user, s->result))
            s->ended = true;
    }
    return !s->ended;
}

/* ---- one question ---- */

/* Deepens until the answer is proven.  A single thread looks for black's proof and for white's in
 * turn, whichever has cost less so far; of several, every second one looks for white's.
 * They share what they find by the table, and those of one side start at different depths. */
static prover_answer ask(solver *s, int target, colour cycle_loser)
{
    prover_answer answer = {.finished = false};
    atomic_flag found = ATOMIC_FLAG_INIT; /* the first proof is the answer */
    s->result->target = target;
    s->depth = 0;
    atomic_store(&s->shared.stop, s->ended);
#pragma omp parallel num_threads(s->n_provers)
    {
        int number = omp_get_thread_num(), first = 1 + number / 2 % 2;
        int depth[3] = {0, first, first};
        int64_t nodes[3] = {0};
        colour side = number % 2 ? WHITE : BLACK;
        for (bool going = true; going && depth[side] <= PROVER_DEPTH; depth[side]++) {
            if (omp_get_num_threads() == 1) /* OpenMP may give fewer than were asked for */
                side = nodes[BLACK] <= nodes[WHITE] ? BLACK : WHITE;
            if (depth[side] > atomic_load(&s->depth))
                atomic_store(&s->depth, depth[side]);
            prover_answer a =
                s->kind->search(s->provers[number], target, cycle_loser, side, depth[side]);
            nodes[side] += a.nodes;
            going = a.finished && !a.proven;
            if (a.finished && a.proven) {
                if (!atomic_flag_test_and_set(&found))
                    answer = a;
                atomic_store(&s->shared.stop, true);
            }
        }
    }
    s->ended |= s->shared.max_nodes && s->shared.nodes >= s->shared.max_nodes;
    return answer;
}

/* What the questions have to settle. */
static bool is_settled(const solver *s, int low, int high)
{
    double komi = s->result->komi;
    bool winner = low - komi > 0 || high - komi < 0;
    return low == high || (s->options->winner_only && winner);
}

/* The next target between the bounds: first who is ahead, then halfway. */
static int next_target(const solver *s, int low, int high)
{
    int even = (int)floor(s->result->komi) + 1;
    if (even > low && even <= high)
        return even;
    if (s->options->winner_only && even - 1 > low && even - 1 <= high)
        return even - 1;
    return low + (high - low + 1) / 2;
}

/* Narrows the bounds of black's score; under KO_SIMPLE a repetition counts as a failure of
 * `cycle_loser`.  False: a limit ended it.                                      */
static bool narrow(solver *s, colour cycle_loser, int *low, int *high)
{
    while (!is_settled(s, *low, *high)) {
        int target = next_target(s, *low, *high);
        prover_answer a = ask(s, target, cycle_loser);
        if (!a.finished)
            return false;
        s->result->needs_ko |= a.tied;
        *(a.black ? low : high) = a.black ? target : target - 1;
        s->result->low = *low > s->result->low && cycle_loser != WHITE ? *low : s->result->low;
        s->result->high = *high < s->result->high && cycle_loser != BLACK ? *high
                                                                           : s->result->high;
    }
    return true;
}

static void find_value(solver *s)
{
    solve_result *r = s->result;
    int low = r->low, high = r->high;
    if (s->map.rule != KO_SIMPLE) {
        r->complete = narrow(s, EMPTY, &low, &high);
        return;
    }
    /* whatever black can enforce, and then what white can */
    bool known = narrow(s, BLACK, &low, &high);
    low = r->low;
    high = r->high;
    r->complete = narrow(s, WHITE, &low, &high) && known;
}

/* ---- best play ---- */

/* Follows the moves that keep the value for their player. */
static void follow(solver *s)
{
    solve_result *r = s->result;
    colour c = s->map.to_move;
    int n_passes = s->map.passes;
    for (; r->n_line < s->options->line && n_passes < 2 && !s->ended; r->n_line++) {
        int target = c == BLACK ? r->low : r->high + 1;
        prover_answer a = ask(s, target, s->map.rule == KO_SIMPLE ? c : EMPTY);
        if (!a.finished || a.black != (c == BLACK))
            return;
        if (a.certain)
            return; /* pass-alive areas decide */
        for (int i = 0; i < s->n_provers; i++)
            s->kind->play(s->provers[i], a.move);
        point p = a.move == PROVER_PASS ? (point)PASS : s->map.at[a.move];
        r->line[r->n_line] = (board_move){p, (uint8_t)c};
        n_passes = p == PASS ? n_passes + 1 : 0;
        c = opponent(c);
    }
}

/* ---- a solver ---- */

static go_status create(solver *s, const game *g, colour to_move, const solve_options *o,
                        go_error *err)
{
    s->options = o;
    s->began = s->reported = omp_get_wtime();
    GO_TRY(solve_map_make(&s->map, g, to_move, err));
    if (o->no_passes)
        s->map.passes = 0;
    s->kind = s->map.n <= MAP_NARROW ? &prover_narrow : &prover_wide;
    s->shared = (prover_shared){.map = &s->map,
                                .max_nodes = o->nodes,
                                .plain = o->plain,
                                .watch = watch,
                                .user = s};
    GO_TRY(table_create(&s->shared.table, o->memory, s->kind->set_words, err));
    int n = o->threads ? o->threads : omp_get_num_procs();
    s->provers = calloc((size_t)n, sizeof *s->provers);
    if (!s->provers)
        return go_fail(err, GO_ENOMEM, "out of memory for %d threads", n);
    for (; s->n_provers < n; s->n_provers++)
        if (!(s->provers[s->n_provers] = s->kind->create(&s->shared, !s->n_provers)))
            return go_fail(err, GO_ENOMEM, "out of memory for %d threads", n);
    return GO_OK;
}

static void end(solver *s)
{
    for (int i = 0; i < s->n_provers; i++)
        s->kind->destroy(s->provers[i]);
    free(s->provers);
    table_destroy(&s->shared.table);
    solve_map_free(&s->map);
}

go_status solve_run(const game *g, colour to_move, const solve_options *o, solve_result *out,
                    go_error *err)
{
    solver s = {.result = out};
    *out = (solve_result){.komi = score_points(&g->board, &g->rules, NULL) - game_margin(g, NULL)};
    if (game_is_over(g))
        return go_fail(err, GO_EINVAL,
                       "the game has ended with two passes; there is nothing to solve");
    go_status status = create(&s, g, to_move, o, err);
    if (status == GO_OK) {
        int n = 0;
        for (int i = 0; i < s.map.n; i++)
            n += s.map.at[i] != PASS;
        out->n_cells = n;
        out->reduced = n < g->board.size * g->board.size;
        out->n_open = s.map.n_open;
        out->low = s.map.decided - n;
        out->high = s.map.decided + n;
        find_value(&s);
        if (out->complete && out->low == out->high)
            follow(&s);
        out->nodes = s.shared.nodes;
        out->seconds = omp_get_wtime() - s.began;
        out->depth = s.depth;
    }
    end(&s);
    return status;
}

colour solve_winner(const solve_result *r)
{
    return r->low - r->komi > 0 ? BLACK : r->high - r->komi < 0 ? WHITE : EMPTY;
}
