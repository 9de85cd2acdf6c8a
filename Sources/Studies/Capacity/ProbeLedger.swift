import Synchronization

/// The runs of a probe as they come in.
final class ProbeLedger: Sendable {
  private struct State: Sendable {
    var runs: [Int: EarlyVerdict.Run] = [:]
    /// Runs from the first seed on without a gap.
    var prefix: [EarlyVerdict.Run] = []
    /// The last seed that counts: with it a promise is broken.
    var last: Int?
  }

  private let verdict: EarlyVerdict
  /// True if every seed is wanted, even after some of them have decided.
  private let wantsAll: Bool
  private let state = Mutex(State())

  init(_ verdict: EarlyVerdict, wantsAll: Bool) {
    self.verdict = verdict
    self.wantsAll = wantsAll
  }

  /// Takes a run; one that was left before, and is run to its end now, in the place of what it was.
  /// - Parameter lost: why the run was not made to its end, if it was not.
  func add(_ run: Replication, lost: LostCause? = nil, at place: Int) {
    state.withLock { state in
      let isAgain =
        state.runs.updateValue(.init(replication: run, lost: lost), forKey: place) != nil
      if isAgain { state.prefix[place] = state.runs[place]! }
      while state.last == nil, let next = state.runs[state.prefix.count] {
        state.prefix.append(next)
        let isLast = state.prefix.count == verdict.seeds
        if !wantsAll || isLast, verdict.isBroken(after: state.prefix) {
          state.last = state.prefix.count - 1
        }
      }
    }
  }

  /// The seeds that were left, where all of them together do not decide.
  var left: [Int] {
    state.withLock { state in
      guard state.last == nil, state.prefix.count == verdict.seeds else { return [] }
      return state.prefix.indices.filter { state.prefix[$0].lost != nil }
    }
  }

  /// Returns true if the run at a place is not needed any more.
  func isDecided(before place: Int) -> Bool {
    state.withLock { state in state.last.map { $0 < place } ?? false }
  }

  /// The runs that decide; nil where there are not enough.
  var decision: [EarlyVerdict.Run]? {
    state.withLock { state in
      if state.last != nil { return state.prefix }
      let isWhole =
        state.prefix.count == verdict.seeds && state.prefix.allSatisfy { $0.lost == nil }
      return isWhole ? state.prefix : nil
    }
  }
}
