import Documents
import Foundation

/// The result of one promise at one point of a sweep.
package struct PromiseRow: Hashable, Sendable {
  package let promise: String
  package let isKept: Bool
  /// The measured value for people: one value, or the least and the greatest.
  package let found: String
  /// Why there is no figure with some seed; nil where there is one with each.
  package let reason: String?
  /// How many runs break it on their own.
  package let failures: Int

  /// - Parameter fields: of a row of `promises.csv`; the columns before them vary.
  fileprivate init(_ fields: ArraySlice<String>) {
    let fields = Array(fields)
    promise = fields[0]
    isKept = fields[1] == "true"
    found = fields[2]
    reason = fields[3].isEmpty ? nil : fields[3]
    failures = Int(fields[4]) ?? 0
  }

  fileprivate static let columns = 5
}

/// The rows of `promises.csv`, one point after the other.
package struct PromiseRows {
  private var records: FileRecords

  fileprivate init(_ path: String) throws(SweepFolderError) {
    records = FileRecords(path)
    _ = try records.next()
  }

  /// The rows of the next point.
  /// - Parameter count: of promises.
  /// - Throws: where they are not there.
  package mutating func next(_ count: Int) throws(SweepFolderError) -> [PromiseRow] {
    var rows: [PromiseRow] = []
    for _ in 0..<count {
      let fields = csvFields(try records.next()).suffix(PromiseRow.columns)
      guard fields.count == PromiseRow.columns else {
        throw .refused("\(records.path) is damaged: it is not whole")
      }
      rows.append(PromiseRow(fields))
    }
    return rows
  }
}

extension SweepFolder {
  /// nil where no promise was judged.
  package func promiseRows() throws(SweepFolderError) -> PromiseRows? {
    manifest.tail.promises == nil ? nil : try PromiseRows("\(path)/\(SweepPromises.name)")
  }
}
