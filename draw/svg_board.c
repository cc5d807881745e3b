#include "draw/svg_board.h"

#include <math.h>

#include "base/utf8.h"
#include "board/board_text.h"
#include "board/coord.h"
#include "draw/markup.h"

/* All lengths are in units of the picture; a cell is 30. */
enum { CELL = 30, MARGIN = 34, LINE = 22, NARROWEST = 340 /* with captions */ };

static const char *const wood = "#ecd3a4", *const line = "#6b5637", *const ink = "#23201c",
                  *const heat = "#b3261e", *const chosen = "#0b57d0";

static double centre(int i)
{
    return MARGIN + CELL * (i + 0.5);
}

static void write_grid(FILE *out, int size)
{
    double first = centre(0), last = centre(size - 1);
    fprintf(out, "<g stroke=\"%s\" stroke-width=\"1\" stroke-linecap=\"square\">\n", line);
    for (int i = 0; i < size; i++)
        fprintf(out, "<path d=\"M%g %gV%gM%g %gH%g\"/>\n", centre(i), first, last, first,
                centre(i), last);
    fputs("</g>\n", out);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            if (board_is_star(size, x, y))
                fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"3\" fill=\"%s\"/>\n", centre(x),
                        centre(y), line);
}

static void write_coordinates(FILE *out, int size)
{
    double low = MARGIN * 0.55, high = MARGIN + CELL * size + MARGIN * 0.45;
    fprintf(out, "<g font-size=\"12\" fill=\"%s\" opacity=\"0.75\" text-anchor=\"middle\">\n", ink);
    for (int i = 0; i < size; i++) {
        char letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[i];
        fprintf(out, "<text x=\"%g\" y=\"%g\">%c</text><text x=\"%g\" y=\"%g\">%c</text>\n",
                centre(i), low + 4, letter, centre(i), high + 4, letter);
        fprintf(out, "<text x=\"%g\" y=\"%g\">%d</text><text x=\"%g\" y=\"%g\">%d</text>\n", low,
                centre(i) + 4, size - i, high, centre(i) + 4, size - i);
    }
    fputs("</g>\n", out);
}

static void write_stones(FILE *out, const board *b)
{
    for (int y = 0; y < b->size; y++) {
        for (int x = 0; x < b->size; x++) {
            point p = board_point(b, x, y);
            if (b->at[p] == EMPTY)
                continue;
            bool black = b->at[p] == BLACK;
            fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"13.6\" fill=\"%s\" stroke=\"%s\"/>\n",
                    centre(x), centre(y), black ? "#1f1e1c" : "#fbfaf7",
                    black ? "#000" : "#8d867a");
            if (p == b->last)
                fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"6\" fill=\"none\" stroke=\"%s\" "
                        "stroke-width=\"1.8\"/>\n", centre(x), centre(y),
                        black ? "#fff" : "#000");
        }
    }
}

static void write_label(FILE *out, int x, int y, double p, bool on_dark)
{
    fprintf(out, "<text x=\"%g\" y=\"%g\" fill=\"%s\">%.0f</text>\n", centre(x), centre(y) + 5,
            on_dark ? "#fff" : ink, 100 * p);
}

static void write_heat(FILE *out, const board *b, const float *probability)
{
    enum { LABEL_PERCENT = 1 };
    static const double dark = 0.73; /* where white and ink have the same contrast, 4 */
    float most = 0;
    int area = b->size * b->size;
    for (int i = 0; i <= area; i++) /* the likeliest move may be the pass */
        most = fmaxf(most, probability[i]);
    fputs("<g font-size=\"15\" font-weight=\"600\" text-anchor=\"middle\">\n", out);
    for (int i = 0; i < area; i++) {
        double p = (double)probability[i], warmth = most > 0 ? sqrt(p / (double)most) : 0;
        int x = i % b->size, y = i / b->size;
        if (warmth < 0.03)
            continue;
        bool label = 100 * p >= LABEL_PERCENT;
        if (label) /* hide the lines under a number */
            fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                    centre(x) - CELL / 2.0, centre(y) - CELL / 2.0, CELL, CELL, wood);
        fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                "fill-opacity=\"%.3f\"/>\n", centre(x) - CELL / 2.0, centre(y) - CELL / 2.0, CELL,
                CELL, heat, 0.9 * warmth);
        if (label)
            write_label(out, x, y, p, warmth > dark);
    }
    fputs("</g>\n", out);
}

static void write_played(FILE *out, int size, int played)
{
    if (played < 0 || played >= size * size)
        return;
    fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"13\" fill=\"none\" stroke=\"%s\" "
            "stroke-width=\"3.5\"/>\n", centre(played % size), centre(played / size), chosen);
}

