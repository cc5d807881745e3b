/* Opening books: reading and finding, making them from games, playing by them. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "board/coord.h"
#include "mcts/book/book.h"
#include "mcts/book/book_maker.h"
#include "mcts/search.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

/* The book of one test. */
static const char *book_path(void)
{
    static char path[400];
    return temp_dir_path(&group_dir, "a.book", path);
}

static void write_book(const char *text)
{
    char path[400];
    temp_dir_text(&group_dir, "a.book", text, path);
}

static point at(int size, const char *name)
{
    point p = PASS;
    assert_true(coord_from_gtp(size, name, &p));
    return p;
}

/* The first answer after these moves, black first; "": none. */
static const char *answer_to(const book *b, int size, const char *moves, char out[COORD_MAX])
{
    board position;
    char text[200], *rest = text;
    colour to_move = BLACK;
    point answers[BOOK_ANSWERS];
    board_init(&position, size);
    snprintf(text, sizeof text, "%s", moves);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        assert_int_equal(board_play(&position, to_move, at(size, word)), MOVE_OK);
        to_move = opponent(to_move);
    }
    return book_find(b, &position, to_move, answers) ? coord_to_gtp(size, answers[0], out) : "";
}

static book *read_book(const char *text)
{
    book *b;
    go_error err;
    write_book(text);
    if (book_read(&b, book_path(), &err) != GO_OK)
        fail_msg("%s", err.message);
    return b;
}

static void positions_are_found_however_they_arose(void **state)
{
    char name[COORD_MAX];
    book *b = read_book("# a comment\n\n9 | E5\n9 E5 G3 | C7 G7 # and another\n"
                        "9 C3 G7 C7 | G3\n9 E5 C7 | A1\n");
    (void)state;
    assert_string_equal(answer_to(b, 9, "", name), "E5");
    assert_string_equal(answer_to(b, 9, "E5 G3", name), "C7");
    /* E5 C7 is E5 G3, which came first, turned by half a circle */
    assert_string_equal(answer_to(b, 9, "E5 C7", name), "G3");
    assert_string_equal(answer_to(b, 9, "C3 G7 C7", name), "G3");
    assert_string_equal(answer_to(b, 9, "C7 G7 C3", name), "G3"); /* another order */
    assert_string_equal(answer_to(b, 9, "G7 C3 G3", name), "C7"); /* turned */
    assert_string_equal(answer_to(b, 9, "E5", name), "");
    assert_string_equal(answer_to(b, 13, "", name), "");
    book_destroy(b);
}

/* With a byte-order mark and other line ends. */
static void a_book_that_an_editor_of_windows_saved(void **state)
{
    char name[COORD_MAX];
    book *b = read_book("\xef\xbb\xbf# a comment\r\n9 | E5\r\n");
    (void)state;
    assert_string_equal(answer_to(b, 9, "", name), "E5");
    book_destroy(b);
}

static void a_book_may_be_empty(void **state)
{
    char name[COORD_MAX];
    book *b = read_book("# nothing yet\n");
    (void)state;
    assert_string_equal(answer_to(b, 9, "", name), "");
    book_destroy(b);
}

static void what_is_wrong_is_told_with_its_line(void **state)
{
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"9 | E5\n9 E5 Z3 | C3\n", "line 2: not a legal move: 'Z3'"},
        {"9 E5 E5 | C3\n", "line 1: not a legal move: 'E5'"},
        {"9 E5 | E5\n", "line 1: not a legal move: 'E5'"},
        {"nine | E5\n", "line 1: not a board size: 'nine'"},
        {"90 | E5\n", "not a board size: '90'"},
        {"9 E5 C3\n", "missing '|'"},
        {"9 E5 |\n", "no answers after"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        book *b;
        go_error err;
        write_book(wrong[i].text);
        assert_int_equal(book_read(&b, book_path(), &err), GO_EFORMAT);
        assert_null(b);
        assert_non_null(strstr(err.message, wrong[i].says));
    }
}

static void a_book_that_is_no_text_is_not_read_in_part(void **state)
{
    static const char bytes[] = "9 | E5\n9 E5 |\0 C3\n";
    char path[400];
    book *b;
    go_error err;
    (void)state;
    temp_dir_bytes(&group_dir, "a.book", bytes, sizeof bytes - 1, path);
    assert_int_equal(book_read(&b, path, &err), GO_EFORMAT);
    assert_null(b);
    assert_non_null(strstr(err.message, "a text file, but byte 14 is 0"));
    temp_dir_bytes(&group_dir, "a.book", "9 | E5\n\0garbage", 15, path);
    assert_int_equal(book_read(&b, path, &err), GO_EFORMAT);
}

/* ---- made from games ---- */

