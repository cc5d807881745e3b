#include "match/game/play.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "board/coord.h"
#include "board/game/game.h"
#include "match/game/record.h"
#include "match/game/referee.h"
#include "match/game/start.h"

/* Seconds that a program has to end after "quit". */
static const double quit_grace = 2;

/* The steps below return GO_END when the game is over. */
typedef struct playing {
    match_game *m;
    const match_conditions *conditions;
    const player *players;
    game *g;
    gtp_client *client[3]; /* by colour; NULL: not started */
    bool counts[3];        /* it knows katachi-counts */
    bool fractions[3];     /* its time_left may have some */
    bool one_period[3];    /* all of byo-yomi that it was told of */
    time_clock clock[3];
    move_note *notes;      /* [most] */
    int most;              /* moves until the limit */
} playing;

static const char *gtp_colour(colour c)
{
    return c == BLACK ? "b" : "w";
}

/* ---- losing ---- */

static go_status lose(playing *p, colour c, game_end end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static go_status lose(playing *p, colour c, game_end end, const char *format, ...)
{
    char why[500];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    p->m->end = end;
    p->m->winner = opponent(c);
    snprintf(p->m->note, sizeof p->m->note, "%s %s", p->players[p->m->side[c].player].name, why);
    return GO_END;
}

static go_status interrupted(go_error *err)
{
    return go_fail(err, GO_EINTR, "interrupted");
}

/* If an answer is not yes, the game is lost by `failed` or, for END_N, by what the
 * answer shows.                                                                */
static go_status expect_yes(playing *p, colour c, gtp_answer answer, game_end failed, go_error *err)
{
    if (answer == GTP_YES)
        return GO_OK;
    if (answer == GTP_STOPPED)
        return interrupted(err);
    if (failed == END_N)
        failed = answer == GTP_DIED       ? END_CRASH
                 : answer == GTP_LATE     ? END_HANG
                 : answer == GTP_NONSENSE ? END_NONSENSE
                                          : END_REFUSED;
    return lose(p, c, failed, "%s", gtp_client_fault(p->client[c]));
}

/* ---- before the first move ---- */

static go_status start_side(playing *p, colour c, go_error *err)
{
    char command[PLAYER_COMMAND];
    const game_side *side = &p->m->side[c];
    player_command(&p->players[side->player], side->seed, command);
    GO_TRY(gtp_client_start(&p->client[c], command, err));
    p->clock[c] = time_clock_start(&p->conditions->time);
    GO_TRY(expect_yes(p, c, match_start(p->client[c], p->conditions, side->seed), END_START, err));
    p->counts[c] = gtp_client_knows(p->client[c], "katachi-counts", p->conditions->hang_timeout);
    p->fractions[c] = match_tells_fractions(p->client[c], p->conditions->hang_timeout);
    p->one_period[c] = match_tells_one_period(p->client[c], p->conditions);
    return GO_OK;
}

/* ---- moves ---- */

/* Tells a side the last move of the game. */
static go_status tell_move(playing *p, colour to, game_end failed, go_error *err)
{
    char name[COORD_MAX];
    const board_move *last = &p->g->steps[p->g->n_steps - 1];
    gtp_answer answer = gtp_client_ask(p->client[to], p->conditions->hang_timeout, "play %s %s",
                                       gtp_colour(last->colour),
                                       coord_to_gtp(p->conditions->size, last->at, name));
    return expect_yes(p, to, answer, failed, err);
}

/* A drawn opening that comes to a move which superko forbids ends before it. */
static go_status play_opening(playing *p, const opening *start, go_error *err)
{
    for (int i = 0; i < start->n && i < p->most; i++) {
        const colour c = i % 2 ? WHITE : BLACK;
        if (game_legal(p->g, c, start->at[i]) != MOVE_OK)
            break;
        GO_TRY(game_play(p->g, c, start->at[i], err));
        p->notes[i] = (move_note){.took = -1, .left = -1, .playouts = -1};
        for (int to = BLACK; to <= WHITE; to++)
            GO_TRY(tell_move(p, (colour)to, END_START, err));
    }
    return GO_OK;
}

/* Adds the playouts of the last move, or of resigning, to those of its side and returns them,
 * from "playouts N ..."; -1: unknown, or more than can be true.                */
static int64_t count_playouts(playing *p, colour c)
{
    static const long long most = 1000000000000;
    long long n;
    game_side *side = &p->m->side[c];
    if (!p->counts[c] ||
        gtp_client_ask(p->client[c], p->conditions->hang_timeout, "katachi-counts") != GTP_YES ||
        sscanf(gtp_client_text(p->client[c]), "playouts %lld", &n) != 1 || n < 0 || // NOLINT
        n > most)
        return -1;
    side->playouts = side->playouts < 0 ? n : side->playouts + n;
    return n;
}

/* Puts a move on the board and on the record, and tells the other side. */
static go_status put_move(playing *p, colour c, point at, double took, go_error *err)
{
    go_error why = {GO_OK, ""};
    char name[COORD_MAX];
    go_status status = game_play(p->g, c, at, &why);
    if (status == GO_EILLEGAL)
        return lose(p, c, END_ILLEGAL, "played %s at move %zu, which is illegal: %s",
                    coord_to_gtp(p->conditions->size, at, name), p->g->n_steps + 1, why.message);
    if (status != GO_OK)
        return go_fail(err, status, "%s", why.message);
    bool timed = p->conditions->time.system != TIME_NONE;
    p->notes[p->g->n_steps - 1] = (move_note){took, timed ? p->clock[c].left : -1,
                                              count_playouts(p, c)};
    return tell_move(p, opponent(c), END_N, err);
}

/* Rounded down: never more than it has.  A program without byo-yomi takes a number of periods for
 * stones to play within one.                                                  */
static gtp_answer tell_time_left(playing *p, colour c)
{
    const time_clock *clock = &p->clock[c];
    const int count = p->one_period[c] && clock->count > 1 ? 1 : clock->count;
    double unit = p->fractions[c] ? 100 : 1;
    return gtp_client_ask(p->client[c], p->conditions->hang_timeout, "time_left %s %.*f %d",
                          gtp_colour(c), p->fractions[c] ? 2 : 0, floor(unit * clock->left) / unit,
                          count);
}

/* We measure the time from the question to the answer, of which up to the lag is not the
 * program's fault.                                                             */
static go_status one_move(playing *p, colour c, go_error *err)
{
    const match_conditions *conditions = p->conditions;
    gtp_client *client = p->client[c];
    time_clock *clock = &p->clock[c];
    game_side *side = &p->m->side[c];
    if (conditions->time.system != TIME_NONE) {
        gtp_answer told = tell_time_left(p, c);
        GO_TRY(expect_yes(p, c, told == GTP_NO ? GTP_YES : told, END_N, err));
    }
    double most = time_clock_most(&conditions->time, clock), late = most + conditions->lag;
    gtp_answer answer = gtp_client_ask(client, fmin(late, conditions->hang_timeout), "genmove %s",
                                       gtp_colour(c));
    double took = gtp_client_seconds(client);
    if (answer == GTP_STOPPED)
        return interrupted(err);
    side->moves++;
    side->seconds += took;
    side->slowest = fmax(side->slowest, took);
    if (answer == GTP_LATE && late <= conditions->hang_timeout)
        return lose(p, c, END_TIME, "did not move within its %.3f s left", most);
    if (answer != GTP_YES)
        return expect_yes(p, c, answer, END_N, err);
    if (took > late || !time_clock_spend(&conditions->time, clock, fmin(took, most)))
        return lose(p, c, END_TIME, "took %.3f s for move %zu", took, p->g->n_steps + 1);
    point at;
    const char *text = gtp_client_text(client);
    if (strcasecmp(text, "resign") == 0) {
        count_playouts(p, c); /* it counts as a move */
        return lose(p, c, END_RESIGN, "resigned at move %zu", p->g->n_steps + 1);
    }
    if (!coord_from_gtp(conditions->size, text, &at))
        return lose(p, c, END_NONSENSE, "answered 'genmove %s' with '%.*s'", gtp_colour(c),
                    (int)fmin(63, (double)strcspn(text, "\n")), text);
    return put_move(p, c, at, took, err);
}

/* ---- the end ---- */

static go_status find_winner(playing *p, go_error *err)
{
    const match_conditions *conditions = p->conditions;
    match_game *m = p->m;
    verdict v;
    double seconds = conditions->hang_timeout;
    bool counted = game_is_over(p->g);
    m->end = counted ? END_SCORE : END_LIMIT;
    if (!counted || conditions->referee == REFEREE_ALIVE)
        referee_as_it_stands(p->g, &v);
    else if (conditions->referee == REFEREE_PROGRAM)
        GO_TRY(referee_by_program(p->g, conditions->referee_command, seconds, &v, err));
    else
        GO_TRY(referee_by_players(p->g, p->client, seconds, &v, err));
    m->margin = v.margin;
    m->disagreed = v.disagreed;
    m->unjudged = v.unjudged;
    m->winner = v.margin > 0 ? BLACK : v.margin < 0 ? WHITE : EMPTY;
    snprintf(m->note, sizeof m->note, "%s", v.note);
    return GO_END;
}

static go_status play(playing *p, const opening *start, go_error *err)
{
    GO_TRY(start_side(p, BLACK, err));
    GO_TRY(start_side(p, WHITE, err));
    GO_TRY(play_opening(p, start, err));
    while (!game_is_over(p->g) && (int)p->g->n_steps < p->most)
        GO_TRY(one_move(p, p->g->to_move, err));
    return find_winner(p, err);
}

static uint64_t hash_of_moves(const game *g)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < g->n_steps; i++)
        hash = rng_mix64(hash ^ (g->steps[i].at * 4u + g->steps[i].colour));
    return hash;
}

