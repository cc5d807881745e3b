#include "tests/support/improving.h"

#include "tests/support/unit.h"

static const option_group play_groups[] = {{NULL, selfplay_options, 0}, {0}};
static const command_spec play_spec = {.name = "play", .groups = play_groups};

improve_settings improve_on_5x5(int generations)
{
    improve_settings s = {.shape = "b2c16",
                          .games = 150,
                          .threads = 2,
                          .duel_visits = 32,
                          .generations = generations};
    options_defaults(&play_spec, &s.play);
    s.play.sizes = (selfplay_sizes){1, {5}};
    s.play.seed = 1;
    s.play.visits = 32;
    s.play.quick_visits = 8;
    s.play.full_share = 0.5;
    s.play.komi = 0.5;
    s.play.komi_spread = 2;
    nn_train_choices_default(&s.learn.choices);
    s.learn = (learner_settings){.threads = 2,
                                 .batch = 64,
                                 .seed = 1,
                                 .reuse = 6,
                                 .window = 20000,
                                 .choices = s.learn.choices};
    return s;
}

void improve_well(const char *folder, const improve_settings *s)
{
    const improve_listener nobody = {0};
    go_error err;
    if (improve_run(folder, s, &nobody, &err) != GO_OK)
        fail_msg("%s", err.message);
}
