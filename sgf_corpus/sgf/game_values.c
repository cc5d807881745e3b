#include "sgf_corpus/sgf/game_values.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sgf_corpus/sgf/plain_text.h"

/* ---- komi ---- */

/* Digits after the decimal point of the number that ends at `end`; -1: it has none. */
static int decimals_before(const char *begin, const char *end)
{
    int n = 0;
    while (end > begin && isdigit((unsigned char)end[-1])) {
        end--;
        n++;
    }
    return end > begin && strchr(".,", end[-1]) ? n : -1;
}

bool komi_of(const char *text, double *komi)
{
    static const char *const halves[] = {"半", "반", NULL};
    static const char *const reversed[] = {"逆", "倒贴", "倒貼", "역덤", "reverse", NULL};
    char plain[PLAIN_TEXT];
    const char *rest = plain;
    double value = 0;
    plain_text(text, plain);
    if (!plain_number(plain, &value, &rest) && !plain_has(plain, halves))
        return false;
    const int decimals = decimals_before(plain, rest);
    if (plain_has(rest, halves))
        value += 0.5;
    if (decimals < 0 && fabs(value) >= 100)
        value /= 100;
    if (decimals != 3 && plain_is_quarter(fabs(value)))
        value *= 2;
    /* nobody means so many; but by GTP a game may have 10,000, written with a decimal point */
    if (decimals < 0 ? fabs(value) >= 100 : fabs(value) > 10000)
        return false;
    if (value > 0 && plain_has(plain, reversed)) /* black receives it */
        value = -value;
    *komi = round(100 * value) / 100 + 0.0; /* + 0.0: no negative zero */
    return true;
}

void komi_text(double komi, char out[32])
{
    const bool as_hundredths = fabs(komi) >= 100 && komi == trunc(komi);
    snprintf(out, 32, as_hundredths ? "%.1f" : plain_is_quarter(fabs(komi)) ? "%.3f" : "%.10g", komi);
}

/* ---- date ---- */

enum { MAX_NUMBERS = 6 };

/* The numbers of a date text. */
typedef struct numbers {
    int n;
    long value[MAX_NUMBERS];
    int digits[MAX_NUMBERS];
    const char *at[MAX_NUMBERS];
} numbers;

static numbers numbers_in(const char *text)
{
    numbers found = {0};
    while (*text && found.n < MAX_NUMBERS) {
        if (!isdigit((unsigned char)*text)) {
            text++;
            continue;
        }
        long value = 0;
        int digits = 0;
        found.at[found.n] = text;
        for (; isdigit((unsigned char)*text); text++, digits++)
            value = digits < 8 ? 10 * value + (*text - '0') : value;
        found.value[found.n] = value;
        found.digits[found.n++] = digits;
    }
    return found;
}

