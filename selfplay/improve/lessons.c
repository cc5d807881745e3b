#include "selfplay/improve/lessons.h"

#include <stdio.h>

#define FILE_NAME "lessons.json"

static json_t *json_of(const run_folder *f, const lesson_list *list)
{
    json_t *games = json_array();
    for (int i = 0; i < list->games.n; i++) {
        const generation_mark *m = &list->games.mark[i];
        json_array_append_new(games, json_pack("[i, s, I]", m->generation, m->name,
                                               (json_int_t)m->at));
    }
    return json_pack("{s:i, s:I, s:o}", "generation", f->newest, "fresh", (json_int_t)list->fresh,
                     "games", games);
}

go_status lesson_list_write(const run_folder *f, const lesson_list *list, go_error *err)
{
    json_t *all = json_of(f, list);
    if (!all)
        return go_fail(err, GO_ENOMEM, "out of memory for a list of games");
    const go_status status = run_folder_write(f, FILE_NAME, all, err);
    json_decref(all);
    return status;
}

static bool take_games(const json_t *games, lesson_list *list)
{
    size_t i;
    json_t *row;
    json_array_foreach(games, i, row) {
        generation_mark mark = {0};
        const char *name;
        json_int_t at;
        if (json_unpack(row, "[i, s, I]", &mark.generation, &name, &at) != 0)
            return false;
        mark.at = at;
        snprintf(mark.name, sizeof mark.name, "%s", name);
        if (generation_marks_add(&list->games, &mark, NULL) != GO_OK)
            return false;
    }
    return true;
}

bool lesson_list_read(const run_folder *f, lesson_list *list)
{
    char path[RUN_PATH];
    int generation = -1;
    json_int_t fresh = 0;
    json_t *games = NULL, *all = json_load_file(run_folder_file(f, FILE_NAME, path), 0, NULL);
    const bool known = all &&
                       json_unpack(all, "{s:i, s:I, s:o}", "generation", &generation, "fresh",
                                   &fresh, "games", &games) == 0 &&
                       generation == f->newest && take_games(games, list);
    list->fresh = fresh;
    json_decref(all);
    if (!known)
        generation_marks_free(&list->games);
    return known;
}

void lesson_list_remove(const run_folder *f)
{
    char path[RUN_PATH];
    remove(run_folder_file(f, FILE_NAME, path));
}
