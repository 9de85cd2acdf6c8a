extension Field {
  func serviceLevels(checks: ScenarioChecks) -> [ServiceLevel] {
    guard let items = list("promises such as 'gave_up == 0'") else { return [] }
    return items.compactMap { item in
      guard let level = item.quantity("a promise such as 'gave_up == 0'", parseServiceLevel) else {
        return nil
      }
      if let message = checks.metric?(level.metric) {
        item.problem(message)
        return nil
      }
      return level
    }
  }
}