/* Is the word of n letters one of the names, or an abbreviation of three letters or more? */
static bool abbreviates(const char *word, size_t n, const char *names)
{
    for (const char *at = names; *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (n >= 3 && n <= strcspn(at, " ") && strncmp(at, word, n) == 0)
            return true;
    return false;
}

/* The first month named by a whole word, in *at; 0: none.  "Marunouchi" and "Decisive" are no
 * months.                                                                     */
static int month_name(const char *text, const char **at)
{
    static const char *const months[] = {"january januar janvier",
                                         "february februar",
                                         "march mars",
                                         "april",
                                         "may mai",
                                         "june juni",
                                         "july juli",
                                         "august",
                                         "september septembre",
                                         "october oktober octobre",
                                         "november novembre",
                                         "december dezember"};
    for (size_t n; *text; text += n) {
        for (n = 0; isalpha((unsigned char)text[n]);)
            n++;
        for (int i = 0; i < 12; i++)
            if (abbreviates(*at = text, n, months[i]))
                return i + 1;
        n += !n;
    }
    return 0;
}

static bool is_month(long n)
{
    return n >= 1 && n <= 12;
}

static bool is_day(long n)
{
    return n >= 1 && n <= 31;
}

/* Two numbers before the year: "29.9.2012", "9/29/2012".  Unknown if both could be
 * the month.                                                                  */
static void day_and_month(long a, long b, game_date *d)
{
    long month = is_month(a) ? a : b, day = is_month(a) ? b : a;
    if (is_month(a) == is_month(b) || !is_day(day))
        return;
    d->month = (int)month;
    d->day = (int)day;
}

static game_date compact_date(long n)
{
    game_date d = {(int)(n / 10000), (int)(n / 100 % 100), (int)(n % 100)};
    if (!is_month(d.month) || !is_day(d.day) || d.year < 100 || d.year >= GAME_YEARS)
        d = (game_date){0, 0, 0};
    return d;
}

/* Month and day, if numbers after the year i give them. */
static void after_year(const numbers *f, int i, game_date *d)
{
    if (i + 1 >= f->n || !is_month(f->value[i + 1]) || f->digits[i + 1] > 2)
        return;
    d->month = (int)f->value[i + 1];
    if (i + 2 < f->n && is_day(f->value[i + 2]) && f->digits[i + 2] <= 2)
        d->day = (int)f->value[i + 2];
}

static int year_index(const numbers *f)
{
    for (int i = 0; i < f->n; i++)
        if ((f->digits[i] == 3 || f->digits[i] == 4) && f->value[i] >= 100 && f->value[i] < GAME_YEARS)
            return i;
    return -1;
}

/* "2003-11", "2003年11": does a number follow the year at once? */
static bool joined_to_next(const numbers *f, int i)
{
    static const char year[] = "年";
    const char *end = f->at[i] + f->digits[i];
    const size_t n = strncmp(end, year, strlen(year)) == 0 ? strlen(year) : strspn(end, "-/.") == 1;
    return n > 0 && isdigit((unsigned char)end[n]);
}

/* "5/11/2003", "5. 11. 2003": are the two numbers before the year parts of the date? */
static bool joined_to_two(const numbers *f, int i)
{
    for (int k = i - 2; i >= 2 && k < i; k++) {
        const char *end = f->at[k] + f->digits[k];
        if (end + strspn(end, " -/.,") != f->at[k + 1])
            return false;
    }
    return i >= 2;
}

static bool is_clock(const numbers *f, int i)
{
    const char *at = f->at[i], *end = at + f->digits[i];
    return *end == ':' || (i > 0 && at[-1] == ':');
}

/* The day next to the name of a month: "Sep 5, 1996", else "29th September 2012"; 0: none. */
static int day_beside(const numbers *f, const char *name)
{
    int after = 0;
    while (after < f->n && f->at[after] < name)
        after++;
    for (int i = after; i >= after - 1; i--)
        if (i >= 0 && i < f->n && f->digits[i] <= 2 && is_day(f->value[i]) && !is_clock(f, i))
            return (int)f->value[i];
    return 0;
}

/* The year 0 of an era named before the year, as in "昭和39年"; 0: another one. */
static int era_of(const char *plain)
{
    static const struct {
        const char *name;
        int year;
    } eras[] = {{"明治", 1867}, {"大正", 1911}, {"昭和", 1925}, {"平成", 1988},
                {"令和", 2018}, {"民国", 1911}, {"民國", 1911}};
    for (size_t i = 0; i < sizeof eras / sizeof eras[0]; i++)
        if (strstr(plain, eras[i].name))
            return eras[i].year;
    return 0;
}

/* Does the first number count the years of an era, whose name is before it?
 * "天保6年7月19日" is not in 2019, but "95年5月13日" in 1995.                   */
static bool counts_by_era(const numbers *f, const char *plain)
{
    static const char year[] = "年";
    const char *at = f->at[0];
    return f->n > 0 && f->digits[0] <= 3 && at > plain && (unsigned char)at[-1] >= 0x80 &&
           strncmp(at + f->digits[0], year, strlen(year)) == 0;
}

static game_date era_date(const numbers *f, int era)
{
    game_date d = {0, 0, 0};
    const int year = era + (int)f->value[0];
    if (!era || year >= GAME_YEARS)
        return d;
    d.year = year;
    after_year(f, 0, &d);
    return d;
}

/* "13/5/95", "95-5-13": a year of two digits, from 1930 to 2029. */
static game_date short_date(const numbers *f)
{
    game_date d = {0, 0, 0};
    if (f->n < 3)
        return d;
    const bool leads = f->value[0] > 31;
    const int at = leads ? 0 : 2;
    const long year = f->value[at];
    if (f->digits[at] != 2 || (!leads && !(is_day(f->value[0]) && is_day(f->value[1]))))
        return d;
    d.year = (int)(year < 30 ? 2000 + year : 1900 + year);
    if (leads)
        after_year(f, 0, &d);
    else
        day_and_month(f->value[0], f->value[1], &d);
    return d;
}

game_date date_of(const char *text)
{
    char plain[PLAIN_TEXT];
    game_date d = {0, 0, 0};
    if (!text)
        return d;
    plain_text(text, plain);
    numbers f = numbers_in(plain);
    if (f.n > 0 && f.digits[0] == 8)
        return compact_date(f.value[0]);
    int i = year_index(&f), era = era_of(plain);
    if (counts_by_era(&f, plain) && (era || i < 0))
        return era_date(&f, era);
    if (i < 0)
        return short_date(&f);
    const char *name;
    d.year = (int)f.value[i];
    if (joined_to_next(&f, i)) {
        after_year(&f, i, &d);
    } else if (joined_to_two(&f, i)) {
        day_and_month(f.value[i - 2], f.value[i - 1], &d);
    } else if ((d.month = month_name(plain, &name)) != 0) {
        d.day = day_beside(&f, name);
    } else if (i == 0) {
        after_year(&f, 0, &d);
    }
    return d;
}

int date_compare(game_date a, game_date b)
{
    if (a.year != b.year)
        return a.year < b.year ? -1 : 1;
    if (a.month != b.month && a.month && b.month)
        return a.month < b.month ? -1 : 1;
    if (a.month && a.day != b.day && a.day && b.day)
        return a.day < b.day ? -1 : 1;
    return 0;
}

/* ---- rank and rating ---- */

static int rank_on_scale(int n, const char *unit, bool professional)
{
    static const char *const dans[] = {"d", "段", "단", NULL};
    static const char *const kyus[] = {"k", "级", "級", "급", "gup", NULL};
    while (*unit == ' ')
        unit++;
    bool pro = *unit == 'p' && n <= 9;
    if (pro || (plain_find(unit, dans) == unit && n <= 9))
        return pro || professional ? RANK_PRO + n : n;
    return plain_find(unit, kyus) == unit && n <= 30 ? 1 - n : RANK_UNKNOWN;
}

/* "pro", "professional", but not "3d prov." */
static bool says_professional(const char *plain)
{
    static const char *const pros[] = {"프로", "职业", "職業", "professional", NULL};
    for (const char *at = plain; (at = strstr(at, "pro")); at += 3)
        if (!isalpha((unsigned char)at[3]))
            return true;
    return plain_has(plain, pros);
}

int rank_of(const char *text)
{
    char plain[PLAIN_TEXT];
    if (!text)
        return RANK_UNKNOWN;
    plain_text(text, plain);
    bool professional = says_professional(plain);
    if (strstr(plain, "初段"))
        return professional ? RANK_PRO + 1 : 1;
    for (const char *p = plain; *p; p++) {
        if (!isdigit((unsigned char)*p))
            continue;
        char *rest;
        long n = strtol(p, &rest, 10);
        bool marked = p > plain && p[-1] == 'p'; /* "P9段" of the Fox server */
        if (n >= 1 && n <= 30 && *rest != '.')
            return rank_on_scale((int)n, rest, professional || marked);
        p = rest - 1 + strspn(rest, ".0123456789"); /* the 5 of "12.5k" is none */
    }
    return RANK_UNKNOWN;
}

void rank_text(int rank, char out[8])
{
    if (rank == RANK_UNKNOWN)
        snprintf(out, 8, "?");
    else if (rank > RANK_PRO)
        snprintf(out, 8, "%dp", (rank - RANK_PRO) % 100);
    else if (rank > 0)
        snprintf(out, 8, "%dd", rank % 100);
    else
        snprintf(out, 8, "%dk", (1 - rank) % 100);
}

double rating_of(const char *text)
{
    char plain[PLAIN_TEXT];
    const char *rest;
    double value;
    if (!text)
        return 0;
    plain_text(text, plain);
    return plain_number(plain, &value, &rest) && value >= 100 && value < 10000 ? value : 0;
}

/* ---- rules ---- */

const char *ruleset_of(const char *text)
{
    static const struct {
        const char *word, *name;
        bool whole; /* short words count only as words of their own */
    } rulesets[] = {
        {"new zealand", "new-zealand", false},
        {"nz", "new-zealand", true},
        {"new-zealand", "new-zealand", false},
        {"tromp", "tromp-taylor", false},
        {"chinese", "chinese", false},
        {"cn", "chinese", true},
        {"中国", "chinese", false},
        {"中國", "chinese", false},
        {"japan", "japanese", false},
        {"jp", "japanese", true},
        {"日本", "japanese", false},
        {"korea", "korean", false},
        {"韩国", "korean", false},
        {"韓國", "korean", false},
        {"韓国", "korean", false},
        {"kr", "korean", true},
        {"한국", "korean", false},
        {"aga", "aga", false},
        {"goe", "ing", true},
        {"ing", "ing", true},
        {"应氏", "ing", false},
        {"應氏", "ing", false},
        {"应昌期", "ing", false},
        {"應昌期", "ing", false},
        {"chn", "chinese", true},
        {"jpn", "japanese", true},
    };
    char plain[PLAIN_TEXT];
    if (!text)
        return "";
    plain_text(text, plain);
    for (size_t i = 0; i < sizeof rulesets / sizeof rulesets[0]; i++) {
        const char *const word[] = {rulesets[i].word, NULL};
        if (rulesets[i].whole ? plain_find_word(plain, plain, word) : plain_find(plain, word))
            return rulesets[i].name;
    }
    rules r;
    const char *name = rules_by_name(text, &r) ? rules_name(&r) : NULL;
    return name ? name : "";
}

bool rules_meant_by(const char *text, rules *r)
{
    return text && (rules_by_name(text, r) || rules_by_name(ruleset_of(text), r));
}
