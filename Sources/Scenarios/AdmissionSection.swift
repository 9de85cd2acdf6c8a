import GatewayModel
import Primitives

extension Field {
  /// `none`, or a rate: each node's own, or one for all.
  func admission() -> AdmissionDescription? {
    let forms = "allowed: none, {rate: 125/s}, {rate: 125/s, burst: 250, per: node}"
    guard isMapping else {
      if case .scalar("none", _) = node.value { return AdmissionDescription.none }
      problem("found \(node.found); \(forms)")
      return nil
    }
    guard let reader = mapping() else { return nil }
    defer { reader.finish() }
    if reader.isAskedFor(later: AdmissionKeys.concurrency, forms) { return nil }
    let burst = reader.take(AdmissionKeys.burst).map(AdmissionKeys.burst.read)
    let scope = reader.value(AdmissionKeys.per, default: .node)
    guard let rate = reader.required(AdmissionKeys.rate, "a rate such as 125/s") else { return nil }
    // One second of the rate, and never less than the one token an admission takes.
    guard let burst else {
      return .tokenBucket(perSecond: rate, burst: max(1, rate), scope: scope)
    }
    return burst.map { .tokenBucket(perSecond: rate, burst: Double($0), scope: scope) }
  }

  /// `{before: handshake}`, or `{after: handshake, cost: 0.2ms}`.
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
    guard let cost else { return nil }
    if place == .beforeHandshake, cost > .zero {
      costField?.problem(
        "a listener that rejects before the handshake does so at no cost: leave cost out, or write "
          + "after: handshake")
      return nil
    }
    return RejectionDescription(place: place, cost: cost)
  }
}
