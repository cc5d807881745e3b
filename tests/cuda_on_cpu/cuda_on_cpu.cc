/* Threads in turns, and as much of CUDA's runtime as the plug-in calls: memory
 * is the processor's own, a stream does at once what it is given, or records it. */
#include "tests/cuda_on_cpu/cuda_on_cpu.h"

#include <cstdlib>
#include <cstring>
#include <ucontext.h>
#include <vector>

cpu_place cpu_here;

namespace {

const size_t STACK = 64 * 1024;

struct fiber {
    ucontext_t context;
    std::vector<char> stack;
    bool done;
    float value; /* what it brings to a sum */
};

std::vector<fiber> fibers;
ucontext_t scheduler;
unsigned running;
const std::function<void()> *code;

void enter()
{
    (*code)();
    fibers[running].done = true;
}

void start(unsigned threads)
{
    if (fibers.size() < threads)
        fibers.resize(threads);
    for (unsigned t = 0; t < threads; t++) {
        fiber &f = fibers[t];
        f.stack.resize(STACK);
        f.done = false;
        getcontext(&f.context);
        f.context.uc_stack.ss_sp = f.stack.data();
        f.context.uc_stack.ss_size = STACK;
        f.context.uc_link = &scheduler;
        makecontext(&f.context, enter, 0);
    }
}

void run_block(unsigned threads)
{
    bool left = true;
    start(threads);
    while (left) {
        left = false;
        for (running = 0; running < threads; running++) {
            if (fibers[running].done)
                continue;
            cpu_here.thread = {running, 0, 0};
            swapcontext(&scheduler, &fibers[running].context);
            left = left || !fibers[running].done;
        }
    }
}

} /* namespace */

void cpu_barrier()
{
    unsigned own = running;
    swapcontext(&fibers[own].context, &scheduler);
}

float cpu_warp_sum(float x)
{
    unsigned own = running, first = own / 32 * 32;
    float sum = 0;
    fibers[own].value = x;
    cpu_barrier();
    for (unsigned i = first; i < first + 32; i++)
        sum += fibers[i].value;
    cpu_barrier(); /* all have read before any brings the next */
    return sum;
}

typedef std::vector<std::function<void()>> recording;
static recording *captured; /* NULL: no stream is being captured */

void cpu_enqueue(const std::function<void()> &work)
{
    if (captured)
        captured->push_back(work);
    else
        work();
}

static long launched;

static void run_grid(dim3 grid, unsigned block, const std::function<void()> &kernel)
{
    code = &kernel;
    launched++;
    for (unsigned z = 0; z < grid.z; z++)
        for (unsigned y = 0; y < grid.y; y++)
            for (unsigned x = 0; x < grid.x; x++) {
                cpu_here.block = {x, y, z};
                run_block(block);
            }
}

void cpu_launch(dim3 grid, unsigned block, const std::function<void()> &kernel)
{
    cpu_enqueue([=]() { run_grid(grid, block, kernel); });
}

/* ---- the runtime ---- */

extern "C" {

long cpu_launched(void) { return launched; }

cudaError_t cudaGetLastError(void) { return cudaSuccess; }
const char *cudaGetErrorString(cudaError_t) { return "an error"; }
cudaError_t cudaGetDeviceCount(int *n) { return *n = 1, cudaSuccess; }
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int *v, cudaDeviceAttr, int) { return *v = 9, cudaSuccess; }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) { return *s = NULL, cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }

/* As small as $CUDA_ON_CPU_MIB says. */
static size_t taken;
static size_t total(void)
{
    const char *mib = getenv("CUDA_ON_CPU_MIB");
    return (mib ? strtoul(mib, NULL, 10) : 4096) << 20;
}

cudaError_t cudaMalloc(void **p, size_t n)
{
    *p = taken + n > total() ? NULL : malloc(n + 16);
    if (!*p)
        return cudaErrorMemoryAllocation;
    memcpy(*p, &n, sizeof n);
    taken += n;
    *p = (char *)*p + 16;
    return cudaSuccess;
}

cudaError_t cudaFree(void *p)
{
    size_t n;
    if (!p)
        return cudaSuccess;
    memcpy(&n, (char *)p - 16, sizeof n);
    taken -= n;
    free((char *)p - 16);
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *left, size_t *all)
{
    *all = total();
    *left = *all - taken;
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **p, size_t n, unsigned)
{
    *p = malloc(n);
    return *p ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaFreeHost(void *p) { return free(p), cudaSuccess; }
cudaError_t cudaMemsetAsync(void *p, int v, size_t n, cudaStream_t)
{
    return cpu_enqueue([=]() { memset(p, v, n); }), cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, cudaMemcpyKind, cudaStream_t)
{
    return cpu_enqueue([=]() { memcpy(to, from, n); }), cudaSuccess;
}

/* What is put on a stream is done at once. */
cudaError_t cudaEventCreate(cudaEvent_t *e) { return *e = NULL, cudaSuccess; }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) { return *ms = 1, cudaSuccess; }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) { return *e = NULL, cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }

/* One stream at a time is captured. */
cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode)
{
    return captured = new recording, cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *graph)
{
    *graph = (cudaGraph_t)captured;
    return captured = NULL, cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long)
{
    return *made = (cudaGraphExec_t) new recording(*(recording *)graph), cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t)
{
    for (const auto &work : *(recording *)graph)
        work();
    return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return delete (recording *)graph, cudaSuccess; }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph)
{
    return delete (recording *)graph, cudaSuccess;
}

} /* extern "C" */