static go_status write_record(playing *p, go_error *err)
{
    size_t length;
    utf8_mend(p->m->note); /* it quotes what programs said, which may be anything, and may be cut */
    FILE *out = open_memstream(&p->m->sgf, &length);
    if (out)
        record_write(out, p->m, p->conditions, p->players, p->g, p->notes);
    if (!out || fclose(out) != 0)
        return go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    p->m->n_moves = (int)p->g->n_steps;
    p->m->moves_hash = hash_of_moves(p->g);
    return GO_OK;
}

go_status match_game_play(match_game *m, const match_conditions *conditions,
                          const player *players, const opening *start, go_error *err)
{
    playing p = {.m = m, .conditions = conditions, .players = players,
                 .most = conditions->max_moves ? conditions->max_moves
                                               : 3 * conditions->size * conditions->size};
    match_game fresh = {.number = m->number, .opening = m->opening,
                        .side = {{0}, m->side[BLACK], m->side[WHITE]}};
    memcpy(fresh.keys, m->keys, sizeof fresh.keys);
    *m = fresh;
    for (int c = BLACK; c <= WHITE; c++)
        m->side[c] = (game_side){.player = m->side[c].player, .seed = m->side[c].seed,
                                 .playouts = -1};
    GO_TRY(game_create(&p.g, conditions->size, &conditions->rules, err));
    p.g->komi = conditions->komi;
    p.notes = calloc((size_t)p.most + 1, sizeof *p.notes);
    go_status status = p.notes ? play(&p, start, err)
                               : go_fail(err, GO_ENOMEM, "out of memory for a game");
    if (status == GO_END)
        status = write_record(&p, err);
    /* after a failure or an interruption there is no reason to wait */
    for (int c = BLACK; c <= WHITE; c++)
        gtp_client_end(p.client[c], status != GO_OK || m->end >= END_START ? 0.2 : quit_grace);
    game_destroy(p.g);
    free(p.notes);
    if (status != GO_OK)
        match_game_free(m);
    return status;
}
