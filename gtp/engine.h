/* engine.h -- a Go player that speaks the Go Text Protocol, version 2.
 *
 *     gtp_settings_default(&settings);
 *     gtp_engine_create(&engine, &settings, &err);
 *     gtp_run(engine, stdin, stdout, stderr, &err);
 *     gtp_engine_destroy(engine);
 *
 * The protocol: G. Farneback, "Specification of the Go Text Protocol, version 2,
 * draft 2", 2002, with the extensions of KGS, CGOS, GoGui, Leela Zero and KataGo
 * that doc/gtp.md lists.  Every command is answered once, in order, whatever the
 * input holds, and only `quit` or its end ends the program.                   */
#ifndef KATACHI_GTP_ENGINE_H
#define KATACHI_GTP_ENGINE_H

#include <stdio.h>

#include "base/status.h"
#include "gtp/player/settings.h"

typedef struct gtp_engine gtp_engine;

/* The settings are copied, their strings borrowed.  Gammas are not read yet, so that a
 * GUI's first questions are answered at once.  GO_EINVAL: invalid rules, komi or time;
 * GO_EIO: the log cannot be written.                                          */
go_status gtp_engine_create(gtp_engine **out, const gtp_settings *settings, go_error *err);
void gtp_engine_destroy(gtp_engine *e); /* accepts NULL */

/* Answers commands from `in` on `out` until `quit`, the end of the input or a signal to
 * end (base/interrupt.h).  Notices for people and GoGui's live graphics go to `talk` unless
 * it is NULL.  May be called again with other input.  GO_EIO: `out` can no longer be
 * written.                                                                    */
go_status gtp_run(gtp_engine *e, FILE *in, FILE *out, FILE *talk, go_error *err);

#endif
