/* The rules of selection, against their formulas. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "mcts/tree/select.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/searching.h"

/* visits >= 10 * 1.5^(n - 2): the second move joins with 10 visits, the third
 * with 15, the fourth with 22.5.                                              */
static void moves_join_one_by_one(void **state)
{
    (void)state;
    assert_int_equal(select_width(0, 10, 1.5), 1);
    assert_int_equal(select_width(9, 10, 1.5), 1);
    assert_int_equal(select_width(10, 10, 1.5), 2);
    assert_int_equal(select_width(14, 10, 1.5), 2);
    assert_int_equal(select_width(16, 10, 1.5), 3);
    assert_int_equal(select_width(22, 10, 1.5), 3);
    assert_int_equal(select_width(23, 10, 1.5), 4);
    assert_int_equal(select_width(2e9, 10, 1.0001), BOARD_MAX_AREA + 1);
    assert_int_equal(select_width(10, 10, 1), BOARD_MAX_AREA + 1); /* all at once */
    assert_true(select_width(0, 0, 1.5) >= 1);
    for (int n = 1, before = 0; n < 100000; n += 7) {
        int width = select_width(n, 10, 1.25);
        assert_true(width >= before);
        before = width;
    }
}

static void rave_counts_less_with_visits(void **state)
{
    search_settings settings;
    (void)state;
    search_settings_default(&settings);
    select_settings s = settings.select;
    s.rave_schedule = RAVE_HAND;
    s.rave_k = 300;
    assert_close(select_rave_weight(&s, 100, 7, 9), sqrt(0.5), 1e-12);
    assert_close(select_rave_weight(&s, 900, 7, 9), sqrt(0.1), 1e-12);
    s.rave_schedule = RAVE_MSE;
    s.rave_bias = 0.25;
    assert_close(select_rave_weight(&s, 1, 2, 3), 3 / (5 + 24 / 16.0), 1e-12);
    assert_close(select_rave_weight(&s, 1, 5, 0), 0, 0); /* nothing known */
    assert_close(select_rave_weight(&s, 1, 0, 5), 1, 0); /* nothing else known */
    s.rave = false;
    assert_close(select_rave_weight(&s, 1, 0, 5), 0, 0);
}

static void only_rave_has_a_reach(void **state)
{
    search_settings settings;
    (void)state;
    search_settings_default(&settings);
    select_settings s = settings.select;
    s.rule = RULE_UCT_RAVE;
    assert_int_equal(select_rave_reach(&s), 0);
    s.rave_reach = 3;
    assert_int_equal(select_rave_reach(&s), 3);
    s.rave = false;
    assert_int_equal(select_rave_reach(&s), 0);
    s.rave = true;
    s.rule = RULE_PUCT;
    assert_int_equal(select_rave_reach(&s), 0);
}

/* ---- a search in which every position is even ---- */

enum { VISITS = 400 };

typedef struct child {
    double prior;
    int visits;
} child;

/* The children of the root in the order of their priors, as found by a search. */
static int children_of(search *s, const game *g, child *out)
{
    static const analysis_options all = {.min_moves = SEARCH_MAX_MOVES};
    search_analysis a = {0};
    int n = 0;
    search_game(s, g);
    assert_int_equal(search_analyze(s, &all, &a, NULL), GO_OK);
    for (int i = 0; i < a.n_moves; i++)
        out[n++] = (child){a.move[i].prior, (int)a.move[i].visits};
    search_analysis_release(&a);
    return n;
}

static int by_prior(const void *a, const void *b)
{
    const child *x = a, *y = b;
    if (x->prior != y->prior)
        return x->prior < y->prior ? 1 : -1;
    return y->visits - x->visits;
}

