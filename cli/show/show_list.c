/* show_list.c -- the strongest and weakest gammas, as text and as JSON. */
#include <stdlib.h>
#include <string.h>

#include "base/near_words.h"
#include "base/plural.h"
#include "base/text_json.h"
#include "cli/show/show.h"
#include "patterns/gammas/gamma_words.h"
#include "patterns/shape_cells.h"

enum { PAGE = 96, GAP = 3 }; /* columns of the page, and between two shapes */

int show_unknown_group(const char *name)
{
    const char *names[F_N_GROUPS + 1] = {NULL};
    for (int i = 0; i < F_N_GROUPS; i++)
        names[i] = feature_describe((feature_id)i)->name;
    const char *guess = near_word(name, names);
    if (guess)
        return cli_misuse("there is no group '%s'; did you mean %s", name, guess);
    return cli_misuse("there is no group '%s'; 'katachi show' lists them", name);
}

/* Is this group to be shown? */
static bool wanted(const gammas *g, const show_settings *s, int group)
{
    return feature_used(&g->v->set, (feature_id)group) &&
           (!s->group || feature_by_name(s->group) == group);
}

static double elo_of(const gammas *g, int number)
{
    return gammas_elo((double)g->gamma[number]);
}

/* ---- shapes side by side ---- */

/* A shape in a row, with its two lines of text. */
typedef struct drawing {
    shape_cells cells;
    char title[2][24];
    int width, height;
} drawing;

static void make_drawing(drawing *d, const gammas *g, int number)
{
    shape_cells_fill(&d->cells, g->v, vocabulary_group(g->v, number), gamma_shape(g, number));
    snprintf(d->title[0], sizeof d->title[0], "%+.0f Elo",
             gammas_whole(elo_of(g, number)));
    snprintf(d->title[1], sizeof d->title[1], "won %u", g->count[number]);
    d->height = 2 * d->cells.reach + 1;
    d->width = 2 * d->height + 1;
    for (int i = 0; i < 2; i++)
        if ((int)strlen(d->title[i]) > d->width)
            d->width = (int)strlen(d->title[i]);
}

static void print_row(const drawing *d, int n)
{
    char text[2 * SHAPE_SIDE + 2];
    int height = 0;
    for (int i = 0; i < n; i++)
        height = d[i].height > height ? d[i].height : height;
    for (int line = -2; line < height; line++) {
        for (int i = 0; i < n; i++) {
            text[0] = '\0';
            if (line >= 0 && line < d[i].height)
                shape_cells_row(&d[i].cells, line, text);
            printf("%s%-*s", i ? "   " : "  ", d[i].width,
                   line < 0 ? d[i].title[line + 2] : text);
        }
        putchar('\n');
    }
    putchar('\n');
}

static void print_shapes(const gammas *g, const int *numbers, int n)
{
    drawing row[PAGE / 7];
    int in_row = 0, width = 0;
    for (int i = 0; i < n; i++) {
        drawing d;
        make_drawing(&d, g, numbers[i]);
        if (in_row && width + GAP + d.width > PAGE) {
            print_row(row, in_row);
            in_row = width = 0;
        }
        row[in_row++] = d;
        width += GAP + d.width;
    }
    if (in_row)
        print_row(row, in_row);
}

/* ---- a group as text ---- */

static void print_levels(const gammas *g, const int *numbers, int n)
{
    for (int i = 0; i < n; i++) {
        char words[256];
        gamma_words(g, numbers[i], words, sizeof words);
        printf("  %+6.0f Elo  won %9u  %s\n", gammas_whole(elo_of(g, numbers[i])),
               g->count[numbers[i]], words);
    }
}

static void print_some(const gammas *g, int group, const int *numbers, int n)
{
    if (group < SHAPE_GROUPS)
        print_shapes(g, numbers, n);
    else
        print_levels(g, numbers, n);
}

static void print_group(const gammas *g, int group, const show_settings *s, int *numbers)
{
    const feature_info *info = feature_describe((feature_id)group);
    int n = gammas_sorted(g, (feature_id)group, numbers);
    printf("\n%s: %s (%d learnt; %s)\n", info->name, info->sentence, n, info->source);
    if (n <= 2 * s->top) {
        print_some(g, group, numbers, n);
        return;
    }
    printf(" strongest\n");
    print_some(g, group, numbers, s->top);
    printf(" weakest\n");
    print_some(g, group, numbers + n - s->top, s->top);
}