static void add(book_maker *m, const char *moves, float value)
{
    board_move played[16];
    float says[17];
    char text[200], *rest = text;
    int n = 0;
    snprintf(text, sizeof text, "%s", moves);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL; n++)
        played[n] = (board_move){at(9, word), n % 2 ? WHITE : BLACK};
    for (int i = 0; i <= n; i++)
        says[i] = value;
    assert_int_equal(book_maker_add(m, 9, played, n, says, NULL), GO_OK);
}

static book *made_of_any(book_maker *m, int *n)
{
    book *b;
    FILE *out = fopen(book_path(), "w");
    assert_non_null(out);
    assert_int_equal(book_maker_write(m, out, n, NULL), GO_OK);
    fclose(out);
    assert_int_equal(book_read(&b, book_path(), NULL), GO_OK);
    book_maker_destroy(m);
    return b;
}

static book *made(book_maker *m, int expected)
{
    int n;
    book *b = made_of_any(m, &n);
    assert_int_equal(n, expected);
    return b;
}

static book_maker *new_maker(int games)
{
    book_maker *m;
    const book_maker_options options = {.moves = 6, .games = games, .bytes = BOOK_MOST_BYTES};
    assert_int_equal(book_maker_create(&m, &options, NULL), GO_OK);
    return m;
}

/* C3 was good on the average, but white has an answer; so E5 is better. */
static void the_best_answer_goes_up(void **state)
{
    char name[COORD_MAX];
    book_maker *m = new_maker(2);
    (void)state;
    for (int i = 0; i < 8; i++)
        add(m, "C3 G7", 0.9f);
    for (int i = 0; i < 2; i++)
        add(m, i ? "C3 E7" : "G3 E7", 0.1f); /* E7 after G3 is E7 after C3, mirrored */
    for (int i = 0; i < 4; i++)
        add(m, "E5 G3", 0.6f);
    add(m, "D4 G3", 1); /* once is too little */
    book *b = made(m, 3);
    assert_string_equal(answer_to(b, 9, "", name), "E5");
    assert_string_equal(answer_to(b, 9, "C3", name), "E7");
    book_destroy(b);
}

static void games_that_nobody_judged_do_not_count(void **state)
{
    char name[COORD_MAX];
    book_maker *m = new_maker(1);
    (void)state;
    add(m, "E5", 0.2f);
    add(m, "C3", -1);
    book *b = made(m, 1);
    assert_string_equal(answer_to(b, 9, "", name), "E5");
    book_destroy(b);
}

/* A book of two positions is written if it may have so many bytes. */
static go_status write_at_most(int64_t bytes, go_error *err)
{
    const book_maker_options options = {.moves = 6, .games = 1, .margin = 1, .bytes = bytes};
    book_maker *m;
    int n;
    assert_int_equal(book_maker_create(&m, &options, NULL), GO_OK);
    add(m, "C3 G7", 0.6f);
    FILE *out = fopen(book_path(), "w");
    assert_non_null(out);
    const go_status status = book_maker_write(m, out, &n, err);
    fclose(out);
    book_maker_destroy(m);
    return status;
}

/* A larger one would be refused when it is read. */
static void a_book_is_no_larger_than_what_is_read(void **state)
{
    static const char text[] = "9 | C3  # 1 game, black wins 60.0 %\n"
                               "9 C3 | G7  # 1 game, black wins 60.0 %\n";
    const int64_t bytes = sizeof text - 1;
    go_error err;
    (void)state;
    assert_int_equal(write_at_most(bytes, &err), GO_OK);
    assert_int_equal(write_at_most(bytes - 1, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "(--games)"));
}

/* On a tiny board captures lead from nearly every position to nearly every other. */
static void no_line_is_longer_than_the_games_that_were_looked_at(void **state)
{
    enum { SIZE = 3, MOVES = 20, GAMES = 500 };
    const book_maker_options options = {
        .moves = MOVES, .games = 1, .margin = 1, .bytes = BOOK_MOST_BYTES};
    const float says[MOVES + 1] = {0};
    char line[400];
    book_maker *m;
    rng r = rng_seed(1);
    int n;
    (void)state;
    assert_int_equal(book_maker_create(&m, &options, NULL), GO_OK);
    for (int i = 0; i < GAMES; i++) {
        board_move moves[MOVES];
        board b;
        board_init(&b, SIZE);
        n = 0;
        for (int tries = 0; n < MOVES && tries < 100 * MOVES; tries++) {
            moves[n].colour = n % 2 ? WHITE : BLACK;
            moves[n].at = board_point_at(SIZE, (int)rng_below(&r, SIZE * SIZE));
            n += board_play(&b, moves[n].colour, moves[n].at) == MOVE_OK;
        }
        assert_int_equal(book_maker_add(m, SIZE, moves, n, says, NULL), GO_OK);
    }
    book_destroy(made_of_any(m, &n));
    assert_true(n > 100);
    FILE *in = fopen(book_path(), "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        const char *bar = strchr(line, '|');
        assert_non_null(bar);
        assert_true(bar - line <= 2 + 3 * (MOVES - 1)); /* "3 " and "B2 " for each move */
    }
    fclose(in);
}

