/* pipes.h -- an engine of this program behind pipes: it reads lines and writes lines in a thread
 * of its own, as if it were another program.  So the page talks to the engines that every other
 * client talks to, in the protocols that they are tested in.                  */
#ifndef KATACHI_WEB_ENGINE_PIPES_H
#define KATACHI_WEB_ENGINE_PIPES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

typedef struct pipes pipes;

typedef struct pipes_engine {
    /* Answers the lines of `in` on `out`, and what people should know on `talk`, until `in`
     * ends.  Called in a thread of its own.                                   */
    void (*run)(void *user, FILE *in, FILE *out, FILE *talk);
    /* A line that it wrote to `out`, or to `talk`, without the newline; called in two other
     * threads.                                                                */
    void (*line)(void *user, const char *line);
    void (*said)(void *user, const char *line);
    void *user;
} pipes_engine;

/* Starts it.  GO_EIO: no pipe or thread can be had; GO_ENOMEM. */
go_status pipes_start(pipes **out, const pipes_engine *engine, go_error *err);

/* Sends a line, without its newline.  Waits while the engine's input is full.  From one thread
 * at a time.  False: the engine has ended, or `p` is NULL.                    */
bool pipes_send(pipes *p, const char *line);

/* Ends its input and waits until it has ended.  Accepts NULL. */
void pipes_end(pipes *p);

#endif
