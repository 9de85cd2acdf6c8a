/// One row that clients change by compare-and-set.
///
/// It remembers what it handed to each client, as if every reader brought its entity tag back. Of
/// each client it knows the version that was read last, and since which attempt the reads have
/// brought that one. A write on the strength of an earlier version is too late, whether a client
/// still waits for it or not.
public struct VersionedRow: Sendable {
  /// How often the row has been written.
  public private(set) var version: UInt32 = 0
  private var reads: [Read]

  /// The version that a client was handed last: 8 bytes.
  private struct Read: BitwiseCopyable, Sendable {
    var version: UInt32 = 0
    /// The first attempt that has read it; the largest number before the first read.
    var first: UInt32 = .max
  }

  /// - Parameter clients: how many may read; 0 where none does.
  public init(clients: Int) { reads = Array(repeating: Read(), count: clients) }

  /// A client reads the row.
  public mutating func read(by client: UInt32, attempt: UInt32) {
    let read = reads[Int(client)]
    if read.version == version && read.first <= attempt { return }
    reads[Int(client)] = Read(version: version, first: attempt)
  }

  /// A client writes the row on condition that it is as that attempt read it.
  /// - Returns: whether it was, and so is written.
  public mutating func write(by client: UInt32, attempt: UInt32) -> Bool {
    let read = reads[Int(client)]
    guard read.version == version, read.first <= attempt else { return false }
    version += 1
    return true
  }
}
