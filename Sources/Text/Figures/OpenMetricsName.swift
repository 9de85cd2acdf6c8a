import Metrics
import Systems

/// A metric's path as the name and the labels of OpenMetrics.
///
/// `stations.auth.wait.p99` is `squall_stations_wait_seconds{station="auth",quantile="0.99"}`. Names end
/// in their base unit: seconds, or `ratio` for a share of a whole.
struct OpenMetricsName: Hashable {
  /// The name of the family, with its unit.
  let family: String
  /// The ending of the family that is its unit; nil for a count.
  let unit: String?
  let labels: [Label]

  struct Label: Hashable {
    let name: String
    let value: String
  }

  /// Which of a metric's figures it names.
  enum Part: String {
    case value = ""
    /// The ends of the 95 % interval of a mean.
    case low = "_low"
    case high = "_high"
  }

  /// - Parameter definedAs: the name that the metric is defined under, which says which word of the
  ///   path is one of several alike.
  init(_ path: String, _ unit: MetricUnit, definedAs: String, _ part: Part = .value) {
    var labels: [Label] = []
    var path = path
    if let inner = PartPath(path) {
      labels.append(Label(name: inner.group.singular, value: inner.part))
      path = inner.metric
    }
    var words = path.split(separator: ".").map(String.init)
    if let member = Self.member(of: words, definedAs: definedAs) {
      labels.append(Label(name: words[0].singular, value: member))
      words.remove(at: 1)
    }
    if words.count > 1, let quantile = Self.quantile(words[words.count - 1]) {
      labels.append(Label(name: "quantile", value: quantile))
      words.removeLast()
    }
    self.unit = Self.suffix(of: unit)
    self.labels = labels
    family = Self.family(words, part, unit: self.unit)
  }

  /// The ending of the names in a unit.
  private static func suffix(of unit: MetricUnit) -> String? {
    switch unit {
    case .seconds: "seconds"
    case .share: "ratio"
    case .count, .ratio, .truth, .word: nil
    }
  }

  private static func family(_ words: [String], _ part: Part, unit: String?) -> String {
    var name = words.joined(separator: "_")
    // The ending says the unit, so the end of our name that says it is dropped.
    let said = unit == "seconds" ? "_s" : unit == "ratio" ? "_share" : ""
    if !said.isEmpty, name.hasSuffix(said) { name.removeLast(said.count) }
    let allowed = name.unicodeScalars.map { scalar -> Character in
      let isAllowed =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isAllowed ? Character(scalar) : "_"
    }
    return "squall_" + String(allowed) + part.rawValue + (unit.map { "_\($0)" } ?? "")
  }

  /// `auth` of `stations.auth.wait.p50`, which is defined as `stations.wait`.
  private static func member(of words: [String], definedAs: String) -> String? {
    let defined = definedAs.split(separator: ".").map(String.init)
    guard defined.count > 1, words.count > defined.count, words[0] == defined[0],
      words[1] != defined[1], words.dropFirst(2).prefix(defined.count - 1) == defined.dropFirst()
    else { return nil }
    return words[1]
  }

  /// `0.99` for `p99`, `1` for `max`; nil for a word that is no quantile.
  private static func quantile(_ word: String) -> String? {
    if word == "max" { return "1" }
    guard word.first == "p", MetricStatistic.isKnown(word) else { return nil }
    let digits = word.dropFirst()
    // p5 is 5 %, p50 is 50 %, p999 is 99.9 %.
    return digits.count == 1 ? "0.0\(digits)" : "0.\(digits)".trimmedZeros
  }
}

private enum MetricStatistic {
  static func isKnown(_ word: String) -> Bool { Metric.statisticTexts[word] != nil }
}

extension String {
  /// `station` of `stations`.
  fileprivate var singular: String { hasSuffix("s") ? String(dropLast()) : self }

  /// `0.5` of `0.50`.
  fileprivate var trimmedZeros: String {
    var text = self[...]
    while text.last == "0" { text = text.dropLast() }
    return String(text)
  }
}
