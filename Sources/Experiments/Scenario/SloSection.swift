extension Field {
  func serviceLevels() -> [ServiceLevel] {
    guard let items = list("promises such as 'gave_up == 0'") else { return [] }
    return items.compactMap { $0.quantity("a promise such as 'gave_up == 0'", parseServiceLevel) }
  }
}
