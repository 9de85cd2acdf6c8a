import Sessions

/// What the clients of one cohort of a mixed fleet share.
public enum MixedConfiguration: BitwiseCopyable, Sendable {
  case stoat(StoatConfiguration)
  case chatSocket(ChatSocketConfiguration)
  case primer(PrimerConfiguration)
  case appExtension(AppExtensionConfiguration)
  case optimistic(OptimisticConfiguration)

  var system: SystemName {
    switch self {
    case .stoat: .stoat
    case .chatSocket: .chatSocket
    case .primer: .primer
    case .appExtension: .appExtension
    case .optimistic: .optimistic
    }
  }

  /// What an error calls the cohort's formula; the system where it has none.
  var name: String {
    switch self {
    case .stoat(let configuration): configuration.backoff.name
    case .chatSocket: "chatSocket"
    case .primer: "primer"
    case .appExtension: "appExtension"
    case .optimistic(let configuration): configuration.backoff.name
    }
  }
}

extension SystemName {
  /// Its place among the systems, from 0.
  public var number: UInt8 {
    switch self {
    case .stoat: 0
    case .chatSocket: 1
    case .primer: 2
    case .appExtension: 3
    case .optimistic: 4
    }
  }
}
