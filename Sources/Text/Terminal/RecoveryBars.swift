import Primitives
import Systems
import Words

/// How many of the affected clients were back after how long: a bar for each span of time.
///
/// Nothing where there is nothing to see: few clients, all back within a second, or nearly all of
/// them in one span. If most were back before the cause was gone, the spans are of their downtimes; of their
/// single interruptions where they had several.
func recoveryBars(_ reading: RunReading, width: Int) -> [String] {
  let run = reading.run
  if reading.isInterruptedOften {
    return bars(
      run.interruptions.classes.values, never: 0, bound: nil, title: "one interruption",
      unit: "times", width: width)
  }
  let isDowntime = reading.mostWereBack
  let times = (isDowntime ? run.recovery.downtimes : run.recovery.recoveries).sorted()
  let never = isDowntime ? 0 : max(0, run.recovery.affected - times.count)
  let bound = isDowntime ? nil : reading.number("lower_bound_s").flatMap { $0 >= 1 ? $0 : nil }
  return bars(
    times.map { ($0, 1) }, never: never, bound: bound,
    title: isDowntime ? "downtime" : "time to recover", unit: "clients", width: width)
}

/// A time, and how often there is one.
private typealias Counted = (value: Interval, count: Int)

private func bars(
  _ times: [Counted], never: Int, bound: Double?, title: String, unit: String, width: Int
) -> [String] {
  let count = times.reduce(0) { $0 + $1.count }
  guard count >= fewestClients, let spans = TimeSpans(times, fromZero: bound != nil) else {
    return []
  }
  var rows = spans.rows(times, bound: bound)
  if never > 0 { rows.append(.init(label: "never", count: never, holdsBound: false)) }
  let most = rows.map(\.count).max() ?? 0
  guard Double(most) < greatestShare * Double(count + never) else { return [] }
  return drawn(rows, title: title, unit: unit, width: width)
}

private let fewestClients = 20
private let greatestShare = 0.95

private struct SpanRow {
  let label: String
  let count: Int
  /// True if 99 % could be back in the span at best.
  let holdsBound: Bool
}

/// Spans of equal round length, and one for the few behind them.
private struct TimeSpans {
  private let step: Interval
  /// The first begins after as many steps.
  private let first: Int
  private let count: Int

  private static let most = 8
  private static let steps: [Int64] = [
    200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000, 300_000,
    600_000, 1_200_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000,
    86_400_000,
  ]

  /// nil where 99 % are within a second.
  /// - Parameters:
  ///   - times: ascending, not empty.
  ///   - fromZero: whether the first span begins at 0, and not where the first client is.
  init?(_ times: [Counted], fromZero: Bool) {
    let rank = times.reduce(0) { $0 + $1.count } * 99 / 100
    var passed = 0
    let found = times.first { time in
      passed += time.count
      return passed > rank
    }
    let late = (found ?? times[times.count - 1]).value.nanoseconds
    guard late >= Interval.seconds(1).nanoseconds else { return nil }
    let early = fromZero ? 0 : times[0].value.nanoseconds
    let known = Self.steps.map { Interval.milliseconds($0).nanoseconds }
    // More than a week: whole days.
    let day = Interval.seconds(86_400).nanoseconds
    let length =
      known.first { Int(late / $0 - early / $0) < Self.most }
      ?? (late / Int64(Self.most) / day + 1) * day
    step = Interval(nanoseconds: length)
    first = Int(early / length)
    count = Int(late / length) - first + 1
  }

  /// - Parameters:
  ///   - times: ascending.
  ///   - bound: in seconds.
  func rows(_ times: [Counted], bound: Double?) -> [SpanRow] {
    var counts = Array(repeating: 0, count: count + 1)
    for time in times {
      counts[min(count, Int(time.value.nanoseconds / step.nanoseconds) - first)] += time.count
    }
    let boundPlace = bound.map { min(count, Int($0 / step.seconds) - first) }
    let shown = counts[count] > 0 || boundPlace == count ? count + 1 : count
    return (0..<shown).map { place in
      SpanRow(label: label(place), count: counts[place], holdsBound: place == boundPlace)
    }
  }

  /// `10 to 20 s`; of what is behind them `from 80 s`.
  private func label(_ place: Int) -> String {
    let (unit, length) =
      switch step.seconds {
      case ..<60: ("s", 1.0)
      case ..<3_600: ("min", 60)
      case _: ("h", 3_600)
      }
    func bound(_ place: Int) -> String {
      let tenths = Int((Double(first + place) * step.seconds / length * 10).rounded())
      let rest = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
      return HumanText.count(tenths / 10) + rest
    }
    return place == count
      ? "from \(bound(place)) \(unit)" : "\(bound(place)) to \(bound(place + 1)) \(unit)"
  }
}

private func drawn(
  _ rows: [SpanRow], title: String, unit: String, width: Int
) -> [String] {
  let all = rows.reduce(0) { $0 + $1.count }
  let counts = rows.map { HumanText.count($0.count) }
  let shares = rows.map { HumanText.share(Double($0.count) / Double(max(1, all))) }
  let (countWidth, shareWidth) = (
    max(7, counts.map(\.count).max() ?? 0), max(5, shares.map(\.count).max() ?? 0)
  )
  let labels = max(labelWidth, 3 + (rows.map(\.label.count).max() ?? 0))
  let mark = rows.contains(where: \.holdsBound) ? "  <- at best" : ""
  let columns = max(8, width - labels - 2 - countWidth - 3 - shareWidth - mark.count - 1)
  let most = max(1, rows.map(\.count).max() ?? 1)
  let head =
    padded("  " + title, to: labels + columns + 3) + paddedLeft(unit, to: countWidth) + "   "
    + paddedLeft("share", to: shareWidth)
  return [head]
    + rows.indices.map { place in
      let row = rows[place]
      return padded("  " + row.label, to: labels) + "|"
        + padded(bar(row.count, of: most, columns: columns), to: columns) + "| "
        + paddedLeft(counts[place], to: countWidth) + "   "
        + paddedLeft(shares[place], to: shareWidth) + (row.holdsBound ? mark : "")
    }
}

/// A bar to the nearest eighth of a column below; anything above 0 is seen.
private func bar(_ count: Int, of most: Int, columns: Int) -> String {
  guard count > 0 else { return "" }
  let parts: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  let eighths = max(1, count * columns * 8 / most)
  let rest = eighths % 8
  return String(repeating: "█", count: eighths / 8) + (rest > 0 ? String(parts[rest - 1]) : "")
}
