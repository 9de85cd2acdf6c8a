import GatewayModel
import Primitives
import Words

// How a scenario file spells the queue of a station.

extension Form where Value == Interval? {
  /// A duration of more than 0, or `none`: then nil inside.
  static var deadline: Form {
    Form(.either([.duration(.nanoseconds(1)...longestDuration), .word(["none"])])) { field in
      field.isNone ? .some(nil) : field.positiveDuration().map { .some($0) }
    }
  }
}

extension Form where Value == Double {
  /// A share that may be more than the whole.
  static func share(upTo most: Double) -> Form {
    Form(.share(.upTo(most))) { field in
      field.quantity("a share such as 1%") { text throws(QuantityError) in
        try parseShare(text, upTo: most)
      }
    }
  }
}

extension Field {
  /// The queue of a station and what its load does to it, over those of a profile.
  func queue(
    _ keys: QueueKeys, of station: StationDescription, _ reader: MappingReader
  ) -> StationDescription {
    var station = station
    if let limit = keys.limit {
      station.queue.limit = reader.value(limit, default: station.queue.limit)
    }
    station.queue.answer = reader.read(keys.full) ?? station.queue.answer
    station.queue.discipline = reader.value(
      QueueKeys.discipline, default: station.queue.discipline
    ) {
      $0.discipline()
    }
    station.queue.deadline = reader.value(QueueKeys.deadline, default: station.queue.deadline)
    station.slowdown = reader.value(QueueKeys.slowdown, default: station.slowdown)
    return station
  }

  /// The name of a discipline, or a mapping of the name to its settings.
  func discipline() -> QueueDiscipline? {
    guard isMapping, let reader = mapping() else {
      guard let name = word(of: QueueKeys.disciplines) else { return nil }
      return QueueDiscipline(usual: name)
    }
    defer { reader.finish() }
    let names = reader.given([DisciplineKeys.codel.name, DisciplineKeys.adaptiveLifo.name])
    if names.count == 1 {
      if let field = reader.take(DisciplineKeys.codel) { return field.codel() }
      if let field = reader.take(DisciplineKeys.adaptiveLifo) { return field.adaptiveLifo() }
    }
    if names.count > 1 || reader.isEmpty {
      problem(
        "expected one of codel, adaptiveLifo, such as {codel: {interval: 100ms, target: 5ms}}")
    }
    return nil
  }

  private func codel() -> QueueDiscipline? {
    guard let reader = mapping("a mapping such as {interval: 100ms, target: 5ms}") else {
      return nil
    }
    defer { reader.finish() }
    let interval = reader.value(DisciplineKeys.patience, default: QueueDiscipline.usualInterval)
    let field = reader.take(DisciplineKeys.target)
    let target = field.map(DisciplineKeys.target.read) ?? QueueDiscipline.usualTarget
    guard let target else { return nil }
    if target > interval {
      (field ?? self).problem(
        "a target of \(durationText(target)) is longer than the interval of "
          + "\(durationText(interval)): the target must be at most the interval")
      return nil
    }
    return .codel(interval: interval, target: target)
  }

  private func adaptiveLifo() -> QueueDiscipline? {
    guard let reader = mapping("a mapping such as {interval: 100ms}") else { return nil }
    defer { reader.finish() }
    return .adaptiveLifo(
      interval: reader.value(DisciplineKeys.crowding, default: QueueDiscipline.usualInterval))
  }
}

extension QueueDiscipline {
  /// The discipline of a name with its usual settings; nil where the name is none.
  init?(usual name: String) {
    switch name {
    case "fifo": self = .fifo
    case "lifo": self = .lifo
    case "adaptiveLifo": self = .adaptiveLifo(interval: Self.usualInterval)
    case "codel": self = .codel(interval: Self.usualInterval, target: Self.usualTarget)
    default: return nil
    }
  }

  /// As a scenario file would say it.
  var text: String {
    switch self {
    case .fifo, .lifo: name
    case .adaptiveLifo(let interval): "{\(name): {interval: \(durationText(interval))}}"
    case .codel(let interval, let target):
      "{\(name): {interval: \(durationText(interval)), target: \(durationText(target))}}"
    }
  }
}

extension StationDescription {
  /// The keys of its queue that are not as usual, and their values, as a scenario file would say them.
  var queueParameters: [(key: String, value: String)] {
    var parameters: [(key: String, value: String)] = []
    if let limit = queue.limit { parameters.append(("queue", "\(limit)")) }
    if let answer = queue.answer { parameters.append(("full", answer.rawValue)) }
    if queue.discipline != .fifo { parameters.append(("discipline", queue.discipline.text)) }
    if let deadline = queue.deadline { parameters.append(("deadline", durationText(deadline))) }
    if slowdown > 0 { parameters.append(("slowdown", shareText(slowdown))) }
    return parameters
  }
}