/* PUCT written down once more, for moves all worth 1/2. */
static void predict_puct(const select_settings *s, const child *c, int n, int *visits)
{
    memset(visits, 0, (size_t)n * sizeof *visits);
    for (int total = 1; total < VISITS; total++) { /* the first visit is the root's own */
        double sum = total - 1 + 0.01, tried = 0, best_score = -1;
        double scale = s->c_puct * (1 + s->c_puct_log * log(1 + sum / s->c_puct_base)) * sqrt(sum);
        int best = 0;
        for (int i = 0; i < n; i++)
            tried += visits[i] ? c[i].prior : 0;
        for (int i = 0; i < n; i++) {
            double value = visits[i] ? 0.5 : 0.5 - s->root_fpu_reduction * sqrt(tried);
            double score = value + scale * c[i].prior / (1 + visits[i]);
            if (score > best_score) {
                best_score = score;
                best = i;
            }
        }
        visits[best]++;
    }
}

static void puct_gives_visits_by_priors(void **state)
{
    (void)state;
    child found[SEARCH_MAX_MOVES];
    int expected[SEARCH_MAX_MOVES], sum = 0;
    search *s = search_of("rule=puct evaluator=uniform playouts=400 expand=1 c-puct=0.8 "
                          "c-puct-log=0.3");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    play_moves(g, "B E5 W C3");
    int n = children_of(s, g, found);
    assert_true(n > 10);
    qsort(found, (size_t)n, sizeof *found, by_prior);
    predict_puct(&search_configured(s)->select, found, n, expected);
    for (int i = 0; i < n; i++) {
        assert_in_range(found[i].visits, expected[i] > 1 ? expected[i] - 1 : 0, expected[i] + 1);
        sum += found[i].visits;
    }
    assert_in_range(sum, VISITS - 1, VISITS);
    game_destroy(g);
    search_destroy(s);
}

/* A move of prior 0.3 is being visited for the first time.  With s = 0.5 sqrt(10.01) = 1.58 the other
 * scores 0.5 + 0.5 s / 11 = 0.57, and an untried move 0.5 - 0.1 sqrt(0.5) + 0.3 s = 0.90; as one loss
 * it has 0.3 s / 2 = 0.24.                                                    */
static void a_visit_under_way_counts_as_so_many_losses(void **state)
{
    (void)state;
    const tree_edge edge[2] = {tree_edge_of(100, 0.5f), tree_edge_of(101, 0.3f)};
    for (int losses = 0; losses <= 1; losses++) {
        search_settings settings;
        tree t;
        search_settings_default(&settings);
        set_words(&settings, losses ? "virtual-loss=1" : "virtual-loss=0");
        set_words(&settings, "rule=puct c-puct=0.5 c-puct-log=0 c-puct-spread=0 root-fpu-reduction=0.1");
        assert_int_equal(tree_create(&t, TREE_MIN_BYTES, NULL), GO_OK);
        tree_node *node = tree_at(&t, TREE_ROOT);
        assert_true(tree_expand(&t, node, edge, 2));
        assert_int_equal(tree_open(&t, node, 2), 2);
        tree_node *first = tree_child(&t, node, 100), *second = tree_child(&t, node, 101);
        first->visits = node->visits = 10;
        first->value = node->value = (int64_t)(5 * TREE_ONE);
        second->pending = 1;
        const select_view view = {.settings = &settings.select, .t = &t, .node = node, .to_move = BLACK};
        assert_ptr_equal(select_rule_by_id(RULE_PUCT)(&view), losses ? first : second);
        tree_destroy(&t);
    }
}

/* As many moves as select_width says, and the likelier the more. */
static void widening_lets_the_likeliest_in(void **state)
{
    (void)state;
    child found[SEARCH_MAX_MOVES];
    search *s = search_of("rule=uct-rave evaluator=uniform playouts=400 widening-start=10 "
                          "widening-growth=1.6 ucb-c=0");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    int n = children_of(s, g, found), visited = 0;
    qsort(found, (size_t)n, sizeof *found, by_prior);
    for (int i = 0; i < n; i++) {
        visited += found[i].visits > 0;
        if (i && found[i].visits)
            assert_true(found[i].visits <= found[i - 1].visits + 1);
    }
    assert_int_equal(visited, select_width(399, 10, 1.6));
    game_destroy(g);
    search_destroy(s);
}

