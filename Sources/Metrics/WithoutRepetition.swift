extension Array where Element: Hashable {
  /// Each element once, where it first stands.
  package var withoutRepetition: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
