/* plugin.h -- gradients in the plug-in for NVIDIA GPUs, which is found and loaded as nn/plugin.h
 * says, when they are first used.                                             */
#ifndef KATACHI_NN_TRAIN_PLUGIN_H
#define KATACHI_NN_TRAIN_PLUGIN_H

#include "nn_train/gradient/gradient.h"

extern const nn_gradient nn_gradient_cudnn, nn_gradient_cudnn32;

#endif
