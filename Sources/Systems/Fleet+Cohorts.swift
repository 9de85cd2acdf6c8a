import Sessions
import Simulator

extension Fleet {
  /// A fleet of one system where all cohorts are of it, otherwise a mixed one.
  package init(_ cohorts: [MixedConfiguration]) {
    let stoat = cohorts.compactMap { if case .stoat(let own) = $0 { own } else { nil } }
    let chatSocket = cohorts.compactMap { if case .chatSocket(let own) = $0 { own } else { nil } }
    let primer = cohorts.compactMap { if case .primer(let own) = $0 { own } else { nil } }
    let appExtension = cohorts.compactMap {
      if case .appExtension(let own) = $0 { own } else { nil }
    }
    let optimistic = cohorts.compactMap { if case .optimistic(let own) = $0 { own } else { nil } }
    switch cohorts.count {
    case stoat.count: self = .stoat(stoat)
    case chatSocket.count: self = .chatSocket(chatSocket)
    case primer.count: self = .primer(primer)
    case appExtension.count: self = .appExtension(appExtension)
    case optimistic.count: self = .optimistic(optimistic)
    default: self = .mixed(cohorts)
    }
  }
}

extension MixedConfiguration {
  /// What clients wait by; nil where the system waits by rules of its own.
  package var policy: ResolvedPolicy? {
    switch self {
    case .stoat(let configuration): configuration.backoff
    case .optimistic(let configuration): configuration.backoff
    case .chatSocket, .primer, .appExtension: nil
    }
  }
}