static void print_origin(const gammas *g)
{
    const gammas_origin *o = &g->origin;
    printf("%d gammas of the feature set '%s' for %dx%d\n", g->n, g->v->set.name,
           g->v->board_size, g->v->board_size);
    printf("trained on %lld move%s of %lld game%s from %s\n", (long long)o->positions,
           plural_s(o->positions), (long long)o->games, plural_s(o->games),
           o->data[0] ? o->data : "unknown inputs");
    printf("shapes played %d time%s or more, prior %g, %d iteration%s, log-likelihood %.4f\n",
           o->min_count, plural_s(o->min_count), o->prior, o->iterations, plural_s(o->iterations),
           o->log_likelihood);
}

static int print_text(const gammas *g, const show_settings *s, int *numbers)
{
    if (!s->group)
        print_origin(g);
    for (int group = 0; group < F_N_GROUPS; group++)
        if (wanted(g, s, group))
            print_group(g, group, s, numbers);
    return EXIT_OK;
}

/* ---- JSON ---- */

static json_t *json_drawing(const gammas *g, int number)
{
    shape_cells cells;
    char text[2 * SHAPE_SIDE + 2];
    json_t *rows = json_array();
    shape_cells_fill(&cells, g->v, vocabulary_group(g->v, number), gamma_shape(g, number));
    for (int y = 0; y < 2 * cells.reach + 1; y++) {
        shape_cells_row(&cells, y, text);
        json_array_append_new(rows, json_string(text));
    }
    return rows;
}

static json_t *json_gammas(const gammas *g, const int *numbers, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char words[256];
        int number = numbers[i];
        gamma_words(g, number, words, sizeof words);
        json_t *item = json_pack("{s:i, s:s, s:f, s:f, s:I}", "number", number, "words", words,
                                 "gamma", (double)g->gamma[number], "elo", elo_of(g, number), "won",
                                 (json_int_t)g->count[number]);
        if (gamma_shape(g, number))
            json_object_set_new(item, "drawing", json_drawing(g, number));
        json_array_append_new(list, item);
    }
    return list;
}

static json_t *json_group(const gammas *g, int group, const show_settings *s, int *numbers)
{
    const feature_info *info = feature_describe((feature_id)group);
    int n = gammas_sorted(g, (feature_id)group, numbers), top = n < s->top ? n : s->top;
    return json_pack("{s:s, s:s, s:i, s:i, s:o, s:o}", "group", info->name, "sentence",
                     info->sentence, "gammas", g->v->first[group + 1] - g->v->first[group],
                     "learnt", n, "strongest", json_gammas(g, numbers, top), "weakest",
                     json_gammas(g, numbers + n - top, top));
}

static int print_json(const gammas *g, const show_settings *s, int *numbers)
{
    const gammas_origin *o = &g->origin;
    json_t *groups = json_array();
    for (int group = 0; group < F_N_GROUPS; group++)
        if (wanted(g, s, group))
            json_array_append_new(groups, json_group(g, group, s, numbers));
    return cli_print_json(json_pack(
        "{s:s, s:i, s:i, s:o, s:I, s:I, s:i, s:f, s:i, s:f, s:o}", "features", g->v->set.name,
        "size", g->v->board_size, "gamma_count", g->n, "data",
        text_json(o->data), "games",
        (json_int_t)o->games, "positions", (json_int_t)o->positions, "min_count", o->min_count,
        "prior", o->prior, "iterations", o->iterations, "log_likelihood", o->log_likelihood,
        "groups", groups));
}

int show_list(const gammas *g, const show_settings *s)
{
    if (s->group && !feature_used(&g->v->set, (feature_id)feature_by_name(s->group)))
        return cli_misuse("these gammas, of the feature set '%s', have no group '%s'",
                          g->v->set.name, s->group);
    int *numbers = calloc((size_t)g->n + 1, sizeof *numbers);
    if (!numbers) {
        go_error err;
        go_fail(&err, GO_ENOMEM, "out of memory for a list of %d gammas", g->n);
        return cli_fail(&err);
    }
    int code = s->json ? print_json(g, s, numbers) : print_text(g, s, numbers);
    free(numbers);
    return code;
}