/* "B12: 32.73 %", "C4: black, 3 liberties"; invisible, above all else. */
static void write_hints(FILE *out, const svg_board *picture)
{
    const board *b = picture->b;
    fputs("<g fill=\"none\" pointer-events=\"all\">\n", out);
    for (int i = 0; i < b->size * b->size; i++) {
        char name[COORD_MAX];
        const point p = board_point_at(b->size, i);
        fprintf(out, "<path d=\"M%d %dh%dv%dh-%dz\"><title>%s", MARGIN + CELL * (i % b->size),
                MARGIN + CELL * (i / b->size), CELL, CELL, CELL, coord_to_gtp(b->size, p, name));
        if (b->at[p] != EMPTY) {
            const int n = board_chain_libs(b, p);
            fprintf(out, ": %s, %d libert%s", colour_name(b->at[p]), n,
                    n == 1 ? "y" : "ies");
        } else if (picture->probability) {
            fprintf(out, ": %.2f %%", 100 * (double)picture->probability[i]);
        }
        fprintf(out, "%s%s</title></path>\n", p == b->last ? ", the last move" : "",
                i == picture->played ? ", the move played" : "");
    }
    fputs("</g>\n", out);
}

/* What is too long for the width of the picture is set narrower. */
static void write_caption(FILE *out, const char *text, int width, int y, bool bold)
{
    enum { SIZE = 14, LETTER = 7, BOLD_LETTER = 8, SMALLEST = 7 };
    const int wanted = (bold ? BOLD_LETTER : LETTER) * utf8_columns(text), room = width - MARGIN;
    const double size = wanted > room ? fmax((double)SIZE * room / wanted, SMALLEST) : SIZE;
    fprintf(out, "<text x=\"%d\" y=\"%d\" font-size=\"%.3g\" fill=\"%s\"%s", MARGIN / 2, y, size,
            ink, bold ? " font-weight=\"600\"" : "");
    if (wanted > room)
        fprintf(out, " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\"", room);
    fputc('>', out);
    markup_text(out, text);
    fputs("</text>\n", out);
}

/* The picture, with its first n captions. */
static void write_picture(FILE *out, const svg_board *picture, int n)
{
    const board *b = picture->b;
    const int side = 2 * MARGIN + CELL * b->size, height = side + (n ? LINE * n + 12 : 0);
    const int width = n && side < NARROWEST ? NARROWEST : side;
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"system-ui,sans-serif\" role=\"img\" aria-label=\"", width,
            height, width, height);
    markup_text(out, picture->caption[0] ? picture->caption[0] : "a position");
    fprintf(out, "\">\n<rect width=\"%d\" height=\"%d\" fill=\"#faf8f4\"/>\n", width, height);
    fprintf(out, "<g transform=\"translate(%g 0)\">\n", (width - side) / 2.0);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", side, side, wood);
    write_grid(out, b->size);
    write_coordinates(out, b->size);
    if (picture->probability)
        write_heat(out, b, picture->probability);
    write_stones(out, b);
    write_played(out, b->size, picture->played);
    write_hints(out, picture);
    fputs("</g>\n", out);
    for (int i = 0; i < n; i++)
        write_caption(out, picture->caption[i], width, side + LINE * (i + 1), i == 0);
    fputs("</svg>\n", out);
}

static int n_captions(const svg_board *picture)
{
    int n = 0;
    while (n < SVG_CAPTIONS && picture->caption[n])
        n++;
    return n;
}

void svg_board_write(FILE *out, const svg_board *picture)
{
    write_picture(out, picture, n_captions(picture));
}

void svg_board_style(FILE *out)
{
    fputs(".boards{display:grid;gap:20px 16px;"
          "grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr))}"
          ".boards figure{margin:0}.boards svg{width:100%;height:auto;display:block;"
          "border-radius:6px}.boards figcaption{font-size:.875rem;line-height:1.4;color:var(--soft);"
          "margin-top:6px}.boards figcaption b{color:var(--ink)}\n", out);
}

void svg_board_figure(FILE *out, const svg_board *picture)
{
    fputs("<figure>", out);
    write_picture(out, picture, 0);
    fputs("<figcaption>", out);
    for (int i = 0; i < n_captions(picture); i++) {
        fputs(i ? "<br/>" : "<b>", out);
        markup_text(out, picture->caption[i]);
        fputs(i ? "" : "</b>", out);
    }
    fputs("</figcaption></figure>\n", out);
}
