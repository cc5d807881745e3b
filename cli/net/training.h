/* training.h -- one run of `katachi net train`: what is known of it, and its steps. */
#ifndef KATACHI_CLI_NET_TRAINING_H
#define KATACHI_CLI_NET_TRAINING_H

#include "base/comm.h"
#include "cli/corpus_input.h"
#include "cli/net/training_rows.h"
#include "cli/outputs.h"
#include "cli/phase_bar.h"
#include "nn_train/report/watch.h"
#include "nn_train/train.h"

typedef struct net_train_settings {
    corpus_input input;
    options_given given;
    const char *output, *from, *shape, *test, *backend, *tmp, *name, *checkpoint;
    const char *report, *gammas;
    int threads, batch, seed, max_games;
    int rows;
    double hours, epochs, held_out, checkpoint_every;
    bool resume, quiet;
    nn_train_choices choices;
    training_rows katago;
} net_train_settings;

enum { NET_TRAIN_FACTS = 16 };

typedef struct net_train_job {
    net_train_settings s;
    const char *const *inputs;
    int n_inputs;
    comm *ranks;
    bool leads; /* rank 0, which reads, writes and shows */
    nn_store train, test;
    corpus_counts counts, test_counts;
    char *bytes; /* the network at the start, as a file */
    size_t n_bytes;
    nn_model *m;
    nn_train_options o;
    phase_bar bar;       /* of reading */
    progress *learning;
    int64_t rows;        /* learned from so far, also before an interruption */
    double seconds;      /* that took */
    char drawn[512];     /* what they were */
    watch *watch;        /* NULL: no report */
    bool warned;         /* that the report cannot be written */
    training_fact facts[NET_TRAIN_FACTS];
    int n_facts;
    char command[sizeof(((training_fact *)0)->value)], test_name[200];
    const char *checkpoint; /* NULL: none */
    char checkpoint_buffer[CHECKPOINT_PATH];
    FILE *text; /* where rank 0 prints what is no progress */
} net_train_job;

/* ---- where it starts: training_start.c ---- */

/* Rank 0's choice of what computes gradients is that of all. */
go_status training_choose_gradient(net_train_job *j, go_error *err);

/* The network of --from, or a new one of --shape, on all ranks. */
go_status training_network(net_train_job *j, go_error *err);

/* Reads the games to learn from and to test on.  Of rank 0 only. */
go_status training_read_games(net_train_job *j, go_error *err);

/* The games to learn from, on all ranks; only rank 0 tests. */
go_status training_share_games(net_train_job *j, go_error *err);

/* ---- what is seen of it: training_shown.c ---- */

void training_show_games(const net_train_job *j);

/* Progress, an nn_train_report whose user is the job. */
bool training_show(void *job, const nn_train_progress *p);

/* The report of --report; nothing where none is asked for. */
go_status training_start_report(net_train_job *j, go_error *err);
void training_finish_report(net_train_job *j, bool ended);

/* Measures the network on the test games, if there are any, prints what comes out, and says what
 * was written.                                                                */
go_status training_measure(const net_train_job *j, go_error *err);

#endif