static void without_knowledge_all_moves_are_alike(void **state)
{
    (void)state;
    child found[SEARCH_MAX_MOVES];
    search *s = search_of("rule=puct evaluator=uniform prior=uniform playouts=400 expand=1");
    game *g = game_drawn(5, "chinese", 7, BLACK, NULL);
    int n = children_of(s, g, found);
    qsort(found, (size_t)n, sizeof *found, by_prior);
    assert_int_equal(n, 26);
    for (int i = 0; i < 25; i++) {
        assert_close(found[i].prior, 1 / 25.1, 1e-3);
        assert_in_range(found[i].visits, 14, 18);
    }
    game_destroy(g);
    search_destroy(s);
}

static void refused_moves_are_left_out(void **state)
{
    (void)state;
    search_settings settings;
    tree_edge edge[20];
    tree t;
    search_settings_default(&settings);
    search_settings_resolve(&settings, false);
    settings.select.widening_start = 1000;
    assert_int_equal(tree_create(&t, TREE_MIN_BYTES, NULL), GO_OK);
    for (int i = 0; i < 20; i++)
        edge[i] = tree_edge_of((point)(100 + i), 0.05f);
    tree_node *root = tree_at(&t, TREE_ROOT);
    assert_true(tree_expand(&t, root, edge, 20));
    bool forbidden[BOARD_MAX_POINTS] = {false};
    select_view v = {&settings.select, &t, root, BLACK, forbidden, false, NULL, 0, NULL};
    for (int rule = RULE_UCT_RAVE; rule <= RULE_PUCT; rule++) {
        select_rule *next = select_rule_by_id(rule);
        memset(forbidden, 0, sizeof forbidden);
        for (int i = 0; i < 20; i++) { /* the order of the edges, one taken away each time */
            assert_int_equal(next(&v)->move, 100 + i);
            forbidden[100 + i] = true;
        }
        assert_null(next(&v));
    }
    memset(forbidden, 0, sizeof forbidden);
    tree_child(&t, root, 100)->marks = NODE_BANNED;
    assert_int_equal(select_rule_by_id(RULE_UCT_RAVE)(&v)->move, 101);
    assert_int_equal(select_rule_by_id(RULE_PUCT)(&v)->move, 101);
    tree_destroy(&t);
}

/* A visit under way counts as a loss: the next thread goes elsewhere. */
static void threads_part(void **state)
{
    (void)state;
    search_settings settings;
    tree_edge edge[2] = {tree_edge_of(100, 0.5f), tree_edge_of(101, 0.5f)};
    tree t;
    search_settings_default(&settings);
    settings.select.widening = false;
    assert_int_equal(tree_create(&t, TREE_MIN_BYTES, NULL), GO_OK);
    tree_node *root = tree_at(&t, TREE_ROOT);
    assert_true(tree_expand(&t, root, edge, 2));
    tree_open(&t, root, 2);
    for (point m = 100; m <= 101; m++) {
        tree_child(&t, root, m)->visits = 10;
        tree_child(&t, root, m)->value = (int64_t)(5 * TREE_ONE);
    }
    root->visits = 20;
    root->value = (int64_t)(10 * TREE_ONE);
    select_view v = {&settings.select, &t, root, BLACK, NULL, false, NULL, 0, NULL};
    for (int rule = RULE_UCT_RAVE; rule <= RULE_PUCT; rule++) {
        tree_child(&t, root, 101)->pending = 0;
        tree_child(&t, root, 100)->pending = 1;
        assert_int_equal(select_rule_by_id(rule)(&v)->move, 101);
        tree_child(&t, root, 101)->pending = 2;
        assert_int_equal(select_rule_by_id(rule)(&v)->move, 100);
    }
    tree_destroy(&t);
}

/* Two moves with 40 playouts each, both worth 0.5 as visits.  After the first the points around it
 * are 3 better than usual, after the second 2: less, though in all playouts there are more of them.
 * Without RAVE the one with fewer visits would come next.                     */
