/* review_sgf.c -- a review as SGF, for any editor. */
#include "mcts/review/review.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "board/coord.h"
#include "sgf_corpus/sgf/sgf_write.h"

/* A text under construction; what does not fit is cut off. */
typedef struct words {
    char text[2048];
    size_t n;
} words;

__attribute__((format(printf, 2, 3))) static void say(words *w, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int n = vsnprintf(w->text + w->n, sizeof w->text - w->n, format, values);
    va_end(values);
    if (n > 0)
        w->n = w->n + (size_t)n < sizeof w->text ? w->n + (size_t)n : sizeof w->text - 1;
}

/* ---- comments ---- */

static void say_state(words *w, const review_position *p)
{
    char lead[REVIEW_LEAD_TEXT];
    say(w, "black wins %.1f %%, lead %s", 100 * p->winrate, review_lead_text(p->lead, lead));
}

/* Only what was lost is named. */
static void say_loss(words *w, const move_loss *loss)
{
    const bool winrate = loss->winrate >= 0.0005, points = loss->points >= 0.05;
    say(w, "\nLost: ");
    if (winrate)
        say(w, "%.1f %% of the win rate", 100 * loss->winrate);
    if (points)
        say(w, "%s%.1f points", winrate ? ", " : "", loss->points);
    say(w, ".");
}

/* The comment on move number `move`. */
static void move_comment(words *w, const review *r, int move, double threshold)
{
    static const char *const verdicts[] = {"", "A mistake. ", "A bad mistake. "};
    const review_position *before = &r->position[move - 1], *after = &r->position[move];
    char name[COORD_MAX];
    move_loss loss;
    bool known = review_loss(r, move, &loss);
    *w = (words){{0}, 0};
    say(w, "%s", verdicts[review_mistake(r, move, threshold)]);
    if (after->searched) {
        say(w, "Katachi: ");
        say_state(w, after);
        say(w, ".\n");
    }
    if (known && loss.best) {
        say(w, "Katachi would have played it too.");
    } else if (before->searched && before->n_pv) {
        const bool lost = known && !review_lossless(&loss);
        say(w, "%s %s (",
            lost    ? "Better seems"
            : known ? "Katachi prefers, with the same result,"
                    : "Katachi would play", /* the game was over: nothing to compare with */
            coord_to_gtp(r->record->size, before->pv[0], name));
        say_state(w, before);
        say(w, before->n_pv > 1 ? "), then" : ")");
        for (int i = 1; i < before->n_pv; i++)
            say(w, " %s", coord_to_gtp(r->record->size, before->pv[i], name));
        say(w, ".");
        if (lost)
            say_loss(w, &loss);
    }
}

static void say_side(words *w, const review *r, colour c, double threshold)
{
    review_side s = review_sum(r, c, threshold);
    if (s.reviewed)
        say(w, "%s: moves %d, as Katachi would play %.0f %%, points lost a move %.2f, mistakes %d "
            "(bad: %d).\n", c == BLACK ? "Black" : "White", s.reviewed,
            100.0 * s.agreed / s.reviewed, s.points / s.reviewed, s.mistakes, s.bad);
}

static void first_comment(words *w, const review *r, const review_sgf_options *options)
{
    *w = (words){{0}, 0};
    if (r->from <= r->done)
        say(w, "Moves %d to %d, reviewed by Katachi.\n", r->from, r->done);
    say_side(w, r, BLACK, options->threshold);
    say_side(w, r, WHITE, options->threshold);
    if (options->comment)
        say(w, "%s", options->comment);
}

/* ---- nodes ---- */

static void write_value(FILE *out, const review_position *p)
{
    if (p->searched)
        fprintf(out, "SBKV[%.2f]V[%.1f]", 100 * p->winrate, decimal_tenths(p->lead));
}

/* The writer at work. */
typedef struct sgf_writer {
    FILE *out;
    const review *r;
    const review_sgf_options *options;
    int comment; /* of the record, the next one */
} sgf_writer;

/* Lines that an earlier review wrote, this one's or that of the page (web/page/review.js): how
 * they begin, and what is within.                                             */
