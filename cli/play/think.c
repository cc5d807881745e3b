/* think.c -- what the engine does at the terminal: moves and hints. */
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/plural.h"
#include "board/coord.h"
#include "cli/play/table.h"

static bool not_interrupted(void *user, search *s)
{
    (void)user, (void)s;
    return !interrupt_requested();
}

int play_rank(const play_table *t)
{
    return search_limits_default(search_configured(t->search)).rank;
}

static go_status think(play_table *t, search_limits limits, go_error *err)
{
    if (!limits.playouts && !limits.visits && limits.seconds <= 0)
        limits.seconds = t->seconds;
    limits.report = not_interrupted;
    limits.report_seconds = 0.1;
    return search_run(t->search, t->game, t->game->to_move, &limits, err);
}

static void tell_outlook(colour c, double winrate, double lead)
{
    printf("  (%s wins %.0f %%, %+.1f points)", colour_name(c), 100 * winrate, lead);
}

go_status play_answer(play_table *t, go_error *err)
{
    char name[COORD_MAX];
    search_decision d;
    const colour c = t->game->to_move;
    const search_limits limits = search_limits_default(search_configured(t->search));
    printf("\n%s thinks ...", c == BLACK ? "Black" : "White");
    fflush(stdout);
    GO_TRY(think(t, limits, err));
    putchar('\n');
    if (interrupt_requested())
        return GO_OK;
    search_decide(t->search, &d);
    if (d.resign) {
        t->resigned = c;
        t->ended = true;
        t->saved = false;
        snprintf(t->result, sizeof t->result, "%c+Resign", c == BLACK ? 'W' : 'B');
        printf("%s resigns.\n", c == BLACK ? "Black" : "White");
        return GO_OK;
    }
    GO_TRY(game_play(t->game, c, d.at, err));
    t->saved = false;
    play_draw(t, NULL);
    printf("%s: %s", c == BLACK ? "Black" : "White",
           coord_to_gtp(t->game->board.size, d.at, name));
    if (!search_limits_weaken(&limits)) /* else it has hardly looked */
        tell_outlook(c, d.winrate, d.lead);
    putchar('\n');
    return GO_OK;
}

go_status play_hint(play_table *t, go_error *err)
{
    char name[COORD_MAX];
    char hints[BOARD_MAX_POINTS] = {0};
    analysis_options options = {.max_moves = MOST_HINTS};
    GO_TRY(think(t, search_limits_full(search_configured(t->search)), err));
    GO_TRY(search_analyze(t->search, &options, &t->analysis, err));
    const int n = t->analysis.n_moves < MOST_HINTS ? t->analysis.n_moves : MOST_HINTS;
    for (int i = 0; i < n; i++)
        if (t->analysis.move[i].at != PASS)
            hints[t->analysis.move[i].at] = (char)('1' + i);
    play_draw(t, hints);
    for (int i = 0; i < n; i++) {
        const search_move *m = &t->analysis.move[i];
        printf("%c  %-4s", '1' + i, coord_to_gtp(t->game->board.size, m->at, name));
        tell_outlook(t->game->to_move, m->winrate, m->lead);
        printf("  %lld visit%s\n", (long long)m->visits, plural_s(m->visits));
    }
    return GO_OK;
}
