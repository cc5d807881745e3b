/* pose.h -- the program that the engine says it is.
 *
 * Some clients take their way by the name of the engine: Lizzie shows scores and ownership only
 * of "KataGo", and wants "Leela Zero" of at least 0.15 otherwise.  An engine that poses as one
 * of them tells its name, its version and those of its commands that exist here.  */
#ifndef KATACHI_GTP_TEXT_POSE_H
#define KATACHI_GTP_TEXT_POSE_H

#include <stdbool.h>

#include "base/choice.h"

#define GTP_POSES(X)                                                                       \
    X(GTP_POSE_KATACHI, "katachi") X(GTP_POSE_KATAGO, "katago") X(GTP_POSE_LEELAZ, "leelaz")
typedef enum gtp_pose_id { GTP_POSES(CHOICE_NUMBER) } gtp_pose_id;

const char *gtp_pose_name(int id);
const char *gtp_pose_version(int id);

/* Does the program it poses as have the command? */
bool gtp_pose_has(int id, const char *command);

#endif