/* ---- played by ---- */

static point decided(search *s, const game *g, search_limits limits)
{
    search_decision d;
    go_error err;
    limits.playouts = limits.playouts ? limits.playouts : 300;
    if (search_run(s, g, g->to_move, &limits, &err) != GO_OK)
        fail_msg("%s", err.message);
    search_decide(s, &d);
    assert_true(d.winrate >= 0 && d.winrate <= 1);
    return d.at;
}

static const char *const corners[] = {"A1", "A9", "J1", "J9"};

static bool in_corner(point p)
{
    for (int i = 0; i < 4; i++)
        if (p == at(9, corners[i]))
            return true;
    return false;
}

static void a_search_answers_by_the_book_unless_it_analyses(void **state)
{
    search_settings settings;
    search *s;
    game *g;
    rules chinese;
    (void)state;
    write_book("9 | A1\n9 A1 | J9 # nobody plays so\n");
    assert_true(rules_by_name("chinese", &chinese));
    search_settings_default(&settings);
    settings.threads = 1;
    settings.choice.book = book_path();
    assert_int_equal(search_create(&s, &settings, NULL), GO_OK);
    assert_int_equal(game_create(&g, 9, &chinese, NULL), GO_OK);
    const search_limits play = search_limits_default(&settings);
    assert_true(in_corner(decided(s, g, play)));
    assert_true(search_counted(s).playouts <= 16);
    assert_false(in_corner(decided(s, g, search_limits_full(&settings))));
    search_limits without = play;
    search_restriction no[4];
    for (int i = 0; i < 4; i++)
        no[i] = (search_restriction){.colour = BLACK, .at = at(9, corners[i]), .depth = 1};
    without.avoid = no;
    without.n_avoid = 4;
    assert_false(in_corner(decided(s, g, without)));
    assert_int_equal(game_play(g, BLACK, at(9, "J1"), NULL), GO_OK);
    assert_int_equal(decided(s, g, play), at(9, "A9")); /* opposite, as J9 is to A1 */
    assert_int_equal(game_play(g, WHITE, at(9, "E5"), NULL), GO_OK);
    decided(s, g, play);
    assert_true(search_counted(s).playouts > 16);
    settings.choice.rank = RANK_LOWEST;
    assert_false(search_limits_default(&settings).book);
    game_destroy(g);
    search_destroy(s);
}

static void a_book_that_cannot_be_read_changes_nothing(void **state)
{
    char missing[400];
    search_settings settings;
    search *s;
    game *g;
    rules chinese;
    go_error err;
    (void)state;
    write_book("9 | A1\n");
    assert_true(rules_by_name("chinese", &chinese));
    search_settings_default(&settings);
    settings.threads = 1;
    settings.choice.book = temp_dir_path(&group_dir, "missing.book", missing);
    assert_int_equal(search_create(&s, &settings, &err), GO_EIO);
    assert_non_null(strstr(err.message, "missing.book"));
    settings.choice.book = book_path();
    assert_int_equal(search_create(&s, &settings, NULL), GO_OK);
    assert_int_equal(game_create(&g, 9, &chinese, NULL), GO_OK);
    decided(s, g, (search_limits){.playouts = 100, .exact = true});
    const int64_t visits = search_counted(s).visits;
    settings.choice.book = missing;
    settings.tree.memory = 128 << 20;
    assert_int_equal(search_configure(s, &settings, &err), GO_EIO);
    decided(s, g, (search_limits){.playouts = 100, .exact = true});
    assert_int_equal(search_counted(s).visits, visits + 100); /* in the same tree */
    assert_true(in_corner(decided(s, g, search_limits_default(search_configured(s)))));
    settings.choice.book = NULL;
    assert_int_equal(search_configure(s, &settings, &err), GO_OK);
    assert_false(in_corner(decided(s, g, search_limits_default(search_configured(s)))));
    game_destroy(g);
    search_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_found_however_they_arose),
        cmocka_unit_test(a_book_that_an_editor_of_windows_saved),
        cmocka_unit_test(a_book_may_be_empty),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(a_book_that_is_no_text_is_not_read_in_part),
        cmocka_unit_test(the_best_answer_goes_up),
        cmocka_unit_test(games_that_nobody_judged_do_not_count),
        cmocka_unit_test(a_book_is_no_larger_than_what_is_read),
        cmocka_unit_test(no_line_is_longer_than_the_games_that_were_looked_at),
        cmocka_unit_test(a_search_answers_by_the_book_unless_it_analyses),
        cmocka_unit_test(a_book_that_cannot_be_read_changes_nothing),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
