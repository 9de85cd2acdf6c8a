import Findings
import Foundation
import Studies
import Text

/// How many runs at a time there is memory for.
struct MemoryBudget {
  private let run: RunMemory
  private let available: AvailableMemory

  init(_ run: RunMemory) {
    self.run = run
    available = AvailableMemory()
  }

  /// Returns the number of threads that were asked for; without a wish, one for each core, or fewer
  /// if the runs would not fit.
  ///
  /// - Parameters:
  ///   - kept: runs of which figures are kept until all are over.
  ///   - writesFolder: whether the files of runs are written, second by second.
  /// - Throws: where what was asked for cannot fit.
  func threads(
    _ wish: Int?, for runs: Int, kept: Int? = nil, writesFolder: Bool = false
  ) throws(CommandFailure) -> Int {
    if writesFolder {
      let whole = Int(min(Double(run.total) * RunMemory.margin + Double(run.folder), 1e18))
      try Self.check(
        "this run with its results folder", needs: whole,
        remedy: run.folder > run.total ? "shorten the duration, or write --no-out" : run.remedy)
    }
    let kept = Double(RunMemory.result) * Double(kept ?? runs)
    let room = Double(available.bytes) - Double(RunMemory.process) - kept
    let each = Double(run.total) * RunMemory.margin + Double(available.overheadPerThread)
    let most = Int(max(0, min(room / each, 1e6)))
    let standard = max(1, min(WorkPool.allCores.threads, most))
    let threads = min(wish ?? standard, runs)
    if threads <= most { return threads }
    let needed = Double(RunMemory.process) + kept + Double(threads) * each
    let many = threads == 1 ? "this run" : "\(threads) of these runs at a time"
    let remedy =
      most >= 1
      ? "lower --threads" : Double(run.total) > kept ? run.remedy : "ask for fewer runs"
    throw Self.refusal(many, needed, available, remedy)
  }

  /// - Parameters:
  ///   - what: takes so much memory beside what the program itself takes.
  ///   - bytes: how much.
  /// - Throws: where it cannot fit.
  static func check(
    _ what: String, needs bytes: Int, remedy: String
  ) throws(CommandFailure) {
    let available = AvailableMemory()
    let needed = Double(bytes) + Double(RunMemory.process)
    if needed > Double(available.bytes) { throw refusal(what, needed, available, remedy) }
  }

  private static func refusal(
    _ what: String, _ needed: Double, _ available: AvailableMemory, _ remedy: String
  ) -> CommandFailure {
    .runtime(
      "\(what) may need \(gigabytes(needed)) of memory, and "
        + "\(gigabytes(Double(available.bytes))) is free \(available.source): \(remedy)")
  }

  private static func gigabytes(_ bytes: Double) -> String {
    bytes < 1e9
      ? "\(Int((bytes / 1e6).rounded())) MB" : String(format: "%.1f GB", bytes / 1e9)
  }
}

/// The memory that this process may still take: the least of the machine's memory, the memory that
/// its control group may have, and its own limits.
struct AvailableMemory {
  private(set) var bytes: UInt64
  /// The place in which that is all there is: "on this machine".
  private(set) var source: String
  /// Address space that a thread takes without using it.
  private(set) var overheadPerThread: UInt64 = 0

  init() {
    bytes = ProcessInfo.processInfo.physicalMemory
    source = "on this machine"
    #if os(Linux)
      if let free = Self.figure("MemAvailable:", in: "/proc/meminfo") {
        lower(to: free, "on this machine")
      }
      for group in ControlGroup.all { lower(to: group.room, "in its control group") }
      let used = Self.addressSpace
      if let limit = Self.limit(__rlimit_resource_t(RLIMIT_AS.rawValue)) {
        let room = limit > used ? limit - used : 0
        // Stacks, and the arenas of the allocator.
        if room < bytes { overheadPerThread = 140_000_000 }
        lower(to: room, "under its limit (ulimit -v)")
      }
    #endif
  }

  private mutating func lower(to room: UInt64, _ reason: String) {
    if room < bytes { (bytes, source) = (room, reason) }
  }

  #if os(Linux)
    private static func limit(_ resource: __rlimit_resource_t) -> UInt64? {
      var limit = rlimit()
      guard getrlimit(resource, &limit) == 0, limit.rlim_cur != rlim_t.max else { return nil }
      return UInt64(limit.rlim_cur)
    }

    private static var addressSpace: UInt64 { figure("VmSize:", in: "/proc/self/status") ?? 0 }

    /// A line such as `MemAvailable:   123 kB`, in bytes.
    static func figure(_ name: String, in file: String) -> UInt64? {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
      let fields = line?.split { $0 == " " || $0 == "\t" }
      return fields.flatMap { $0.count > 1 ? UInt64($0[1]) : nil }.map { $0 * 1024 }
    }
  #endif
}

/// A group of processes with a common limit on memory.
struct ControlGroup {
  /// The memory that it may still take; its caches make room.
  let room: UInt64

  /// This process's groups with a limit, those above included.
  static var all: [ControlGroup] {
    guard let table = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8) else {
      return []
    }
    return table.split(separator: "\n").flatMap { line -> [ControlGroup] in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      if fields[1].isEmpty { return groups(root: "/sys/fs/cgroup", path: fields[2], v2Files) }
      let isMemory = fields[1].split(separator: ",").contains("memory")
      return isMemory ? groups(root: "/sys/fs/cgroup/memory", path: fields[2], v1Files) : []
    }
  }

  private typealias Files = (limit: String, used: String, cache: String)
  private static let v2Files: Files = ("memory.max", "memory.current", "inactive_file ")
  private static let v1Files: Files = (
    "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "
  )

  /// Returns the groups with a limit on a path. In a container the own path may not be there; its
  /// root is the group's own then.
  private static func groups(root: String, path: Substring, _ files: Files) -> [ControlGroup] {
    var found: [ControlGroup] = []
    var place = path.split(separator: "/")
    while true {
      let folder = ([Substring(root)] + place).joined(separator: "/")
      if let limit = number(folder + "/" + files.limit), limit < 1 << 60 {
        let used = number(folder + "/" + files.used) ?? 0
        let cache = cached(folder + "/memory.stat", files.cache)
        let taken = used > cache ? used - cache : 0
        found.append(ControlGroup(room: limit > taken ? limit - taken : 0))
      }
      if place.isEmpty { return found }
      place.removeLast()
    }
  }

  private static func number(_ file: String) -> UInt64? {
    (try? String(contentsOfFile: file, encoding: .utf8))
      .flatMap { UInt64($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  private static func cached(_ file: String, _ name: String) -> UInt64 {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { UInt64($0.dropFirst(name.count)) } ?? 0
  }
}
