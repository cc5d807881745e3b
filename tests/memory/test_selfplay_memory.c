/* Memory that runs out while a network plays against itself. */
#include <stdio.h>
#include <unistd.h>

#include "selfplay/run.h"
#include "tests/memory/each_fails.h"
#include "tests/support/selfplaying.h"
#include "tests/support/small_nets.h"

typedef struct place {
    char folder[400], games[500], sgf[500];
} place;

/* Some games, and the folder opened again. */
static go_status play(void *user, go_error *err)
{
    const place *p = user;
    played_folder *folder;
    selfplay_done done;
    selfplay_settings s = selfplay_of(nets.net, "visits=8 quick-visits=4 net-cache=4096");
    const selfplay_run run = {.games = 2, .games_at_once = 2};
    unlink(p->games);
    unlink(p->sgf);
    s.max_moves = 6;
    GO_TRY(played_folder_open(&folder, p->folder, err));
    go_status status = selfplay_run_games(&s, &run, folder, &done, err);
    go_status closed = played_folder_close(folder, status == GO_OK ? err : NULL);
    status = status == GO_OK ? closed : status;
    if (status != GO_OK)
        return status;
    unlink(p->sgf); /* which is written again */
    GO_TRY(played_folder_open(&folder, p->folder, err));
    return played_folder_close(folder, err);
}

static void games_of_a_network(void **state)
{
    (void)state;
    place p;
    temp_dir_path(&nets.dir, "games", p.folder);
    snprintf(p.games, sizeof p.games, "%s/games.katachi", p.folder);
    snprintf(p.sgf, sizeof p.sgf, "%s/games.sgf", p.folder);
    each_fails("games of a network", play, &p, 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_of_a_network)};
    return cmocka_run_group_tests(tests, small_nets_setup, small_nets_teardown);
}
