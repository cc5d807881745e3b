/* Memory that runs out while the engines of a page start or work: they may end, but another one
 * takes the place of an engine that has ended as soon as the page asks again, and nothing is left
 * behind.                                                                     */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "tests/memory/each_fails.h"
#include "web/engine/analyser.h"
#include "web/engine/player.h"

enum { MOST = 60 }; /* of the allocations that fail */

static engine_settings cheap(void)
{
    engine_settings s = {.memory = 1 << 20};
    search_settings_default(&s.search);
    s.search.threads = 1;
    return s;
}

/* ---- the player ---- */

static bool replies(web_player *p, const char *command)
{
    go_error ignored;
    bool ok = false;
    char *text = NULL;
    const go_status status = web_player_ask(p, command, &ok, &text, &ignored);
    free(text);
    return status == GO_OK && ok;
}

static void play(web_player *p)
{
    replies(p, "boardsize 5");
    failing_stop();
    if (!replies(p, "boardsize 5") && !replies(p, "boardsize 5"))
        fail_msg("the engine does not come back");
    assert_true(replies(p, "play b c3"));
    assert_false(replies(p, "play w c3"));
}

static go_status use_player(void *user, go_error *err)
{
    web_player *p;
    events *told = events_create();
    if (!told)
        return go_fail(err, GO_ENOMEM, "no events");
    const go_status status = web_player_create(&p, user, ENGINE_PLAYOUTS, told, err);
    if (status == GO_OK) {
        play(p);
        web_player_destroy(p);
    }
    events_destroy(told);
    return status;
}

static void a_player_comes_back(void **state)
{
    (void)state;
    engine_settings s = cheap();
    each_fails("a player", use_player, &s, MOST);
}

/* ---- the analyser ---- */

/* Waits for the last answer with the tag 2. */
static bool is_answered(events *told, int reader)
{
    enum { ROOM = 1 << 16, SECONDS = 60 };
    char *text = malloc(ROOM);
    size_t n = 0;
    bool found = false;
    for (int silent = 0; !found && silent < SECONDS; silent += text[n] == ':') {
        const ssize_t got = events_next(told, reader, text + n, ROOM - 1 - n);
        if (got < 0)
            break;
        text[n + (size_t)got] = '\0';
        const char *answer = strstr(text, "\"tag\":2,");
        found = answer && strstr(answer, "\"isDuringSearch\":false") != NULL;
        n = text[n] == ':' ? n : n + (size_t)got;
    }
    free(text);
    return found;
}

static void analyse(analyser *a, events *told)
{
    go_error err;
    const int reader = events_open(told);
    json_t *query = json_loads("{\"boardXSize\":5,\"boardYSize\":5,\"rules\":\"chinese\",\"moves\":[],"
                               "\"maxVisits\":5}", 0, NULL);
    json_t *tag = json_integer(1), *next = json_integer(2);
    analyser_query(a, query, tag, &err);
    failing_stop();
    analyser_stop(a);
    if (analyser_query(a, query, next, &err) != GO_OK || !is_answered(told, reader))
        fail_msg("the engine does not come back");
    json_decref(next);
    json_decref(tag);
    json_decref(query);
}

static go_status use_analyser(void *user, go_error *err)
{
    analyser *a;
    events *told = events_create();
    if (!told)
        return go_fail(err, GO_ENOMEM, "no events");
    const go_status status = analyser_create(&a, user, ENGINE_PLAYOUTS, told, err);
    if (status == GO_OK) {
        analyse(a, told);
        analyser_destroy(a);
    }
    events_destroy(told);
    return status;
}

static void an_analyser_comes_back(void **state)
{
    (void)state;
    engine_settings s = cheap();
    each_fails("an analyser", use_analyser, &s, MOST);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN); /* as katachi web does */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_comes_back),
        cmocka_unit_test(an_analyser_comes_back),
    };
    return cmocka_run_group_tests_name("memory of a page", tests, NULL, NULL);
}
