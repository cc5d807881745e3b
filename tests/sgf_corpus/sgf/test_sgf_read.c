/* Reading games: what a record holds, and every pitfall as a small example. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/drawn.h"
#include "sgf_corpus/streams/text_stream.h"
#include "tests/support/games.h"

static char text[4096];

static void check_moves(const char *sgf, const char *moves)
{
    game_record *g = game_of(sgf);
    assert_string_equal(moves_of(g, text), moves);
    game_record_destroy(g);
}

/* The start position as a drawing. */
static void check_start(const char *sgf, const char *drawing)
{
    game_record *g = game_of(sgf);
    board *b = calloc(1, sizeof *b);
    (void)game_record_start(g, b, NULL);
    assert_true(looks_like(b, drawing));
    free(b);
    game_record_destroy(g);
}

static void check_error(const char *sgf, const char *sentence)
{
    assert_string_equal(error_of(sgf), sentence);
}

/* ---- a game ---- */

static void komi_in_words_of_any_character_set(void **state)
{
    (void)state;
    static const struct {
        const char *sgf;
        double komi;
    } cases[] = {
        {"(;CA[Shift_JIS]SZ[9]KM[6\x96\xda\x94\xbc];B[aa])", 6.5},      /* 6 points and a half */
        {"(;CA[GBK]SZ[9]KM[3\xd3\xd6" "3/4\xd7\xd3];B[aa])", 7.5},       /* 3 and 3/4 stones */
        {"(;CA[EUC-KR]SZ[9]KM[6\xc1\xfd\xb9\xdd];B[aa])", 6.5},         /* 6 houses and a half */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        game_record *g = game_of(cases[i].sgf);
        assert_true(g->has_komi);
        assert_true(g->komi == cases[i].komi);
        game_record_destroy(g);
    }
}

