import Foundation

/// The resources that this process has used so far.
struct ProcessUsage {
  /// The most memory it has held.
  var peakMemoryBytes: Int
  /// The time in user and system code, on all threads.
  var cpuSeconds: Double

  init() {
    var usage = rusage()
    #if os(Linux)
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
      // The kernel's count for a process begins with the memory of the process that started it.
      peakMemoryBytes =
        AvailableMemory.figure("VmHWM:", in: "/proc/self/status").map { Int($0) }
        ?? usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      peakMemoryBytes = usage.ru_maxrss
    #endif
    // Summed in whole microseconds: no more digits than were measured.
    cpuSeconds = Double(Self.microseconds(usage.ru_utime) + Self.microseconds(usage.ru_stime)) / 1e6
  }

  private static func microseconds(_ time: timeval) -> Int {
    Int(time.tv_sec) * 1_000_000 + Int(time.tv_usec)
  }
}
