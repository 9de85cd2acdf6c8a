import Foundation

/// A sweep that takes long enough to be interrupted, and what it comes to where it is not.
struct SmallSweep: Sendable {
  /// Its folder, and that of its unfinished work.
  static let name = "s"
  static let work = ".s.sweep"

  static let arguments = [
    "sweep", "gateway-restart", "--clients", "1000", "--duration", "4m", "--vary",
    "faults.0.for=20s,30s,40s,50s", "--replications", "6", "--metric", "recover.p99", "--threads",
    "2", "--quiet", "--out", name,
  ]

  let sweep: [UInt8]
  let cells: [UInt8]

  init() throws {
    let place = try Place()
    let ending = try place.run(Launch(Self.arguments))
    guard ending.status == 0 else { throw Trouble(ending.description) }
    sweep = try place.read("s/sweep.csv")
    cells = try place.read("s/cells.csv")
  }

  /// What is wrong with the results of a sweep that was interrupted and has come to its end.
  func faults(in place: Place) throws -> [String] {
    guard place.exists("s/sweep.csv"), place.exists("s/cells.csv") else {
      return ["there are no results"]
    }
    var faults = flaws(ofResults: place.path(Self.name))
    if try place.read("s/sweep.csv") != sweep { faults.append("sweep.csv has other bytes") }
    if try place.read("s/cells.csv") != cells { faults.append("cells.csv has other bytes") }
    if place.names() != [Self.name] { faults.append("there is also \(place.names())") }
    return faults
  }

  /// The files of the work that an interrupted start leaves, with some cells done and some not.
  ///
  /// - Parameters:
  ///   - records: how many are waited for.
  ///   - signal: what it is interrupted with.
  static func unfinished(after records: Int, by signal: Int32) throws -> [String: [UInt8]] {
    for _ in 0..<20 {
      let place = try Place()
      let started = try place.start(Launch(arguments))
      while started.child.poll() == nil, try !hasRecords(records, in: place) { usleep(300) }
      started.child.send(signal)
      _ = try started.finish()
      let files = Snapshot(place.path(work)).files
      if let journal = files["journal"], !journal.isEmpty, files["plan.json"] != nil {
        return files
      }
    }
    throw Trouble("the sweep was never found unfinished")
  }

  private static func hasRecords(_ count: Int, in place: Place) throws -> Bool {
    guard place.exists(work + "/journal") else { return false }
    let journal = try place.read(work + "/journal")
    return journal.count >= count * max(1, JournalBytes(journal).recordSize)
  }
}

/// A journal as its bytes: records of one size, each a length (4 bytes, lowest first), a hash of
/// what follows (8), and the cell: its number (4), digest (8), events (8), and 9 for each value.
struct JournalBytes {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let head = 12

  /// 0 where there is no whole record.
  var recordSize: Int {
    guard bytes.count >= Self.head else { return 0 }
    let length = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    return length < 1_000_000 ? Self.head + length : 0
  }

  var count: Int { recordSize > 0 ? bytes.count / recordSize : 0 }

  func record(_ number: Int) -> [UInt8] {
    Array(bytes[number * recordSize..<(number + 1) * recordSize])
  }

  /// Puts other bytes into a record, with the hash that fits them.
  mutating func forge(_ number: Int, at offset: Int, _ new: [UInt8]) {
    let begin = number * recordSize
    let end = begin + recordSize
    let place = begin + Self.head + offset
    guard place + new.count <= end else { return }
    bytes.replaceSubrange(place..<place + new.count, with: new)
    let hash = fnv1a(bytes[begin + Self.head..<end])
    for byte in 0..<8 { bytes[begin + 4 + byte] = UInt8(truncatingIfNeeded: hash >> (8 * byte)) }
  }
}
