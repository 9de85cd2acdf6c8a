import Sessions

extension Output {
  /// Says on stderr what is allowed and probably not what was meant, each thing once.
  static func warn(_ warnings: [Warning]) {
    var said: Set<Warning> = []
    for warning in warnings where said.insert(warning).inserted { note("\(warning)") }
  }
}
