#include "CArguments.h"

// For __GLIBC__.
#include <limits.h>

static int count = 0;
static char *const *words;

#if defined(__GLIBC__)
// Of the loaders, only that of glibc hands the command line to whoever runs before main.
__attribute__((constructor)) static void squall_keep_arguments(int argc, char **argv) {
  count = argc;
  words = argv;
}
#endif

int squall_argument_count(void) { return count; }

const char *_Nonnull squall_argument(int index) { return words[index]; }
