/* analyze_text.c -- a reviewed game as a table. */
#include "base/plural.h"
#include "base/utf8.h"
#include "board/coord.h"
#include "cli/analyze/analyze.h"
#include "nn/formats/own_net.h"

void analyze_title(const review *r, char *out, size_t n)
{
    const game_record *record = r->record;
    const char *black = record->text[GAME_PB], *white = record->text[GAME_PW];
    char ruleset[RULES_TITLE_MAX];
    snprintf(out, n, "%s - %s, %dx%d, %s%.0d%skomi %g%s, %s%s", black ? black : "Black",
             white ? white : "White", record->size, record->size,
             record->handicap ? "handicap " : "", record->handicap, record->handicap ? ", " : "",
             r->komi, r->komi_assumed ? " (assumed)" : "", rules_title(&r->rules, ruleset),
             r->rules_assumed ? " (assumed)" : "");
    utf8_mend(out); /* which may be cut within a character */
}

static void print_state(const review_position *p)
{
    char lead[REVIEW_LEAD_TEXT];
    if (!p->searched)
        printf("      -        -  ");
    else
        printf(" %6.1f %%  %-7s", 100 * p->winrate, review_lead_text(p->lead, lead));
}

static void print_line(const review *r, const review_position *p, int most)
{
    char name[COORD_MAX];
    for (int i = 0; i < p->n_pv && i < most; i++)
        printf(" %s", coord_to_gtp(r->record->size, p->pv[i], name));
}

static void print_move(const review *r, int move, const analyze_settings *s)
{
    static const char *const marks[] = {"", "?", "??"};
    const review_position *before = &r->position[move - 1];
    board_move m = r->record->moves[move - 1];
    char name[COORD_MAX];
    move_loss loss;
    printf("%4d %s %-5s", move, m.colour == BLACK ? "B" : "W",
           coord_to_gtp(r->record->size, m.at, name));
    print_state(&r->position[move]);
    bool known = review_loss(r, move, &loss);
    if (known && loss.best)
        printf("   best");
    else if (known && review_lossless(&loss))
        printf("   as good         ");
    else if (known)
        printf(" %5.1f %% %6.1f  %-2s", 100 * loss.winrate, loss.points,
               marks[review_mistake(r, move, analyze_threshold(s))]);
    if (before->searched && !(known && loss.best)) {
        printf("%s  ", known ? "" : "                   ");
        print_line(r, before, s->line > 0 ? s->line : 1);
    }
    putchar('\n');
}

/* A game without moves is a position. */
static void print_start(const review *r, const analyze_settings *s)
{
    const review_position *p = &r->position[r->from - 1];
    printf("%-12s", "start");
    print_state(p);
    printf("                     ");
    print_line(r, p, s->line > 0 ? s->line : 1);
    putchar('\n');
}

static void print_side(const review *r, colour c, const analyze_settings *s)
{
    review_side side = review_sum(r, c, analyze_threshold(s));
    if (side.reviewed)
        printf("%s: moves %d, as katachi would play %.0f %%, points lost a move %.2f, mistakes %d, "
               "bad ones %d\n", colour_name(c), side.reviewed,
               100.0 * side.agreed / side.reviewed, side.points / side.reviewed, side.mistakes,
               side.bad);
}

/* Names the moves after which win rate and lead have opposite signs. */
static void explain_odds(const review *r)
{
    enum { MOST = 8 };
    int n = 0, named = 0;
    for (int move = r->from; move <= r->to; move++)
        n += review_at_odds(&r->position[move]);
    if (!n)
        return;
    printf("\nAfter move%s", n == 1 ? "" : "s");
    for (int move = r->from; move <= r->to && named < MOST; move++)
        if (review_at_odds(&r->position[move]))
            printf("%s %d", named++ == 0 ? "" : named == n ? " and" : ",", move);
    if (n > named)
        printf(" and %d other%s", n - named, plural_s(n - named));
    puts(", one side wins more often and the other leads:\nthe lead is the mean over all results, "
         "in which a few large ones, such as the life of a\nbig group, weigh more than in the win "
         "rate.");
}

/* doc/analyze.md has the numbers.  Names a network only if it can be used here. */
static void explain_playouts(const review *r, const analyze_settings *s)
{
    const double threshold = analyze_threshold(s);
    const int mistakes =
        review_sum(r, BLACK, threshold).mistakes + review_sum(r, WHITE, threshold).mistakes;
    char path[DATA_FILE_PATH];
    if (!s->search.evaluate.net.file && mistakes > 0 &&
        nn_net_find("own", r->record->size, path, NULL) == GO_OK)
        puts("\nPlayouts are often wrong about mistakes; a review with a network (--net own) "
             "is more reliable.");
}

int analyze_print_text(const review *r, const analyze_settings *s)
{
    char title[600];
    analyze_title(r, title, sizeof title);
    printf("%s\n\nmove         black wins  lead       lost  points    better\n", title);
    if (r->to < r->from)
        print_start(r, s);
    for (int move = r->from; move <= r->done; move++)
        print_move(r, move, s);
    if (r->done < r->to)
        printf("not reviewed: moves %d to %d\n", r->done + 1, r->to);
    putchar('\n');
    print_side(r, BLACK, s);
    print_side(r, WHITE, s);
    explain_odds(r);
    explain_playouts(r, s);
    return EXIT_OK;
}
