/* kata-raw-nn: what KataGo itself wrote for the same position and symmetry. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "tests/support/gtp_talk.h"
#include "tests/support/needs.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_net.h"

#define NETS "../shared/nets/"
static const char golden[] = NETS "golden/kata-g170-b6c96-s175395328-d26788732.json";
static const char net[] = NETS "g170-b6c96-s175395328-d26788732.bin.gz";
static const char name[] = "p18-9-chinese-20";

/* The position of that name; *root is for json_decref. */
static const json_t *read_position(json_t **root)
{
    size_t i;
    json_t *p;
    json_error_t where;
    *root = json_load_file(golden, 0, &where);
    if (!*root)
        fail_msg("%s: %s", golden, where.text);
    json_array_foreach(json_object_get(*root, "positions"), i, p)
        if (strcmp(json_string_value(json_object_get(p, "id")), name) == 0)
            return p;
    fail_msg("%s has no %s", golden, name);
    return NULL;
}

/* Its moves, and all symmetries one by one and together. */
static char *questions(const json_t *position)
{
    size_t i, n;
    json_t *move;
    char *text;
    FILE *out = open_memstream(&text, &n);
    fprintf(out, "komi %g\n", json_number_value(json_object_get(position, "komi")));
    json_array_foreach(json_object_get(position, "moves"), i, move)
        fprintf(out, "play %s %s\n", json_string_value(json_array_get(move, 0)),
                json_string_value(json_array_get(move, 1)));
    for (int symmetry = 0; symmetry < 8; symmetry++)
        fprintf(out, "10%d kata-raw-nn %d\n", symmetry, symmetry);
    fputs("108 kata-raw-nn all\n", out);
    fclose(out);
    return text;
}

static const char *after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    if (!at)
        fail_msg("no '%s' in %.2000s", key, text);
    return at ? at + strlen(key) : "";
}

static double number_after(const char *text, const char *key)
{
    return strtod(after(text, key), NULL);
}

/* What is written behind "symmetry K" is what KataGo answered in its symmetry K;
 * the numbers of the symmetries are far enough apart to tell which is which.  */
static void compare(const char *text, const json_t *evals, int symmetry)
{
    static const struct { const char *key; double tolerance; } numbers[] = {
        {"whiteWin", 5e-5}, {"whiteLead", 2e-3}};
    const json_t *eval = json_array_get(evals, (size_t)symmetry);
    assert_int_equal(json_integer_value(json_object_get(eval, "symmetry")), symmetry);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double wanted = json_number_value(json_object_get(eval, numbers[i].key));
        double found = number_after(text, numbers[i].key);
        if (fabs(found - wanted) > numbers[i].tolerance)
            fail_msg("symmetry %d: %s is %.6f, not %.6f", symmetry, numbers[i].key, found, wanted);
    }
}

static void symmetries_are_numbered_as_by_katago(void **state)
{
    json_t *root;
    gtp_settings settings = quick_settings();
    (void)state;
    need_file(golden);
    need_file(net);
    settings.search.evaluate.net.file = net;
    settings.search.evaluate.net.backend = "reference";
    settings.search.evaluate.prior = PRIOR_AUTO;
    const json_t *position = read_position(&root), *evals = json_object_get(position, "eval");
    char *asked = questions(position), *text = transcript(&settings, asked), begin[40];
    for (int i = 0; i < 8; i++) {
        snprintf(begin, sizeof begin, "=10%d symmetry %d\n", i, i);
        compare(after(text, begin), evals, i);
        snprintf(begin, sizeof begin, "symmetry %d\n", i);
        compare(after(after(text, "=108 "), begin), evals, i);
    }
    free(text);
    free(asked);
    json_decref(root);
}

/* KataGo's third argument; without it, the share of the root counts. */
static void optimism_mixes_two_policies(void **state)
{
    (void)state;
    gtp_settings settings = quick_settings();
    temp_dir dir = temp_dir_create();
    size_t n;
    char path[400], *bytes = tiny_kata(14, &n);
    temp_dir_bytes(&dir, "net.txt", bytes, n, path);
    free(bytes);
    settings.size = 5;
    settings.search.evaluate.net.file = path;
    settings.search.evaluate.net.backend = "reference";
    settings.search.evaluate.prior = PRIOR_AUTO;
    char *text = transcript(&settings,
                            "kata-set-param rootPolicyOptimism 0.2\n1 kata-raw-nn 0\n"
                            "2 kata-raw-nn 0 0\n3 kata-raw-nn b 0 1\n4 kata-raw-nn all 0.2\n"
                            "5 kata-raw-nn 0 1.5\n6 kata-raw-nn b 0 x\n"
                            "kata-set-param rootPolicyOptimism 1\n7 kata-raw-nn\n");
    double share[8] = {0}, win = number_after(after(text, "=1 "), "whiteWin");
    static const int asked[] = {1, 2, 3, 4, 7};
    for (int i = 0; i < 5; i++) {
        char begin[8];
        snprintf(begin, sizeof begin, "=%d ", asked[i]);
        share[asked[i]] = number_after(after(text, begin), "policyPass");
        assert_true(fabs(number_after(after(text, begin), "whiteWin") - win) < 1e-6);
    }
    assert_true(fabs(share[1] - share[4]) < 1e-6);
    assert_true(fabs(share[3] - share[7]) < 1e-6);
    assert_true(fabs(share[1] - share[2]) > 1e-5);
    assert_true(fabs(share[1] - share[3]) > 1e-5);
    after(text, "?5 syntax error: expected a share of the optimistic policy from 0 to 1, not '1.5'");
    after(text, "?6 syntax error");
    free(text);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(symmetries_are_numbered_as_by_katago),
                                       cmocka_unit_test(optimism_mixes_two_policies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
