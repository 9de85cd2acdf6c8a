/// What is known about how a run was made, beside its results.
public struct RunFacts: Hashable, Sendable {
  public var toolVersion: String
  /// The source revision the tool was built from; `unknown` where that is not known.
  public var commit: String
  /// The command line, without the name of the program.
  public var arguments: [String]
  /// Real time the run took, in seconds, >= 0.
  public var wallSeconds: Double
  /// Time the processor has spent on this process in all, in seconds.
  public var cpuSeconds: Double?
  /// How many runs were made at once.
  public var threads: Int
  /// When it was started, by the clock on the wall, ISO 8601.
  public var startedAt: String?
  /// The most memory this process has held.
  public var peakMemoryBytes: Int?

  public init(
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
