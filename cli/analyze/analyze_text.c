/* analyze_text.c -- a judged game as a table. */
#include <math.h>

#include "board/coord.h"
#include "cli/analyze/analyze.h"

void analyze_title(const annotated_game *a, char *out, size_t n)
{
    const game_record *r = a->record;
    const char *black = r->text[GAME_PB], *white = r->text[GAME_PW], *name = rules_name(&a->rules);
    snprintf(out, n, "%s - %s, %dx%d, %s%.0d%skomi %g%s, %s rules", black ? black : "?",
             white ? white : "?", r->size, r->size, r->handicap ? "handicap " : "", r->handicap,
             r->handicap ? ", " : "", a->komi, a->komi_assumed ? " (assumed)" : "",
             name ? name : "special");
}

static void print_state(const annotation *p)
{
    if (!p->searched)
        printf("      -        -");
    else
        printf(" %6.1f %%  %c+%-5.1f", 100 * p->winrate, p->lead < 0 ? 'W' : 'B', fabs(p->lead));
}

static void print_line(const annotated_game *a, const annotation *p, int most)
{
    char name[COORD_MAX];
    for (int i = 0; i < p->n_pv && i < most; i++)
        printf(" %s", coord_to_gtp(a->record->size, p->pv[i], name));
}

static void print_move(const annotated_game *a, int move, const analyze_settings *s)
{
    static const char *const marks[] = {"", "?", "??"};
    const annotation *before = &a->position[move - 1];
    board_move m = a->record->moves[move - 1];
    char name[COORD_MAX];
    move_loss loss;
    printf("%4d %s %-5s", move, m.colour == BLACK ? "B" : "W",
           coord_to_gtp(a->record->size, m.at, name));
    print_state(&a->position[move]);
    bool known = annotated_loss(a, move, &loss);
    if (known && loss.best)
        printf("   best");
    else if (known)
        printf(" %5.1f %% %6.1f  %-2s", 100 * loss.winrate, loss.points,
               marks[annotated_mistake(a, move, analyze_threshold(s))]);
    if (before->searched && !(known && loss.best)) {
        printf("%s  ", known ? "" : "                  ");
        print_line(a, before, s->line > 0 ? s->line : 1);
    }
    putchar('\n');
}

static void print_side(const annotated_game *a, colour c, const analyze_settings *s)
{
    annotated_side side = annotated_sum(a, c, analyze_threshold(s));
    if (side.judged)
        printf("%s: moves %d, as katachi would play %.0f %%, points lost a move %.2f, mistakes %d, "
               "bad ones %d\n", c == BLACK ? "black" : "white", side.judged,
               100.0 * side.agreed / side.judged, side.points / side.judged, side.mistakes,
               side.bad);
}

int analyze_print_text(const annotated_game *a, const analyze_settings *s)
{
    char title[600];
    analyze_title(a, title, sizeof title);
    printf("%s\n\nmove         black wins  lead       lost  points       better\n", title);
    for (int move = a->from; move <= a->to; move++)
        print_move(a, move, s);
    putchar('\n');
    print_side(a, BLACK, s);
    print_side(a, WHITE, s);
    return cli_finish(EXIT_OK);
}
