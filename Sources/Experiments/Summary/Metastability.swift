import Measurements
import Primitives
import Simulator

extension RunResult {
  /// Seconds for which a storm must keep the gateway from its work to be called metastable.
  static var metastableSeconds: Int { 30 }

  /// Whether the storm outlives its cause: see the definition of `metastable`.
  ///
  /// - Parameters:
  ///   - window: how long after clear it is looked at.
  ///   - capacity: the narrowest stage; nil = nothing limits, and nothing is metastable.
  /// - Returns: nil without a clear, where the run ends before clear + window, and where that is
  ///   less than 30 s after the start.
  func isMetastable(window: Interval, capacity: GatewayStage?) -> Bool? {
    guard let clear else { return nil }
    let moment = Instant.start + (clear - .start).addingSaturated(window)
    guard end >= moment else { return nil }
    // Whole bins that are over at that moment.
    let over = perSecond.completed.bin(of: moment)
    guard over >= Self.metastableSeconds else { return nil }
    guard let capacity else { return false }
    if perSecond.waitingClients[over - 1] == 0 { return false }
    let arrivals = (arrivalsBeforeClear + arrivalsAfterClear).coarsened(by: 10)
    return (over - Self.metastableSeconds..<over).allSatisfy { bin in
      let waiting = waitingClients(atBeginOf: bin)
      let possible = min(capacity.perSecond, Double(waiting))
      return Double(perSecond.completed[bin]) < 0.95 * possible
        && Double(arrivals[bin]) > capacity.perSecond
    }
  }

  /// The gauge is read at the end of each bin.
  private func waitingClients(atBeginOf bin: Int) -> Int {
    if bin > 0 { return Int(perSecond.waitingClients[bin - 1]) }
    return Int(perSecond.waitingClients[0]) + Int(perSecond.completed[0])
  }
}
