import Documents
import Words

/// The sentence on top of the page of a run, or of several: the most important thing first. That is a broken
/// promise, then clients that never came back, then how long it took.
struct RunHeadline {
  private let data: RunData

  init(_ data: RunData) { self.data = data }

  var text: String {
    if let broken = data.promises.first(where: { !$0.kept }) { return self.broken(broken) }
    // The clients that are away at the end are not lost if the cause goes on until then.
    if data.number("clear_s") == nil, let interruptions { return interruptions }
    if let lost { return lost }
    if let interruptions { return interruptions }
    let isAway = (data.mostWereBack || data.interruptionsEach != nil) && data.replications != nil
    let each = isAway ? data.interruptionsEach : nil
    let path = each != nil ? "interruption.p99" : isAway ? "downtime.p99" : "recover.p99"
    guard let back = data.number(path) else { return "Nobody had to come back after an incident." }
    let time = "\(PageNumber.duration(back))\(between(path))"
    if let each {
      return
        "An affected client was away \(PageNumber.number(each)) times in the mean, 99\u{a0}% of the times for "
        + "\(time) or less."
    }
    if isAway { return "99\u{a0}% of the clients were away for \(time) or less." }
    if data.replications == nil, let single = single(back) { return single }
    let possible = data.bound.flatMap { back > $0 ? $0 : nil }
    return "99\u{a0}% are back \(time) after the cause is gone"
      + (possible.map { ", where \(PageNumber.duration($0)) would do." } ?? ".")
  }

  private var lost: String? {
    let lost =
      "\(PageNumber.number(data.lost)) of \(PageNumber.count(data.clients))"
    guard let runs = data.replications?.runs(with: RunData.fates) else {
      return data.lost > 0 ? "\(lost) clients were not back at the end." : nil
    }
    return runs > 0
      ? "In \(PageNumber.count(runs)) of \(data.allRuns) clients were not back at the end: "
        + "\(lost) in the mean." : nil
  }

  /// The sentence about a single run whose clients were away several times.
  private var interruptions: String? {
    if data.replications == nil, let each = data.interruptionsEach,
      let half = data.number("interruption.p50"),
      let most = data.number("interruption.p99"), let sum = data.number("downtime.p50")
    {
      return
        "An affected client was away \(PageNumber.number(each)) times in the mean: half of the times for "
        + "\(PageNumber.duration(half)) or less, 99\u{a0}% for \(PageNumber.duration(most)) or less. In all, half of "
        + "them were away for \(PageNumber.duration(sum)) or less."
    }
    return nil
  }

  /// The sentence about a single run.
  private func single(_ back: Double) -> String? {
    if data.mostWereBack, let half = data.number("downtime.p50"),
      let most = data.number("downtime.p99")
    {
      return
        "Half of the affected clients were away for \(PageNumber.duration(half)) or less, 99\u{a0}% for "
        + "\(PageNumber.duration(most)) or less."
    }
    return data.faults.isEmpty
      ? "99\u{a0}% are connected \(PageNumber.duration(back)) after they first wanted it." : nil
  }

  private func broken(_ promise: JudgedPromise) -> String {
    let (opening, found) = ("The promise \(promise.promise) is broken", unbroken(promise.found))
    guard data.replications != nil else {
      return opening + (found == "-" ? ": there is no such figure." : ": found \(found).")
    }
    // A figure over runs may break what each run keeps.
    return promise.judgedBy == .everySeed
      ? "\(opening) in \(PageNumber.count(promise.failedIn)) of \(data.allRuns): found \(found)."
      : "\(opening) by the \(promise.judgedBy.rawValue) of \(data.allRuns) with its interval; "
        + "single runs have \(found)."
  }

  /// ` (73.8 s to 74.2 s)`: the interval.
  private func between(_ path: String) -> String {
    guard let (low, high) = data.estimate(path)?.ends else { return "" }
    let texts = [low, high].map(PageNumber.duration)
    return texts[0] == texts[1] ? "" : " (\(texts[0]) to \(texts[1]))"
  }

  /// That clients were away for far longer than the recovery took: then the last incident is not the whole
  /// story.
  var longAbsence: String {
    guard !data.mostWereBack, let back = data.number("recover.p99"),
      let away = data.number("downtime.p99"), away > 60, away > 10 * back
    else { return "" }
    return
      "In all, 99 % of the affected clients were away for \(PageNumber.duration(away)) or less."
  }
}
