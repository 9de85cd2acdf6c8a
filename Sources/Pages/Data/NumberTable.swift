import Foundation

/// The columns of a CSV file of numbers, by their names. A field that is no number is nil.
struct NumberTable: Sendable {
  private let places: [String: Int]
  private let rows: [[Double?]]

  /// - Parameter text: with a header. No field of numbers needs quotes.
  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)[...]
    let header = lines.popFirst()?.split(separator: ",").map(String.init) ?? []
    places = Dictionary(header.enumerated().map { ($1, $0) }) { first, _ in first }
    rows = lines.map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    }
  }

  var count: Int { rows.count }

  /// nil where there is no column of that name.
  func column(_ name: String) -> [Double?]? {
    places[name].map { place in rows.map { place < $0.count ? $0[place] : nil } }
  }

  /// The same with 0 for what is missing.
  func figures(_ name: String) -> [Double] { (column(name) ?? []).map { $0 ?? 0 } }
}
