#include "MallocCounter.h"

// On glibc the allocator's functions may be replaced by the program: these count and pass on.
// Counting is per thread, so that tests running at the same time do not disturb one another.
#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread uint64_t count __attribute__((tls_model("initial-exec")));

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  count++;
  return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size) {
  count++;
  return __libc_realloc(p, size);
}

void free(void *p) { __libc_free(p); }

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
  void *p = memalign(alignment, size);
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

uint64_t malloc_counter_value(void) { return count; }
int malloc_counter_works(void) { return 1; }

#else

uint64_t malloc_counter_value(void) { return 0; }
int malloc_counter_works(void) { return 0; }

#endif
