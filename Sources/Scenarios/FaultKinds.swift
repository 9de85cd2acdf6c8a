import Faults
import Primitives

extension MappingReader {
  /// Reads the keys of one kind of fault.
  func faultKind(_ name: String) -> FaultKind? {
    switch name {
    case "outage": outage()
    case "restart":
      .restart(
        rolling: value("rolling", default: false) { $0.boolean() },
        drop: value("drop", default: true) { $0.boolean() })
    case "capacity": capacity()
    case "slow": slow()
    case "latency": latency()
    case "loss": require("rate", "a share such as 5%")?.share().map { .loss(rate: $0) }
    case "authFailure": authFailure()
    case "flapping": flapping()
    case "offline": .offline
    case "background": .background
    case "handover": .handover
    case "logout": .logout
    default: nil
    }
  }

  private func outage() -> FaultKind? {
    let mode = require("mode", words(OutageMode.self))?.word(OutageMode.self)
    let drop = value("drop", default: mode == .reset) { $0.boolean() }
    let pace = ["batch", "every"].compactMap { take($0) }
    let batch = value("batch", default: 100) { $0.count(1...1_000_000_000) }
    let every = value("every", default: .seconds(1)) { $0.positiveDuration() }
    guard let mode else { return nil }
    if mode != .drain {
      for field in pace { field.problem("only mode drain closes connections in batches") }
    }
    return .outage(mode: mode, drop: drop, batch: batch, every: every)
  }

  private func capacity() -> FaultKind? {
    let to = require("to", "a share such as 50%")?.share()
    let station = take("station").map { $0.word(StationName.self) }
    guard let to, station != .some(nil) else { return nil }
    return .capacity(to: to, station: station ?? nil)
  }

  private func slow() -> FaultKind? {
    let times = require("times", "a number such as 3")?.factor()
    let station = take("station").map { $0.word(StationName.self) }
    guard let times, station != .some(nil) else { return nil }
    return .slow(times: times, station: station ?? nil)
  }

  private func latency() -> FaultKind? {
    let times = value("times", default: 1) { $0.factor() }
    let add = value("add", default: .zero) { $0.duration(.zero ... .hours(1)) }
    guard !given(["add", "times"]).isEmpty else {
      problem("missing: add (a duration such as 200ms) or times (a number such as 3)")
      return nil
    }
    return .latency(times: times, add: add)
  }

  private func authFailure() -> FaultKind? {
    let answer = require("answer", words(AuthAnswer.self))?.word(AuthAnswer.self)
    let probability = value("probability", default: 1) { $0.positiveShare() }
    return answer.map { .authFailure(answer: $0, probability: probability) }
  }

  private func flapping() -> FaultKind? {
    let target = require("of", words(FlappingTarget.self))?.word(FlappingTarget.self)
    let up = require("up", "a duration such as 30s")?.positiveDuration()
    let down = require("down", "a duration such as 4s")?.positiveDuration()
    let together = value("together", default: false) { $0.boolean() }
    guard let target, let up, let down else { return nil }
    return .flapping(of: target, up: up, down: down, together: together)
  }

  private func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> String
  where Word.RawValue == String {
    Word.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
