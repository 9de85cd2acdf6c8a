import Metrics
import Systems

extension WildArtist {
  private static let metrics = MetricNames.all

  mutating func drawPromises() -> ScenarioTree {
    if dice.chance(5) { return "~" }
    return .list((0..<dice.within(1...3)).map { _ in .scalar(promise()) })
  }

  /// About any metric there is, also of a cohort or a system where there are several.
  private mutating func promise() -> String {
    var metric: String = dice.pick(Self.metrics)
    let names = cohorts.filter { !$0.contains(" ") }
    if cohorts.count > 1, dice.chance(30) {
      metric = "cohorts.\(dice.pick(names)).\(dice.pick("recover.p99", "gave_up", "stuck_share"))"
    } else if Set(systems).count > 1, dice.chance(30) {
      metric = "systems.\(dice.pick(systems)).\(dice.pick("downtime.max", "in_error"))"
    }
    guard let unit = MetricNames.unit(of: metric) else { return "gave_up == 0" }
    let sign = dice.pick("<", "<=", ">", ">=", "==", "!=")
    switch unit {
    case .seconds: return "\(metric) \(sign) \(dice.pick("0", "1ns", "250ms", "90s", "36500d"))"
    case .share: return "\(metric) \(sign) \(dice.pick("0%", "0.5", "99.9%", "100%"))"
    case .count: return "\(metric) \(sign) \(dice.pick("0", "1", "500", "1M"))"
    case .ratio: return "\(metric) \(sign) \(dice.pick("0", "1", "4.5"))"
    case .truth: return "\(metric) \(dice.pick("==", "!=")) \(dice.pick("true", "false"))"
    case .word: return "\(metric) \(dice.pick("==", "!=")) \(dice.pick(MetricValue.words))"
    }
  }
}
