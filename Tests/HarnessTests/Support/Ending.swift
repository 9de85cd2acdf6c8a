/// What a start of the program came to.
struct Ending: Sendable {
  let launch: Launch
  /// nil where it had to be killed.
  let end: Child.End?
  let wasInterrupted: Bool
  /// On the clock on the wall.
  let seconds: Double
  /// Its stdout.
  let results: [UInt8]
  /// Its stderr.
  let messages: [UInt8]

  var status: Int32? {
    if case .exit(let code)? = end { return code }
    return nil
  }

  var text: String { String(decoding: results, as: UTF8.self) }
  var said: String { String(decoding: messages, as: UTF8.self) }

  /// See the discussion of `simulate --help`.
  private static let documented: Set<Int32> = [0, 1, 2, 3, 4, 5, 130]

  /// What must not be, whatever the command line was.
  var faults: [String] {
    var faults: [String] = []
    switch end {
    case nil: faults.append("hang: killed after \(Int(seconds)) s")
    case .signal(let number)?: faults.append("it died by signal \(number)")
    case .exit(let code)?:
      if !Self.documented.contains(code) { faults.append("exit code \(code) is not documented") }
    }
    if said.contains("Fatal error") { faults.append("a fatal error") }
    if let found = unprintable(results) { faults.append("stdout holds \(found)") }
    if let found = unprintable(messages) { faults.append("stderr holds \(found)") }
    return faults
  }

  /// Faults, and where there are none: whether it ended with one of these exit codes.
  func faults(unless allowed: Int32...) -> [String] {
    let found = self.faults
    if !found.isEmpty { return found }
    let codes = Set(allowed).union(wasInterrupted ? [130] : [])
    if let status, codes.contains(status) { return [] }
    return ["exit code \(status ?? -1), where \(allowed) would be right"]
  }

  /// What it was, said and printed, for whoever has to find out.
  var description: String {
    """
    $ \(launch.commandLine)
    ended with \(end.map { "\($0)" } ?? "a kill, still running") after \(seconds) s
    --- stdout
    \(shown(results))
    --- stderr
    \(shown(messages))
    """
  }
}
