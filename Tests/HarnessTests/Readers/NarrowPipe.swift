import Foundation

/// A pipe that holds a page, and whose writer is told to come again later where it is full.
final class NarrowPipe {
  private let reading: Int32
  private var writing: Int32?

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Trouble("no pipe: \(errorText(errno))") }
    reading = ends[0]
    writing = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    #if os(Linux)
      // F_SETPIPE_SZ of fcntl(2); the headers show it to C only under _GNU_SOURCE.
      _ = fcntl(ends[1], 1_031, 4_096)
    #endif
  }

  /// What a process writes to.
  var stream: Child.Stream { .descriptor(writing ?? -1) }

  /// From here on only the process has the end that is written to.
  func closeWriting() {
    if let writing { close(writing) }
    writing = nil
  }

  /// Waits until there is something to be read.
  func waitForBytes() {
    var wish = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    _ = poll(&wish, 1, Int32(Launch.limit * 1_000))
  }

  /// Everything up to the end.
  func readAll() -> [UInt8] {
    var all: [UInt8] = []
    let size = 4_096
    var piece = [UInt8](repeating: 0, count: size)
    while true {
      let count = read(reading, &piece, size)
      if count <= 0 { return all }
      all += piece.prefix(count)
    }
  }

  deinit {
    closeWriting()
    close(reading)
  }
}

/// Seconds of processor time that a process has used.
func processorSeconds(of process: pid_t) -> Double? {
  guard let line = try? bytes(of: "/proc/\(process)/stat") else { return nil }
  // The name in front of them, in brackets, may hold anything.
  let rest = String(decoding: line, as: UTF8.self).split(separator: ")").last ?? ""
  let fields = rest.split(separator: " ")
  guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
    return nil
  }
  // In ticks, of which Linux shows a hundred a second.
  return (user + system) / 100
}
