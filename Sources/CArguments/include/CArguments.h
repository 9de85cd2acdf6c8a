#ifndef SQUALL_CARGUMENTS_H
#define SQUALL_CARGUMENTS_H

// The command line as the loader hands it over. Swift's own reads /proc/self/cmdline on Linux: in a root
// without /proc it would find no arguments, and the program would run something else than it was asked for.

/// How many words the command line has, with the program's name; 0 where only Swift knows.
int squall_argument_count(void);

/// One of them, from 0 below the count.
const char *_Nonnull squall_argument(int index);

#endif
