// Where libstdc++ was built against glibc 2.36 or newer, its std::random_device asks for arc4random. Squall
// uses no such device, but the static library brings it along, and with it the demand for a newer glibc than
// the program needs. So this one takes its place; where nobody asks, the linker leaves it out.
#include <stdlib.h>
#include <sys/random.h>

__attribute__((visibility("hidden"))) unsigned int arc4random(void) {
  unsigned int value;
  if (getrandom(&value, sizeof value, 0) != sizeof value) abort();
  return value;
}
