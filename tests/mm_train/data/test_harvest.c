/* The harvest, with its sketch and its passes, against a plain list of all
 * shapes of all moves.                                                       */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/comm.h"
#include "mm_train/data/harvest.h"
#include "patterns/extract.h"
#include "tests/support/sample_games.h"

/* ---- the plain way ---- */

typedef struct seen {
    uint64_t key;
    int group;
    int64_t count; /* after counting */
} seen;

typedef struct seen_list {
    seen *item;
    size_t n, room;
} seen_list;

static int by_group_and_key(const void *a, const void *b)
{
    const seen *f = a, *g = b;
    if (f->group != g->group)
        return f->group - g->group;
    return f->key < g->key ? -1 : f->key > g->key;
}

static void add_move(seen_list *l, const extractor *x, colour c, point p)
{
    nest_key keys[MAX_NEST];
    int n = extractor_nests(x, c, p, keys);
    if (l->n + MAX_NEST > l->room) {
        l->room = 2 * l->room + MAX_NEST;
        l->item = realloc(l->item, l->room * sizeof *l->item);
        assert_non_null(l->item);
    }
    for (int i = 0; i < n; i++)
        l->item[l->n++] = (seen){keys[i].key, (int)keys[i].group, 1};
}

/* Sorts, and counts equal ones. */
static void count_equal(seen_list *l)
{
    size_t n = 0;
    if (!l->item)
        return; /* nothing was seen */
    qsort(l->item, l->n, sizeof *l->item, by_group_and_key);
    for (size_t i = 0; i < l->n; i++) {
        if (n && by_group_and_key(&l->item[n - 1], &l->item[i]) == 0)
            l->item[n - 1].count++;
        else
            l->item[n++] = l->item[i];
    }
    l->n = n;
}

static seen_list list_all(const games *g, const vocabulary *v)
{
    seen_list l = {0};
    extractor *x;
    game_walk move;
    assert_int_equal(extractor_create(&x, v, g->size, NULL), GO_OK);
    for (int64_t game = 0; game < g->n_games; game++) {
        games_walk(g, game, &move);
        extractor_start(x, &move.start);
        while (game_walk_next(&move)) {
            if (move.at != PASS)
                add_move(&l, x, move.colour, move.at);
            extractor_play(x, move.colour, move.at);
        }
    }
    extractor_destroy(x);
    count_equal(&l);
    return l;
}

/* ---- comparing ---- */

/* Exactly the shapes of enough moves are known, the most frequent first. */
static void same_shapes(const vocabulary *v, const seen_list *l, int min_count)
{
    int known[SHAPE_GROUPS] = {0};
    int64_t *count[SHAPE_GROUPS];
    for (int group = 0; group < SHAPE_GROUPS; group++)
        count[group] = calloc((size_t)v->shapes[group].n + 1, sizeof **count);
    for (size_t i = 0; i < l->n; i++) {
        const seen *s = &l->item[i];
        uint32_t number = dictionary_find(&v->shapes[s->group], s->key);
        assert_int_equal(number > 0, s->count >= min_count);
        known[s->group] += number > 0;
        count[s->group][number] = s->count;
    }
    for (int group = 0; group < SHAPE_GROUPS; group++) {
        assert_int_equal(known[group], v->shapes[group].n);
        for (int i = 2; i <= v->shapes[group].n; i++)
            assert_true(count[group][i - 1] >= count[group][i]);
        free(count[group]);
    }
}

/* The shape that is kept for a key is one of that key. */
static void shapes_have_their_keys(const vocabulary *v)
{
    for (int group = 0; group < SHAPE_GROUPS; group++)
        for (int i = 1; i <= v->shapes[group].n; i++) {
            uint64_t key = shape_key_of(v, (feature_id)group, &v->shapes[group].shapes[i]);
            assert_int_equal(dictionary_find(&v->shapes[group], key), i);
        }
}

static void as_counted_plainly(const games *g, const char *set, int min_count, int n_threads)
{
    vocabulary *v = harvested(g, set, min_count, n_threads);
    seen_list l = list_all(g, v);
    same_shapes(v, &l, min_count);
    shapes_have_their_keys(v);
    free(l.item);
    vocabulary_destroy(v);
}

static void games_of_gnu_go(void **state)
{
    games g;
    (void)state;
    sample_games(&g, 60, false);
    as_counted_plainly(&g, "large", 2, 1);
    as_counted_plainly(&g, "large", 10, 2);
    as_counted_plainly(&g, "fast", 5, 3);
    as_counted_plainly(&g, "fast", HARVEST_MAX_COUNT, 1);
    games_free(&g);
}

static void every_shape_at_once(void **state)
{
    games g;
    (void)state;
    random_games(&g, 7, 5, 1);
    as_counted_plainly(&g, "large", 1, 2);
    games_free(&g);
}

/* Threads and the order of the games change nothing, numbers included. */
static void always_the_same_numbers(void **state)
{
    games g, turned;
    (void)state;
    sample_games(&g, 40, false);
    sample_games(&turned, 40, true);
    vocabulary *a = harvested(&g, "large", 4, 1), *b = harvested(&g, "large", 4, 3),
               *c = harvested(&turned, "large", 4, 2);
    for (int group = 0; group < SHAPE_GROUPS; group++) {
        assert_int_equal(a->shapes[group].n, b->shapes[group].n);
        assert_int_equal(a->shapes[group].n, c->shapes[group].n);
        for (int i = 1; i <= a->shapes[group].n; i++) {
            uint64_t key = shape_key_of(a, (feature_id)group, &a->shapes[group].shapes[i]);
            assert_int_equal(dictionary_find(&b->shapes[group], key), i);
            assert_int_equal(dictionary_find(&c->shapes[group], key), i);
        }
    }
    vocabulary_destroy(a);
    vocabulary_destroy(b);
    vocabulary_destroy(c);
    games_free(&g);
    games_free(&turned);
}

static bool never(void *user, const char *phase, int64_t done, int64_t total)
{
    (void)user, (void)phase, (void)done, (void)total;
    return false;
}

static void an_interruption_ends_it(void **state)
{
    games g;
    comm *c;
    go_error err;
    const games_run run = {.n_threads = 1, .progress = never};
    vocabulary *v = vocabulary_create(feature_set_by_name("fast"), 9);
    (void)state;
    sample_games(&g, 5, false);
    assert_int_equal(comm_create(&c, NULL), GO_OK);
    assert_int_equal(harvest_shapes(v, &g, c, 2, &run, &err), GO_EINTR);
    assert_string_equal(err.message, "interrupted while counting shapes");
    comm_destroy(c);
    vocabulary_destroy(v);
    games_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_gnu_go),
        cmocka_unit_test(every_shape_at_once),
        cmocka_unit_test(always_the_same_numbers),
        cmocka_unit_test(an_interruption_ends_it),
    };
    return cmocka_run_group_tests_name("harvest", tests, NULL, NULL);
}
