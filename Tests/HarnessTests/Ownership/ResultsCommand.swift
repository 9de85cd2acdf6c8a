/// A small command of each kind of results.
enum ResultsCommand: String, CaseIterable, Sendable {
  case run, replicated, comparison, tuning, sweep

  /// - Parameter out: the folder, as `--out` takes it.
  func arguments(_ out: String, seed: Int = 1) -> [String] {
    let words: [String] =
      switch self {
      case .run: ["run", "--clients", "20", "--duration", "130s"]
      case .replicated: ["run", "--clients", "20", "--duration", "130s", "--replications", "2"]
      case .comparison:
        ["compare", "--clients", "20", "--replications", "2", "--backoff", "socketio"]
      case .tuning:
        [
          "tune", "ideal-outage", "--clients", "20", "--budget", "44", "--replications", "1",
          "--no-catalogue", "--family", "full",
        ]
      case .sweep: ["sweep", "--clients", "20", "--vary", "faults.0.for=20s,30s"]
      }
    return words + ["--threads", "2", "--quiet", "--seed", "\(seed)", "--out", out]
  }

  /// What a folder of them holds: one run or several are the same kind.
  var kind: String { self == .replicated ? "run" : rawValue }

  /// Runs it to a good end.
  func make(_ out: String, in place: Place) throws {
    let ending = try place.run(Launch(arguments(out)))
    guard ending.faults(unless: 0, 3).isEmpty else { throw Trouble(ending.description) }
  }
}
