/* usable_memory.h -- how much memory this process may use. */
#ifndef KATACHI_BASE_USABLE_MEMORY_H
#define KATACHI_BASE_USABLE_MEMORY_H

#include <stdint.h>

/* In bytes: that of the machine, or less under `ulimit -v` and in a control group with a limit
 * of its own, such as a container or a service of systemd with MemoryMax.     */
int64_t usable_memory(void);

/* One of so many equal parts of that, at most `most` bytes. */
int64_t usable_memory_part(int parts, int64_t most);

/* The lowest limit of the control groups of a process and of the groups around them; INT64_MAX:
 * none.  Both versions of control groups are read.
 *   groups  in  the list of the groups: /proc/self/cgroup
 *   root    in  where they are mounted: /sys/fs/cgroup                        */
int64_t usable_memory_of_groups(const char *groups, const char *root);

#endif
