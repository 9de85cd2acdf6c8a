/// What is known about how a run was made, beside its results.
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
