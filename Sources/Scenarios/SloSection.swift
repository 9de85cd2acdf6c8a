import Metrics
import Systems

extension Field {
  func serviceLevels(of clients: ClientsDescription) -> [ServiceLevel] {
    guard let items = list("promises such as 'gave_up == 0'") else { return [] }
    return items.compactMap { item in
      let level = item.quantity("a promise such as 'gave_up == 0'", parseServiceLevel)
      guard let level else { return nil }
      if let problem = level.problem(in: clients) {
        item.problem("\(level.metric): \(problem)")
        return nil
      }
      return level
    }
  }
}

extension ServiceLevel {
  /// Why this fleet will not have the metric: it is about a cohort, or a session system, that is not
  /// in it. nil where it will.
  package func problem(in clients: ClientsDescription) -> String? {
    PartPath(metric)?.problem(in: clients)
  }
}
