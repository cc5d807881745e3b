/* cuda_on_cpu.h -- runs the plug-in's kernels where there is no GPU, for tests.
 *
 * Included before a .cu file that is compiled as C++.  A launch runs block after
 * block; the threads of a block are contexts that take turns, each up to its next
 * barrier, so that shared memory and __syncthreads mean what they mean on a GPU.
 * Slow, and no proof of speed or of races: of the arithmetic only.           */
#ifndef KATACHI_TESTS_CUDA_ON_CPU_H
#define KATACHI_TESTS_CUDA_ON_CPU_H

#include <cuda_runtime_api.h>
#include <math.h>

#include <functional>

/* The block and thread that is running, as CUDA's variables of the same names. */
struct cpu_place {
    uint3 block, thread;
};
extern cpu_place cpu_here;
#define blockIdx cpu_here.block
#define threadIdx cpu_here.thread

#undef __shared__
#define __shared__ static /* blocks run one after the other */

void cpu_barrier();
float cpu_warp_sum(float x);
void cpu_launch(dim3 grid, unsigned block, const std::function<void()> &kernel);
extern "C" long cpu_launched(void); /* the kernels that have run so far */

/* What is put on a stream: done at once, or recorded if the stream is being captured. */
void cpu_enqueue(const std::function<void()> &work);

#define __syncthreads() cpu_barrier()
#define warp_sum(x) cpu_warp_sum(x)
#define LAUNCH(kernel, grid, block, stream, ...)                             \
    ((void)(stream), cpu_launch(grid, block, [=]() { kernel(__VA_ARGS__); }))

static inline float rsqrtf(float x)
{
    return 1 / sqrtf(x);
}

#endif
