/* A GPU that is lost in the middle of a search: the processor goes on, people are
 * told once, and when nothing is left either the engine still answers.  The GPU is
 * tests/plugin/fragile.c.                                                     */
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/io/program_path.h"
#include "nn/model/random_net.h"
#include "tests/support/count_of.h"
#include "tests/support/gtp_talk.h"
#include "tests/support/needs.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_net.h"

static temp_dir dir;
static char net_path[400], huge_path[400];

/* ---- a network, and one whose answers no backend can compute ---- */

static void write_random(FILE *out)
{
    nn_random_shape shape;
    assert_int_equal(nn_random_shape_parse("2x8", &shape, NULL), GO_OK);
    shape.seed = 3;
    nn_random_write(out, &shape);
}

/* Each of its numbers may be in a network, but in its last layer 9e8 is added up. */
static void write_huge(FILE *out)
{
    size_t n;
    char *text = tiny_lz(1, 9, &n), *at = text + n - 1;
    for (int lines = 0; lines < 3; lines += *at == '\n')
        at--;
    fwrite(text, 1, (size_t)(at + 1 - text), out);
    fputs("9e8 9e8 9e8\n9e8 9e8 9e8\n0\n", out);
    free(text);
}

static void write_net(const char *name, char path[400], void (*content)(FILE *out))
{
    FILE *f = fopen(temp_dir_path(&dir, name, path), "wb");
    assert_non_null(f);
    content(f);
    assert_int_equal(fclose(f), 0);
}