static void rave_compares_points_with_the_usual(void **state)
{
    static const struct {
        int usual, mine;
    } points[2] = {{-60, -57}, {40, 42}};
    search_settings settings;
    tree_edge edge[2] = {tree_edge_of(100, 0.5f), tree_edge_of(101, 0.5f)};
    tree t;
    (void)state;
    search_settings_default(&settings);
    set_words(&settings, "ucb-c=0 prior-weight=0 widening=no rave-k=1000 rave-point=0.01");
    assert_int_equal(tree_create(&t, TREE_MIN_BYTES, NULL), GO_OK);
    t.reach = 5;
    tree_node *root = tree_at(&t, TREE_ROOT);
    assert_true(tree_expand(&t, root, edge, 2));
    assert_int_equal(tree_open(&t, root, 2), 2);
    root->visits = 80;
    root->value = (int64_t)(40 * TREE_ONE);
    int i = 0;
    for (tree_walk w = tree_first(&t, root); w.child; tree_next(&t, &w), i++) {
        w.child->visits = 40;
        w.child->value = (int64_t)(20 * TREE_ONE);
        for (int n = 0; n < 40; n++) {
            tree_sum_add(tree_around(&t, &w), (uint32_t)(TREE_AROUND_ZERO + points[i].usual));
            if (n % 2)
                tree_sum_add(&w.child->rave, (uint32_t)(TREE_AROUND_ZERO + points[i].mine));
        }
    }
    const select_view v = {&settings.select, &t, root, BLACK, NULL, false, NULL, 0, NULL};
    assert_int_equal(select_rule_by_id(RULE_UCT_RAVE)(&v)->move, 100);

    /* 1 point x 0.01 x beta, with beta = sqrt(1000 / (3 x 81 + 1000)), is less than the 1 - beta of
     * a difference of 0.1 in the visits                                       */
    tree_child(&t, root, 101)->value = (int64_t)(24 * TREE_ONE);
    assert_int_equal(select_rule_by_id(RULE_UCT_RAVE)(&v)->move, 101);
    settings.select.rave_point = 0.02;
    assert_int_equal(select_rule_by_id(RULE_UCT_RAVE)(&v)->move, 100);
    tree_destroy(&t);
}

/* Two moves, worth 0.50 and 0.53, without exploration.  With w = 0.1 the worse one is taken if
 * its noise, 0.05 |g| in half of the cases, is more than 0.03 above that of the other: with
 * probability 0.1937 (2,000,000 draws).                                        */
static void noise_widens_the_root(void **state)
{
    (void)state;
    search_settings settings;
    tree_edge edge[2] = {tree_edge_of(100, 0.5f), tree_edge_of(101, 0.5f)};
    tree t;
    rng random = rng_seed(5);
    search_settings_default(&settings);
    set_words(&settings, "c-puct=0.000001 ucb-c=0 prior-weight=0 widening=no");
    assert_int_equal(tree_create(&t, TREE_MIN_BYTES, NULL), GO_OK);
    tree_node *root = tree_at(&t, TREE_ROOT);
    assert_true(tree_expand(&t, root, edge, 2));
    tree_open(&t, root, 2);
    for (point m = 100; m <= 101; m++) {
        tree_child(&t, root, m)->visits = 100;
        tree_child(&t, root, m)->value = (int64_t)((m == 100 ? 50 : 53) * TREE_ONE);
    }
    root->visits = 200;
    root->value = (int64_t)(103 * TREE_ONE);
    for (int rule = RULE_UCT_RAVE; rule <= RULE_PUCT; rule++) {
        select_view v = {&settings.select, &t, root, BLACK, NULL, false, NULL, 0.1, &random};
        int worse = 0;
        for (int i = 0; i < 20000; i++)
            worse += select_rule_by_id(rule)(&v)->move == 100;
        assert_close(worse / 20000.0, 0.1937, 0.01);
        v.wide = 0;
        for (int i = 0; i < 100; i++)
            assert_int_equal(select_rule_by_id(rule)(&v)->move, 101);
    }
    tree_destroy(&t);
}

/* ---- puct, by numbers ---- */

typedef struct puct_case {
    search_settings settings;
    tree t;
    tree_node *root, *node; /* a node of the tree below the root */
    select_view view;
} puct_case;

static void puct_visit(tree_node *node, uint32_t visits, double sum)
{
    node->visits = visits;
    node->value = (int64_t)(sum * TREE_ONE);
}

