/* What komi, results, dates, ranks and rules mean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sgf_corpus/sgf/game_values.h"
#include "tests/support/assert_close.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void komi(void **state)
{
    (void)state;
    static const struct { const char *text; double komi;
    } cases[] = {
        {"6.5", 6.5},
        {"7", 7},
        {"0", 0},
        {"-5.5", -5.5},
        {" 5,5 ", 5.5},
        {"5 1/2", 5.5},
        {"5½", 5.5},
        {".5", 0.5},
        {"６．５", 6.5},
        {"6目半", 6.5},
        {"五目半", 5.5},
        {"半目", 0.5},
        {"375", 7.5},
        {"650", 6.5},
        {"550", 5.5},
        {"3.75", 7.5},
        {"2.75", 5.5},
        {"0.75", 1.5},
        {"-1.75", -3.5},
        {"6.50", 6.5},
        {"6.500000", 6.5},
        {"komi 6.5 points", 6.5},
        {"325", 6.5},
        {"700", 7},
        {"150", 1.5},
        {"150.0", 150},
        {"127.5", 127.5},
        {"-100.0", -100},
        {"3.750", 3.75},
        {"3.750000", 7.5},
        {"\xe2\x88\x92"
         "5.5",
         -5.5},
        {"\xe2\x80\x93"
         "7",
         -7},
        {"黑贴三又四分之三子", 7.5},
        {"逆6目半", -6.5},
        {"倒贴5目", -5},
        {"逆コミ5目半", -5.5},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double value = 99;
        assert_true(komi_of(cases[i].text, &value));
        assert_close(value, cases[i].komi, 1e-12);
    }
    static const char *const nothing[] = {"",        " ",  "none", "?",   "99999",
                                          "10000.5", "無", "1e9",  "7E-1"};
    double value;
    for (size_t i = 0; i < COUNT(nothing); i++)
        assert_false(komi_of(nothing[i], &value));
}

/* What is written is read as the same number. */
static void komi_there_and_back(void **state)
{
    (void)state;
    char text[32];
    double back;
    for (int quarters = -4 * 400; quarters <= 4 * 400; quarters++) {
        komi_text(0.25 * quarters, text);
        assert_true(komi_of(text, &back));
        assert_close(back, 0.25 * quarters, 1e-12);
    }
    static const double far[] = {999.75, 1000, -1000, 1000.5, 10000, -10000}; /* the most in GTP */
    for (size_t i = 0; i < COUNT(far); i++) {
        komi_text(far[i], text);
        assert_true(komi_of(text, &back));
        assert_close(back, far[i], 1e-12);
    }
    komi_text(6.5, text);
    assert_string_equal(text, "6.5");
}

