#include "selfplay/state/spent.h"

void run_spent_read(const run_folder *f, int generation, run_spent *out)
{
    char path[RUN_PATH];
    int of = -1;
    run_spent s;
    *out = (run_spent){0};
    json_t *all = json_load_file(run_folder_file(f, "spent.json", path), 0, NULL);
    if (json_unpack(all, "{s:i, s:F, s:F, s:F}", "generation", &of, "seconds", &s.seconds,
                    "evaluations", &s.evaluations, "playing", &s.playing) == 0 &&
        of == generation)
        *out = s;
    json_decref(all);
}

go_status run_spent_write(const run_folder *f, int generation, const run_spent *s, go_error *err)
{
    json_t *all = json_pack("{s:i, s:f, s:f, s:f}", "generation", generation, "seconds",
                            s->seconds, "evaluations", s->evaluations, "playing", s->playing);
    if (!all)
        return go_fail(err, GO_ENOMEM, "out of memory for the time that was spent");
    const go_status status = run_folder_write(f, "spent.json", all, err);
    json_decref(all);
    return status;
}