static const struct {
    const char *begin, *within;
} review_lines[] = {
    {"Katachi: black wins ", " %, "},
    {"A mistake. Katachi: black wins ", " %, lead "},
    {"A bad mistake. Katachi: black wins ", " %, lead "},
    {"Katachi would have played it too.", ""},
    {"Katachi would play ", " (black wins "},
    {"Katachi prefers, with the same result, ", " (black wins "},
    {"Better seems ", " (black wins "},
    {"A mistake. Better seems ", " (black wins "},
    {"A bad mistake. Better seems ", " (black wins "},
    {"Lost: ", " of the win rate"},
    {"Lost: ", " points."},
    {"Moves ", ", reviewed by Katachi."},
    {"Black: moves ", ", as Katachi would play "},
    {"White: moves ", ", as Katachi would play "},
    {"Katachi ", " for each position."},
};

static bool is_of_review(const char *line, size_t n)
{
    for (size_t i = 0; i < sizeof review_lines / sizeof review_lines[0]; i++) {
        const char *begin = review_lines[i].begin, *within = review_lines[i].within;
        if (strncmp(line, begin, strlen(begin)) == 0 && memmem(line, n, within, strlen(within)))
            return true;
    }
    return false;
}

/* Writes a recorded comment, without the lines of an earlier review if there is a new one.  `any`:
 * something was written before; returns whether something is now.             */
static bool write_recorded(FILE *out, const char *text, bool reviewed, bool any)
{
    int ends = 2; /* of lines, before the next one */
    for (const char *line = text; *line;) {
        const size_t n = strcspn(line, "\n");
        if (n == 0) {
            ends++;
        } else if (!reviewed || !is_of_review(line, n)) {
            if (!any)
                fputs("C[", out);
            for (int i = 0; any && i < ends; i++)
                fputc('\n', out);
            sgf_write_escaped(out, line, n);
            any = true;
            ends = 1;
        }
        line += n + (line[n] == '\n');
    }
    return any;
}

/* Writes the recorded comment on move number `move`, followed by `own`. */
static void write_comment(sgf_writer *w, int move, const char *own)
{
    const game_record *record = w->r->record;
    bool any = false;
    for (; w->comment < record->n_comments && record->comment[w->comment].move <= move;
         w->comment++)
        any = write_recorded(w->out, record->comment[w->comment].text, *own != '\0', any);
    size_t n = strlen(own);
    while (n && own[n - 1] == '\n')
        n--;
    if (n) {
        fputs(any ? "\n\n" : "C[", w->out);
        sgf_write_escaped(w->out, own, n);
    }
    if (any || n)
        fputc(']', w->out);
}

static void write_node(sgf_writer *w, int move)
{
    const review *r = w->r;
    words own = {{0}, 0};
    int mistake = review_mistake(r, move, w->options->threshold);
    sgf_write_move(w->out, r->record->size, r->record->moves[move - 1]);
    if (move >= r->from && move <= r->done) {
        write_value(w->out, &r->position[move]);
        if (mistake)
            fprintf(w->out, "BM[%d]", mistake);
        move_comment(&own, r, move, w->options->threshold);
    }
    write_comment(w, move, own.text);
}

/* The better line that replaces move number `move`. */
static void write_line(FILE *out, const review *r, int move, int most)
{
    const review_position *p = &r->position[move - 1];
    colour c = (colour)p->to_move;
    fputs("(", out);
    for (int i = 0; i < p->n_pv && i < most; i++, c = opponent(c)) {
        sgf_write_move(out, r->record->size, (board_move){p->pv[i], (uint8_t)c});
        if (i == 0) {
            write_value(out, p);
            sgf_write_text(out, "C", "Katachi's choice.");
        }
    }
    fputs(")\n", out);
}

/* At each mistake a variation opens for the rest of the game; the better line follows when
 * that variation is closed at the end.                                        */
go_status review_sgf_write(FILE *out, const review *r, const review_sgf_options *options,
                           go_error *err)
{
    int n_open = 0, *open = malloc(((size_t)r->record->n_moves + 1) * sizeof *open);
    sgf_writer w = {.out = out, .r = r, .options = options};
    words first;
    if (!open)
        return go_fail(err, GO_ENOMEM, "out of memory for the variations");
    sgf_write_start(out, r->record);
    first_comment(&first, r, options);
    write_comment(&w, 0, first.text);
    if (r->from == 1)
        write_value(out, &r->position[0]);
    for (int move = 1; move <= r->record->n_moves; move++) {
        if (options->line > 0 && review_mistake(r, move, options->threshold)) {
            fputs("\n(", out);
            open[n_open++] = move;
        }
        write_node(&w, move);
    }
    while (n_open > 0) {
        fputs(")\n", out);
        write_line(out, r, open[--n_open], options->line);
    }
    fputs(")\n", out);
    free(open);
    return GO_OK;
}
