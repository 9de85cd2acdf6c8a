import Metrics
import Systems

extension Evidence {
  /// At least half of the arrivals of one attempt number come within 100 ms.
  var lockstep: Finding? {
    if facts.metastability.cause == .lockstep || herdOfHints != nil { return nil }
    guard let share = facts.sameInstantShare, share.share >= 0.5 else { return nil }
    let isFirstAfterClear = share.place == facts.spread.count - 1 && share.place >= 12
    let which = isFirstAfterClear ? "first attempts after clear" : ordinal(share.place + 1)
    return Finding(
      .herd, .aside,
      figures("same_instant_share") + [
        isFirstAfterClear ? nil : figure("attempt_number", share.place + 1),
        figure("arrivals", facts.spread[share.place].count),
      ], explains: ["same_instant_share", "spread", "crowding", "peak_"],
      "The clients arrive together: \(percent(share.share)) of the \(which) came within 100 ms.")
  }

  func ordinal(_ number: Int) -> String {
    let names = ["first", "second", "third"]
    let name = number <= names.count ? names[number - 1] : "\(number)th"
    return scenario.faults.isEmpty ? "\(name) attempts" : "\(name) attempts after the drop"
  }
}

extension Evidence {
  /// A storm that outlives its cause, because the clients come all at once.
  func outlivesInLockstep(_ window: WindowEvidence, _ book: StormBook) -> StormCause.Words {
    let share = book.shareOfBusiestTenth(of: window.seconds)
    return (
      .metastableLockstep, "lockstep",
      "\(percent(share)) of the arrivals came in a tenth of the time",
      [self.share("busiest_tenth_share", share)]
    )
  }
}