static void results(void **state)
{
    (void)state;
    static const struct { const char *text, *clean;
    } cases[] = {
        {"B+3.5", "B+3.5"},
        {"W+R", "W+R"},
        {"B+Resign", "B+R"},
        {"w+resign", "W+R"},
        {"W+T", "W+T"},
        {"B+Time", "B+T"},
        {"B+F", "B+F"},
        {"W+Forfeit", "W+F"},
        {"B+", "B+"},
        {"W+131.50", "W+131.5"},
        {"B + 0.5", "B+0.5"},
        {"Black+R", "B+R"},
        {"0", "0"},
        {"Draw", "0"},
        {"Game drawn by agreement", "0"},
        {"Black withdraws, White wins", "W+"},
        {"Katie wins as White", "W+"},
        {"White wins the tie-break", "W+"},
        {"Jigo", "0"},
        {"W+0.0", "0"},
        {"Void", "Void"},
        {"?", "?"},
        {"", "?"},
        {"W+0.25", "W+0.5"},
        {"B+2.75", "B+5.5"},
        {"B+0.75", "B+1.5"},
        {"W+1.75", "W+3.5"},
        {"B+1/2", "B+0.5"},
        {"W+1½", "W+1.5"},
        {"black wins by 5 3/4 points", "B+11.5"},
        {"White wins by resignation", "W+R"},
        {"Black resigns", "W+R"},
        {"white lost on time", "B+T"},
        {"john wins", "?"},
        {"黑中盘胜", "B+R"},
        {"白中盤勝", "W+R"},
        {"黑胜3.5目", "B+3.5"},
        {"白勝半目", "W+0.5"},
        {"黑胜1又1/4子", "B+2.5"},
        {"白胜3/4子", "W+1.5"},
        {"黑胜2子", "B+4"},
        {"黑胜三又四分之三子", "B+7.5"},
        {"白胜四分之三子", "W+1.5"},
        {"白超时负", "B+T"},
        {"黒番中押し勝ち", "B+R"},
        {"257手完、白中押し勝ち", "W+R"},
        {"全257手、白番3目勝", "W+3"},
        {"257手完、黒半目勝ち", "B+0.5"},
        {"白勝 257手", "W+"},
        {"W+? (moves after 102 not known)", "W+"},
        {"B+3 (moves beyond 150 not known)", "B+3"},
        {"B+ (move 85 and later moves are lost)", "B+"},
        {"Black won in 210 moves", "B+"},
        {"白6目半勝ち", "W+6.5"},
        {"黒五目半勝", "B+5.5"},
        {"白十二目勝", "W+12"},
        {"持碁", "0"},
        {"和棋", "0"},
        {"無勝負", "Void"},
        {"흑 불계승", "B+R"},
        {"백 2집반승", "W+2.5"},
        {"무승부", "0"},
        {"B+1e9", "B+"},
        {"W+5e+2", "W+"},
        {"W+two", "W+"},
        {"B+tim", "B+T"},
        {"B+Forf.", "B+F"},
        {"W+R.", "W+R"},
        {"B+foul", "B+"},
        {"W + Time", "W+T"},
        {"White Goodwin resigns", "B+R"},
        {"白勝resign", "W+R"},
        {"White forfeits", "B+F"},
        {"White ran out of time", "B+T"},
        {"White times out", "B+T"},
        {"White wins by forfeit", "W+F"},
        {"白投了", "B+R"},
        {"黑认输", "W+R"},
        {"白の反則負け", "B+F"},
        {"백 반칙패", "B+F"},
        {"흑 시간승", "B+T"},
        {"백 반집승", "W+0.5"},
        {"因白超时黑胜", "B+T"},
        {"黑胜，白负", "B+"},
        {"Black lost, White won", "W+"},
        {"Black resigned; White wins", "W+R"},
        {"won by White", "W+"},
        {"Winner: Black", "B+"},
        {"lost to Black", "?"},
        {"White (Winston) lost", "B+"},
        {"黑白不分胜负", "?"},
        {"White by resignation", "W+R"},
        {"Black, by 3.5 points", "B+3.5"},
        {"W by time", "?"},
        /* of which side is it told? */
        {"白超时", "?"},
        {"White resign", "?"},
        {"black, 3.5", "?"},
        {"white: time", "?"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char clean[32];
        result_text(result_of(cases[i].text), clean);
        if (strcmp(clean, cases[i].clean) != 0)
            fail_msg("\"%s\" gave %s, not %s", cases[i].text, clean, cases[i].clean);
    }
    assert_int_equal(result_of(NULL).kind, RESULT_UNKNOWN);
}

static void check_date(const char *text, int year, int month, int day)
{
    game_date d = date_of(text);
    if (d.year != year || d.month != month || d.day != day)
        fail_msg("\"%s\" gave %d-%d-%d", text ? text : "(none)", d.year, d.month, d.day);
}

static void dates(void **state)
{
    (void)state;
    check_date("2000-10-14", 2000, 10, 14);
    check_date("2000-10-14,15", 2000, 10, 14);
    check_date("1846-09", 1846, 9, 0);
    check_date("1739", 1739, 0, 0);
    check_date("196 AD", 196, 0, 0);
    check_date("2012/9/29", 2012, 9, 29);
    check_date("2016年11月10日", 2016, 11, 10);
    check_date("二〇一六年十一月十日", 2016, 11, 10);
    check_date("19840203", 1984, 2, 3);
    check_date("99991231", 0, 0, 0);
    check_date("29th September 2012", 2012, 9, 29);
    check_date("Sep 5, 1996", 1996, 9, 5);
    check_date("5-Nov-2003", 2003, 11, 5);
    check_date("29.9.2012", 2012, 9, 29);
    /* no names of months */
    check_date("2003-11-05 Decisive game", 2003, 11, 5);
    check_date("2012-05 Marunouchi", 2012, 5, 0);
    check_date("29.9.2012, Marburg", 2012, 9, 29);
    check_date("May 5 2001 Marunouchi", 2001, 5, 5);
    check_date("Marunouchi, 5 Oktober 2001", 2001, 10, 5);
    check_date("9/29/2012", 2012, 9, 29);
    /* nor parts of the date */
    check_date("12:30 2013-01-02", 2013, 1, 2);
    check_date("12:30 2013", 2013, 0, 0);
    check_date("12:30 5 May 2013", 2013, 5, 5);
    check_date("Round 14 game 3 2001-07-03", 2001, 7, 3);
    check_date("Round 14 game 3 2001", 2001, 0, 0);
    check_date("第14局 2001年7月3日", 2001, 7, 3);
    check_date("29. 9. 2012", 2012, 9, 29);
    check_date("2000–10–14", 2000, 10, 14);
    /* nothing is known */
    check_date("0000-00-00", 0, 0, 0);
    check_date("00-00-00", 0, 0, 0);
    check_date("1/2/3", 0, 0, 0);
    check_date("3/4/2012", 2012, 0, 0); /* which is the month? */
    check_date("13/5/95", 1995, 5, 13);
    check_date("95-5-13", 1995, 5, 13);
    check_date("95年5月13日", 1995, 5, 13);
    check_date("昭和39年10月1日", 1964, 10, 1);
    check_date("平成十五年三月四日", 2003, 3, 4);
    check_date("民國104年5月", 2015, 5, 0);
    check_date("天保六年七月十九日", 0, 0, 0);
    check_date("令和982年", 0, 0, 0); /* later than any year that is believed */
    check_date("2003年(平成15年)3月4日", 2003, 0, 0);
    check_date("a sunny afternoon last summer", 0, 0, 0);
    check_date("", 0, 0, 0);
    check_date(NULL, 0, 0, 0);
}

static void dates_in_order(void **state)
{
    (void)state;
    assert_true(date_compare(date_of("1999"), date_of("2000-01-01")) < 0);
    assert_true(date_compare(date_of("2000-02-01"), date_of("2000-01-31")) > 0);
    assert_int_equal(date_compare(date_of("2000-02"), date_of("2000-02-17")), 0);
    assert_int_equal(date_compare(date_of("2000"), date_of("2000-02-17")), 0);
}

static void ranks(void **state)
{
    (void)state;
    static const struct { const char *text, *clean; } cases[] = {
        {"9d", "9d"}, {"3 dan", "3d"}, {"2 kyu", "2k"}, {"17k*", "17k"}, {"5d?", "5d"},
        {"7p", "7p"}, {"9段", "9d"}, {"P9段", "9p"}, {"九段", "9d"}, {"初段", "1d"}, {"15级", "15k"},
        {"6 dan pro", "6p"}, {"5급", "5k"}, {"프로 9단", "9p"}, {"30k", "30k"},
        {"5 dan professional", "5p"}, {"3d prov.", "3d"}, {"12.5k", "?"}, {"1.5d", "?"},
        {"NR", "?"}, {"Honinbo", "?"}, {"2391", "?"}, {"1834?", "?"}, {"99d", "?"}, {"", "?"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char clean[8];
        rank_text(rank_of(cases[i].text), clean);
        if (strcmp(clean, cases[i].clean) != 0)
            fail_msg("\"%s\" gave %s, not %s", cases[i].text, clean, cases[i].clean);
    }
    assert_true(rank_of("1k") < rank_of("1d") && rank_of("9d") < rank_of("1p"));
    assert_int_equal(rank_of("1d") - rank_of("1k"), 1);
}

static void ratings(void **state)
{
    (void)state;
    assert_close(rating_of("1834?"), 1834, 0);
    assert_close(rating_of("2700.5"), 2700.5, 1e-9);
    assert_close(rating_of("9d"), 0, 0);
    assert_close(rating_of(NULL), 0, 0);
}

static void rulesets(void **state)
{
    (void)state;
    assert_string_equal(ruleset_of("Chinese"), "chinese");
    assert_string_equal(ruleset_of("jp"), "japanese");
    assert_string_equal(ruleset_of("AGA"), "aga");
    assert_string_equal(ruleset_of("New Zealand"), "new-zealand");
    assert_string_equal(ruleset_of("NZ"), "new-zealand");
    assert_string_equal(ruleset_of("中国规则"), "chinese");
    assert_string_equal(ruleset_of("house rules, nothing missing"), "");
    assert_string_equal(ruleset_of("Ing Rules"), "ing");
    assert_string_equal(ruleset_of("Ing (GOE)"), "ing");
    assert_string_equal(ruleset_of("应氏规则"), "ing");
    assert_string_equal(ruleset_of("韓国ルール"), "korean");
    assert_string_equal(ruleset_of("KR"), "korean");
    assert_string_equal(ruleset_of("NZ rules"), "new-zealand");
    assert_string_equal(ruleset_of(NULL), "");
    assert_string_equal(ruleset_of("NewZealand"), "new-zealand");
    assert_string_equal(ruleset_of("Aga-Button"), "aga");
    assert_string_equal(ruleset_of("koPOSITIONALscoreAREAtaxNONEsui1"), "tromp-taylor");
    assert_string_equal(ruleset_of("koPOSITIONALscoreAREAtaxALLsui1"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(komi), cmocka_unit_test(komi_there_and_back),   cmocka_unit_test(results), cmocka_unit_test(dates),
        cmocka_unit_test(dates_in_order), cmocka_unit_test(ranks),
        cmocka_unit_test(ratings), cmocka_unit_test(rulesets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
