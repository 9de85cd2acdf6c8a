import GatewayModel
import Primitives
import Words

extension Field {
  /// `none`, or a rate, slots or batches: each node's own, or for all.
  func admission() -> AdmissionDescription? {
    let forms =
      "allowed: none, {rate: 125/s}, {rate: 125/s, burst: 250, per: node}, {concurrency: 512}, {vegas: {}}, "
      + "{gradient2: {}}, {batch: 512, every: 1s}"
    guard isMapping else {
      if case .scalar("none", _) = node.value { return AdmissionDescription.none }
      problem("found \(node.found); \(forms)")
      return nil
    }
    guard let reader = mapping() else { return nil }
    defer { reader.finish() }
    let kinds = reader.given(AdmissionKeys.kinds)
    let admission = reader.admission(kinds.first)
    if kinds.count > 1 {
      problem("\(kinds[0]) and \(kinds[1]) together: a gateway has one limit; \(forms)")
      return nil
    }
    return admission
  }

  /// `{before: handshake}`, or `{after: handshake, cost: 0.2ms}`, with an answer.
  func rejection(over base: RejectionDescription) -> RejectionDescription? {
    let forms = "{before: handshake} or {after: handshake, cost: 0.2ms}"
    guard let reader = mapping("a mapping such as \(forms)") else { return nil }
    defer { reader.finish() }
    let places = reader.given([RejectionKeys.before.name, RejectionKeys.after.name])
    _ = reader.read(RejectionKeys.before)
    _ = reader.read(RejectionKeys.after)
    guard places.count < 2 else {
      problem("either before or after the handshake: \(forms)")
      return nil
    }
    let place = places.first.flatMap(RejectionPlace.init(rawValue:)) ?? base.place
    let usual = place == .beforeHandshake ? Interval.zero : base.cost
    let costField = reader.take(RejectionKeys.cost)
    let cost = costField.map(RejectionKeys.cost.read) ?? usual
    let answer = reader.take(RejectionKeys.answer).map(RejectionKeys.answer.read) ?? base.answer
    let hint = reader.take(RejectionKeys.retryAfter)
    guard let cost, let answer else { return nil }
    if let hint, answer == .reset {
      hint.problem("a reset carries nothing: leave retryAfter out, or write answer: error")
      return nil
    }
    if place == .beforeHandshake, cost > .zero {
      costField?.problem(
        "a listener that rejects before the handshake does so at no cost: leave cost out, or write "
          + "after: handshake")
      return nil
    }
    return RejectionDescription(
      place: place, cost: cost, answer: answer,
      retryAfter: hint.flatMap(RejectionKeys.retryAfter.read))
  }
}

extension MappingReader {
  /// The limit whose kind a key says; a rate where none does.
  fileprivate func admission(_ kind: String?) -> AdmissionDescription? {
    let burst = take(AdmissionKeys.burst)
    let every = take(AdmissionKeys.every)
    let scope = value(AdmissionKeys.per, default: .node)
    let isBatch = kind == AdmissionKeys.batch.name
    if let burst, kind != nil, kind != AdmissionKeys.rate.name {
      burst.problem("a burst is saved up where admission is a rate: leave it out")
    }
    if let every, kind != nil, !isBatch {
      every.problem("every is the length of a stretch of batches: leave it out, or say batch: 512")
    }
    if let every, kind == nil {
      every.problem("say how many each stretch lets in, as in {batch: 512, every: 1s}")
      return nil
    }
    switch kind {
    case AdmissionKeys.concurrency.name:
      return read(AdmissionKeys.concurrency).map { .slots(.fixed($0), scope: scope) }
    case AdmissionKeys.vegas.name:
      return take(AdmissionKeys.vegas)?.vegas().map { .slots(.vegas($0), scope: scope) }
    case AdmissionKeys.gradient2.name:
      return take(AdmissionKeys.gradient2)?.gradient2().map { .slots(.gradient2($0), scope: scope) }
    case AdmissionKeys.batch.name:
      let count = read(AdmissionKeys.batch)
      guard let length = required(AdmissionKeys.every, "the length of a stretch, such as every: 1s")
      else { return nil }
      return count.map { .batch(count: $0, every: length, scope: scope) }
    default:
      guard let rate = required(AdmissionKeys.rate, "a rate such as 125/s, or another limit") else {
        return nil
      }
      // One second of the rate, and never less than the one token an admission takes.
      guard let burst else {
        return .tokenBucket(perSecond: rate, burst: max(1, rate), scope: scope)
      }
      return AdmissionKeys.burst.read(burst).map {
        .tokenBucket(perSecond: rate, burst: Double($0), scope: scope)
      }
    }
  }
}

extension Field {
  fileprivate func vegas() -> VegasDescription? {
    guard let reader = mapping("{}, or a mapping such as {initial: 20, max: 1000}") else {
      return nil
    }
    defer { reader.finish() }
    var vegas = VegasDescription()
    vegas.initial = reader.value(VegasKeys.initial, default: vegas.initial)
    vegas.most = reader.value(VegasKeys.most, default: vegas.most)
    if vegas.initial <= vegas.most { return vegas }
    problem("initial is \(vegas.initial) and max \(vegas.most): initial must be at most max")
    return nil
  }

  fileprivate func gradient2() -> Gradient2Description? {
    guard let reader = mapping("{}, or a mapping such as {initial: 20, min: 20, max: 200}") else {
      return nil
    }
    defer { reader.finish() }
    var limit = Gradient2Description()
    limit.initial = reader.value(Gradient2Keys.initial, default: limit.initial)
    limit.least = reader.value(Gradient2Keys.least, default: limit.least)
    limit.most = reader.value(Gradient2Keys.most, default: limit.most)
    limit.smoothing = reader.value(Gradient2Keys.smoothing, default: limit.smoothing)
    limit.tolerance = reader.value(Gradient2Keys.tolerance, default: limit.tolerance)
    limit.window = reader.value(Gradient2Keys.window, default: limit.window)
    limit.queue = reader.value(Gradient2Keys.queue, default: limit.queue)
    if limit.least <= limit.initial && limit.initial <= limit.most { return limit }
    problem(
      "min is \(limit.least), initial \(limit.initial) and max \(limit.most): they must rise in this order"
    )
    return nil
  }
}

extension AdmissionDescription {
  /// Its keys and their values, as a scenario file would say them; none where everybody is let in.
  var parameters: [(key: String, value: String)] {
    let own: [(String, String)]
    switch self {
    case .none: return []
    case .tokenBucket(let perSecond, let burst, _):
      own = [("rate", rateText(perSecond)), ("burst", numberText(burst))]
    case .slots(.fixed(let count), _): own = [("concurrency", "\(count)")]
    case .slots(.vegas(let vegas), _):
      own = [("vegas", "{initial: \(vegas.initial), max: \(vegas.most)}")]
    case .slots(.gradient2(let limit), _):
      own = [
        (
          "gradient2",
          "{initial: \(limit.initial), min: \(limit.least), max: \(limit.most), "
            + "smoothing: \(numberText(limit.smoothing)), tolerance: \(numberText(limit.tolerance)), "
            + "window: \(limit.window), queue: \(limit.queue)}"
        )
      ]
    case .batch(let count, let every, _):
      own = [("batch", "\(count)"), ("every", durationText(every))]
    }
    return own + [("per", scope.rawValue)]
  }

  /// The limit in a few words.
  var text: String {
    switch self {
    case .none: "none"
    case .tokenBucket(let rate, _, let scope): "\(rateText(rate)) per \(scope.rawValue)"
    case .slots, .batch: parameters.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
  }
}
