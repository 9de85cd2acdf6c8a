extension Field {
  func serviceLevels(of clients: ClientsDescription) -> [ServiceLevel] {
    guard let items = list("promises such as 'gave_up == 0'") else { return [] }
    return items.compactMap { item in
      let level = item.quantity("a promise such as 'gave_up == 0'", parseServiceLevel)
      guard let level else { return nil }
      if let problem = PartPath(level.metric)?.problem(in: clients) {
        item.problem("\(level.metric): \(problem)")
        return nil
      }
      return level
    }
  }
}
