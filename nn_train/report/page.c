#include "nn_train/report/page.h"

#include <math.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/markup.h"
#include "draw/page.h"
#include "draw/svg_board.h"
#include "prediction/page.h"

static void write_head(FILE *out)
{
    page_begin(out, "Katachi: training of a network");
    chart_style(out);
    svg_board_style(out);
    page_body(out);
}

static void write_tiles(FILE *out, const training_page *p)
{
    const training_history *h = p->history;
    const learned_point *last = h->n_learned ? &h->learned[h->n_learned - 1] : NULL;
    char text[32];
    fputs("<div class=\"tiles\">\n", out);
    if (p->net)
        markup_tile(out, "top-1 accuracy on test games", "%.1f %%",
                    100 * prediction_top(&p->net->moves.all, 1));
    if (p->net && p->gammas)
        markup_tile(out, "top-1 accuracy of the gammas", "%.1f %%",
                    100 * prediction_top(&p->gammas->all, 1));
    if (p->net && p->net->ends.all[OUTCOME_VALUE_BRIER].n > 0)
        markup_tile(out, "Brier score of the predicted winner", "%.3f",
                    cluster_mean(&p->net->ends.all[OUTCOME_VALUE_BRIER]).mean);
    if (last) {
        markup_tile(out, "training rows", "%s", markup_number(last->rows, text));
        markup_tile(out, p->ended ? "training time" : "training time so far", "%s",
                    markup_time(last->seconds, text));
        markup_tile(out, "rows per second", "%s",
                    markup_number(last->seconds > 0 ? llround((double)last->rows / last->seconds) : 0,
                                  text));
    }
    fputs("</div>\n", out);
}

static void write_facts(FILE *out, const training_page *p)
{
    fputs("<h2>Setup</h2>\n", out);
    page_facts_begin(out, "Data and settings");
    for (int i = 0; i < p->n_facts; i++)
        page_fact(out, p->facts[i].name, p->facts[i].value);
    page_facts_end(out);
}

static void write_summary(FILE *out, const training_page *p)
{
    const training_history *h = p->history;
    const int64_t rows = h->n_learned ? h->learned[h->n_learned - 1].rows : 0;
    fputs("<h1>Training of a network</h1>\n<p class=\"soft\">", out);
    if (p->ended)
        fputs("The training has ended.", out);
    else if (p->budget > 0)
        fprintf(out, "%.0f %% of the training is done. Reload this page to see what has changed.",
                fmin(100 * (double)rows / (double)p->budget, 100));
    fputs("</p>\n", out);
    write_tiles(out, p);
}

void training_page_write(FILE *out, const training_page *p)
{
    write_head(out);
    write_summary(out, p);
    training_curves(out, p);
    if (p->net) {
        const prediction_line lines[] = {{"the network", &p->net->moves}, {"gammas", p->gammas}};
        prediction_page(out, lines, p->gammas ? 2 : 1, p->test_name);
        if (!p->gammas)
            fputs("<p class=\"soft\">There is no comparison with gammas: none were found, or not "
                  "for all board sizes of the test games.</p>\n", out);
        training_ends(out, &p->net->ends);
        training_notable(out, p->test, p->notable);
    }
    training_shown(out, p);
    write_facts(out, p);
    page_end(out, "The numbers behind the curves are in <a href=\"history.tsv\">history.tsv</a>, "
                  "in the folder of this page.");
}
