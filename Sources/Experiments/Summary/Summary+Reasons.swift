import GatewayModel
import Simulator

extension Summary {
  /// Why a metric has no figure, in words; nil where it has one.
  func whyNoFigure(_ metric: Metric) -> String? {
    switch metric.value {
    case .count, .number, .boolean, .word: nil
    case .never: whyNever(metric.path)
    case .undefined: whyUndefined(metric.path)
    }
  }

  private func whyNever(_ path: String) -> String {
    if path == "completion" { return "not every optimistic client has succeeded" }
    guard path.hasPrefix("recover"), let affected = value(at: "affected")?.number,
      let back = value(at: "recover.count")?.number, affected > back
    else { return "some clients did not get that far" }
    let missing = HumanText.count(Int(affected - back))
    return "\(missing) of \(HumanText.count(Int(affected))) affected clients did not come back"
  }

  private func whyUndefined(_ path: String) -> String {
    whyClientsHaveNone(path) ?? whyClearHasNone(path) ?? whyGatewayHasNone(path)
      ?? Self.otherReasons.first { path.hasPrefix($0.prefix) }?.reason
      ?? "there was nothing to measure it by"
  }

  /// What only some session systems have.
  private func whyClientsHaveNone(_ path: String) -> String? {
    let owner =
      path == "completion"
      ? .optimistic : SystemName.allCases.first { path.hasPrefix("\($0.rawValue).") }
    guard let owner else { return nil }
    let isThere = scenario.clients.mix.contains { scenario.clients.system(of: $0).name == owner }
    return isThere
      ? "nothing of the kind happened" : "the fleet has no \(owner.rawValue) clients"
  }

  /// What is counted from clear on.
  private func whyClearHasNone(_ path: String) -> String? {
    let isAfter = path.contains("_after_clear")
    guard isAfter || Self.sinceClear.contains(where: path.hasPrefix) else { return nil }
    guard let clear = run.clear else { return "no clear: a fault never ends" }
    if clear >= run.end { return "no clear within the run, which ended before or at it" }
    if !isAfter, value(at: "affected") == .count(0) { return "nobody was affected" }
    return nil
  }

  private func whyGatewayHasNone(_ path: String) -> String? {
    guard let role = StationRole.allCases.first(where: { path.hasPrefix("stations.\($0.name).") })
    else { return nil }
    return path.hasSuffix(".utilisation")
      ? "the \(role.name) station is unlimited" : "nothing came to the \(role.name) station"
  }

  private static let sinceClear = [
    "recover", "relapsed", "storm_", "metastable", "lower_bound_s", "limited_by", "clear_s",
    "spread.clear", "spread_needed_s", "away_at_clear",
  ]

  private static let otherReasons: [(prefix: String, reason: String)] = [
    ("metastable_cause", "the storm is not metastable"),
    ("metastable", "the last five minutes with arrivals reach back before clear"),
    ("storm_efficiency", "it takes a lower_bound_s and a recover.p99 above 0"),
    ("lower_bound_s", "too few clients were away at clear, or nothing ever lets enough of them in"),
    ("limited_by", "nothing limits how soon the clients are back"),
    ("away_", "there is no fault to recover from"),
    ("crowding", "nothing arrived"),
    ("downtime", "no affected client had a connection to lose"),
    ("detect", "no client noticed that its connection was gone"),
    ("spread", "no such attempt arrived"),
    ("same_instant_share", "no attempt number had enough arrivals"),
    ("wasted_work_share", "no attempt that is over has cost any work"),
    ("goodput_share", "no attempt that is over has cost any work"),
    ("peak_calls", "nobody called"), ("peak_", "nothing arrived"),
  ]
}
