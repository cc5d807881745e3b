/* sgf.c -- loads and saves games. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io/atomic_file.h"
#include "base/today.h"
#include "gtp/commands/command.h"
#include "gtp/player/think.h"
#include "gtp/text/args.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/sgf/record_game.h"
#include "sgf_corpus/sgf/sgf_write.h"

/* ---- reading ---- */

/* Refuses folders, which may hold thousands of games, and devices and standard input,
 * which may never end.                                                        */
static go_status need_file(const char *path, go_error *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return go_fail(err, GO_EIO, "%s: %s", path, strerror(errno));
    return S_ISREG(info.st_mode) ? GO_OK : go_fail(err, GO_EIO, "%s is not a regular file", path);
}

/* The quote that ends a FILE in quotes, or NULL. */
static const char *closing_quote(const char *rest)
{
    return *rest == '"' ? strchr(rest + 1, '"') : NULL;
}

/* FILE, with blanks or without, quoted or not.  To be freed; NULL: out of memory. */
static char *whole_path(const char *rest)
{
    const char *end = closing_quote(rest);
    return end ? strndup(rest + 1, (size_t)(end - rest - 1)) : strdup(rest);
}

/* Splits FILE [MOVE], where a number after blanks belongs to FILE if that is what a file is
 * called.  Returns FILE as whole_path does.  *number is MOVE, or whatever follows the quotes. */
static char *split_path(const char *rest, const char **number)
{
    const char *end = closing_quote(rest), *last = strrchr(rest, ' ');
    int n;
    *number = end ? end + 1 + strspn(end + 1, " ") : "";
    if (end || !last || !gtp_arg_int(last + 1, 1, GTP_MOST, &n) || need_file(rest, NULL) == GO_OK)
        return whole_path(rest);
    *number = last + 1;
    for (end = last; end > rest && end[-1] == ' ';)
        end--;
    return strndup(rest, (size_t)(end - rest));
}

/* The last word if the text before it names a file and the whole does not; otherwise "",
 * for the word may be part of the name.                                       */
static const char *word_after_file(const char *rest)
{
    const char *last = strrchr(rest, ' ');
    if (!last || need_file(rest, NULL) == GO_OK)
        return "";
    char *path = strndup(rest, (size_t)(last - rest));
    bool is_file = path && need_file(path, NULL) == GO_OK;
    free(path);
    return is_file ? last + 1 : "";
}

static go_status read_record(const char *path, game_record **record, go_error *err)
{
    corpus *c;
    corpus_options options = {.strict = true};
    GO_TRY(need_file(path, err));
    GO_TRY(corpus_open(&c, &path, 1, &options, err));
    go_status status = corpus_next(c, record, err);
    corpus_close(c);
    return status == GO_END ? go_fail(err, GO_EEMPTY, "%s contains no game", path) : status;
}

/* The game under those rules before move `stop`; 0: the whole game. */
static go_status game_of_record(const gtp_engine *e, const game_record *record, const rules *r,
                                int stop, game **out, go_error *err)
{
    int played;
    go_error why = {GO_OK, ""};
    double komi = record_game_komi_or(record, e->own_komi);
    int n = stop > 0 && stop - 1 < record->n_moves ? stop - 1 : record->n_moves;
    if (record->cut && (stop <= 0 || stop - 1 > n))
        return go_fail(
            err, GO_EUNSUPPORTED,
            "stones are set up after move %d; 'loadsgf FILE %d' loads the moves before that", n,
            n + 1);
    go_status status = record_game_replay(out, record, r, komi, n, &played, &why);
    if (status == GO_EILLEGAL && played >= 0)
        return go_fail(err, status, "move %d: %s; 'loadsgf FILE %d' loads the moves before it",
                       played + 1, why.message, played + 1);
    return status == GO_OK ? GO_OK : go_fail(err, status, "%s", why.message);
}

