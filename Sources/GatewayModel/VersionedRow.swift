/// One row that clients change by compare-and-set.
///
/// It remembers what it handed to whom, as if every reader brought its entity tag back. Of each client
/// it knows the latest read only: a write that belongs to an earlier one is too late.
public struct VersionedRow: Sendable {
  /// How often the row has been written.
  public private(set) var version: UInt32 = 0
  private var reads: [Read]

  /// What a client was handed last: 8 bytes.
  private struct Read: BitwiseCopyable, Sendable {
    var version: UInt32 = 0
    /// The attempt it was read in; 0 before the first, as attempts count from 1.
    var attempt: UInt32 = 0
  }

  /// - Parameter clients: how many may read; 0 where nobody does.
  public init(clients: Int) { reads = Array(repeating: Read(), count: clients) }

  /// A client reads the row.
  public mutating func read(by client: UInt32, attempt: UInt32) {
    reads[Int(client)] = Read(version: version, attempt: attempt)
  }

  /// A client writes the row on condition that it is as that attempt read it.
  /// - Returns: whether it was, and so is written.
  public mutating func write(by client: UInt32, attempt: UInt32) -> Bool {
    let read = reads[Int(client)]
    guard read.attempt == attempt, read.version == version else { return false }
    version += 1
    return true
  }
}
