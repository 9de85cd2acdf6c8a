import Foundation

/// The cores that this process may run on; at least 1.
func usableCores() -> Int {
  #if os(Linux)
    // ProcessInfo counts those of the machine. sched_getaffinity(2) knows better; the headers show it
    // to C only under _GNU_SOURCE.
    typealias GetAffinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> CInt
    if let symbol = dlsym(nil, "sched_getaffinity") {
      var mask = [UInt64](repeating: 0, count: 128)
      let size = mask.count * MemoryLayout<UInt64>.size
      if unsafeBitCast(symbol, to: GetAffinity.self)(0, size, &mask) == 0 {
        return max(1, mask.reduce(0) { $0 + $1.nonzeroBitCount })
      }
    }
  #endif
  return max(1, ProcessInfo.processInfo.activeProcessorCount)
}
