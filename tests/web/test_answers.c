/* Positions, gammas and texts for the page. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "patterns/gammas/gammas.h"
#include "tests/support/unit.h"
#include "web/api/answers.h"

static json_t *request(const char *text)
{
    json_error_t why;
    json_t *object = json_loads(text, 0, &why);
    if (!object)
        fail_msg("%s: %s", text, why.text);
    return object;
}

/* The answer as JSON, to be released; the status is as expected. */
static json_t *taken(http_answer *a, int status)
{
    if (a->status != status)
        fail_msg("status %d, not %d: %s", a->status, status, a->text);
    json_t *object = json_loadb(a->text, a->n_text, 0, NULL);
    assert_non_null(object);
    if (a->owned)
        free((char *)a->text);
    return object;
}

static json_t *board_of(const char *text, int status)
{
    http_answer a = {.status = 200};
    json_t *r = request(text);
    answer_board(r, &a);
    json_decref(r);
    return taken(&a, status);
}

static const char *text_of(const json_t *o, const char *name)
{
    return json_string_value(json_object_get(o, name));
}

/* A request with a game; `rest` begins with its moves and closes it. */
#define GAME(size, rest) "{\"game\":{\"boardXSize\":" #size ",\"boardYSize\":" #size \
    ",\"rules\":\"chinese\",\"komi\":0," rest "}"

static void stones_legal_moves_and_prisoners_are_told(void **state)
{
    (void)state;
    /* white A3 is captured by B3 and A2; then A3 is empty again, and suicide for white */
    json_t *o = board_of(GAME(3, "\"moves\":[[\"B\",\"B3\"],[\"W\",\"A3\"],[\"B\",\"A2\"]]}"), 200);
    assert_string_equal(text_of(o, "stones"), ".X.X.....");
    assert_string_equal(text_of(o, "legal"), "001011111");
    assert_string_equal(text_of(o, "toMove"), "W");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(o, "captured"), "W")), 1);
    assert_int_equal(json_integer_value(json_object_get(o, "moves")), 3);
    assert_false(json_is_true(json_object_get(o, "over")));
    json_decref(o);
}

static void dead_chains_come_off_the_score(void **state)
{
    (void)state;
    static const char played[] = GAME(3, "\"moves\":[[\"B\",\"B2\"],[\"W\",\"A1\"],[\"B\",\"pass\"],"
                                       "[\"W\",\"pass\"]]}");
    char with_dead[400];
    json_t *o = board_of(played, 200);
    assert_true(json_is_true(json_object_get(o, "over")));
    assert_string_equal(text_of(json_object_get(o, "score"), "text"), "0");
    json_decref(o);
    snprintf(with_dead, sizeof with_dead, "%.*s,\"dead\":[\"A1\"]}", (int)strlen(played) - 1, played);
    o = board_of(with_dead, 200);
    assert_string_equal(text_of(json_object_get(o, "score"), "text"), "B+9");
    assert_string_equal(text_of(json_object_get(o, "score"), "owner"), "XXXXXXXXX");
    json_decref(o);
}

/* Under territory rules black has to connect at G5 when white has taken the dame G3: the score is
 * that of final_score.                                                             */
static void a_point_that_must_be_filled_does_not_count(void **state)
{
    static const char drawing[] = ".X...X.XXXXXXXXXXXXX.OOOOOOXO.O.OO.OOOOOOO.O.O.O.";
    char text[1000] =
        "{\"game\":{\"boardXSize\":7,\"boardYSize\":7,\"rules\":\"japanese\",\"komi\":0,"
        "\"moves\":[],\"initialStones\":[";
    (void)state;
    for (int k = 0; k < 49; k++)
        if (drawing[k] != '.')
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s[\"%c\",\"%c%d\"]",
                     text[strlen(text) - 1] == '[' ? "" : ",", drawing[k] == 'X' ? 'B' : 'W',
                     "ABCDEFG"[k % 7], 7 - k / 7);
    snprintf(text + strlen(text), sizeof text - strlen(text), "]},\"dead\":[]}");
    json_t *o = board_of(text, 200);
    assert_string_equal(text_of(json_object_get(o, "score"), "text"), "W+1");
    assert_string_equal(text_of(json_object_get(o, "score"), "owner"),
                        "XXXXXXXXXXXXXXXXXXXX.OOOOOOXOOOOOO.OOOOOOOOOOOOOO");
    json_decref(o);
}

