// The counter of the tests, compiled into the benchmarks too.
#include "../../../Tests/Support/MallocCounter/MallocCounter.c"
