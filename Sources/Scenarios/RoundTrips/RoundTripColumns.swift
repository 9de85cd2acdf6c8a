import Words

/// The columns of a file of round-trip times, by what they hold.
struct RoundTripColumns {
  /// The place of the times among the fields, from 0.
  let time: Int
  /// The nanoseconds in 1 of that column.
  let unit: Double
  /// The place of what tells clients apart; nil without it.
  let client: Int?
  /// The place of the percentiles; nil where rows are samples.
  let percentile: Int?
  /// How many fields a row has.
  let count: Int
  /// The names of the columns that are not read.
  let ignored: [String]

  private static let units = ["rtt_ms": 1e6, "rtt_s": 1e9, "rtt_us": 1e3]

  static let layouts =
    "allowed: rtt_ms or client,rtt_ms for samples, percentile,rtt_ms for quantiles, and rtt_s or "
    + "rtt_us in place of rtt_ms"

  init(_ header: CSVRow, of bytes: [UInt8]) throws(CSVMistake) {
    func mistake(_ field: Int, _ message: String) -> CSVMistake {
      CSVMistake(
        offset: CSVScan.offset(ofField: field, in: header.record, of: bytes), message: message)
    }
    let names = header.fields.map { trimmedBlanks($0) }
    var time: (place: Int, unit: Double)?
    var others: [String: Int] = [:]
    var ignored: [String] = []
    for (place, name) in names.enumerated() {
      if let unit = Self.units[name] {
        if let time {
          throw mistake(
            place, "a second column of times beside \(names[time.place]); leave one out")
        }
        time = (place, unit)
      } else if name == "client" || name == "percentile" {
        if others.updateValue(place, forKey: name) != nil {
          throw mistake(place, "a second column \(name)")
        }
      } else {
        ignored.append(name.isEmpty ? "number \(place + 1)" : printable(name))
      }
    }
    guard let time else { throw mistake(0, "no column rtt_ms; \(Self.layouts)") }
    (client, percentile) = (others["client"], others["percentile"])
    if let client, percentile != nil {
      throw mistake(client, "a client beside percentiles; \(Self.layouts)")
    }
    self.time = time.place
    unit = time.unit
    count = names.count
    self.ignored = ignored
  }
}
