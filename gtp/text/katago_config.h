/* katago_config.h -- configuration in KataGo's form: the files of its -config, and the lists of
 * its -override-config.
 *
 *     maxVisits = 500          # KataGo's name of a setting, on its scale
 *     gtp.size = 13            # an option of ours, for one command or for all that have it
 *     koRule = POSITIONAL      # one rule; the others are those of `rules` before it, or Tromp-Taylor's
 *
 * A setting is looked up among the options of a command under KataGo's name
 * (katago_names.h) and under ours.  What is not known there has no effect and is
 * remembered, since such files are full of what concerns KataGo's own search and GPUs.  */
#ifndef KATACHI_GTP_TEXT_KATAGO_CONFIG_H
#define KATACHI_GTP_TEXT_KATAGO_CONFIG_H

#include "base/options.h"
#include "board/game/rules.h"

typedef struct katago_config {
    const command_spec *spec; /* whose options are set, in *settings */
    void *settings;
    char **texts;             /* [n_texts] owned: the settings borrow texts from here */
    int n_texts;
    rules rules;              /* those set so far, if has_rules */
    bool has_rules, has_tax;  /* has_tax: the tax was set by itself */
    char ignored[2000];       /* names without effect, "a, b, c"; those that do not fit are
                               * omitted                                       */
} katago_config;

/* Sets what a file says, except for the number of search threads: the files are made for GPUs,
 * which need many.  GO_EIO; GO_EINVAL: the sentence names the file and the line; GO_ENOMEM. */
go_status katago_config_file(katago_config *c, const char *path, go_error *err);

/* Sets "key=value,key=value".  GO_EINVAL; GO_ENOMEM. */
go_status katago_config_list(katago_config *c, const char *list, go_error *err);

/* Ends the texts; the settings must not be used any more. */
void katago_config_free(katago_config *c);

#endif
