/* save.c -- a game at the terminal as a file. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/io/atomic_file.h"
#include "base/today.h"
#include "board/coord.h"
#include "cli/outputs.h"
#include "cli/play/table.h"
#include "sgf_corpus/sgf/record_game.h"
#include "sgf_corpus/sgf/sgf_write.h"

/* ---- where ---- */

/* "katachi-2026-11-22-2105.sgf", or with a number where there is one already. */
static void name_by_time(char *path, size_t n)
{
    char stamp[32];
    time_t now = time(NULL);
    struct tm parts;
    strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M", localtime_r(&now, &parts));
    snprintf(path, n, "katachi-%s.sgf", stamp);
    for (int i = 2; i < 1000 && access(path, F_OK) == 0; i++)
        snprintf(path, n, "katachi-%s-%d.sgf", stamp, i);
}

/* The file that the options name, or one named after the time. */
static const char *usual_path(const play_table *t, char own[64])
{
    if (t->file || t->own[0])
        return t->file ? t->file : t->own;
    name_by_time(own, 64);
    return own;
}

go_status play_can_save(const play_table *t, go_error *err)
{
    char own[64];
    const cli_output outputs[] = {{"-o", usual_path(t, own), OUTPUT_GAMES}, {0}};
    if (cli_outputs_piped(outputs))
        return go_fail(err, GO_EINVAL,
                       "-o %s: the board is already shown on standard output; name a file",
                       t->file);
    return cli_outputs_try(outputs, err);
}

/* ---- the record ---- */

/* Buffers of header texts. */
typedef struct header {
    char day[TODAY_TEXT], rank[RANK_NAME];
    char *text[GAME_N_TEXTS];
} header;

/* Whom the program plays. */
static void name_program(const play_table *t, header *h, colour c)
{
    if (play_is_person(t, c))
        return;
    h->text[c == BLACK ? GAME_PB : GAME_PW] = (char *)"Katachi " KATACHI_VERSION;
    h->text[c == BLACK ? GAME_BR : GAME_WR] = play_rank(t) == RANK_FULL ? NULL : h->rank;
}

/* That of the game that is continued, with what is new. */
static void fill_header(const play_table *t, header *h)
{
    *h = (header){0};
    if (t->record)
        memcpy(h->text, t->record->text, sizeof h->text);
    today(h->day);
    rank_name(play_rank(t), h->rank);
    if (!h->text[GAME_DT])
        h->text[GAME_DT] = h->day;
    h->text[GAME_RE] = t->result[0] ? (char *)t->result : NULL;
    name_program(t, h, BLACK);
    name_program(t, h, WHITE);
}

/* So many of the first moves are those of the game that is continued. */
static int moves_kept(const play_table *t)
{
    int n = 0;
    const game_record *old = t->record;
    while (old && n < old->n_moves && n < (int)t->game->n_steps &&
           old->moves[n].at == t->game->steps[n].at &&
           old->moves[n].colour == t->game->steps[n].colour)
        n++;
    return n;
}

/* Is it the game of the file, but for the passes that ended it and were taken back?  Then it is
 * saved with its end and its result.                                                */
static bool is_untouched(const play_table *t)
{
    const game_record *old = t->record;
    const int n = (int)t->game->n_steps;
    int before_passes = old ? old->n_moves : 0;
    while (before_passes > 0 && old->moves[before_passes - 1].at == PASS)
        before_passes--;
    return old && !t->result[0] && moves_kept(t) == n && (n == old->n_moves || n == before_passes);
}

/* The comments on move number `move` of that game. */
static void write_comments(FILE *out, const game_record *old, int move)
{
    bool any = false;
    for (int i = 0; i < old->n_comments; i++) {
        const game_comment *c = &old->comment[i];
        if (c->move != move)
            continue;
        fputs(any ? "\n\n" : "C[", out);
        sgf_write_escaped(out, c->text, strlen(c->text));
        any = true;
    }
    if (any)
        fputc(']', out);
}

/* What a colour owns at the end, dead stones of the other one included: the score can be read
 * from it. */
static void write_territory(FILE *out, const play_table *t, colour c)
{
    const board *b = &t->game->board;
    char name[COORD_MAX];
    bool any = false;
    for (int i = 0; i < b->size * b->size; i++) {
        const point p = board_point_at(b->size, i);
        if (t->owner[p] != c || (b->at[p] != EMPTY && !t->dead[p]))
            continue;
        fprintf(out, "%s[%s]", any ? "" : c == BLACK ? "TB" : "TW", coord_to_sgf(b->size, p, name));
        any = true;
    }
}

static void write_game(FILE *out, const play_table *t, const game_record *record)
{
    const int kept = record == t->record ? record->n_moves : moves_kept(t);
    sgf_write_start(out, record);
    for (int move = 0; move <= record->n_moves; move++) {
        if (move > 0)
            sgf_write_move(out, record->size, record->moves[move - 1]);
        if (t->record && move <= kept)
            write_comments(out, t->record, move);
    }
    if (t->result[0] && game_is_over(t->game)) { /* counted */
        write_territory(out, t, BLACK);
        write_territory(out, t, WHITE);
    }
    fputs(")\n", out);
}

static go_status write_file(const play_table *t, const game_record *record, const char *path,
                            go_error *err)
{
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, path, err));
    write_game(atomic_file_stream(file), t, record);
    return atomic_file_commit(file, err);
}

static go_status save_as(const play_table *t, const char *path, go_error *err)
{
    header h;
    if (is_untouched(t))
        return write_file(t, t->record, path, err);
    fill_header(t, &h);
    game_record *record = record_of_game(t->game, h.text);
    if (!record)
        return go_fail(err, GO_ENOMEM, "out of memory for the record of the game");
    go_status status = write_file(t, record, path, err);
    game_record_destroy(record);
    return status;
}

go_status play_save(play_table *t, const char *path, go_error *err)
{
    char own[64];
    const bool elsewhere = path && t->file; /* then the file of the options is yet to be written */
    const cli_output named[] = {{"save", path, OUTPUT_GAMES}, {0}};
    if (path && t->source)
        GO_TRY(cli_outputs_spare(named, &t->source, 1, err));
    if (path)
        GO_TRY(cli_outputs_suit(named, err));
    else
        path = usual_path(t, own);
    GO_TRY(save_as(t, path, err));
    if (path == own)
        memcpy(t->own, own, sizeof own);
    t->saved |= !elsewhere;
    printf("The game is in %s.\n", path);
    return GO_OK;
}

go_status play_save_at_end(play_table *t, go_error *err)
{
    go_status status = play_save(t, NULL, err);
    if (status == GO_OK)
        return GO_OK;
    puts("The game could not be saved.  This is its record:");
    fflush(stdout);
    save_as(t, "-", NULL);
    return status;
}
