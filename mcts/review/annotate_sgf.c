#include "mcts/review/annotate_sgf.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "board/coord.h"
#include "sgf_corpus/sgf/sgf_write.h"

/* A text in the making; what does not fit is cut off. */
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

static void say_state(words *w, const annotation *p)
{
    say(w, "black wins %.1f %%, lead %c+%.1f", 100 * p->winrate, p->lead < 0 ? 'W' : 'B',
        fabs(p->lead));
}

static void say_line(words *w, const annotated_game *a, const annotation *p)
{
    char name[COORD_MAX];
    for (int i = 0; i < p->n_pv; i++)
        say(w, " %s", coord_to_gtp(a->record->size, p->pv[i], name));
}

/* Behind move number `move`. */
static void move_comment(words *w, const annotated_game *a, int move, double threshold)
{
    static const char *const verdicts[] = {"", "A mistake. ", "A bad mistake. "};
    const annotation *before = &a->position[move - 1], *after = &a->position[move];
    char name[COORD_MAX];
    move_loss loss;
    bool known = annotated_loss(a, move, &loss);
    *w = (words){{0}, 0};
    say(w, "%s", verdicts[annotated_mistake(a, move, threshold)]);
    if (after->searched) {
        say(w, "Katachi: ");
        say_state(w, after);
        say(w, ".\n");
    }
    if (known && loss.best) {
        say(w, "Katachi would have played it too.");
    } else if (before->searched && before->n_pv) {
        say(w, "Better seems %s (", coord_to_gtp(a->record->size, before->pv[0], name));
        say_state(w, before);
        say(w, "), then");
        say_line(w, a, before);
        say(w, ".");
        if (known)
            say(w, "\nLost: %.1f %% of the win rate, %.1f points.", 100 * loss.winrate,
                loss.points);
    }
}

static void say_side(words *w, const annotated_game *a, colour c, double threshold)
{
    annotated_side s = annotated_sum(a, c, threshold);
    if (s.judged)
        say(w, "%s: moves %d, as Katachi would play %.0f %%, points lost a move %.2f, mistakes %d "
            "(bad: %d).\n", c == BLACK ? "Black" : "White", s.judged, 100.0 * s.agreed / s.judged,
            s.points / s.judged, s.mistakes, s.bad);
}

static void first_comment(words *w, const annotated_game *a, const annotate_sgf_options *options)
{
    *w = (words){{0}, 0};
    if (a->from <= a->to)
        say(w, "Moves %d to %d, judged by Katachi.\n", a->from, a->to);
    say_side(w, a, BLACK, options->threshold);
    say_side(w, a, WHITE, options->threshold);
    if (options->comment)
        say(w, "%s", options->comment);
}

/* ---- nodes ---- */

static void write_value(FILE *out, const annotation *p)
{
    if (p->searched)
        fprintf(out, "SBKV[%.2f]V[%.1f]", 100 * p->winrate, p->lead);
}

/* The writer at work. */
typedef struct sgf_writer {
    FILE *out;
    const annotated_game *a;
    const annotate_sgf_options *options;
    int comment; /* of the record, the next one */
} sgf_writer;

/* What the record says behind move number `move`, and `own` words behind that. */
static void write_comment(sgf_writer *w, int move, const char *own)
{
    const game_record *r = w->a->record;
    bool any = false;
    for (; w->comment < r->n_comments && r->comment[w->comment].move <= move; w->comment++) {
        fputs(any ? "\n\n" : "C[", w->out);
        sgf_write_escaped(w->out, r->comment[w->comment].text);
        any = true;
    }
    if (*own) {
        fputs(any ? "\n\n" : "C[", w->out);
        sgf_write_escaped(w->out, own);
        any = true;
    }
    if (any)
        fputc(']', w->out);
}

static void write_node(sgf_writer *w, int move)
{
    const annotated_game *a = w->a;
    words own = {{0}, 0};
    int mistake = annotated_mistake(a, move, w->options->threshold);
    sgf_write_move(w->out, a->record->size, a->record->moves[move - 1]);
    if (move >= a->from && move <= a->to) {
        write_value(w->out, &a->position[move]);
        if (mistake)
            fprintf(w->out, "BM[%d]", mistake);
        move_comment(&own, a, move, w->options->threshold);
    }
    write_comment(w, move, own.text);
}

/* The better line instead of move number `move`. */
static void write_line(FILE *out, const annotated_game *a, int move, int most)
{
    const annotation *p = &a->position[move - 1];
    colour c = (colour)p->to_move;
    fputs("(", out);
    for (int i = 0; i < p->n_pv && i < most; i++, c = opponent(c)) {
        sgf_write_move(out, a->record->size, (board_move){p->pv[i], (uint8_t)c});
        if (i == 0) {
            write_value(out, p);
            sgf_write_text(out, "C", "Katachi's choice.");
        }
    }
    fputs(")\n", out);
}

/* The record's moves; at each mistake a variation opens for the rest of the
 * game, and the better line follows when that is closed at the end.           */
go_status annotate_sgf_write(FILE *out, const annotated_game *a,
                             const annotate_sgf_options *options, go_error *err)
{
    int n_open = 0, *open = malloc(((size_t)a->record->n_moves + 1) * sizeof *open);
    sgf_writer w = {.out = out, .a = a, .options = options};
    words first;
    if (!open)
        return go_fail(err, GO_ENOMEM, "out of memory for the variations");
    sgf_write_start(out, a->record);
    first_comment(&first, a, options);
    write_comment(&w, 0, first.text);
    if (a->from == 1)
        write_value(out, &a->position[0]);
    for (int move = 1; move <= a->record->n_moves; move++) {
        if (options->line > 0 && annotated_mistake(a, move, options->threshold)) {
            fputs("\n(", out);
            open[n_open++] = move;
        }
        write_node(&w, move);
    }
    while (n_open > 0) {
        fputs(")\n", out);
        write_line(out, a, open[--n_open], options->line);
    }
    fputs(")\n", out);
    free(open);
    return GO_OK;
}
