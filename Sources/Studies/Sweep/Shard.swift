/// One of the equal parts of a sweep that are run apart from each other: `--shard 3/7`.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of the shard, from 1 to `count`.
  package let index: Int
  /// The number of shards, in `countRange`.
  package let count: Int

  package static let countRange = 1...10_000

  /// The whole sweep.
  package static let whole = Shard(1, of: 1)

  init(_ index: Int, of count: Int) {
    precondition(Self.countRange.contains(count) && (1...count).contains(index))
    self.index = index
    self.count = count
  }

  /// Reads `K/N`; `auto`, whose place in a job array is read from the environment; or `auto/N`.
  ///
  /// - Parameter environment: the variables of the process.
  package init(_ text: String, environment: [String: String]) throws(SweepError) {
    let form =
      "write K/N with K from 1 to N and N up to \(Self.countRange.upperBound), auto or auto/N"
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let count = parts.count == 2 ? wholeNumber(parts[1]) : nil
    guard text == "auto" || count.map(Self.countRange.contains) == true else {
      throw SweepError("--shard \(text): \(form)")
    }
    if parts[0] == "auto" {
      do throws(SweepError) {
        self = try JobArray(environment).shard(count: count)
      } catch {
        throw SweepError("--shard \(text): \(error)")
      }
      return
    }
    guard let count, let index = wholeNumber(parts[0]), (1...count).contains(index) else {
      throw SweepError("--shard \(text): \(form)")
    }
    self.init(index, of: count)
  }

  /// How many of a grid's cells it has; 0 where there are more shards than cells.
  package func size(of cells: Int) -> Int { index <= cells ? (cells - index) / count + 1 : 0 }

  /// `3/7`
  package var description: String { "\(index)/\(count)" }
}

/// Digits only, at most nine.
func wholeNumber(_ text: some StringProtocol) -> Int? {
  let isDigits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  return isDigits && text.utf8.count <= 9 ? Int(text) : nil
}