static void what_cannot_be_played_is_refused_in_words(void **state)
{
    (void)state;
    static const struct { const char *request, *part; } cases[] = {
        {GAME(3, "\"moves\":[[\"B\",\"B2\"],[\"W\",\"B2\"]]}"), "occupied"},
        {GAME(3, "\"moves\":[[\"B\",\"Z9\"]]}"), "element 0"},
        {GAME(99, "\"moves\":[]}"), "2 to 25"},
        {"{\"game\":7}", "must be an object"},
        {"{}", "must be an object"},
        {GAME(3, "\"moves\":[]},\"dead\":[\"A1\"]"), "points with stones"},
        {GAME(3, "\"moves\":[]},\"dead\":[7]"), "points with stones"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *o = board_of(cases[i].request, 422);
        if (!strstr(text_of(o, "error"), cases[i].part))
            fail_msg("%s: %s lacks '%s'", cases[i].request, text_of(o, "error"), cases[i].part);
        json_decref(o);
    }
}

static void a_game_without_an_end_is_refused(void **state)
{
    (void)state;
    static const char begin[] = GAME(3, "\"moves\":[[\"B\",\"pass\"]"), pass[] = ",[\"B\",\"pass\"]";
    const size_t n = 10000;
    char *text = malloc(sizeof begin + n * (sizeof pass - 1) + 3);
    assert_non_null(text);
    char *end = stpcpy(text, begin) - 1; /* GAME has closed the request */
    for (size_t i = 0; i < n; i++)
        end = stpcpy(end, pass);
    stpcpy(end, "]}}");
    json_t *o = board_of(text, 422);
    assert_string_equal(text_of(o, "error"), "The game is longer than 10000 moves.");
    json_decref(o);
    free(text);
}

static json_t *look_of(gamma_shelf *shelf, const char *text, int status)
{
    http_answer a = {.status = 200};
    json_t *r = request(text);
    answer_look(shelf, r, &a);
    json_decref(r);
    return taken(&a, status);
}

static void gammas_give_probabilities_and_reasons(void **state)
{
    (void)state;
    gamma_shelf *shelf = gamma_shelf_create(NULL);
    json_t *o = look_of(shelf, GAME(9, "\"moves\":[[\"B\",\"E5\"],[\"W\",\"D5\"]]},\"at\":\"D6\""), 200);
    const json_t *p = json_object_get(o, "probability"), *f = json_object_get(o, "features");
    double sum = 0;
    assert_int_equal(json_array_size(p), 82);
    for (size_t i = 0; i < 82; i++)
        sum += json_real_value(json_array_get(p, i));
    assert_true(fabs(sum - 1) < 1e-4);
    assert_true(json_real_value(json_array_get(p, 40)) <= 0); /* E5 is taken */
    assert_true(json_array_size(f) > 3);
    double before = INFINITY;
    bool drawn = false;
    for (size_t i = 0; i < json_array_size(f); i++) {
        const json_t *one = json_array_get(f, i);
        const double above = json_real_value(json_object_get(one, "above"));
        const char *svg = text_of(one, "svg");
        assert_true(above <= before);
        before = above;
        drawn |= svg && strncmp(svg, "<svg", 4) == 0;
    }
    assert_true(drawn);
    json_decref(o);
    o = look_of(shelf, GAME(9, "\"moves\":[[\"B\",\"E5\"]]},\"at\":\"E5\""), 422);
    assert_string_equal(text_of(o, "error"), "E5 cannot be played here: the point is occupied");
    json_decref(o);
    o = look_of(shelf, /* suicide of two stones, which these rules allow */
                "{\"game\":{\"boardXSize\":9,\"boardYSize\":9,\"rules\":\"tromp-taylor\","
                "\"moves\":[[\"B\",\"A2\"],[\"W\",\"A1\"],[\"B\",\"B2\"],[\"W\",\"E5\"],"
                "[\"B\",\"C1\"]]},\"at\":\"B1\"}",
                422);
    assert_string_equal(text_of(o, "error"), "B1 cannot be played here: gammas know no suicide");
    json_decref(o);
    o = look_of(shelf, GAME(7, "\"moves\":[]}"), 200); /* by the gammas of the nearest size */
    assert_int_equal(json_array_size(json_object_get(o, "probability")), 50);
    assert_int_equal(json_integer_value(json_object_get(o, "gammasOf")), 9);
    json_decref(o);
    gamma_shelf_destroy(shelf);
}

static void own_gammas_are_looked_at(void **state)
{
    char file[GAMMAS_PATH];
    (void)state;
    assert_int_equal(gammas_find("large", 19, file, NULL), GO_OK);
    gamma_shelf *shelf = gamma_shelf_create(file);
    for (int i = 0; i < 2; i++) {
        json_t *o = look_of(shelf, i ? GAME(7, "\"moves\":[]}") : GAME(9, "\"moves\":[]}"), 200);
        assert_int_equal(json_integer_value(json_object_get(o, "gammasOf")), 19);
        json_decref(o);
    }
    gamma_shelf_destroy(shelf);
}

static json_t *texts_of(const char *bytes, size_t n, int status)
{
    http_answer a = {.status = 200};
    answer_texts(bytes, n, &a);
    return taken(&a, status);
}

static void compressed_files_are_read(void **state)
{
    (void)state;
    /* two members of gzip, as a file has to which games were added */
    static const char bytes[] =
        "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xd3\xb0\x0e\x8e\x8a\xb6\x8c\xb5\x76\x8a\x4e\x4c"
        "\x8c\xd5\x04\x00\xc9\x83\x98\x33\x0e\x00\x00\x00\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
        "\xd3\xb0\x0e\x8e\x8a\xb6\x8c\xb5\x76\x8a\x4e\x4a\x8a\xd5\x04\x00\x7e\x92\x6b\x23\x0e\x00"
        "\x00\x00";
    json_t *o = texts_of(bytes, sizeof bytes - 1, 200);
    assert_int_equal(json_array_size(json_object_get(o, "games")), 2);
    json_decref(o);
    o = texts_of(bytes, 20, 422);
    assert_non_null(strstr(json_string_value(json_object_get(o, "error")), "cut short"));
    json_decref(o);
}

/* Games as files of some servers have them, which the page opens, too. */
static void komi_is_read_as_in_a_corpus(void **state)
{
    (void)state;
    static const char bytes[] = "(;SZ[9]KM[650];B[ee])(;SZ[9]KM[3.75];B[ee])(;SZ[9];B[ee])"
                                "(;SZ[99]KM[7])(\nRE[B+R]KM[0]\n;B[pd];W[dp])"
                                "(;SZ[9]RE[B+3];B[ee])(;SZ[9]RU[Japanese]RE[B+3.5];B[ee])"
                                "(;SZ[9]HA[2];B[cc];B[gg];W[ee])";
    json_t *o = texts_of(bytes, sizeof bytes - 1, 200);
    const json_t *komi = json_object_get(o, "komi");
    assert_int_equal(json_array_size(json_object_get(o, "games")), 8);
    assert_int_equal(json_array_size(komi), 8);
    assert_true(fabs(json_real_value(json_array_get(komi, 0)) - 6.5) < 1e-6);
    assert_true(fabs(json_real_value(json_array_get(komi, 1)) - 7.5) < 1e-6);
    assert_true(json_is_null(json_array_get(komi, 3)));
    /* the usual one; none recorded in a result of whole points; half a point after a handicap */
    static const double others[] = {7.5, -1, 0, 0, 6.5, 0.5};
    for (size_t i = 0; i < 6; i++)
        if (i != 1)
            assert_true(fabs(json_number_value(json_array_get(komi, i + 2)) - others[i]) < 1e-6);
    json_decref(o);
}

/* The page opens such games up to the fault. */
static void a_faulty_move_leaves_the_head(void **state)
{
    (void)state;
    static const char bytes[] = "(;SZ[9]KM[650]RU[Japanese]HA[2]C[a;b\\](];W[ee];B[zz])"
                                "(;SZ[9]KM[5.5](;B[ee];W[zz])(;B[dd]))";
    json_t *o = texts_of(bytes, sizeof bytes - 1, 200);
    const json_t *komi = json_object_get(o, "komi");
    assert_int_equal(json_array_size(komi), 2);
    assert_true(fabs(json_real_value(json_array_get(komi, 0)) - 6.5) < 1e-6);
    assert_true(fabs(json_real_value(json_array_get(komi, 1)) - 5.5) < 1e-6);
    assert_string_equal(
        json_string_value(json_array_get(json_object_get(o, "rules"), 0)), "japanese");
    json_decref(o);
}

static void rules_are_read_as_in_a_corpus(void **state)
{
    (void)state;
    static const char bytes[] =
        "(;SZ[9]RU[Japanese Rules];B[ee])(;SZ[9]RU[koSIMPLEscoreTERRITORY"
        "taxSEKIsui0fpok1];B[ee])(;SZ[9]RU[koSIMPLEscoreAREAtaxALLsui1];B[ee])"
        "(;SZ[9]RU[StoneScoring];B[ee])(;SZ[9]PC[CGOS 9x9]RU[Chinese];B[ee])"
        "(;SZ[9]RU[of our club];B[ee])";
    static const char *const names[] = {"japanese", "japanese", "koSIMPLEscoreAREAtaxALLsui1",
                                        "stone-scoring", "koSIMPLEscoreAREAtaxNONEsui0whbN"};
    json_t *o = texts_of(bytes, sizeof bytes - 1, 200);
    const json_t *found = json_object_get(o, "rules");
    assert_int_equal(json_array_size(found), 6);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(json_string_value(json_array_get(found, i)), names[i]);
    assert_true(json_is_null(json_array_get(found, 5)));
    json_decref(o);
}

/* HA without stones, White first (Fox): the stones that every command sets up. */
static void handicap_without_stones_is_told(void **state)
{
    (void)state;
    static const char bytes[] =
        "(;GM[1]SZ[19]HA[4]KM[0.5]RU[Chinese];W[fc];B[dg];W[qf])(;SZ[9]HA[2];B[ee])"
        "(;SZ[9]HA[2]AB[cc][gg];W[ee])(;SZ[9];W[ee])(;SZ[9]HA[2]PL[W])(;SZ[9]HA[2];W[zz])";
    static const char *const stones[] = {"[\"D4\",\"Q16\",\"D16\",\"Q4\"]", "null", "null", "null",
                                         "[\"C3\",\"G7\"]", "null"};
    json_t *o = texts_of(bytes, sizeof bytes - 1, 200);
    const json_t *found = json_object_get(o, "handicap");
    assert_int_equal(json_array_size(found), 6);
    for (size_t i = 0; i < 6; i++) {
        char *text = json_dumps(json_array_get(found, i), JSON_ENCODE_ANY | JSON_COMPACT);
        assert_string_equal(text, stones[i]);
        free(text);
    }
    json_decref(o);
}

/* An archive in memory: tar, whose members are the bytes between headers. */
typedef struct tar {
    char bytes[1 << 14];
    size_t n;
} tar;

static void tar_add(tar *t, const char *name, const void *bytes, size_t n)
{
    char *head = t->bytes + t->n;
    unsigned sum = 0;
    snprintf(head, 100, "%s", name);
    memcpy(head + 100, "0000644\0000000000\0000000000", 24);
    snprintf(head + 124, 12, "%011zo", n);
    snprintf(head + 136, 12, "%011o", 0);
    memset(head + 148, ' ', 8);
    head[156] = '0';
    memcpy(head + 257, "ustar\00000", 8); // NOLINT(bugprone-not-null-terminated-result)
    for (int i = 0; i < 512; i++)
        sum += (unsigned char)head[i];
    snprintf(head + 148, 8, "%06o", sum);
    memcpy(head + 512, bytes, n);
    t->n += 512 + (n + 511) / 512 * 512;
}

static void one_bad_member_of_an_archive_leaves_the_others(void **state)
{
    (void)state;
    static tar t;
    static const char open_end[] = "(;PB[one]SZ[9];B[aa]", good[] = "(;PB[two]SZ[9];B[bb])",
                      bare[] = ";SZ[9]PB[three];B[cc]", words[] = "no game";
    static const char wide[] = "\xff\xfe(\0;\0P\0B\0[\0f\0o\0u\0r\0]\0)\0";
    tar_add(&t, "a.sgf", open_end, sizeof open_end - 1);
    tar_add(&t, "b.sgf", good, sizeof good - 1);
    tar_add(&t, "c.sgf", bare, sizeof bare - 1);
    tar_add(&t, "d.sgf", wide, sizeof wide - 1);
    tar_add(&t, "e.txt", words, sizeof words - 1);
    json_t *o = texts_of(t.bytes, t.n + 1024, 200);
    const json_t *games = json_object_get(o, "games"), *problems = json_object_get(o, "problems");
    static const char *const players[] = {"PB[two]", "PB[three]", "PB[four]"};
    assert_int_equal(json_array_size(games), 3);
    for (size_t i = 0; i < 3; i++)
        assert_non_null(strstr(json_string_value(json_array_get(games, i)), players[i]));
    assert_int_equal(json_array_size(problems), 1);
    assert_non_null(strstr(json_string_value(json_array_get(problems, 0)), "the file!a.sgf: game 1"));
    json_decref(o);
    o = texts_of(t.bytes, 512 * 5, 200); /* cut short in the header of c.sgf */
    assert_int_equal(json_array_size(json_object_get(o, "games")), 1);
    assert_int_equal(json_array_size(json_object_get(o, "problems")), 2);
    json_decref(o);
    t = (tar){.n = 0};
    tar_add(&t, "e.txt", words, sizeof words - 1);
    o = texts_of(t.bytes, t.n + 1024, 422);
    assert_non_null(strstr(text_of(o, "error"), "no file that ends in .sgf"));
    json_decref(o);
    t = (tar){.n = 0}; /* names in GBK, as in archives from China */
    tar_add(&t, "\xba\xba.sgf", open_end, sizeof open_end - 1);
    tar_add(&t, "b.sgf", good, sizeof good - 1);
    o = texts_of(t.bytes, t.n + 1024, 200);
    assert_int_equal(json_array_size(json_object_get(o, "games")), 1);
    assert_non_null(strstr(json_string_value(json_array_get(json_object_get(o, "problems"), 0)),
                           "the file!??.sgf: game 1"));
    json_decref(o);
}

static void texts_come_as_utf8_with_all_variations(void **state)
{
    (void)state;
    /* Shift_JIS, whose second bytes may be ']' or '\' */
    static const char bytes[] = "(;GM[1]SZ[9]CA[Shift_JIS]PB[\x83\x5c\x83\x93];B[ee](;W[dd])(;W[cc]))\n"
                                "(;GM[1]SZ[9];B[aa])";
    json_t *o = texts_of(bytes, sizeof bytes - 1, 200);
    const json_t *games = json_object_get(o, "games");
    assert_int_equal(json_array_size(games), 2);
    const char *first = json_string_value(json_array_get(games, 0));
    assert_non_null(strstr(first, "PB[\xe3\x82\xbd\xe3\x83\xb3]"));
    assert_non_null(strstr(first, "(;W[dd])(;W[cc])"));
    json_decref(o);
    o = texts_of("no game", 7, 200);
    assert_int_equal(json_array_size(json_object_get(o, "games")), 0);
    assert_int_equal(json_array_size(json_object_get(o, "problems")), 1);
    json_decref(o);
}

static void more_games_than_the_page_holds_are_not_left_out_silently(void **state)
{
    (void)state;
    static const char record[] = "(;SZ[9])";
    enum { MOST = 10000, LENGTH = sizeof record - 1 };
    static char many[(MOST + 1) * LENGTH];
    for (int i = 0; i <= MOST; i++)
        memcpy(many + i * LENGTH, record, LENGTH);
    for (int more = 0; more < 2; more++) {
        json_t *o = texts_of(many, (size_t)(MOST + more) * LENGTH, 200);
        assert_int_equal(json_array_size(json_object_get(o, "games")), MOST);
        assert_int_equal(json_array_size(json_object_get(o, "problems")), more);
        json_decref(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_legal_moves_and_prisoners_are_told),
        cmocka_unit_test(dead_chains_come_off_the_score),
        cmocka_unit_test(a_point_that_must_be_filled_does_not_count),
        cmocka_unit_test(what_cannot_be_played_is_refused_in_words),
        cmocka_unit_test(a_game_without_an_end_is_refused),
        cmocka_unit_test(gammas_give_probabilities_and_reasons),
        cmocka_unit_test(own_gammas_are_looked_at),
        cmocka_unit_test(texts_come_as_utf8_with_all_variations),
        cmocka_unit_test(more_games_than_the_page_holds_are_not_left_out_silently),
        cmocka_unit_test(handicap_without_stones_is_told),
        cmocka_unit_test(one_bad_member_of_an_archive_leaves_the_others),
        cmocka_unit_test(komi_is_read_as_in_a_corpus),
        cmocka_unit_test(a_faulty_move_leaves_the_head),
        cmocka_unit_test(rules_are_read_as_in_a_corpus),
        cmocka_unit_test(compressed_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
