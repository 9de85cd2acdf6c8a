import SweepStore
import Systems

/// At how many points of a sweep its promises are kept, and for each that is not, where it breaks first;
/// nothing without promises.
func promiseLines(_ folder: SweepFolder, width: Int) -> [String] {
  guard !folder.manifest.grid.promises.isEmpty else { return [] }
  guard let verdict = folder.manifest.promises else {
    return [""] + labelled("promises", ["judged when the shards are merged"], width: width)
  }
  let points = verdict.points == 1 ? "1 point" : "\(HumanText.count(verdict.points)) points"
  let kept = "kept at \(HumanText.count(verdict.kept)) of \(points)"
  let broken = verdict.each.filter { $0.broken > 0 }.flatMap { promise in
    let text = harmless(promise.breachText(keys: folder.keys, of: verdict.points))
    let words = text.split(separator: " ").map(String.init)
    return labelled("broken", pieces(words, room: width - labelWidth), width: width)
  }
  return [""] + labelled("promises", [kept], width: width) + broken
}

extension SweepFolder {
  /// The varied keys, in order.
  package var keys: [String] { manifest.grid.vary.map(\.key) }
}

extension SweepVerdict.Promise {
  /// `recover.p99 < 60s at 4 of 18 points, first at faults.0.for=2m stoat-web: found 146.9 s`
  package func breachText(keys: [String], of points: Int) -> String {
    let opening =
      points == 1
      ? promise : "\(promise) at \(HumanText.count(broken)) of \(HumanText.count(points)) points"
    guard let first, let place = firstText(keys: keys) else { return opening }
    return points == 1
      ? "\(opening): \(first.finding)" : "\(opening), first at \(place)"
  }

  /// `faults.0.for=2m stoat-web: found 146.9 s`; nil where it is kept everywhere.
  func firstText(keys: [String]) -> String? {
    guard let first else { return nil }
    let place = zip(keys, first.values).map { "\($0)=\($1)" } + [first.variant]
    return "\(place.joined(separator: " ")): \(first.finding)"
  }
}

extension SweepVerdict.Breach {
  fileprivate var finding: String { "found \(found)" + (reason.map { " (\($0))" } ?? "") }
}
