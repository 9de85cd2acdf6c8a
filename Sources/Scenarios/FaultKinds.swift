import Faults
import Primitives

// How a scenario file spells the kinds of faults: their names, what is read and what is written back.

/// The kinds of faults that exist by name; those a run can have so far.
enum FaultKindNames {
  static let available = readings.map(\.name)
  static let later = ["jitter", "partition", "idleKill", "dns"]

  /// How the keys of each kind are read, in the order in which the kinds are listed.
  fileprivate static let readings: [(name: String, read: @Sendable (MappingReader) -> FaultKind?)] =
    [
      ("outage", { $0.outage() }), ("restart", { $0.restart() }), ("capacity", { $0.capacity() }),
      ("slow", { $0.slow() }), ("latency", { $0.latency() }), ("loss", { $0.loss() }),
      ("authFailure", { $0.authFailure() }), ("flapping", { $0.flapping() }),
      ("offline", { _ in .offline }), ("background", { _ in .background }),
      ("handover", { _ in .handover }), ("logout", { _ in .logout }),
    ]
}

extension FaultKind {
  /// Its name in a scenario file.
  package var name: String { text.name }

  /// Its keys and their values, as a scenario file would say them.
  var parameters: [(key: String, value: String)] { text.parameters }

  private var text: (name: String, parameters: [(key: String, value: String)]) {
    switch self {
    case .outage(let mode, let drop, let batch, let every):
      let all = [
        (key: "mode", value: mode.rawValue), (key: "drop", value: "\(drop)"),
        (key: "batch", value: "\(batch)"), (key: "every", value: durationText(every)),
      ]
      return ("outage", mode == .drain ? all : Array(all.prefix(2)))
    case .restart(let rolling, let drop):
      return ("restart", [("rolling", "\(rolling)"), ("drop", "\(drop)")])
    case .capacity(let to, let station):
      return ("capacity", [("to", shareText(to)), ("station", station?.rawValue ?? "(all)")])
    case .slow(let times, let station):
      return ("slow", [("times", numberText(times)), ("station", station?.rawValue ?? "(all)")])
    case .latency(let times, let add):
      return ("latency", [("times", numberText(times)), ("add", durationText(add))])
    case .loss(let rate): return ("loss", [("rate", shareText(rate))])
    case .authFailure(let answer, let probability):
      return (
        "authFailure", [("answer", answer.rawValue), ("probability", shareText(probability))]
      )
    case .flapping(let target, let up, let down, let together):
      return (
        "flapping",
        [
          ("of", target.rawValue), ("up", durationText(up)), ("down", durationText(down)),
          ("together", "\(together)"),
        ]
      )
    case .offline: return ("offline", [])
    case .background: return ("background", [])
    case .handover: return ("handover", [])
    case .logout: return ("logout", [])
    }
  }
}

extension MappingReader {
  /// Reads the keys of one kind of fault.
  func faultKind(_ name: String) -> FaultKind? {
    FaultKindNames.readings.first { $0.name == name }?.read(self)
  }

  fileprivate func outage() -> FaultKind? {
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

  fileprivate func restart() -> FaultKind? {
    .restart(
      rolling: value("rolling", default: false) { $0.boolean() },
      drop: value("drop", default: true) { $0.boolean() })
  }

  fileprivate func capacity() -> FaultKind? {
    let to = require("to", "a share such as 50%")?.share()
    let station = take("station").map { $0.word(StationName.self) }
    guard let to, station != .some(nil) else { return nil }
    return .capacity(to: to, station: station ?? nil)
  }

  fileprivate func slow() -> FaultKind? {
    let times = require("times", "a number such as 3")?.factor()
    let station = take("station").map { $0.word(StationName.self) }
    guard let times, station != .some(nil) else { return nil }
    return .slow(times: times, station: station ?? nil)
  }

  fileprivate func latency() -> FaultKind? {
    let times = value("times", default: 1) { $0.factor() }
    let add = value("add", default: .zero) { $0.duration(.zero ... .hours(1)) }
    guard !given(["add", "times"]).isEmpty else {
      problem("missing: add (a duration such as 200ms) or times (a number such as 3)")
      return nil
    }
    return .latency(times: times, add: add)
  }

  fileprivate func loss() -> FaultKind? {
    require("rate", "a share such as 5%")?.share().map { .loss(rate: $0) }
  }

  fileprivate func authFailure() -> FaultKind? {
    let answer = require("answer", words(AuthAnswer.self))?.word(AuthAnswer.self)
    let probability = value("probability", default: 1) { $0.positiveShare() }
    return answer.map { .authFailure(answer: $0, probability: probability) }
  }

  fileprivate func flapping() -> FaultKind? {
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
