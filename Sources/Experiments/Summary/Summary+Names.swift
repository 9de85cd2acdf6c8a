extension Summary {
  /// What the metric of that path is counted in; nil where there is none of that name.
  public static func unit(of path: String) -> MetricUnit? { unitsByPath[path] }

  /// What to say of a path that no metric has: the nearest one, or the figures of a group.
  public static func noMetric(named path: String) -> String {
    let opening = "there is no metric '\(path)'"
    // `recover` alone: the figure that is promised most often, if the group has it.
    let figures = metricRows.map(\.path).filter { $0.hasPrefix(path + ".") }
    if let first = figures.first(where: { $0 == path + ".p99" }) ?? figures.first {
      return "\(opening) alone; name one figure of it, such as \(first)"
    }
    let hint = nearest(to: path, in: metricNames).map { "did you mean '\($0)'?" }
    return "\(opening); \(hint ?? "`simulate explain` lists them")"
  }
}

private let unitsByPath = Dictionary(
  uniqueKeysWithValues: metricRows.map { ($0.path, $0.unit) })
