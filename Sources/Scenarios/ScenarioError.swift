import Primitives
import Words

/// Everything that is wrong with a scenario, as far as it was looked for.
package struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In the order of the file, those of the command line last; never empty, at most `limit`.
  package var problems: [Problem]
  /// How many more there are.
  package var more: Int

  package init(problems: [Problem], more: Int = 0) {
    self.problems = problems
    self.more = more
  }

  package static let limit = 20

  /// Returns true if some problem is of a kind.
  package func has(_ kind: Problem.Kind) -> Bool { problems.contains { $0.kind == kind } }

  /// One problem a line.
  package var description: String {
    let lines = problems.map(\.description) + (more > 0 ? ["and \(more) more"] : [])
    return lines.joined(separator: "\n")
  }
}

/// One thing wrong with a scenario.
package struct Problem: Hashable, Sendable, CustomStringConvertible {
  /// The file's name as it was given, or the option that set the value.
  package var file: String
  /// From 1; nil where the value came from the command line.
  package var line: Int?
  package var column: Int?
  /// The key, such as `faults.0.for`; empty where it concerns the file as a whole.
  package var path: String
  package var message: String
  /// nil of most problems.
  package var kind: Kind?

  /// Problems to which a command knows what to do.
  package enum Kind: Hashable, Sendable {
    /// A rate does not make a whole number of servers.
    case fractionalServers
  }

  package init(
    file: String, line: Int?, column: Int?, path: String, message: String, kind: Kind? = nil
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.column = column
    self.path = path
    self.message = message
  }

  /// `file.yaml:12:7: network.latncy: unknown key; ...`
  package var description: String {
    var place = printable(file)
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    // An error in a formula points at the place in lines of its own.
    let what = printableLines(message, keepsColours: false)
    return path.isEmpty ? "\(place): \(what)" : "\(place): \(printable(path)): \(what)"
  }
}

/// The place at which something was written.
enum Place: Hashable {
  /// Line and column from 1, columns in Unicode scalars.
  case file(line: Int, column: Int)
  /// The command-line option, as it would be typed.
  case option(String)
}

/// Collects the problems of one file.
final class ProblemLog {
  let file: String
  private var problems: [Problem] = []
  private var seen: Set<Problem> = []
  private var more = 0

  init(file: String) { self.file = file }

  /// An alias repeats its text in several places: the same problem at the same place counts once.
  func add(_ message: String, path: String, at place: Place, kind: Problem.Kind? = nil) {
    switch place {
    case .file(let line, let column):
      add(
        Problem(file: file, line: line, column: column, path: path, message: message, kind: kind))
    case .option(let text):
      add(Problem(file: text, line: nil, column: nil, path: path, message: message, kind: kind))
    }
  }

  func add(_ problem: Problem) {
    guard !isFull else {
      more += 1
      return
    }
    if seen.insert(problem).inserted { problems.append(problem) }
  }

  var isEmpty: Bool { problems.isEmpty }

  /// True once further problems are only counted: a list of a thousand is too long to read.
  var isFull: Bool { problems.count >= 1_000 }

  var error: ScenarioError {
    let sorted = problems.enumerated().sorted { a, b in
      let left = (a.element.line ?? .max, a.element.column ?? .max, a.offset)
      return left < (b.element.line ?? .max, b.element.column ?? .max, b.offset)
    }
    let first = sorted.prefix(ScenarioError.limit).map(\.element)
    return ScenarioError(problems: first, more: more + problems.count - first.count)
  }
}
