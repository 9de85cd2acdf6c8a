import Foundation

/// A run of one session system whose fleet needs more memory than the program itself.
struct MemoryCommand: Sendable {
  let session: String

  static let all = ["stoat", "chatSocket", "primer", "appExtension", "optimistic"]
    .map(MemoryCommand.init)

  /// - Parameter clients: some seconds of work at most.
  func arguments(clients: Int) -> [String] {
    let output = ["--no-out", "--quiet", "--format", "json"]
    // These all work at one row: in their own scenario, fewer, and not for long.
    if session == "optimistic" {
      return ["contention", "--clients", "\(clients / 3)", "--duration", "5s"] + output
    }
    return ["--session", session, "--clients", "\(clients)", "--duration", "70s"] + output
  }

  /// It runs, or says that it cannot for want of memory. It does not die.
  static func faults(_ ending: Ending) -> [String] {
    let faults = ending.faults(unless: 0, 1, 3)
    if !faults.isEmpty { return faults }
    if ending.status == 1 {
      let names = ending.said.contains("memory") && ending.said.hasPrefix("error: ")
      return names ? [] : ["it was refused, but not for want of memory"]
    }
    let isJSON = (try? JSONSerialization.jsonObject(with: Data(ending.results))) != nil
    return isJSON ? [] : ["stdout is not the JSON of a run"]
  }
}
