import Sessions

/// What the clients of one cohort of a mixed fleet share.
public enum MixedConfiguration: BitwiseCopyable, Sendable {
  case stoat(StoatConfiguration)
  case chatSocket(ChatSocketConfiguration)
  case primer(PrimerConfiguration)
  case appExtension(AppExtensionConfiguration)
  case optimistic(OptimisticConfiguration)

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

/// A word of one of the systems of a mixed fleet: the system's own raw value, to be read by the
/// machine that it belongs to.
///
/// Stimuli, messages, calls and timers never leave their client, so the systems share the numbers.
public struct MixedCode: Code {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static var allCases: [MixedCode] { (0..<32).map(MixedCode.init) }

  init(_ word: some Code) { rawValue = word.rawValue }

  func read<Word: Code>(_: Word.Type = Word.self) -> Word {
    guard let word = Word(rawValue: rawValue) else {
      preconditionFailure("a client got a word of another system")
    }
    return word
  }
}

/// A milestone of one of the systems of a mixed fleet. Milestones are counted over all clients, so
/// each system has numbers of its own: the first four 64 each, `optimistic` the last 16, which
/// `appExtension` leaves free.
public struct MixedMilestone: Code {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static var allCases: [MixedMilestone] { (0...255).map(MixedMilestone.init) }

  private static var room: UInt8 { 64 }
  private static var firstOptimistic: UInt8 { 240 }

  init(_ system: SystemName, _ word: some Code) {
    let first = system == .optimistic ? Self.firstOptimistic : system.number * Self.room
    rawValue = first + word.rawValue
  }

  var system: SystemName {
    rawValue >= Self.firstOptimistic
      ? .optimistic : SystemName.allCases[Int(rawValue / Self.room)]
  }
  /// The system's own raw value.
  var own: UInt8 {
    rawValue >= Self.firstOptimistic ? rawValue - Self.firstOptimistic : rawValue % Self.room
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
