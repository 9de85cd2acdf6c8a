import Faults
import NetworkModel
import Primitives
import VirtualTime
import Words

// How a scenario file spells losses: what is read and what is written back.

extension Field {
  /// A share, `{gilbertElliott}`, or `{out, back}` of which each is one of the two. A direction that is not given
  /// comes from `base`.
  func loss(over base: PathLoss) -> PathLoss? {
    guard isMapping else { return lossRate().map { .share($0) } }
    guard let reader = mapping() else { return nil }
    defer { reader.finish() }
    let directions = reader.given([PathLossKeys.out.name, PathLossKeys.back.name])
    if let field = reader.take(FadeKeys.gilbertElliott) {
      if !directions.isEmpty {
        field.problem(
          "it stands for both ways: leave it out, or \(directions.joined(separator: " and "))")
      }
      return field.fade().map { .both(.fade($0)) }
    }
    guard !directions.isEmpty else {
      problem("no loss; allowed: \(Self.lossForms)")
      return nil
    }
    return PathLoss(
      out: reader.value(PathLossKeys.out, default: base.out) { $0.lossLaw() },
      back: reader.value(PathLossKeys.back, default: base.back) { $0.lossLaw() })
  }

  /// A share, or `{gilbertElliott}`.
  private func lossLaw() -> LossLaw? {
    guard isMapping else { return lossRate().map { .share($0) } }
    guard let reader = mapping() else { return nil }
    defer { reader.finish() }
    return reader.require(FadeKeys.gilbertElliott, "gilbertElliott, or write a share such as 1%")?
      .fade().map { .fade($0) }
  }

  private static let lossForms =
    "0.1%, {out: 0.1%, back: 1%}, {gilbertElliott: {good: 20s, bad: 1s, lossBad: 80%}}"

  func fade() -> Fade? {
    guard let reader = mapping("a mapping such as {good: 20s, bad: 1s, lossBad: 80%}") else {
      return nil
    }
    defer { reader.finish() }
    let good = reader.required(FadeKeys.good, "the mean stay in the good state, such as 20s")
    let bad = reader.required(FadeKeys.bad, "the mean stay in the bad state, such as 1s")
    let lossBad = reader.value(FadeKeys.lossBad, default: 1)
    let lossGood = reader.value(FadeKeys.lossGood, default: 0)
    guard lossGood <= lossBad else {
      problem(
        "lossGood is \(shareText(lossGood)) and lossBad \(shareText(lossBad)): the good state loses less"
      )
      return nil
    }
    guard let good, let bad else { return nil }
    return Fade(good: good, bad: bad, lossGood: lossGood, lossBad: lossBad)
  }
}

extension MappingReader {
  /// The loss among the faults.
  func loss() -> FaultKind? {
    let rate = take(LossKeys.rate)
    let burst = take(FadeKeys.gilbertElliott)
    let direction = value(LossKeys.direction, default: .both)
    if let rate, let burst {
      burst.problem("losses come in bursts or one by one: leave out rate, or gilbertElliott")
      _ = LossKeys.rate.read(rate)
      return nil
    }
    if let burst { return burst.fade().map { .loss(.fade($0), direction: direction) } }
    guard let rate = required(LossKeys.rate, "a share such as 5%, or gilbertElliott") else {
      return nil
    }
    return .loss(.share(rate), direction: direction)
  }
}

extension Fade {
  /// As a scenario file would say it, with its defaults.
  package var text: String {
    "{good: \(durationText(good)), bad: \(durationText(bad)), lossBad: \(shareText(lossBad)), "
      + "lossGood: \(shareText(lossGood))}"
  }
}

extension LossLaw {
  /// As a scenario file would say it.
  package var text: String {
    switch self {
    case .share(let share): shareText(share)
    case .fade(let fade): "{gilbertElliott: \(fade.text)}"
    }
  }
}

extension PathLoss {
  /// As a scenario file would say it.
  package var text: String {
    switch self {
    case .both(let law): law.text
    case .apart(let out, let back): "{out: \(out.text), back: \(back.text)}"
    }
  }
}

extension LossLaw {
  /// The keys of a fault and their values, as a scenario file would say them.
  func parameters(_ direction: LossDirection) -> [(key: String, value: String)] {
    var all: [(key: String, value: String)]
    switch self {
    case .share(let share): all = [("rate", shareText(share))]
    case .fade(let fade): all = [("gilbertElliott", fade.text)]
    }
    // What is not said is not written back: results of before have no such key.
    if direction != .both { all.append(("direction", direction.rawValue)) }
    return all
  }
}
