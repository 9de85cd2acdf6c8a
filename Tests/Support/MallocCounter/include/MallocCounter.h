#ifndef MALLOC_COUNTER_H
#define MALLOC_COUNTER_H

#include <stdint.h>

/// Allocations of the calling thread so far: malloc, calloc, realloc and aligned ones.
/// 0 for ever where they cannot be counted (anything but Linux with glibc).
uint64_t malloc_counter_value(void);

/// Whether allocations are counted on this platform.
int malloc_counter_works(void);

#endif
