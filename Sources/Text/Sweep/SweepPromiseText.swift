import Documents
import Store
import Studies
import Systems
import Verdicts
import Words

/// At how many points of a sweep its promises are kept, and for each that is not, where it breaks first;
/// nothing without promises.
func promiseLines(_ folder: SweepFolder, width: Int) -> [String] {
  guard !folder.manifest.grid.promises.isEmpty else { return [] }
  guard let verdict = folder.manifest.tail.promises else {
    return [""] + labelled("promises", ["judged when the shards are merged"], width: width)
  }
  let points = verdict.points == 1 ? "1 point" : "\(HumanText.count(verdict.points)) points"
  let kept = "kept at \(HumanText.count(verdict.kept)) of \(points)"
  let broken = folder.verdicts.filter(\.fails).flatMap { verdict in
    let words = harmless(verdict.sentence).split(separator: " ").map(String.init)
    return labelled("broken", pieces(words, room: width - labelWidth), width: width)
  }
  return [""] + labelled("promises", [kept], width: width) + broken
}

extension SweepFolder {
  /// The varied keys, in order.
  var keys: [String] { manifest.grid.vary.map(\.key) }

  /// The verdict on every promise, at all points together. A shard judges none.
  package var verdicts: [Verdict] {
    guard let promises = manifest.tail.promises else {
      return manifest.grid.promises.map { promise in
        Verdict(
          .promises, scenario: scenario, name: promise, .notJudged, found: "",
          why: "promises are judged when the shards are merged")
      }
    }
    return promises.each.map { promise in
      Verdict(
        .promises, scenario: scenario, name: promise.promise,
        promise.broken == 0 ? .kept : .broken, found: promise.first?.found ?? "",
        why: promise.why(keys: keys, of: promises.points))
    }
  }
}

extension SweepVerdict.Promise {
  /// `broken at 4 of 18 points, first at faults.0.for=2m stoat-web`; nil where it is kept at all of them.
  fileprivate func why(keys: [String], of points: Int) -> String? {
    guard let first else { return nil }
    let place = zip(keys, first.values).map { "\($0)=\($1)" } + [first.variant]
    let reason = [first.reason].compactMap { $0 }
    if points == 1 { return reason.first }
    let share = "broken at \(HumanText.count(broken)) of \(HumanText.count(points)) points"
    return (reason + [share, "first at \(place.joined(separator: " "))"]).joined(separator: ", ")
  }
}
