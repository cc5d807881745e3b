/* config.h -- KataGo's configuration, as far as it means something here:
 * the file of -config, "key = value" a line with # before comments, and the
 * list of -override-config, "key=value,key=value".                            */
#ifndef KATACHI_GTP_JSON_CONFIG_H
#define KATACHI_GTP_JSON_CONFIG_H

#include "gtp/json/defaults.h"

/* Names without effect here, "a, b, c"; those beyond the end are left out. */
typedef struct json_ignored {
    char names[2000];
} json_ignored;

/* Threads are not taken from a file: those files are made for a GPU, which needs
 * many of them.  GO_EIO; GO_EINVAL: the sentence names the file and the line.  */
go_status json_config_file(json_defaults *d, const char *path, json_ignored *ignored,
                           go_error *err);

/* GO_EINVAL. */
go_status json_config_list(json_defaults *d, const char *list, json_ignored *ignored,
                           go_error *err);

#endif
