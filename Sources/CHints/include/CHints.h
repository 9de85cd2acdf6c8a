#ifndef SQUALL_CHINTS_H
#define SQUALL_CHINTS_H

// Hints to the processor and to the memory manager, which Swift cannot express.
// They change the speed only: leaving any of them out changes no result.

#include <stddef.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

/// Starts to fetch the cache line at `address`, to be read soon. Any address is allowed.
static inline void squall_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

/// Starts to fetch the cache line at `address`, to be written soon. Any address is allowed.
static inline void squall_prefetch_write(const void *address) {
  __builtin_prefetch(address, 1, 3);
}

/// Asks for large pages behind `size` bytes at `address`; both multiples of the page size.
static inline void squall_advise_huge(void *address, size_t size) {
#if defined(__linux__)
  (void)madvise(address, size, MADV_HUGEPAGE);
#else
  (void)address;
  (void)size;
#endif
}

#endif
