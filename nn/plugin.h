/* plugin.h -- backends in a library that is loaded only when it is used.
 *
 * katachi-cudnn.so needs CUDA and cuDNN; the program does not.  It is searched for in
 * $KATACHI_PLUGINS or, without that, beside the program, in ../lib/katachi from there
 * and in PREFIX/lib/katachi; the libraries it needs where the system looks for them
 * and in $CUDA_HOME, or /usr/local/cuda without that.                         */
#ifndef KATACHI_NN_PLUGIN_H
#define KATACHI_NN_PLUGIN_H

#include "nn/model/backend.h"

/* Loads a plug-in and checks that it fits this program; once loaded it stays.
 * GO_EUNSUPPORTED: what is missing, where it was searched for, what to do.   */
go_status nn_plugin_open(const char *path, const nn_plugin_table **out, go_error *err);

/* Finds katachi-cudnn.so.  GO_EUNSUPPORTED: in none of the folders, which it names.
 *   path  out  of `size` bytes                                               */
go_status nn_plugin_find(char *path, size_t size, go_error *err);

/* What the plug-in of this machine exports under a name, of which the caller checks that it fits.
 * GO_EUNSUPPORTED: there is no driver, no plug-in that fits, or no such name in it. */
go_status nn_plugin_symbol(const char *name, const void **out, go_error *err);

/* These forward to the plug-in, loading it when they are first used; without a
 * driver (libcuda.so.1) `available` says so and nothing is loaded.           */
extern const nn_backend nn_cudnn, nn_cudnn32;

#endif
