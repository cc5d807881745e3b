#include "gtp/text/pose.h"

#include <string.h>

/* In the order of cpp/command/gtp.cpp of KataGo 1.17.2 and src/GTP.cpp of Leela Zero
 * 0.17, without those that do not exist here.                                  */
static const char *const katago_commands[] = {
    "protocol_version", "name", "version", "known_command", "list_commands", "quit",
    "boardsize", "rectangular_boardsize", "clear_board", "set_position", "komi", "get_komi",
    "play", "undo", "kata-get-rules", "kata-set-rule", "kata-set-rules", "kata-get-models",
    "kata-get-param", "kata-set-param", "kata-list-params", "kata-get-params", "kata-set-params",
    "kgs-rules",
    "genmove", "kata-search", "kata-search_cancellable", "clear_cache", "showboard",
    "fixed_handicap", "place_free_handicap", "set_free_handicap", "time_settings",
    "kgs-time_settings", "time_left", "kata-list_time_settings", "kata-time_settings",
    "final_score", "final_status_list", "loadsgf", "printsgf", "lz-genmove_analyze",
    "kata-genmove_analyze", "kata-search_analyze", "kata-search_analyze_cancellable",
    "lz-analyze", "kata-analyze", "kata-raw-nn", "kata-raw-human-nn", "cputime",
    "gomill-cpu_time", "stop", NULL};
static const char *const leelaz_commands[] = {
    "protocol_version", "name", "version", "quit", "known_command", "list_commands",
    "boardsize", "clear_board", "komi", "play", "genmove", "showboard", "undo", "final_score",
    "final_status_list", "time_settings", "time_left", "fixed_handicap", "move_history",
    "clear_cache", "place_free_handicap", "set_free_handicap", "loadsgf", "printsgf",
    "kgs-genmove_cleanup", "kgs-time_settings", "kgs-game_over", "lz-analyze",
    "lz-genmove_analyze", NULL};

static const struct {
    const char *name, *version;
    const char *const *commands; /* NULL: all */
} poses[] = {[GTP_POSE_KATACHI] = {"Katachi", KATACHI_VERSION, NULL},
             [GTP_POSE_KATAGO] = {"KataGo", "1.17.2", katago_commands},
             [GTP_POSE_LEELAZ] = {"Leela Zero", "0.17", leelaz_commands}};

const char *gtp_pose_name(int id) { return poses[id].name; }
const char *gtp_pose_version(int id) { return poses[id].version; }

bool gtp_pose_has(int id, const char *command)
{
    const char *const *known = poses[id].commands;
    while (known && *known && strcmp(*known, command) != 0)
        known++;
    return !known || *known;
}
