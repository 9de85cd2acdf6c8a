import Foundation

/// Folders that are named by a pattern in quotes: `'results/sweep-storm-*-of-100'`. The program looks for
/// them itself where there is no shell, and where their names would be too many for a command line.
enum FolderPattern {
  /// The folders that names and patterns stand for, in the order of their names.
  ///
  /// A name is taken as it is where something stands there. In a pattern a `*` stands for any
  /// characters of the last part of the path, and a dot at its begin is not matched.
  /// - Throws: where a pattern fits no folder.
  static func folders(_ names: [String]) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for name in names {
      // Foundation's own way to take a path apart traps on names of one letter.
      let end = name.lastIndex(of: "/")
      let place = end.map { String(name[...$0]) } ?? ""
      let pattern = end.map { String(name[name.index(after: $0)...]) } ?? name
      guard pattern.contains("*"), !FileManager.default.fileExists(atPath: name) else {
        found.append(name)
        continue
      }
      let all =
        (try? FileManager.default.contentsOfDirectory(atPath: place.isEmpty ? "." : place)) ?? []
      let fitting = all.filter { !$0.hasPrefix(".") && fits($0, pattern) }.sorted()
      guard !fitting.isEmpty else { throw .usage("no folder fits \(name): no shard is finished") }
      found += fitting.map { place + $0 }
    }
    return found
  }

  /// Returns true if a name has the fixed parts of a pattern, in their order, from its beginning to
  /// its end.
  private static func fits(_ name: String, _ pattern: String) -> Bool {
    var parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    let first = parts.removeFirst()
    let last = parts.removeLast()
    guard name.hasPrefix(first), name.hasSuffix(last), name.count >= first.count + last.count
    else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts where !part.isEmpty {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