/* The node with 10 visits, won `sum` by black to move; its own value was 0.9. */
static void puct_record(puct_case *c, double sum)
{
    tree_record *r = node_record(c->node);
    assert_non_null(r);
    if (!r)
        return;
    r->win = (float)(sum / 10); /* one by one: clang does not chain assignments to atomics */
    r->utility = (float)(sum / 10);
    r->weight = 10;
    r->own_win = 0.9f;
    r->own_utility = 0.9f;
    r->own_weight = 1;
    c->node->visits = 10;
}

/* The move 100 has prior 1/2, 7 visits and 4.2 wins, 101 prior 1/4, 2 visits and 0.9 wins;
 * 102 has prior 1/8 and none.                                                 */
static void puct_begin(puct_case *c, const char *words)
{
    const tree_edge edge[3] = {tree_edge_of(100, 0.5f), tree_edge_of(101, 0.25f),
                               tree_edge_of(102, 0.125f)};
    search_settings_default(&c->settings);
    set_words(&c->settings, words);
    assert_int_equal(tree_create(&c->t, TREE_MIN_BYTES, NULL), GO_OK);
    c->root = tree_at(&c->t, TREE_ROOT);
    assert_true(tree_expand(&c->t, c->root, edge, 3));
    tree_open(&c->t, c->root, 3);
    c->node = tree_settle(&c->t, tree_child(&c->t, c->root, 101),
                          &(tree_spot){.to_move = BLACK});
    assert_true(tree_expand(&c->t, c->node, edge, 3));
    tree_open(&c->t, c->node, 3);
    puct_record(c, 6);
    puct_visit(tree_child(&c->t, c->node, 100), 7, 4.2);
    puct_visit(tree_child(&c->t, c->node, 101), 2, 0.9);
    c->view = (select_view){&c->settings.select, &c->t, c->node, BLACK, NULL, false, NULL, 0,
                           NULL};
}

/* 100 is worth v and 101 0.05, so the average is (0.9 + 7 v + 0.1) / 10.  The untried move
 * has the urgency `share` * average + (1 - `share`) * 0.9 - `reduction`, and is chosen just
 * as long as that plus `scale` / 8 is more than v + `scale` / 16.             */
static void expect_urgency(const char *words, double share, double reduction, double scale)
{
    puct_case c;
    double v = (0.1 * share + 0.9 * (1 - share) - reduction + scale / 16) / (1 - 0.7 * share);
    for (int i = 0; i < 2; i++) {
        double value = v + (i ? 1e-4 : -1e-4);
        puct_begin(&c, words);
        puct_record(&c, 1 + 7 * value);
        puct_visit(tree_child(&c.t, c.node, 100), 7, 7 * value);
        puct_visit(tree_child(&c.t, c.node, 101), 2, 0.1);
        assert_int_equal(select_rule_by_id(RULE_PUCT)(&c.view)->move, i ? 100 : 102);
        tree_destroy(&c.t);
    }
}

#define PLAIN "rule=puct c-puct=0.5 c-puct-log=0 fpu-reduction=0.1 fpu-mix=0 c-puct-count=node " \
              "c-puct-spread=0 root-fpu-reduction=0.1 "

static void untried_moves_start_from_the_average_or_the_own_value(void **state)
{
    (void)state;
    double scale = 0.5 * sqrt(11), reduced = 0.1 * sqrt(0.75);
    expect_urgency(PLAIN, 1, reduced, scale);
    expect_urgency(PLAIN "fpu-reduction=0.2", 1, 2 * reduced, scale);
    expect_urgency(PLAIN "root-fpu-reduction=0.3", 1, reduced, scale); /* it is no root */
    expect_urgency(PLAIN "fpu-mix=1", 0.75, reduced, scale);
    expect_urgency(PLAIN "fpu-mix=2", 0.5625, reduced, scale);
}

static void exploration_counts_the_node_or_its_children(void **state)
{
    (void)state;
    double reduced = 0.1 * sqrt(0.75);
    expect_urgency(PLAIN "c-puct-count=node", 1, reduced, 0.5 * sqrt(11));
    expect_urgency(PLAIN "c-puct-count=children", 1, reduced, 0.5 * sqrt(9.01));
}

