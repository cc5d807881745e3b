/* training_rows.h -- `katachi net train` with rows in KataGo's format: --import and --export. */
#ifndef KATACHI_CLI_NET_TRAINING_ROWS_H
#define KATACHI_CLI_NET_TRAINING_ROWS_H

#include "base/options.h"
#include "nn_train/npz/import.h"
#include "nn_train/train.h"

typedef struct training_rows {
    bool import;
    const char *export; /* folder */
    int buffer, keep, export_rows;
} training_rows;

/* Offsets are of training_rows. */
extern const option training_rows_options[];

/* The inputs are files of rows: opens them for a training whose other options are set, and prints
 * to `text` how many there are.                                              */
go_status training_rows_open(nn_import **out, const training_rows *s, const char *const *inputs,
                             int n_inputs, const nn_train_options *o, FILE *text, go_error *err);

/* Writes the games as rows and says how many; held_out may be empty. */
go_status training_rows_write(const training_rows *s, const nn_store *games,
                              const nn_store *held_out, uint64_t seed, int threads, bool quiet,
                              go_error *err);

#endif