static go_status cmd_loadsgf(GTP_ARGS)
{
    const char *number;
    int stop = 0;
    game *g = NULL;
    game_record *record = NULL;
    go_error why = {GO_OK, ""};
    char *path = split_path(r->rest, &number);
    if (!path)
        return go_fail(err, GO_ENOMEM, "out of memory for a path");
    if (!*number)
        number = word_after_file(r->rest);
    if (*number && !gtp_arg_int(number, 1, GTP_MOST, &stop)) {
        free(path);
        return gtp_syntax(err, "the number of a move, from 1, after FILE", number);
    }
    go_status status = read_record(path, &record, &why);
    rules told = e->own_rules;
    if (status == GO_OK) {
        record_game_rules(record, &told);
        status = game_of_record(e, record, &told, stop, &g, &why);
    }
    free(path);
    if (status == GO_OK) {
        gtp_take_game(e, g);
        e->next_ko = told.ko;
        gtp_game_head_load(&e->head, record,
                           (int)e->game->n_steps == record->n_moves ? e->position : 0);
        gtp_reset_clocks(e);
    }
    game_record_destroy(record);
    if (status != GO_OK)
        return go_fail(err, status, "cannot load file: %s", why.message);
    return GO_OK;
}

/* ---- writing ---- */

enum { RESULT_MAX = 32 };

/* The result, as far as it is known: of a resignation, by the score after two passes, or as the
 * loaded file has it if nothing was played since.  False: the game goes on.   */
static bool result_of_game(gtp_engine *e, char out[RESULT_MAX])
{
    const final_status *found;
    const gtp_game_head *h = &e->head;
    char score[SCORE_TEXT_MAX];
    if (h->resigned != EMPTY && h->resigned_at == e->position)
        snprintf(out, RESULT_MAX, "%s", h->resigned == BLACK ? "W+R" : "B+R");
    else if (h->text[GAME_RE] && h->loaded == e->position)
        snprintf(out, RESULT_MAX, "%s", h->text[GAME_RE]);
    else if (game_is_over(e->game) && gtp_final_estimate_find(e, false, &found, NULL) == GO_OK)
        snprintf(out, RESULT_MAX, "%s", score_text(found->margin, score));
    else
        return false;
    return true;
}

/* The name of the player of a colour, where the file did not tell one. */
static char *player_name(gtp_engine *e, colour c)
{
    static char own[] = "Katachi";
    if (e->head.moved[c])
        return own;
    return e->head.moved[opponent(c)] && e->opponent[0] ? e->opponent : NULL;
}

/* What the loaded file calls the rules, if the game still has them. */
static char *rules_of_file(const gtp_engine *e)
{
    rules r;
    char *text = e->head.text[GAME_RU];
    return rules_meant_by(text, &r) && rules_equal(&r, &e->game->rules) ? text : NULL;
}

/* Writes the engine's game as SGF. */
static go_status write_game(gtp_engine *e, FILE *out, go_error *err)
{
    static char program[] = "Katachi:" KATACHI_VERSION;
    char *text[GAME_N_TEXTS], result[RESULT_MAX], date[TODAY_TEXT];
    const bool as_loaded = e->head.loaded && e->head.loaded == e->position;
    memcpy(text, e->head.text, sizeof text);
    text[GAME_RU] = rules_of_file(e);
    text[GAME_AP] = program;
    text[GAME_RE] = result_of_game(e, result) ? result : NULL;
    for (int i = 0; i < 2; i++) {
        char **name = &text[i ? GAME_PW : GAME_PB];
        if (!*name)
            *name = player_name(e, i ? WHITE : BLACK);
    }
    if (!text[GAME_DT] && !as_loaded && *today(date))
        text[GAME_DT] = date;
    game_record *record = record_of_game(e->game, text);
    if (!record)
        return go_fail(err, GO_ENOMEM, "out of memory for the record of the game");
    sgf_write(out, record);
    game_record_destroy(record);
    return GO_OK;
}

static go_status cmd_printsgf(GTP_ARGS)
{
    atomic_file *file;
    if (r->n == 0 || strcmp(r->rest, "-") == 0)
        return write_game(e, out, err);
    char *path = whole_path(r->rest);
    if (!path)
        return go_fail(err, GO_ENOMEM, "out of memory for a path");
    go_status status = atomic_file_open(&file, path, err);
    free(path);
    if (status != GO_OK)
        return status;
    status = write_game(e, atomic_file_stream(file), err);
    if (status == GO_OK)
        return atomic_file_commit(file, err);
    atomic_file_discard(file);
    return status;
}

const gtp_command gtp_sgf_commands[] = {
    {"loadsgf", cmd_loadsgf, 1, "FILE [MOVE]"},
    {"printsgf", cmd_printsgf, 0, "[FILE]"},
    {"savesgf", cmd_printsgf, 1, "FILE"},
    {0}};
