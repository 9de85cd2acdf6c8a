import Measurements
import Metrics
import Primitives
import Scenarios
import Simulator
import Systems
import Words

extension Summary {
  /// Why a metric has no figure, in words; nil where it has one.
  func whyNoFigure(_ metric: Metric) -> String? {
    switch metric.value {
    case .count, .number, .boolean, .word: nil
    case .never: whyNever(metric.path)
    case .undefined: whyUndefined(metric.path)
    }
  }

  /// Why the mean of a distribution says nothing of all: it leaves out who is beyond any number. nil
  /// where it is the mean over all, or no mean.
  func whyMeanOfSome(_ metric: Metric) -> String? {
    guard metric.path.hasSuffix(".mean"),
      value(at: metric.path.dropLast("mean".count) + "max") == .never
    else { return nil }
    return whyNever(metric.path)
  }

  /// Why a downtime says nothing of how long it will be: so many had no connection at the end that the
  /// figure may be one of theirs. nil where they do not matter to it.
  func whyDowntimeGoesOn(_ metric: Metric) -> String? {
    let (part, name) = Self.parts(of: metric.path)
    guard name.hasPrefix("downtime."), let (ended, going) = downtimes(of: part), going > 0 else {
      return nil
    }
    let ranks = zip(DistributionSummary.rankNames, DistributionSummary.ranks)
    if let rank = ranks.first(where: { $0.0 == metric.statistic })?.1,
      nearestRank(rank, of: ended + going) <= ended
    {
      return nil
    }
    if metric.statistic == "count" { return nil }
    let clients = HumanText.count(going) + (going == 1 ? " client" : " clients")
    return "\(clients) had no connection when the run ended, and their downtime went on"
  }

  /// How many downtimes are over, and how many are not.
  private func downtimes(of part: String) -> (ended: Int, going: Int)? {
    if part.isEmpty {
      return (
        run.recovery.downtimes.count - run.recovery.downtimeCensored, run.recovery.downtimeCensored
      )
    }
    let cohorts = zip(scenario.clients.mix, run.cohorts).filter { cohort, _ in
      part == "cohorts.\(cohort.name)."
        || part == "systems.\(scenario.clients.system(of: cohort).name.rawValue)."
    }.map(\.1)
    let going = cohorts.reduce(0) { $0 + $1.recovery.downtimeCensored }
    return (cohorts.reduce(0) { $0 + $1.recovery.downtimes.count } - going, going)
  }

  private func whyNever(_ path: String) -> String {
    if let why = SessionSystem.all.lazy.compactMap({ $0.figures.never[path] }).first { return why }
    let (part, metric) = Self.parts(of: path)
    if metric.hasPrefix("recover_away") {
      return "not all who were away at clear came back"
    }
    let name = metric.prefix { $0 != "." }
    guard name.hasPrefix("recover"), let affected = value(at: part + "affected")?.number,
      let back = value(at: "\(part)\(name).count")?.number, affected > back
    else { return "some clients did not get that far" }
    let missing = HumanText.count(Int(affected - back))
    return "\(missing) of \(HumanText.count(Int(affected))) affected clients did not come back"
  }

  /// Returns the part before the name of a metric, `cohorts.phones.`, and the name.
  private static func parts(of path: String) -> (part: String, metric: String) {
    guard let found = PartPath(path) else { return ("", path) }
    return ("\(found.group).\(found.part).", found.metric)
  }

  private func whyUndefined(_ path: String) -> String {
    let (part, metric) = Self.parts(of: path)
    return whyUndefined(metric, of: part)
  }

  /// - Parameter part: the text before the name.
  private func whyUndefined(_ path: String, of part: String) -> String {
    whyClientsHaveNone(path) ?? whyClearHasNone(path, of: part) ?? whyGatewayHasNone(path)
      ?? whyStormIsUnknown(path)
      ?? Self.otherReasons.first { path.hasPrefix($0.prefix) }?.reason
      ?? "there was nothing to measure it by"
  }

  /// Returns the reason for a metric that only some session systems have; nil for any other.
  private func whyClientsHaveNone(_ path: String) -> String? {
    let owner = SessionSystem.all.first {
      path.hasPrefix("\($0.name.rawValue).") || $0.figures.never[path] != nil
    }?.name
    guard let owner else { return nil }
    return FleetView(self).has(owner)
      ? "nothing of the kind happened" : "the fleet has no \(owner.rawValue) clients"
  }

  /// Returns the reason for a metric that is counted from clear on; nil if there is none.
  private func whyClearHasNone(_ path: String, of part: String) -> String? {
    let isAfter = path.contains("_after_clear")
    guard isAfter || Self.sinceClear.contains(where: path.hasPrefix) else { return nil }
    guard let clear = run.course.clear else { return "no clear: a fault never ends" }
    if clear >= run.course.end { return "no clear within the run, which ended before or at it" }
    if !isAfter, value(at: part + "affected") == .count(0) { return "nobody was affected" }
    return nil
  }

  private func whyStormIsUnknown(_ path: String) -> String? {
    guard path.hasPrefix("metastable"), let stormDoubt else { return nil }
    return switch stormDoubt {
    case .incident:
      "an incident was in force in the last \(durationText(scenario.metastableWindow)) of arrivals"
    case .tooEarly: "the window that ends at the last arrival reaches back before clear"
    case .draining: "the storm becomes less by itself; a longer run tells whether it ends"
    case .betweenWaves:
      "the last wave of attempts came to nothing, and the next has not come; a longer run tells"
    }
  }

  private func whyGatewayHasNone(_ path: String) -> String? {
    guard let role = StationRole.allCases.first(where: { path.hasPrefix("stations.\($0.name).") })
    else { return nil }
    if role == .egress && scenario.gateway.egress == nil {
      return "payloads take no time: the scenario has no gateway.egress"
    }
    return path.hasSuffix(".utilisation")
      ? "the \(role.name) station is unlimited" : "nothing came to the \(role.name) station"
  }

  private static let sinceClear = [
    "recover", "relapsed", "storm_", "metastable", "lower_bound_s", "limited_by", "clear_s",
    "spread.clear", "spread_needed_s", "away_at_clear",
  ]

  private static let otherReasons: [(prefix: String, reason: String)] = [
    ("metastable_cause", "the storm is not metastable"),
    ("storm_efficiency", "it takes a lower_bound_s and a recover.p99 above 0"),
    (
      "lower_bound_s",
      "too few clients were away at clear, or nothing ever lets enough of them in"
    ),
    ("limited_by", "nothing limits how soon the clients are back"),
    ("away_", "there is no fault to recover from"),
    ("crowding", "nothing arrived"),
    ("attempt_failures.dns", "the clients know the address: the scenario has no network.dns"),
    ("idle_kills", "no connection is forgotten: the scenario has no network.idle"),
    ("downtime", "no affected client had a connection to lose"),
    ("detect", "no client noticed that its connection was gone"),
    ("spread", "no such attempt arrived"),
    ("same_instant_share", "no attempt number had enough arrivals"),
    ("wasted_work_share", "no attempt that is over has cost any work"),
    ("goodput_share", "no attempt that is over has cost any work"),
    ("peak_calls", "nobody called"), ("peak_", "nothing arrived"),
  ]
}
