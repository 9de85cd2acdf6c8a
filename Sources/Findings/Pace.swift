/// The waiting that the clients of a fleet do by themselves, beside the gateway.
struct Pace {
  /// The words for it where the gateway is held against it: `the formula`.
  let rule: String
  /// The words for it as the subject of a sentence.
  let waiting: String
  /// True if clients try again on their own, and so may get in each other's way.
  let isOfRetries: Bool

  init(_ evidence: Evidence) {
    let fleet = evidence.fleet
    isOfRetries = fleet.only?.hasBackoff ?? true
    let words = fleet.only?.words.pace ?? .retries
    if let instead = words.instead, evidence.count(instead.metric) > 0 {
      waiting = instead.waiting
    } else if let only = fleet.only, let setting = words.setting,
      let seconds = fleet.settings(of: only.name).seconds(setting.name, standard: setting.standard)
    {
      waiting = "\(words.waiting) of \(evidence.setting(seconds))"
    } else {
      waiting = words.waiting
    }
    rule = words.rule ?? waiting
  }
}
