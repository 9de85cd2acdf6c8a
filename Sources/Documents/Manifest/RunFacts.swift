/// The facts about how a run was made, beside its results.
package struct RunFacts: Hashable, Sendable {
  package var toolVersion: String
  /// The source revision the tool was built from; `unknown` where that is not known.
  package var commit: String
  /// The command line, without the name of the program.
  package var arguments: [String]
  /// Real time the run took, in seconds, >= 0.
  package var wallSeconds: Double
  /// Time the processor has spent on this process in all, in seconds.
  package var cpuSeconds: Double?
  /// How many runs were made at once.
  package var threads: Int
  /// When it was started, by the clock on the wall, ISO 8601.
  package var startedAt: String?
  /// The most memory this process has held.
  package var peakMemoryBytes: Int?

  package init(
    toolVersion: String, commit: String, arguments: [String], wallSeconds: Double,
    cpuSeconds: Double? = nil, threads: Int = 1,
    startedAt: String? = nil, peakMemoryBytes: Int? = nil
  ) {
    self.toolVersion = toolVersion
    self.commit = commit
    self.arguments = arguments
    self.wallSeconds = wallSeconds
    self.cpuSeconds = cpuSeconds
    self.threads = threads
    self.startedAt = startedAt
    self.peakMemoryBytes = peakMemoryBytes
  }
}

extension RunFacts {
  /// The command that makes a folder again, word by word and without the name of the program: as it was typed, but
  /// for what says where results go, what is shown, and how many runs are made at once.
  package var command: [String] {
    var words: [String] = []
    var isValue = false
    for word in arguments {
      if isValue {
        isValue = false
      } else if let option = Place(word) {
        isValue = option.takesValue && !word.contains("=")
      } else {
        words.append(word)
      }
    }
    return words
  }
}

/// An option that changes no result.
private struct Place {
  let takesValue: Bool

  init?(_ word: String) {
    let name = word.prefix { $0 != "=" }
    switch name {
    case "--out", "-o", "--format", "--write", "--progress", "--threads": takesValue = true
    case "--quiet", "-q", "--force": takesValue = false
    case _: return nil
    }
  }
}
