/* fuzz_session.c -- whole sessions of GTP: the bytes choose commands and what they ask
 * for, so that games are played, saved, loaded, searched with every evaluator and counted.
 * Every command is answered once, and nothing crashes.
 *
 * An input is read from its start, a few bytes a command; what follows a line "%%" is a
 * game record that loadsgf may load.                                          */
#include <stdlib.h>
#include <string.h>

#include "gtp/engine.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_COMMANDS = 40, MOST_SLOW = 1 };

/* c: a colour, v: a vertex, n: a small number, k: komi, s: a size, f: a file, p: a setting,
 * t: a status, r: rules, x: a rule.  Slow ones begin with a dot.              */
static const char *const commands[] = {
    "boardsize s", "clear_board", "komi k", "play c v", "play c v", "play c v", "genmove c",
    "reg_genmove c", "undo", "gg-undo n", "fixed_handicap n", "place_free_handicap n",
    "set_free_handicap v v v", "gogui-setup c v c v c v c v", "gogui-setup_player c",
    "set_position c v c v c v", "gogui-play_sequence c v c v c v", "loadsgf f", "loadsgf f n",
    "savesgf f", "printsgf", "showboard", "is_legal c v", "all_legal c", "list_stones c",
    "captures c", "move_history", "kata-set-rules r", "kgs-rules r", "kata-set-rule x",
    "kata-get-rules", "time_settings n n n", "time_left c n n", "kgs-time_settings byoyomi n n n",
    "kata-time_settings fischer n n", "kata-list_time_settings", ".final_score",
    ".final_status_list t", ".final_status v", ".kgs-genmove_cleanup c", "lz-analyze c n",
    "kata-analyze c n ownership true movesOwnership true pvVisits true",
    "kata-genmove_analyze c n rootInfo true", "kata-analyze c n maxmoves 3 allow c v,v 2",
    "kata-raw-nn n", "kata-raw-nn all", "katachi-policy", "katachi-gammas", "katachi-ownership",
    "katachi-criticality", "katachi-visits", "katachi-pv", "katachi-search_info",
    "katachi-counts", "kata-get-params", "kata-set-param p", "kata-set-param p",
    "gogui-analyze_commands", "kgs-chat private someone n", "kgs-game_over", "cgos-gameover n k",
    "echo v k", "cputime"};

static const char *const settings[] = {"evaluator network",
                                       "evaluator rollout",
                                       "evaluator mixed",
                                       "evaluator uniform",
                                       "prior network",
                                       "prior gammas",
                                       "prior uniform",
                                       "playout-policy gammas",
                                       "rule puct",
                                       "rule uct-rave",
                                       "rule auto",
                                       "root gumbel",
                                       "root rule",
                                       "gumbel-noise 1",
                                       "noise 0.25",
                                       "temperature 1",
                                       "threads 2",
                                       "threads 1",
                                       "reuse no",
                                       "symmetry average",
                                       "root-average yes",
                                       "lambda 0.5",
                                       "strength 5",
                                       "dynamic-komi 3",
                                       "resign-threshold 0.9",
                                       "playouts 9",
                                       "visits 7",
                                       "lcb no",
                                       "expand 3",
                                       "rave no",
                                       "widening no",
                                       "c-puct-spread 1",
                                       "score-weight 0.3",
                                       "early-stop no",
                                       "net-batch 2",
                                       "ponder no",
                                       "net-cache 0",
                                       "temperature-moves 4",
                                       "solve 0",
                                       "rave-reach 3"};

static const char *const rules_of[] = {
    "japanese", "chinese", "tromp-taylor", "aga", "new-zealand", "stone-scoring", "korean",
    "{\"ko\":\"SITUATIONAL\",\"scoring\":\"AREA\",\"tax\":\"ALL\",\"suicide\":true}", "chess"};

static const char *const rule_of[] = {"ko POSITIONAL", "ko SIMPLE", "scoring TERRITORY",
                                      "tax SEKI", "suicide true", "hasButton true",
                                      "whiteHandicapBonus N-1", "friendlyPassOk false"};

static const char *const statuses[] = {"alive", "dead", "seki", "white_territory",
                                       "black_territory", "nothing"};