static void the_root_has_a_reduction_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        puct_case c;
        puct_begin(&c, i ? PLAIN "root-fpu-reduction=0" : PLAIN "root-fpu-reduction=0.4");
        puct_visit(c.root, 4, 2);
        puct_visit(tree_child(&c.t, c.root, 100), 3, 1.2);
        puct_visit(tree_child(&c.t, c.root, 101), 0, 0);
        /* 100: 0.4 + 0.5 sqrt(5) / 8 = 0.540; 101: 0.5 - X sqrt(0.5) + 0.5 sqrt(5) / 4 */
        c.view.node = c.root;
        assert_int_equal(select_rule_by_id(RULE_PUCT)(&c.view)->move, i ? 101 : 100);
        tree_destroy(&c.t);
    }
}

/* 100 scores 0.6 + s / 16; 101, worth 0.45, scores the same with
 * s / 4 / (0.15 + s / 16) - 1 visits.                                         */
static void puct_tells_how_many_visits_it_would_give_again(void **state)
{
    (void)state;
    puct_case c;
    double s = 0.5 * sqrt(11);
    puct_begin(&c, PLAIN);
    const tree_node *a = tree_child(&c.t, c.node, 100), *b = tree_child(&c.t, c.node, 101);
    assert_close(select_puct_again(&c.view, a, b), s / 4 / (0.15 + s / 16) - 1, 1e-5);
    assert_close(select_puct_again(&c.view, a, a), 7, 1e-5);
    puct_visit(tree_child(&c.t, c.node, 101), 2, 1.9);
    assert_true(isinf(select_puct_again(&c.view, a, b))); /* it is better in any case */
    puct_visit(tree_child(&c.t, c.node, 101), 2, -80);
    assert_close(select_puct_again(&c.view, a, b), 0, 0);
    tree_destroy(&c.t);
}

/* A mean of 0.6 and a variance of 0.05 make (2 * 0.04 + 10 * 0.05 + 0.01) / 11 of it. */
static void exploration_follows_the_spread_of_means(void **state)
{
    (void)state;
    puct_case c;
    puct_begin(&c, PLAIN "c-puct=1 c-puct-spread=0.85");
    const tree_node *a = tree_child(&c.t, c.node, 100), *b = tree_child(&c.t, c.node, 101);
    tree_record *r = node_record(c.node);
    assert_non_null(r);
    if (r)
        r->utility_square = 0.36f + 0.05f;
    double s = sqrt(11) * (1 + 0.85 * (sqrt(0.59 / 11) / 0.2 - 1));
    assert_close(select_puct_again(&c.view, a, b), s / 4 / (0.15 + s / 16) - 1, 1e-5);
    if (r)
        r->weight = 1; /* no spread yet */
    s = sqrt(2);
    assert_close(select_puct_again(&c.view, a, b), s / 4 / (0.15 + s / 16) - 1, 1e-5);
    tree_destroy(&c.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_join_one_by_one),
        cmocka_unit_test(rave_counts_less_with_visits),
        cmocka_unit_test(only_rave_has_a_reach),
        cmocka_unit_test(puct_gives_visits_by_priors),
        cmocka_unit_test(a_visit_under_way_counts_as_so_many_losses),
        cmocka_unit_test(widening_lets_the_likeliest_in),
        cmocka_unit_test(without_knowledge_all_moves_are_alike),
        cmocka_unit_test(refused_moves_are_left_out),
        cmocka_unit_test(threads_part),
        cmocka_unit_test(rave_compares_points_with_the_usual),
        cmocka_unit_test(noise_widens_the_root),
        cmocka_unit_test(untried_moves_start_from_the_average_or_the_own_value),
        cmocka_unit_test(exploration_counts_the_node_or_its_children),
        cmocka_unit_test(the_root_has_a_reduction_of_its_own),
        cmocka_unit_test(puct_tells_how_many_visits_it_would_give_again),
        cmocka_unit_test(exploration_follows_the_spread_of_means),
    };
    return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}