/* The plug-in lies beside the tests' folder; it is a driver at the same time. */
static int set_up(void **state)
{
    char program[PATH_MAX] = "", folder[PATH_MAX + 20], library[PATH_MAX + 60];
    (void)state;
    dir = temp_dir_create();
    write_net("net", net_path, write_random);
    write_net("huge", huge_path, write_huge);
    if (!program_path(program, sizeof program))
        return 1;
    snprintf(folder, sizeof folder, "%s/../plugin", dirname(program));
    snprintf(library, sizeof library, "%s/katachi-cudnn.so", folder);
    if (!dlopen(library, RTLD_NOW | RTLD_LOCAL)) {
        print_message("%s\n", dlerror());
        return 1;
    }
    setenv("KATACHI_PLUGINS", folder, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    temp_dir_remove(&dir);
    return 0;
}

/* ---- asking ---- */

typedef struct setting {
    const char *net, *backend;
    const char *gpu; /* KATACHI_FRAGILE */
    int threads;
} setting;

static gtp_settings settings_of(const setting *s)
{
    gtp_settings settings = quick_settings();
    settings.quiet = false;
    settings.search.evaluate.net.file = s->net;
    settings.search.evaluate.net.backend = s->backend;
    settings.search.evaluate.prior = PRIOR_AUTO;
    settings.search.threads = s->threads;
    settings.search.evaluate.net.cache = 0;
    settings.search.limits.early_stop = false;
    setenv("KATACHI_FRAGILE", s->gpu, 1);
    return settings;
}

static void expect(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

/* Two lines to people, beside GTP's "ready": what computes the network, and later what failed. */
static void expect_told_why(const char *talk, const char *backend, const char *why)
{
    char first[200], failed[200];
    snprintf(first, sizeof first, "is computed by %s\n", backend);
    snprintf(failed, sizeof failed, "; %s failed: %s", backend, why);
    expect(talk, first);
    expect(talk, failed);
    assert_int_equal(count_of(talk, "\n"), 2 + count_of(talk, "GTP ready\n"));
    assert_int_equal(count_of(talk, "katachi: the network "), 2);
}

static const char lost[] = "the GPU has fallen off the bus";

static void expect_told(const char *talk, const char *backend)
{
    expect_told_why(talk, backend, lost);
}

/* ---- the game goes on ---- */

static void game_goes_on_after(const setting *s, const char *why)
{
    gtp_settings settings = settings_of(s);
    char *talk;
    char *text = transcript_and_talk(&settings,
                                     "1 genmove b\n2 katachi-counts\n3 genmove w\n"
                                     "4 katachi-counts\n5 kata-raw-nn 0\n6 showboard\n", &talk);
    expect_told_why(talk, s->backend, why);
    assert_int_equal(count_of(text, "?"), 0);
    assert_int_equal(count_of(text, "playouts 60 "), 2); /* both searches are whole */
    expect(text, "=5 symmetry 0\nwhiteWin 0.");
    expect(text, "2 moves played");
    free(text);
    free(talk);
}

static void game_goes_on(const setting *s) { game_goes_on_after(s, lost); }

static void the_processor_takes_over_in_a_search(void **state)
{
    (void)state;
    game_goes_on(&(setting){net_path, "cudnn", "20", 1});
}

static void in_the_first_evaluation_too(void **state)
{
    (void)state;
    game_goes_on(&(setting){net_path, "cudnn", "0", 1});
}

static void in_the_next_search_too(void **state)
{
    (void)state;
    game_goes_on(&(setting){net_path, "cudnn", "75", 1});
}

static void two_threads_share_the_loss(void **state)
{
    (void)state;
    game_goes_on(&(setting){net_path, "cudnn", "15", 2});
}

/* It has a session for each thread. */
static void so_does_a_backend_for_checking(void **state)
{
    (void)state;
    game_goes_on(&(setting){net_path, "cudnn32", "12", 2});
}

/* It does not fail, but what it answers can be no answer. */
static void wrong_answers_are_as_good_as_none(void **state)
{
    static const struct {
        const char *gpu, *why;
    } wrong[] = {{"20 nan", "the network's answers are not finite (cudnn)"},
                 {"0 nan", "the network's answers are not finite (cudnn)"},
                 {"25 inf", "the network's answers are not finite (cudnn)"},
                 {"20 huge", "the network's answers are implausibly large (cudnn: 6e+26)"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (int threads = 1; threads <= 3; threads += 2)
            game_goes_on_after(&(setting){net_path, "cudnn", wrong[i].gpu, threads}, wrong[i].why);
}

static void wrong_answers_of_one_of_several_sessions(void **state)
{
    (void)state;
    game_goes_on_after(&(setting){net_path, "cudnn32", "12 nan", 2},
                       "the network's answers are not finite (cudnn32)");
}

static void a_loss_outside_a_search_is_reported(void **state)
{
    gtp_settings settings = settings_of(&(setting){net_path, "cudnn", "1", 1});
    char *talk;
    (void)state;
    char *text = transcript_and_talk(&settings, "1 kata-raw-nn all\n", &talk);
    assert_int_equal(count_of(text, "symmetry "), 8);
    expect_told(talk, "cudnn");
    free(text);
    free(talk);
}

/* Black to move takes seven stones, and the processor sees it as the GPU did. */
static void the_move_is_as_good_as_before(void **state)
{
    const char *net = "../shared/nets/b7c96h3tfrs-test5-cnorm.bin.gz";
    static const char *const gpu[] = {"1000", "6"};
    char *move[2], *talk;
    (void)state;
    need_file(net);
    for (int i = 0; i < 2; i++) {
        gtp_settings settings = settings_of(&(setting){net, "cudnn", gpu[i], 2});
        settings.search.limits.playouts = 24;
        move[i] = transcript_and_talk(
            &settings,
            "gogui-setup w D4 w E4 w F4 w D5 w E5 w F5 w E6 b C4 b C5 b D6 b F6 b E7 b G5 "
            "b D3 b E3 b F3 w C3 w G3 w C6 w G6\n1 genmove b\n", &talk);
        assert_int_equal(count_of(talk, "failed"), i);
        free(talk);
        expect(move[i], "=1 G4\n");
        free(move[i]);
    }
}

/* ---- analysis ---- */

static char *analysis(const setting *s, const char *input, char **talk)
{
    json_defaults d = {.settings = settings_of(s).search, .view = VIEW_SIDE_TO_MOVE};
    return analysis_transcript(&d, input, talk);
}

static const char three_turns[] =
    "{\"id\":\"a\",\"moves\":[[\"B\",\"E5\"],[\"W\",\"C3\"]],\"rules\":\"chinese\","
    "\"boardXSize\":9,\"boardYSize\":9,\"maxVisits\":30,\"analyzeTurns\":[0,1,2]}\n";

static void every_query_is_answered(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        char *talk;
        char *text = analysis(&(setting){net_path, "cudnn", "17", threads}, three_turns, &talk);
        assert_int_equal(count_of(text, "\n"), 3);
        assert_int_equal(count_of(text, "\"error\""), 0);
        assert_int_equal(count_of(text, "\"visits\":30,\"weight\":30"), 3); /* of the roots */
        expect_told(talk, "cudnn");
        free(text);
        free(talk);
    }
}

/* ---- nothing is left ---- */

static const setting hopeless = {huge_path, "cudnn", "20 flat", 1};

static void a_network_that_nothing_computes_is_an_error_not_the_end(void **state)
{
    gtp_settings settings = settings_of(&hopeless);
    char *talk;
    (void)state;
    char *text = transcript_and_talk(&settings,
                                     "1 genmove b\n2 genmove b\n3 kata-raw-nn\n4 play b E5\n"
                                     "5 kata-set-param evaluator rollout\n"
                                     "6 kata-set-param prior uniform\n7 genmove w\n", &talk);
    for (int i = 1; i <= 3; i++) {
        char why[80];
        snprintf(why, sizeof why, "?%d the network's answers are implausibly large (reference", i);
        expect(text, why);
    }
    expect(text, "=4\n");
    expect(text, "=7 ");
    expect(talk, "; cudnn failed: the GPU has fallen off the bus");
#ifdef HAVE_DNNL
    expect(talk, "; onednn failed: the network's answers are implausibly large (onednn");
#endif
    assert_int_equal(count_of(talk, "\n"), 3);
    expect(talk, "GTP ready\n"); /* once, however often it is tried */
    free(text);
    free(talk);
}

/* Its "=" is out already: the reply ends without lines. */
static void a_failed_analysis_is_explained_to_people(void **state)
{
    gtp_settings settings = settings_of(&hopeless);
    char *talk;
    (void)state;
    char *text = transcript_and_talk(&settings, "1 kata-genmove_analyze b 100\n2 name\n", &talk);
    assert_string_equal(text, "=1\n\n=2 Katachi\n\n");
    expect(talk, "katachi: the network's answers are implausibly large (reference");
    free(text);
    free(talk);
}

static void of_two_threads_as_well(void **state)
{
    (void)state;
    setting two = hopeless;
    two.threads = 2;
    gtp_settings settings = settings_of(&two);
    char *text = transcript(&settings, "1 genmove b\n2 genmove b\n3 name\n");
    expect(text, "?1 the network's answers are implausibly large (reference");
    expect(text, "?2 the network's answers are implausibly large (reference");
    expect(text, "=3 Katachi\n");
    free(text);
}

static void analysis_reports_it_for_every_position(void **state)
{
    char *talk;
    (void)state;
    char *text = analysis(&hopeless, three_turns, &talk);
    assert_int_equal(count_of(text, "\n"), 6);
    assert_int_equal(count_of(text, "{\"error\":\"the network's answers are implausibly large"), 3);
    assert_int_equal(count_of(text, "\"noResults\":true"), 3); /* the last reply to each position */
    assert_int_equal(count_of(text, "\"id\":\"a\""), 6);
    expect(talk, "cudnn failed: the GPU has fallen off the bus");
    free(text);
    free(talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_processor_takes_over_in_a_search),
        cmocka_unit_test(in_the_first_evaluation_too),
        cmocka_unit_test(in_the_next_search_too),
        cmocka_unit_test(two_threads_share_the_loss),
        cmocka_unit_test(so_does_a_backend_for_checking),
        cmocka_unit_test(wrong_answers_are_as_good_as_none),
        cmocka_unit_test(wrong_answers_of_one_of_several_sessions),
        cmocka_unit_test(a_loss_outside_a_search_is_reported),
        cmocka_unit_test(the_move_is_as_good_as_before),
        cmocka_unit_test(every_query_is_answered),
        cmocka_unit_test(a_network_that_nothing_computes_is_an_error_not_the_end),
        cmocka_unit_test(a_failed_analysis_is_explained_to_people),
        cmocka_unit_test(of_two_threads_as_well),
        cmocka_unit_test(analysis_reports_it_for_every_position),
    };
    return cmocka_run_group_tests_name("a backend is lost", tests, set_up, tear_down);
}
