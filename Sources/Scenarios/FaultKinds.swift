import Faults
import Primitives
import Words

// How a scenario file spells the kinds of faults: their names, what is read and what is written back.

extension FaultKind {
  /// Its name in a scenario file.
  package var name: String { text.name }

  /// Its name in a sentence.
  package var noun: String {
    switch self {
    case .address(let number, _): "dead address \(number)"
    case .dns: "failure of the name"
    case _: name
    }
  }

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
    case .restart(let rolling, let drop, let pause, let drain):
      var all = [(key: "rolling", value: "\(rolling)"), (key: "drop", value: "\(drop)")]
      if pause > .zero { all.append(("pause", durationText(pause))) }
      if let within = drain?.within {
        all.append(("drain.within", durationText(within)))
      } else if let drain {
        all += [("drain.batch", "\(drain.batch)"), ("drain.every", durationText(drain.every))]
      }
      return ("restart", all)
    case .capacity(let to, let station):
      return (
        "capacity",
        [("to", shareText(to)), ("station", station?.rawValue ?? "(all)")]
      )
    case .slow(let times, let station):
      return (
        "slow",
        [("times", numberText(times)), ("station", station?.rawValue ?? "(all)")]
      )
    case .latency(let times, let add):
      return ("latency", [("times", numberText(times)), ("add", add.text)])
    case .loss(let law, let direction): return ("loss", law.parameters(direction))
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
    case .dns(let answer, let negative):
      let kept = answer == .none ? [("negative", durationText(negative))] : []
      return ("dns", [("answer", answer.rawValue)] + kept)
    case .move(let old, let drop):
      return ("move", [("old", old.rawValue), ("drop", "\(drop)")])
    case .address(let number, let how):
      return ("address", [("number", "\(number)"), ("how", how.rawValue)])
    }
  }
}

extension Field {
  /// `none`, or how a node closes its connections.
  fileprivate func drain(of clients: Int) -> NodeDrain? {
    if case .scalar("none", _) = node.value { return nil }
    guard let reader = mapping("none, or a mapping such as {within: 2m}") else { return nil }
    defer { reader.finish() }
    if let field = reader.take(DrainKeys.within) {
      for pace in [reader.take(DrainKeys.batch), reader.take(DrainKeys.every)].compactMap(\.self) {
        pace.problem("within says how long all takes: leave out batch and every, or within")
      }
      return DrainKeys.within.read(field).map { NodeDrain(within: $0, clients: clients) }
    }
    return NodeDrain(
      batch: reader.value(DrainKeys.batch, default: 100),
      every: reader.value(DrainKeys.every, default: .seconds(1)), clients: clients)
  }
}

extension MappingReader {
  func outage() -> FaultKind? {
    let mode = required(
      OutageKeys.mode, "\(words(OutageMode.self)); usually mode: refuse, drop: true")
    let drop = value(OutageKeys.drop, default: mode == .reset)
    let pace = [take(OutageKeys.batch), take(OutageKeys.every)].compactMap(\.self)
    let batch = value(OutageKeys.batch, default: 100)
    let every = value(OutageKeys.every, default: .seconds(1))
    guard let mode else { return nil }
    if mode != .drain {
      for field in pace { field.problem("only mode drain closes connections in batches") }
    }
    return .outage(mode: mode, drop: drop, batch: batch, every: every)
  }

  func restart(_ surroundings: FaultSurroundings) -> FaultKind? {
    let isRolling = value(RestartKeys.rolling, default: false)
    let drop = value(RestartKeys.drop, default: true)
    let pause = value(RestartKeys.pause, default: .zero)
    let drain = value(RestartKeys.drain, default: nil) { $0.drain(of: surroundings.clients) }
    if !isRolling {
      for key in [take(RestartKeys.pause), take(RestartKeys.drain)].compactMap(\.self) {
        key.problem("only a rolling restart takes one node after the other: rolling: true")
      }
    }
    return .restart(rolling: isRolling, drop: drop, pause: pause, drain: drain)
  }

  func capacity() -> FaultKind? {
    let to = required(CapacityKeys.to, "a share such as 50%")
    let station = take(CapacityKeys.station).map(CapacityKeys.station.read)
    guard let to, station != .some(nil) else { return nil }
    return .capacity(to: to, station: station ?? nil)
  }

  func slow() -> FaultKind? {
    let times = required(SlowKeys.times, "a number such as 3")
    let station = take(CapacityKeys.station).map(CapacityKeys.station.read)
    guard let times, station != .some(nil) else { return nil }
    return .slow(times: times, station: station ?? nil)
  }

  func latency() -> FaultKind? {
    let times = value(LatencyKeys.times, default: 1)
    let add = value(LatencyKeys.add, default: .constant(.zero))
    guard !given([LatencyKeys.add.name, LatencyKeys.times.name]).isEmpty else {
      problem("missing: add (a duration such as 200ms) or times (a number such as 3)")
      return nil
    }
    return .latency(times: times, add: add)
  }

  func authFailure() -> FaultKind? {
    let answer = required(AuthFailureKeys.answer, words(AuthAnswer.self))
    let probability = value(AuthFailureKeys.probability, default: 1)
    return answer.map { .authFailure(answer: $0, probability: probability) }
  }

  func flapping() -> FaultKind? {
    let target = required(FlappingKeys.of, words(FlappingTarget.self))
    let up = required(FlappingKeys.up, "a duration such as 30s")
    let down = required(FlappingKeys.down, "a duration such as 4s")
    let together = value(FlappingKeys.together, default: false)
    guard let target, let up, let down else { return nil }
    return .flapping(of: target, up: up, down: down, together: together)
  }

  private func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> String
  where Word.RawValue == String {
    Word.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
