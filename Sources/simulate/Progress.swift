import ArgumentParser
import Foundation
import Simulator
import Studies
import Text

enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case auto, plain, none
}

/// How far a run is, on stderr: nothing in its first second, then a line that is rewritten on a
/// terminal, or a line every 5 s.
struct ProgressLine {
  private enum Manner { case silent, rewritten, appended }

  private let manner: Manner
  private let began = ContinuousClock.now
  private var latest: ContinuousClock.Instant?
  private var isShown = false

  init(_ style: ProgressStyle, isQuiet: Bool) {
    switch style {
    case _ where isQuiet: manner = .silent
    case .none: manner = .silent
    case .plain: manner = .appended
    case .auto where !Terminal.isMessages: manner = .silent
    case .auto: manner = Terminal.isDumb ? .appended : .rewritten
    }
  }

  mutating func show(_ progress: RunProgress) { show { Self.text(progress, elapsed: $0) } }

  mutating func show(_ progress: WorkProgress) { show { Self.text(progress, elapsed: $0) } }

  mutating func show(_ progress: CapacityProgress, _ study: CapacityStudy) {
    show { _ in Self.text(progress, study) }
  }

  /// - Parameter text: the line, given the seconds that have passed.
  private mutating func show(_ text: (Double) -> String) {
    guard manner != .silent else { return }
    let now = ContinuousClock.now
    let wait: Duration = manner == .appended ? .seconds(5) : .milliseconds(200)
    guard now - began >= .seconds(1), now - (latest ?? began) >= wait else { return }
    latest = now
    let text = text((now - began) / .seconds(1))
    if manner == .appended {
      Output.note(text)
    } else {
      Output.status("\r\u{1B}[2K\(text)")
      isShown = true
    }
  }

  /// Takes the line away again.
  mutating func finish() {
    if isShown { Output.status("\r\u{1B}[2K") }
    isShown = false
  }

  private static func text(_ progress: RunProgress, elapsed: Double) -> String {
    let done = progress.now.seconds
    let end = progress.end.seconds
    let pace = String(format: "%.1f", Double(progress.events) / elapsed / 1e6)
    var text = "\(span(done)) of \(span(end)), \(pace) M events/s"
    if done > 0 { text += ", at most \(span(elapsed * (end - done) / done)) left" }
    return text
  }

  private static func text(_ progress: CapacityProgress, _ study: CapacityStudy) -> String {
    let range = study.range
    let known =
      switch (progress.above, progress.below) {
      case (let above?, let below?): ", between \(range.text(above)) and \(range.text(below))"
      case (let above?, nil): ", above \(range.text(above))"
      case (nil, let below?): ", at most \(range.text(below))"
      case (nil, nil): ""
      }
    let world = study.world.map { "\($0.limit.rawValue), " } ?? ""
    return "\(world)\(progress.variant.name)\(known): \(range.key) \(range.text(progress.value)), "
      + "\(progress.work.done) of \(progress.work.total) runs"
  }

  private static func text(_ progress: WorkProgress, elapsed: Double) -> String {
    var text = "\(progress.done) of \(progress.total) runs"
    if let slowest = progress.running.min() {
      text += ", the slowest of \(progress.running.count) at \(Int(slowest * 100)) %"
    }
    let done = progress.running.reduce(Double(progress.done), +)
    let left = Double(progress.total) - done
    if done > 0 { text += ", at most \(span(elapsed * left / done)) left" }
    return text
  }

  private static func span(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
