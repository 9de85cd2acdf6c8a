import Faults
import NetworkModel
import Primitives
import VirtualTime
import Words

// How a scenario file spells the name of the service: what is read and what is written back.

extension Field {
  func name(over base: NameDescription?) -> NameDescription? {
    guard let reader = mapping("a mapping such as {ttl: 60s}, or {}") else { return nil }
    defer { reader.finish() }
    let base = base ?? NameDescription()
    return NameDescription(
      time: reader.value(NameKeys.time, default: base.time),
      ttl: reader.value(NameKeys.ttl, default: base.ttl),
      tries: reader.value(NameKeys.tries, default: base.tries),
      timeout: reader.value(NameKeys.timeout, default: base.timeout),
      resolvers: reader.read(NameKeys.resolvers) ?? base.resolvers)
  }
}

extension NameDescription {
  /// Its keys and their values, as a scenario file would say them.
  var parameters: [(key: String, value: String)] {
    [
      ("time", time.text), ("ttl", durationText(ttl)), ("tries", "\(tries)"),
      ("timeout", durationText(timeout)),
      ("resolvers", resolvers.map { "\($0)" } ?? "(each client its own)"),
    ]
  }
}

extension MappingReader {
  /// The fault `dns`.
  func nameFault() -> FaultKind? {
    let answer = required(NameFaultKeys.answer, "silent, or none")
    let negative = take(NameFaultKeys.negative)
    let kept = negative.flatMap { NameFaultKeys.negative.read($0) } ?? .zero
    guard let answer else { return nil }
    if answer == .silent, let negative {
      negative.problem("only an answer can be remembered: answer: none")
    }
    return .dns(answer, negative: kept)
  }

  func move() -> FaultKind? {
    .move(
      old: value(MoveKeys.old, default: .silent), drop: value(MoveKeys.drop, default: false))
  }
}
