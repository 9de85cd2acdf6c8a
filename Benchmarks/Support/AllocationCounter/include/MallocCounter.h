#include "../../../../Tests/Support/MallocCounter/include/MallocCounter.h"
