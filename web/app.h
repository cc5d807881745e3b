/* app.h -- `katachi web`: the page and what it asks, as one object.
 *
 *     web_app_create(&app, &settings, &err);
 *     http_start(&server, &(http_options){.answer = web_app_answer, .user = app, ...}, &err);
 *     ...  web_app_sweep(app) now and then
 *     web_app_end(app);  http_stop(server);  web_app_destroy(app);
 *
 * Requests come from the threads of the server; doc/web.md lists them.        */
#ifndef KATACHI_WEB_APP_H
#define KATACHI_WEB_APP_H

#include "web/engine/kind.h"
#include "web/server/http.h"

typedef struct web_app web_app;

typedef struct web_app_settings {
    engine_settings engines;
    const char *version;          /* of the program */
    const char *const *inputs;    /* [n_inputs] folders with reports, files with games; borrowed */
    int n_inputs;
} web_app_settings;

/* `settings` are copied, their strings borrowed.  GO_EIO, GO_EFORMAT: an input
 * cannot be read; GO_ENOMEM. */
go_status web_app_create(web_app **out, const web_app_settings *settings, go_error *err);

/* Answers a request (http_options.answer); `user` is the web_app. */
void web_app_answer(void *user, const http_request *r, http_answer *a);

/* Ends the engines of pages that are gone; returns how many pages are left. */
int web_app_sweep(web_app *app);

/* Ends what engines do and all streams, and waits a moment until pages know: the server can
 * stop then.                                                                  */
void web_app_end(web_app *app);
void web_app_destroy(web_app *app); /* accepts NULL */

#endif
