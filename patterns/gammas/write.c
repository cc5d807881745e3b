/* write.c -- writes gammas in the text format of doc/formats.md. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/io/atomic_file.h"
#include "base/utf8.h"
#include "patterns/gammas/gammas.h"
#include "patterns/gammas/text.h"

static void write_shape(FILE *f, const vocabulary *v, feature_id group, const shape *s)
{
    fprintf(f, " %d", s->nest);
    if (group == F_SHAPE3)
        for (int i = 0; i < SHAPE_LIBS; i++)
            fprintf(f, "%s%d", i ? "" : " ", s->libs[i]);
    if (s->mark >= 0)
        fprintf(f, " %d,%d:%d", v->geometry->cell[s->mark].dx, v->geometry->cell[s->mark].dy,
                s->mark_class);
    const int n = s->size ? v->geometry->end[s->size] : 0;
    if (n)
        fputc(' ', f);
    for (int i = 0; i < n; i += 3) {
        int value = 0;
        for (int j = 0; j < 3 && i + j < n; j++)
            value |= shape_cell(s, i + j) << (2 * j);
        fputc(gammas_letters[value], f);
    }
}

static void write_group(FILE *f, const gammas *g, feature_id id)
{
    const vocabulary *v = g->v;
    char name[256];
    int n = v->first[(int)id + 1] - v->first[id];
    if (!n)
        return;
    fprintf(f, "group %s %d\n", feature_describe(id)->name, n);
    for (int i = 0; i < n; i++) {
        int number = v->first[id] + i;
        fprintf(f, "%.6g %" PRIu32, (double)g->gamma[number], g->count[number]);
        if ((int)id >= F_PAIR) {
            ; /* thousands of levels: doc/formats.md gives their order */
        } else if ((int)id >= SHAPE_GROUPS) {
            feature_level_name(id, i, name, sizeof name);
            fprintf(f, " # %s", name);
        } else if (i > 0) {
            write_shape(f, v, id, &v->shapes[id].shapes[i]);
        }
        fputc('\n', f);
    }
}

go_status gammas_write(const gammas *g, const char *path, go_error *err)
{
    const vocabulary *v = g->v;
    const gammas_origin *o = &g->origin;
    char data[sizeof o->data];
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, path, err));
    FILE *f = atomic_file_stream(file);
    fprintf(f, "%s %d\nset %s\nboard %d\nshape-max %d\n", gammas_magic, GAMMAS_VERSION, v->set.name,
            v->board_size, v->set.shape_max);
    fprintf(f, "diamond-max %d\nresponse-max %d\nresponse-reach %d\n", v->set.diamond_max,
            v->set.response_max, v->set.response_reach);
    snprintf(data, sizeof data, "%s", o->data[0] ? o->data : "unknown");
    utf8_hide_controls(data);
    fprintf(f, "data %s\ngames %" PRId64 "\npositions %" PRId64 "\nmin-count %d\nprior %.9g\n",
            data, o->games, o->positions, o->min_count, o->prior);
    fprintf(f, "iterations %d\nlog-likelihood %.6f\nfingerprint %016" PRIx64 "\n", o->iterations,
            fmin(o->log_likelihood, 0), o->fingerprint); /* above 0 by rounding */
    for (int id = 0; id < F_N_GROUPS; id++)
        write_group(f, g, (feature_id)id);
    fprintf(f, "end %d\n", g->n);
    return atomic_file_commit(file, err);
}
