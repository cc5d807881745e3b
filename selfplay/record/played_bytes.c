#include "selfplay/record/played_bytes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers are little-endian. */

/* ---- writing ---- */

static void put(FILE *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        fputc((int)(value >> 8 * i & 0xff), out);
}

static void put_float(FILE *out, double value)
{
    float x = (float)value;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    put(out, bits, 4);
}

/* Bit 15: white; bits 0-9: the place. */
static void put_place(FILE *out, uint8_t c, uint16_t index)
{
    put(out, (uint64_t)(c == WHITE) << 15 | index, 2);
}

static void put_header(FILE *out, const played_game *g)
{
    const rules *r = &g->rules;
    size_t name = strlen(g->net);
    put(out, (uint64_t)g->number, 8);
    put(out, g->seed, 8);
    put(out, g->net_hash, 8);
    put(out, name, 1);
    fwrite(g->net, 1, name, out);
    put(out, (uint64_t)g->size, 1);
    put_float(out, g->komi);
    put(out, (uint64_t)r->scoring, 1);
    put(out, (uint64_t)r->ko, 1);
    put(out, (uint64_t)r->tax, 1);
    put(out, (uint64_t)r->bonus, 1);
    put(out, (uint64_t)(r->suicide | r->button << 1 | r->friendly_pass << 2), 1);
    put(out, (uint64_t)g->first, 1);
    put(out, (uint64_t)g->end, 1);
    put(out, (uint64_t)g->winner, 1);
    put_float(out, g->margin);
    put(out, (uint64_t)(g->counted | g->plays_out << 1), 1);
    put(out, (uint64_t)g->would_resign, 1);
    put(out, (uint64_t)g->would_resign_at, 2);
    put(out, (uint64_t)g->n_setup, 2);
    put(out, (uint64_t)g->n_moves, 2);
}

static void put_move(FILE *out, const played_game *g, const played_move *m)
{
    put(out, m->how, 1);
    put_place(out, m->colour, m->index);
    if (m->how == PLAYED_OPENING)
        return;
    put(out, m->visits, 4);
    put_float(out, (double)m->winrate);
    put_float(out, (double)m->lead);
    if (m->how == PLAYED_QUICK)
        return;
    put_float(out, (double)m->surprise);
    put(out, m->n_shares, 2);
    for (uint32_t i = 0; i < m->n_shares; i++) {
        put(out, g->shares[m->first + i].index, 2);
        put(out, g->shares[m->first + i].part, 2);
    }
}

static void put_owners(FILE *out, const played_game *g)
{
    int area = g->size * g->size;
    for (int i = 0; i < area; i += 4) {
        unsigned four = 0;
        for (int k = 0; k < 4 && i + k < area; k++)
            four |= (unsigned)g->owner[i + k] << 2 * k;
        put(out, four, 1);
    }
}

go_status played_bytes_write(const played_game *g, uint8_t **bytes, size_t *n, go_error *err)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, n);
    if (!out)
        return go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    put_header(out, g);
    for (int i = 0; i < g->n_setup; i++)
        put_place(out, g->setup[i].colour, g->setup[i].index);
    for (int i = 0; i < g->n_moves; i++)
        put_move(out, g, &g->moves[i]);
    if (g->counted)
        put_owners(out, g);
    bool failed = ferror(out);
    if (fclose(out) != 0 || failed) {
        free(text);
        return go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    }
    *bytes = (uint8_t *)text;
    return GO_OK;
}

/* ---- reading ---- */

/* The bytes still to be read.  After their end everything is 0, and `bad` says so; it also
 * names the first number that is out of its range.                            */
typedef struct source {
    const uint8_t *at, *end;
    const char *bad; /* NULL: nothing is */
} source;

static void fault(source *s, const char *what)
{
    if (!s->bad)
        s->bad = what;
}

static uint64_t take(source *s, int bytes)
{
    uint64_t value = 0;
    if (s->end - s->at < bytes) {
        fault(s, "it ends too early");
        s->at = s->end;
        return 0;
    }
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)*s->at++ << 8 * i;
    return value;
}

/* A number of at most `most`. */
static unsigned take_up_to(source *s, int bytes, unsigned most, const char *what)
{
    uint64_t value = take(s, bytes);
    if (value > most) {
        fault(s, what);
        return 0;
    }
    return (unsigned)value;
}

/* A number from -most to most. */
static float take_float(source *s, double most, const char *what)
{
    uint32_t bits = (uint32_t)take(s, 4);
    float x;
    memcpy(&x, &bits, sizeof x);
    if (!(fabs((double)x) <= most)) {
        fault(s, what);
        return 0;
    }
    return x;
}

static uint16_t take_place(source *s, int area, uint8_t *c)
{
    unsigned both = (unsigned)take(s, 2), index = both & 0x7fff;
    *c = both >> 15 ? WHITE : BLACK;
    if (index > (unsigned)area)
        fault(s, "a move is not on the board");
    return (uint16_t)(index > (unsigned)area ? 0 : index);
}

static void take_name(source *s, char name[PLAYED_NAME])
{
    unsigned n = take_up_to(s, 1, PLAYED_NAME - 1, "the network's name is too long");
    for (unsigned i = 0; i < n; i++) {
        uint64_t letter = take(s, 1);
        if (letter < ' ')
            fault(s, "the network's name is not a text");
        name[i] = (char)letter;
    }
    name[n] = '\0';
}

