/* fuzz_tune.c -- the settings that `katachi tune` is asked for, and the games that its
 * folder tells it of: places within the ranges or sentences, never a crash.
 *
 * The first part has a setting on each line, the second a game: its pair, the opponent, the
 * points and the text of its settings.                                        */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "match/tune/tuner.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_GAMES = 40, OPPONENTS = 2, DRAWS = 3 };

/* The texts of settings and places lead back to where they came from. */
static void check_place(const tune_space *space, const char *text)
{
    char again[TUNER_TEXT];
    double place[BASIS_AXES];
    if (!tune_space_place(space, text, place))
        abort();
    for (int i = 0; i < space->n; i++)
        if (!isfinite(place[i]) || place[i] < 0 ||
            place[i] > (space->at[i].n_words ? space->at[i].n_words - 1 : 1))
            abort();
    tune_space_text(space, place, again, sizeof again);
    if (!tune_space_place(space, again, place))
        abort();
}

static void read_settings(tune_space *space, char *text)
{
    for (char *line; (line = strsep(&text, "\n"));) {
        go_error err = {GO_OK, ""};
        if (tune_space_add(space, line, &err) != GO_OK && !err.message[0])
            abort();
    }
}

static void read_games(tuner *t, char *text)
{
    int n = 0;
    for (char *line; (line = strsep(&text, "\n")) && n < MOST_GAMES; n++) {
        char *end;
        go_error err = {GO_OK, ""};
        long pair = strtol(line, &end, 10), opponent = strtol(end, &end, 10);
        long points = strtol(end, &end, 10);
        if (*end != ' ' || pair < 0 || pair >= 5000000 || opponent < -1 || opponent > OPPONENTS)
            continue; /* match/store/store.c lets only such numbers pass */
        if (tuner_add(t, pair, end + 1, (int)opponent, (double)(points & 3) / 2, &err) != GO_OK &&
            !err.message[0])
            abort();
    }
}

static void choose(const tune_space *space, tuner *t)
{
    char settings[TUNER_TEXT];
    tune_estimate e;
    for (int64_t pair = 0; pair < 3; pair++) {
        if (tuner_choose(t, pair, settings, NULL) != GO_OK)
            abort();
        check_place(space, settings);
    }
    if (tuner_estimate(t, DRAWS, &e, NULL) != GO_OK || !(e.score.score >= 0 && e.score.score <= 1))
        abort();
}

static char *text_of(const fuzz_part *part)
{
    char *text = calloc(1, part->n + 1);
    if (!text)
        abort();
    memcpy(text, part->bytes, part->n);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[2] = {{data, 0}, {data, 0}};
    tuner *t;
    tune_space space = {0};
    fuzz_parts(data, size, parts, 2);
    char *settings = text_of(&parts[0]), *games = text_of(&parts[1]);
    read_settings(&space, settings);
    if (space.n > 0) {
        if (tuner_create(&t, &space, OPPONENTS, 1, NULL) != GO_OK)
            abort();
        read_games(t, games);
        choose(&space, t);
        tuner_destroy(t);
    }
    free(settings);
    free(games);
    return 0;
}
