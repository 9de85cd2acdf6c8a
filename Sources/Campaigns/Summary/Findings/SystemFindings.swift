import Simulator

/// What is told of a run only where it has clients of one session system.
struct SystemFindings: Sendable {
  let system: SystemName
  let findings: @Sendable (Evidence) -> [Finding?]

  static let all: [SystemFindings] = [.chatSocket, .primer, .appExtension, .optimistic]

  init(_ system: SystemName, _ findings: @escaping @Sendable (Evidence) -> [Finding?]) {
    self.system = system
    self.findings = findings
  }
}

extension Evidence {
  var systemFindings: [Finding] {
    SystemFindings.all.filter { fleet.has($0.system) }.flatMap { $0.findings(self) }
      .compactMap { $0 }
  }
}
