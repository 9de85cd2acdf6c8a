import Dispatch
import Synchronization

/// Works through cases, two at a time; what they found stands in the order of their numbers.
///
/// A case that cannot be tried is a finding too.
func inPairs(
  _ numbers: [Int], _ work: @escaping @Sendable (Int) throws -> [Finding]
) -> [Finding] {
  let tray = Tray(numbers)
  DispatchQueue.concurrentPerform(iterations: 2) { _ in
    while let number = tray.take() {
      do {
        tray.add(try work(number))
      } catch {
        tray.add([Finding(number, ["the harness: \(error)"], "")])
      }
    }
  }
  return tray.findings
}

/// What is left to be tried, and what was found.
private final class Tray: Sendable {
  private struct State: Sendable {
    var left: [Int]
    var findings: [Finding] = []
  }

  private let state: Mutex<State>

  init(_ numbers: [Int]) { state = Mutex(State(left: numbers.reversed())) }

  func take() -> Int? { state.withLock { $0.left.popLast() } }

  func add(_ findings: [Finding]) { state.withLock { $0.findings += findings } }

  var findings: [Finding] { state.withLock { $0.findings.sorted { $0.number < $1.number } } }
}

/// Counts what cases came to, from several threads.
final class Tally: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  func add(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }

  subscript(what: String) -> Int { counts.withLock { $0[what] ?? 0 } }

  var text: String {
    counts.withLock { counts in
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
  }
}
