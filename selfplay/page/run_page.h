/* run_page.h -- RUN/index.html: how a run goes. */
#ifndef KATACHI_SELFPLAY_PAGE_RUN_PAGE_H
#define KATACHI_SELFPLAY_PAGE_RUN_PAGE_H

#include "selfplay/state/history.h"

/* Ratings by generation and by time, losses, lengths and results of games, resignations, rates, and
 * some games of the last generation.  GO_EIO, GO_ENOMEM, GO_EFORMAT: its games are damaged. */
go_status run_page_write(const run_folder *f, const run_history *h, go_error *err);

#endif
