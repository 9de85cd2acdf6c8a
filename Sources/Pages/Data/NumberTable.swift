import Documents
import Foundation

/// The columns of a CSV file of numbers, by their names. A field that is no number is nil.
struct NumberTable: Sendable {
  /// The names of the columns, in order.
  let names: [String]
  private let places: [String: Int]
  private let rows: [[Substring]]

  /// - Parameter text: with a header. No field of numbers needs quotes.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    names = FieldTable(lines.first.map(String.init) ?? "").header
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  var count: Int { rows.count }

  /// nil where there is no column of that name.
  func column(_ name: String) -> [Double?]? { texts(name)?.map { figure($0) } }

  /// Returns the same numbers with 0 for each missing one.
  func figures(_ name: String) -> [Double] { (column(name) ?? []).map { $0 ?? 0 } }

  /// The fields of a column as the file has them.
  func texts(_ name: String) -> [Substring]? {
    places[name].map { place in rows.map { place < $0.count ? $0[place] : "" } }
  }
}

/// A number that can be drawn; nil for anything else, such as `inf`.
func figure(_ text: some StringProtocol) -> Double? {
  Double(text).flatMap { $0.isFinite && abs($0) < 1e15 ? $0 : nil }
}
