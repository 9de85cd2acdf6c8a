import Simulator

extension SessionSystem {
  /// The session systems, each described in a file of its own.
  package static let all: [SessionSystem] = [
    .stoat, .chatSocket, .primer, .appExtension, .optimistic,
  ]

  package static let names = all.map(\.name.rawValue)

  package static func named(_ name: String) -> SessionSystem? {
    all.first { $0.name.rawValue == name }
  }

  package static func named(_ name: SystemName) -> SessionSystem {
    guard let system = all.first(where: { $0.name == name }) else {
      preconditionFailure("\(name.rawValue) has no description")
    }
    return system
  }
}