static void take_rules(source *s, rules *r)
{
    const char *bad = "there are no such rules";
    r->scoring = (scoring_rule)take_up_to(s, 1, SCORING_TERRITORY, bad);
    r->ko = (ko_rule)take_up_to(s, 1, KO_SITUATIONAL, bad);
    r->tax = (tax_rule)take_up_to(s, 1, TAX_ALL, bad);
    r->bonus = (handicap_bonus)take_up_to(s, 1, BONUS_N_MINUS_1, bad);
    unsigned flags = take_up_to(s, 1, 7, bad);
    r->suicide = flags & 1;
    r->button = flags >> 1 & 1;
    r->friendly_pass = flags >> 2 & 1;
}

static colour take_colour(source *s, bool or_none)
{
    unsigned c = take_up_to(s, 1, WHITE, "a colour is neither black nor white");
    if (c == EMPTY && !or_none)
        fault(s, "a colour is neither black nor white");
    return (colour)c;
}

/* Returns the number of moves. */
static int take_header(source *s, played_game *g, int *n_setup)
{
    g->number = (int64_t)take(s, 8);
    if (g->number < 0)
        fault(s, "its number is negative");
    g->seed = take(s, 8);
    g->net_hash = take(s, 8);
    take_name(s, g->net);
    g->size = (int)take_up_to(s, 1, BOARD_MAX_SIZE, "the board is too large");
    if (g->size < BOARD_MIN_SIZE)
        fault(s, "the board is too small");
    g->komi = (double)take_float(s, 1000, "the komi is out of range");
    take_rules(s, &g->rules);
    g->first = take_colour(s, false);
    g->end = (played_end)take_up_to(s, 1, PLAYED_ENDS - 1, "it has no such end");
    g->winner = take_colour(s, true);
    g->margin = (double)take_float(s, PLAYED_MOST_POINTS, "the score is out of range");
    unsigned flags = take_up_to(s, 1, 3, "it has unknown marks");
    g->counted = flags & 1;
    g->plays_out = flags >> 1;
    g->would_resign = take_colour(s, true);
    g->would_resign_at = (int)take(s, 2);
    *n_setup = (int)take_up_to(s, 2, BOARD_MAX_AREA, "it has too many stones at the start");
    return (int)take_up_to(s, 2, PLAYED_MAX_MOVES, "it has too many moves");
}

static bool take_setup(source *s, played_game *g, int n)
{
    for (int i = 0; i < n && !s->bad; i++) {
        played_stone stone;
        stone.index = take_place(s, g->size * g->size - 1, &stone.colour);
        if (!played_game_add_stone(g, stone))
            return false;
    }
    return true;
}

static bool take_shares(source *s, played_game *g)
{
    int area = g->size * g->size;
    unsigned sum = 0, n = take_up_to(s, 2, (unsigned)area + 1, "a target has too many moves");
    for (unsigned i = 0; i < n && !s->bad; i++) {
        uint16_t index = (uint16_t)take_up_to(s, 2, (unsigned)area, "a target is off the board");
        uint16_t part = (uint16_t)take(s, 2);
        sum += part;
        if (!played_game_add_share(g, (played_share){index, part}))
            return false;
    }
    if (sum != PLAYED_WHOLE)
        fault(s, "the parts of a target do not add up");
    return true;
}

static bool take_move(source *s, played_game *g)
{
    played_move m = {0};
    m.how = (uint8_t)take_up_to(s, 1, PLAYED_FULL, "a move was found in an unknown way");
    m.index = take_place(s, g->size * g->size, &m.colour);
    if (m.how != PLAYED_OPENING) {
        m.visits = (uint32_t)take(s, 4);
        m.winrate = take_float(s, 1, "a win rate is out of range");
        m.lead = take_float(s, PLAYED_MOST_POINTS, "a lead is out of range");
        if (m.winrate < 0)
            fault(s, "a win rate is out of range");
    }
    if (m.how == PLAYED_FULL)
        m.surprise = take_float(s, 1000, "a surprise is out of range");
    return played_game_add_move(g, &m) && (m.how != PLAYED_FULL || take_shares(s, g));
}

static void take_owners(source *s, played_game *g)
{
    int area = g->size * g->size;
    for (int i = 0; i < area; i += 4) {
        unsigned four = (unsigned)take(s, 1);
        for (int k = 0; k < 4 && i + k < area; k++) {
            g->owner[i + k] = (uint8_t)(four >> 2 * k & 3);
            if (g->owner[i + k] > WHITE)
                fault(s, "a point belongs to neither side");
        }
    }
}

go_status played_bytes_read(const uint8_t *bytes, size_t n, played_game *g, go_error *err)
{
    source s = {bytes, bytes + n, NULL};
    int n_setup;
    played_game_clear(g);
    int n_moves = take_header(&s, g, &n_setup);
    bool room = s.bad || take_setup(&s, g, n_setup);
    for (int i = 0; i < n_moves && room && !s.bad; i++)
        room = take_move(&s, g);
    if (g->counted && !s.bad)
        take_owners(&s, g);
    if (s.at != s.end)
        fault(&s, "it goes on after its end");
    if (g->would_resign_at > g->n_moves)
        fault(&s, "somebody would have resigned after its end");
    if (!room)
        return go_fail(err, GO_ENOMEM, "out of memory for a game of %d moves", n_moves);
    return s.bad ? go_fail(err, GO_EFORMAT, "%s", s.bad) : GO_OK;
}
