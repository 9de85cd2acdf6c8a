/// The effects that a step of the priming session asks for, in the order in which they are done.
@frozen
public struct PrimerEffects: OptionSet, BitwiseCopyable, Hashable, Sendable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The request of the session before is dropped, and its response with it.
  public static let cancelRequest = PrimerEffects(rawValue: 1 << 0)
  /// So is the refresh that is out.
  public static let cancelRefresh = PrimerEffects(rawValue: 1 << 1)
  /// Latest belonged to another user.
  public static let clearLatest = PrimerEffects(rawValue: 1 << 2)
  public static let clearLock = PrimerEffects(rawValue: 1 << 3)
  public static let disarmWait = PrimerEffects(rawValue: 1 << 4)
  public static let closeSocket = PrimerEffects(rawValue: 1 << 5)
  public static let armWait = PrimerEffects(rawValue: 1 << 6)
  public static let request = PrimerEffects(rawValue: 1 << 7)
  public static let openSocket = PrimerEffects(rawValue: 1 << 8)
  /// Ask again for all entities, in the background.
  public static let refresh = PrimerEffects(rawValue: 1 << 9)
  /// The value that was read stays for the session.
  public static let lock = PrimerEffects(rawValue: 1 << 10)
  public static let unlock = PrimerEffects(rawValue: 1 << 11)
  /// Listeners hear of new values.
  public static let notify = PrimerEffects(rawValue: 1 << 12)

  /// Every effect and its name, in order.
  public static let named: [(effect: PrimerEffects, name: String)] = [
    (.cancelRequest, "cancelRequest"), (.cancelRefresh, "cancelRefresh"),
    (.clearLatest, "clearLatest"), (.clearLock, "clearLock"), (.disarmWait, "disarmWait"),
    (.closeSocket, "closeSocket"), (.armWait, "armWait"), (.request, "request"),
    (.openSocket, "openSocket"), (.refresh, "refresh"), (.lock, "lock"), (.unlock, "unlock"),
    (.notify, "notify"),
  ]

  /// The names of the effects in this set, in order.
  public var names: [String] { Self.named.filter { contains($0.effect) }.map(\.name) }
}