/* ---- the file a session needs ---- */

static char net_path[400], game_path[400];
static const char gammas_path[] = "tests/fuzz/seeds/gammas/both.gammas"; /* from the root */
static const char fast_path[] = "data/fast-9x9.gammas.zst";

static void write_files(void)
{
    size_t n;
    char *bytes = fuzz_net(&n);
    fuzz_write("net", bytes, n, net_path);
    free(bytes);
}

static gtp_settings small_settings(void)
{
    gtp_settings s;
    gtp_settings_default(&s);
    s.size = 5;
    s.search.limits.playouts = 5;
    s.search.threads = 1;
    s.search.tree.memory = 1 << 20;
    s.search.choice.solve = FUZZ_SOLVED;
    s.search.evaluate.net.file = net_path;
    s.search.evaluate.net.backend = "reference";
    s.search.evaluate.net.cache = 1 << 16;
    s.search.evaluate.gammas = gammas_path;
    s.search.evaluate.playout.gammas = fast_path;
    s.search.evaluate.playout.policy = PLAYOUT_UNIFORM;
    return s;
}

/* ---- from bytes to lines ---- */

typedef struct choices {
    const uint8_t *at, *end;
} choices;

static unsigned next(choices *c)
{
    return c->at < c->end ? *c->at++ : 0;
}

#define ONE_OF(list, c) (list)[next(c) % (sizeof(list) / sizeof *(list))]

static void write_word(FILE *out, char word, choices *c)
{
    static const char *const komis[] = {"0", "6.5", "-3", "7", "1000", "0.25"};
    static const char *const sizes[] = {"5", "2", "3", "7", "9", "1", "6 4"};
    unsigned x;
    switch (word) {
    case 'c':
        fputs(next(c) % 2 ? "b" : "w", out);
        break;
    case 'v':
        x = next(c);
        if (x >= 250)
            fputs(x % 2 ? "pass" : "z99", out);
        else
            fprintf(out, "%c%u", "abcdefghj"[x % 9], 1 + x / 9 % 9);
        break;
    case 'n':
        fprintf(out, "%u", next(c) % 12);
        break;
    case 'k':
        fputs(ONE_OF(komis, c), out);
        break;
    case 's':
        fputs(ONE_OF(sizes, c), out);
        break;
    case 'f':
        fputs(game_path, out);
        break;
    case 'p':
        fputs(ONE_OF(settings, c), out);
        break;
    case 't':
        fputs(ONE_OF(statuses, c), out);
        break;
    case 'r':
        fputs(ONE_OF(rules_of, c), out);
        break;
    default:
        fputs(ONE_OF(rule_of, c), out);
    }
}

/* The words of a command: single letters stand for something, others for themselves. */
static void write_command(FILE *out, const char *text, choices *c)
{
    while (*text) {
        size_t n = strcspn(text, " ,");
        if (n == 1 && strchr("cvnksfptrx", *text))
            write_word(out, *text, c);
        else
            fprintf(out, "%.*s", (int)n, text);
        text += n;
        if (*text)
            fputc(*text++, out);
    }
    fputc('\n', out);
}

/* Returns how many commands were written. */
static int write_session(FILE *out, choices *c)
{
    int n = 0, slow = 0;
    while (c->at < c->end && n < MOST_COMMANDS) {
        const char *text = ONE_OF(commands, c);
        if (*text == '.' && slow++ >= MOST_SLOW)
            continue;
        write_command(out, text + (*text == '.'), c);
        n++;
    }
    return n;
}

/* ---- the session ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[2];
    char *session = NULL;
    size_t length = 0;
    if (!net_path[0])
        write_files();
    int n_parts = fuzz_parts(data, size, parts, 2);
    fuzz_write("game.sgf", n_parts > 1 ? parts[1].bytes : data, n_parts > 1 ? parts[1].n : 0,
               game_path);
    choices c = {parts[0].bytes, parts[0].bytes + parts[0].n};
    FILE *text = open_memstream(&session, &length);
    if (!text)
        abort();
    int expected = write_session(text, &c);
    fclose(text);
    gtp_settings small = small_settings();
    fuzz_gtp(&small, session, length, expected);
    free(session);
    return 0;
}