/* Fox: komi in hundredths below 100, too, none told in even games; and wins without a count. */
static void komi_and_result_of_the_fox_server(void **state)
{
    (void)state;
    static const char fox[] = "AP[GNU Go:3.8]TM[60]AP[foxwq]", other[] = "AP[GNU Go:3.8]";
    static const struct {
        const char *head, *ap;
        double komi; /* 99: none */
        const char *result;
    } cases[] = {
        {"KM[50]", fox, 0.5, "W+"},        {"KM[75]", fox, 1.5, "W+"},
        {"KM[375]", fox, 7.5, "W+"},       {"KM[6.5]", fox, 6.5, "W+"},
        {"KM[-50]", fox, -0.5, "W+"},      {"KM[50]", other, 50, "W+0.0"},
        {"KM[0]HA[0]", fox, 99, "W+"},     {"KM[0]HA[1]", fox, 0, "W+"},
        {"KM[0]HA[0]", other, 0, "W+0.0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char sgf[200];
        snprintf(sgf, sizeof sgf, "(;SZ[9]%sRE[W+0.0]%s;B[aa])", cases[i].head, cases[i].ap);
        game_record *g = game_of(sgf);
        assert_true(g->has_komi == (cases[i].komi != 99));
        assert_true(!g->has_komi || g->komi == cases[i].komi);
        assert_string_equal(g->text[GAME_RE], cases[i].result);
        game_record_destroy(g);
    }
}

static void a_plain_game(void **state)
{
    (void)state;
    game_record *g = game_of("(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Ann]BR[3d]PW[Bob]WR[9p]KM[6.5]"
                             "RE[B+R]DT[2020-01-02];B[ee];W[gc];B[];W[])");
    assert_int_equal(g->size, 9);
    assert_true(g->has_komi);
    assert_true(g->komi == 6.5);
    assert_string_equal(g->text[GAME_PB], "Ann");
    assert_string_equal(g->text[GAME_WR], "9p");
    assert_null(g->text[GAME_EV]);
    assert_string_equal(moves_of(g, text), "B ee, W gc, B pass, W pass");
    assert_int_equal(g->moves[0].at, 5 * 10 + 5); /* mailbox: (y + 1) * (size + 1) + x + 1 */
    assert_int_equal(g->first, BLACK);
    assert_int_equal(g->handicap, 0);
    assert_string_equal(g->source, "t.sgf");
    assert_int_equal(g->index, 1);
    game_record_destroy(g);
}

static void the_empty_game(void **state)
{
    (void)state;
    game_record *g = game_of("(;)");
    assert_int_equal(g->size, 19);
    assert_int_equal(g->n_moves, 0);
    assert_false(g->has_komi);
    game_record_destroy(g);
}

/* ---- structure ---- */

static void the_main_line_is_the_first_variation(void **state)
{
    (void)state;
    check_moves("(;B[aa](;W[bb](;B[cc])(;B[dd];W[ee]))(;W[ff];B[gg]))", "B aa, W bb, B cc");
    check_moves("(;B[aa](;W[bb]) ;B[zz])", "B aa, W bb"); /* nothing counts after it */
}

static void deep_variations_cost_no_stack(void **state)
{
    (void)state;
    enum { DEPTH = 1000000 };
    char *sgf = malloc(4 * DEPTH + 20);
    size_t n = 0;
    for (int i = 0; i < DEPTH; i++)
        n += (size_t)sprintf(sgf + n, "(;");
    n += (size_t)sprintf(sgf + n, "B[dd]");
    memset(sgf + n, ')', DEPTH);
    assert_int_equal(count_games(sgf, n + DEPTH, NULL), 1);
    free(sgf);
}

static void a_missing_semicolon_at_the_root(void **state)
{
    (void)state;
    game_record *g = game_of("( GM[1]SZ[13] FF[4];B[aa];W[bb])");
    assert_int_equal(g->size, 13);
    assert_string_equal(moves_of(g, text), "B aa, W bb");
    game_record_destroy(g);
}

static void a_missing_opening_bracket(void **state)
{
    (void)state;
    check_moves("\n ;GM[1]SZ[19];B[aa];W[bb]", "B aa, W bb");
    check_moves(";GM[1];B[aa](;W[bb];B[cc])(;W[dd])", "B aa, W bb, B cc");
    check_moves("\xef\xbb\xbf;GM[1];B[aa])", "B aa");
}

static void text_around_games_is_skipped(void **state)
{
    (void)state;
    check_moves("From: me (at home)\nSee [this]: it's (fun)\n\n(;B[aa])\n-- \nBye", "B aa");
    check_moves("\xef\xbb\xbf  (;B[aa])", "B aa");
    check_moves("(\n;\r\nB\n[aa]\n)\n\x1a", "B aa");
    assert_int_equal(count_games("(;B[aa])(;B[bb])\n(;B[cc])", 26, NULL), 3);
}

static void zero_bytes_and_control_characters_are_blanks(void **state)
{
    (void)state;
    static const char sgf[] = "(\0;B\0[aa]\0;PB[a\0b\x1b]W[bb]\0)\0\0";
    corpus *c;
    game_record *g;
    assert_int_equal(corpus_open_memory(&c, "t.sgf", sgf, sizeof sgf, NULL, NULL), GO_OK);
    assert_int_equal(corpus_next(c, &g, NULL), GO_OK);
    assert_string_equal(moves_of(g, text), "B aa, W bb");
    assert_string_equal(g->text[GAME_PB], "a b");
    game_record_destroy(g);
    assert_int_equal(corpus_next(c, &g, NULL), GO_END);
    corpus_close(c);
}

static void control_characters_beyond_ascii_are_blanks_too(void **state)
{
    (void)state;
    game_record *g = game_of("(;PB[a\xc2\x9b"
                             "31mb\\\xc2\x85]PW[\xc2\xa0x\xc2\x80\xc2\x9f y];B[aa])");
    assert_string_equal(g->text[GAME_PB], "a 31mb");
    assert_string_equal(g->text[GAME_PW], "\xc2\xa0x y"); /* U+00A0 is none */
    game_record_destroy(g);
}

static void long_property_names_count_by_their_capitals(void **state)
{
    (void)state;
    game_record *g = game_of("(;GaMe[1]SiZe[9]PlayerBlack[Ann]KoMi[5.5]CoPyright[me]"
                             "AddBlack[aa][bb]HAndicap[2];White[cc];Black[dd]Comment[B])");
    assert_int_equal(g->size, 9);
    assert_string_equal(g->text[GAME_PB], "Ann");
    assert_true(g->komi == 5.5);
    assert_int_equal(g->n_setup, 2);
    assert_string_equal(moves_of(g, text), "W cc, B dd");
    game_record_destroy(g);
}

static void brackets_in_values_can_be_escaped(void **state)
{
    (void)state;
    game_record *g = game_of("(;PB[a\\]b (;) \\\\]PW[x\\\ny  \n z]C[\\\\];B[aa])");
    assert_string_equal(g->text[GAME_PB], "a]b (;) \\");
    assert_string_equal(g->text[GAME_PW], "xy z"); /* a soft line end; blanks joined */
    assert_int_equal(g->n_moves, 1);
    game_record_destroy(g);
}

/* ---- moves ---- */

static void passes(void **state)
{
    (void)state;
    check_moves("(;SZ[19];B[];W[tt];B[ ])", "B pass, W pass, B pass");
    check_moves("(;SZ[9];B[tt])", "B pass");
    check_moves("(;SZ[21];B[tt];W[])", "B tt, W pass"); /* a point beyond 19x19 */
}

static void moves_that_people_type(void **state)
{
    (void)state;
    check_moves("(;SZ[19];B[R16];W[d4];B[Pass];W[c   c])", "B qd, W dp, B pass, W cc");
}

static void moves_in_the_root_and_several_in_a_node(void **state)
{
    (void)state;
    check_moves("(;GM[1]B[aa];W[bb]B[cc])", "B aa, W bb, B cc");
    check_moves("(;B[aa];B[bb];B[cc];W[dd])", "B aa, B bb, B cc, W dd"); /* one colour */
    check_moves("(;W[aa][too much])", "W aa");
}

static void whose_turn_it_is(void **state)
{
    (void)state;
    static const struct { const char *sgf; int first; } cases[] = {
        {"(;)", BLACK}, {"(;PL[W])", WHITE}, {"(;PL[white])", WHITE}, {"(;W[aa])", WHITE},
        {"(;PL[B];W[aa])", WHITE}, {"(;HA[2]AB[aa][bb])", WHITE}, {"(;AB[aa])", BLACK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        game_record *g = game_of(cases[i].sgf);
        assert_int_equal(g->first, cases[i].first);
        game_record_destroy(g);
    }
}

static void moves_that_are_no_points(void **state)
{
    (void)state;
    check_error("(;SZ[9];B[aa];W[jj])",
                "t.sgf: game 1, byte 16: move 2, \"jj\", is not a point of a 9x9 board");
    check_error("(;B[dd;W[pp])",
                "t.sgf: game 1, byte 4: move 1, \"dd;W[pp\", is not a point of a 19x19 board");
}

static void the_size_of_a_large_board_may_come_late(void **state)
{
    (void)state;
    check_moves("(;AB[yy][tt]SZ[25];W[tt];B[Z25])", "W tt, B ya");
    check_moves("(;B[uu];W[tt]SZ[21])", "B uu, W tt");
    /* in a node with setup, after stones that lie elsewhere on the larger board */
    check_moves("(;AB[aa:ss];W[tt];AW[cp]SZ[20])", "W tt");
    check_moves("(;FF[4];AB[cp]SZ[20];W[tt])", "W tt"); /* in the node of the first stones */
    check_error("(;FF[4];AB[ss]SZ[9];W[aa])",
                "t.sgf: game 1, byte 11: the setup point \"ss\" is not on a 9x9 board");
    check_error("(;AB[yy]SZ[21];W[aa])",
                "t.sgf: game 1, byte 5: the setup point \"yy\" is not on a 21x21 board");
    check_error("(;AB[yy]SZ[9];W[aa])",
                "t.sgf: game 1, byte 5: the setup point \"yy\" is not on a 19x19 board");
    check_error("(;AB[yy]SZ[26];W[aa])",
                "t.sgf: game 1, byte 5: the setup point \"yy\" is not on a 19x19 board");
}

/* ---- setup and handicap ---- */

static void setup_of_all_colours(void **state)
{
    (void)state;
    check_start("(;SZ[5]AB[aa:cc]AW[ee][de]AE[bb])", "X X X . ."
                                                     "X . X . ."
                                                     "X X X . ."
                                                     ". . . . ."
                                                     ". . . O O");
    /* two opposite corners in any order */
    check_start("(;SZ[4]AB[bc:aa]AW[cc:db])", "X X . ."
                                              "X X O O"
                                              "X X O O"
                                              ". . . .");
    /* the size may come late, setup in a second node */
    check_start("(;AB[aa]SZ[5];AW[bb])", "X . . . ."
                                         ". O . . ."
                                         ". . . . ."
                                         ". . . . ."
                                         ". . . . .");
}

static void setup_is_a_position_not_an_order_of_play(void **state)
{
    (void)state;
    /* the black corner stone would be captured while White's are put down */
    check_start("(;SZ[4]AB[aa];AW[ba][ab];AE[ba])", "X . . ."
                                                    "O . . ."
                                                    ". . . ."
                                                    ". . . .");
}

static void setup_in_mid_game(void **state)
{
    (void)state;
    /* black takes a1; servers then write AE for the stone that is gone */
    check_moves("(;SZ[5]AB[ba]AW[aa];B[ab];AE[aa];W[dd])", "B ab, W dd");
    /* also in the node of the move, whose properties have no order */
    check_moves("(;SZ[5]AB[ba];W[aa];B[ab]AE[aa];W[dd])", "W aa, B ab, W dd");
    check_moves("(;SZ[5]AB[ba];W[aa];AE[aa]B[ab];W[dd])", "W aa, B ab, W dd");
    check_moves("(;SZ[5]AB[ba]AW[aa];AE[aa]B[ab];W[dd])", "B ab, W dd");
    check_moves("(;SZ[5];AB[ba]AW[aa]B[cc];W[dd])", "B cc, W dd"); /* a start in the first move's node */
    check_moves("(;SZ[5];B[aa];AB[ba]W[cc];B[dd])", "B aa, W cc");  /* changes something */
    check_moves("(;SZ[5];B[aa];W[cc]AB[ba];B[dd])", "B aa, W cc");
    /* by the rules of the game: the two stones die of their own move */
    check_moves("(;SZ[5]RU[NZ]AW[ca][ab][bb];B[aa];W[ee];B[ba];AE[aa][ba];W[dd])",
                "B aa, W ee, B ba, W dd");
    /* anything else ends the record */
    game_record *g = game_of("(;SZ[5];B[aa];W[bb];AB[cc];W[dd])");
    assert_string_equal(moves_of(g, text), "B aa, W bb");
    assert_true(g->cut);
    game_record_destroy(g);
}

static void handicap(void **state)
{
    (void)state;
    static const struct { const char *sgf; int handicap, n_setup;
    } cases[] = {
        {"(;HA[2]AB[pd][dp];W[dd])", 2, 2},
        {"(;AB[pd][dp];W[dd])", 2, 2},              /* AB without HA */
        {"(;HA[3];W[cf])", 3, 3},                   /* HA without AB: the fixed places */
        {"(;HA[3];B[dd];B[pp];B[dp];W[pd])", 3, 0}, /* black placed them as moves */
        {"(;HA[1];B[dd])", 0, 0},
        {"(;SZ[9]HA[99];W[dd])", 0, 0}, /* no board of 9x9 has room for them */
        {"(;HA[];B[dd])", 0, 0},
        {"(;HA[0]AB[pd][dp];W[dd])", 2, 2},
        {"(;AB[pd][dp]AW[aa];W[dd])", 0, 3}, /* a position, no handicap */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        game_record *g = game_of(cases[i].sgf);
        assert_int_equal(g->handicap, cases[i].handicap);
        assert_int_equal(g->n_setup, cases[i].n_setup);
        game_record_destroy(g);
    }
}

static void fixed_handicap_stones(void **state)
{
    (void)state;
    check_start("(;SZ[9]HA[3];W[ee])", ". . . . . . . . ."
                                       ". . . . . . . . ."
                                       ". . X . . . X . ."
                                       ". . . . . . . . ."
                                       ". . . . . . . . ."
                                       ". . . . . . . . ."
                                       ". . X . . . . . ."
                                       ". . . . . . . . ."
                                       ". . . . . . . . .");
    /* they were elsewhere; a game that has another fault keeps them */
    game_record *g = game_of("(;SZ[9]HA[2];W[cg];B[gc])");
    assert_int_equal(g->n_setup, 0);
    assert_int_equal(g->handicap, 2);
    game_record_destroy(g);
    g = game_of("(;SZ[9]HA[2];W[cg];B[gc];W[gc])");
    assert_int_equal(g->n_setup, 2);
    game_record_destroy(g);
}

/* ---- the header ---- */

static void board_sizes(void **state)
{
    (void)state;
    game_record *g = game_of("(;SZ[13:13])");
    assert_int_equal(g->size, 13);
    game_record_destroy(g);
    g = game_of("(;SZ[])");
    assert_int_equal(g->size, 19);
    game_record_destroy(g);
    check_error("(;SZ[10:53])", "t.sgf: game 1, byte 5: a board of 10x53 is not square; only "
                                "square boards are supported");
    check_error("(;SZ[26])", "t.sgf: game 1, byte 5: the board size 26 is out of range: 2 to 25");
    check_error("(;SZ[-10])", "t.sgf: game 1, byte 5: the board size -10 is out of range: 2 to 25");
    check_error("(;SZ[big])", "t.sgf: game 1, byte 5: the board size \"big\" is not a number");
}

static void other_games_than_go(void **state)
{
    (void)state;
    check_error("(;GM[12]FF[4])", "t.sgf: game 1, byte 5: GM[12] is a game other than Go");
    game_record *g = game_of("(;GM[game of go])");
    game_record_destroy(g);
}

static void the_first_of_equal_properties_counts(void **state)
{
    (void)state;
    game_record *g = game_of("(;PB[one]PB[two]KM[6.5]KM[0]SZ[9]SZ[13])");
    assert_string_equal(g->text[GAME_PB], "one");
    assert_true(g->komi == 6.5);
    assert_int_equal(g->size, 9);
    game_record_destroy(g);
}

/* ---- what is broken ---- */

static void unclosed_games(void **state)
{
    (void)state;
    check_error("(;B[aa];W[bb]",
                "t.sgf: game 1, byte 0: the file ends inside the game: a ')' is missing");
    check_error("(;B[aa];C[bb",
                "t.sgf: game 1, byte 0: the file ends inside a value: a ']' is missing");
    char errors[4096];
    static const char two[] = "(;FF[4];B[aa]\n(;FF[4];B[bb])";
    assert_int_equal(count_games(two, strlen(two), errors), 1);
    assert_string_equal(errors, "t.sgf: game 1, byte 0: a ')' is missing: another game begins "
                                "inside this one\n");
    check_error("(;FF[4]SZ[9];B[cc]C[aa\n(;FF[4]SZ[9];B[bb])",
                "t.sgf: game 1, byte 33: a second root inside the game: a ']' or ')' is missing "
                "before it");
}

static void properties_outside_of_games(void **state)
{
    (void)state;
    char errors[4096];
    static const char sgf[] = "(;B[aa]);W[bb];B[cc])\n(;B[dd])";
    assert_int_equal(count_games(sgf, strlen(sgf), errors), 2);
    assert_string_equal(errors, "t.sgf: game 1, byte 8: properties outside any game: a '(' is "
                                "missing, or there is one ')' too many\n");
}

static void files_that_are_no_sgf(void **state)
{
    (void)state;
    check_error("", "t.sgf: byte 0: the file is empty");
    check_error("Hello (world)", "t.sgf: byte 0: no game found: this is not an SGF file");
    check_error("%PDF-1.4 ( [1 2 (x)] )", "t.sgf: byte 0: no game found: this is not an SGF file");
}

static void a_broken_game_does_not_hurt_the_next(void **state)
{
    (void)state;
    char errors[4096];
    static const char sgf[] = "(;B[aa])\n(;SZ[99];B[aa])\n(;B[!!])\n(;B[bb])\n";
    assert_int_equal(count_games(sgf, strlen(sgf), errors), 2);
    assert_string_equal(
        errors, "t.sgf: game 2, byte 14: the board size 99 is out of range: 2 to 25\nt.sgf: game "
                "3, byte 29: move 1, \"!!\", is not a point of a 19x19 board\n");
}

static void every_prefix_of_a_file_gives_games_or_sentences(void **state)
{
    (void)state;
    static const char sgf[] =
        "Hi\n(;FF[4]SZ[9]PB[\xe5\x8f\xa4\xe5\x8a\x9b]AB[aa:bb]HA[4]C[x\\]y];W[ee](;B[dd]C[a\n]"
        ";W[tt])(;B[cc]))\n;B[zz]\n(;CA[GBK]PB[\xb9\xc5\xc1\xa6\x81\x5d];B[aa])";
    char errors[4096];
    for (size_t n = 0; n < sizeof sgf; n++) {
        char *cut = malloc(n + 1); /* exact, so that sanitizers see what is read beyond */
        memcpy(cut, sgf, n);
        int games = count_games(cut, n, errors);
        assert_true(games > 0 || errors[0]);
        free(cut);
    }
}

/* ---- limits ---- */

static void limits_have_their_sentences(void **state)
{
    (void)state;
    enum { N = 100001 };
    char *sgf = malloc(5 * N + 20), errors[4096];
    size_t n = (size_t)sprintf(sgf, "(");
    for (int i = 0; i < N; i++)
        n += (size_t)sprintf(sgf + n, ";B[]");
    n += (size_t)sprintf(sgf + n, ")");
    assert_int_equal(count_games(sgf, n, errors), 0);
    assert_string_equal(errors, "t.sgf: game 1, byte 400004: the game has more than 100000 "
                                "moves\n");
    n = (size_t)sprintf(sgf, "(;AB");
    for (int i = 0; i < 300; i++)
        n += (size_t)sprintf(sgf + n, "[aa:ss]");
    n += (size_t)sprintf(sgf + n, ")");
    assert_int_equal(count_games(sgf, n, errors), 0);
    assert_non_null(strstr(errors, "the game has more than 100000 setup points"));
    free(sgf);
}

static void put_text(char *to, const char *from) /* without its 0 */
{
    while (*from)
        *to++ = *from++;
}

static void a_game_that_is_too_long_is_skipped(void **state)
{
    (void)state;
    size_t n = (size_t)SGF_MAX_GAME_BYTES + (5 << 20);
    char *sgf = malloc(n), errors[4096];
    memset(sgf, 'x', n);
    put_text(sgf, "(;B[aa])(;C[");
    put_text(sgf + n - 12, "])\n(;B[bb])\n");
    assert_int_equal(count_games(sgf, n, errors), 2);
    assert_string_equal(errors, "t.sgf: game 2, byte 8: the game is longer than 64 MiB\n");
    free(sgf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(komi_and_result_of_the_fox_server),
        cmocka_unit_test(a_plain_game),
        cmocka_unit_test(komi_in_words_of_any_character_set),
        cmocka_unit_test(the_empty_game),
        cmocka_unit_test(the_main_line_is_the_first_variation),
        cmocka_unit_test(deep_variations_cost_no_stack),
        cmocka_unit_test(a_missing_semicolon_at_the_root),
        cmocka_unit_test(a_missing_opening_bracket),
        cmocka_unit_test(text_around_games_is_skipped),
        cmocka_unit_test(zero_bytes_and_control_characters_are_blanks),
        cmocka_unit_test(control_characters_beyond_ascii_are_blanks_too),
        cmocka_unit_test(long_property_names_count_by_their_capitals),
        cmocka_unit_test(brackets_in_values_can_be_escaped),
        cmocka_unit_test(passes),
        cmocka_unit_test(moves_that_people_type),
        cmocka_unit_test(moves_in_the_root_and_several_in_a_node),
        cmocka_unit_test(whose_turn_it_is),
        cmocka_unit_test(moves_that_are_no_points),
        cmocka_unit_test(the_size_of_a_large_board_may_come_late),
        cmocka_unit_test(setup_of_all_colours),
        cmocka_unit_test(setup_is_a_position_not_an_order_of_play),
        cmocka_unit_test(setup_in_mid_game),
        cmocka_unit_test(handicap),
        cmocka_unit_test(fixed_handicap_stones),
        cmocka_unit_test(board_sizes),
        cmocka_unit_test(other_games_than_go),
        cmocka_unit_test(the_first_of_equal_properties_counts),
        cmocka_unit_test(unclosed_games),
        cmocka_unit_test(properties_outside_of_games),
        cmocka_unit_test(files_that_are_no_sgf),
        cmocka_unit_test(a_broken_game_does_not_hurt_the_next),
        cmocka_unit_test(every_prefix_of_a_file_gives_games_or_sentences),
        cmocka_unit_test(limits_have_their_sentences),
        cmocka_unit_test(a_game_that_is_too_long_is_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
