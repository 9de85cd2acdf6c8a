import Primitives
import Sessions

/// The record of a client's device and of what its user does.
struct DeviceRecord: BitwiseCopyable {
  /// When the behaviour brings the app back to the front, while it is behind.
  var frontAt = Instant.never
  /// When the first push was made that has not been delivered.
  var owedAt = Instant.never
  /// The begin of the connection that ended the last outage spell. Outage spells of the user's own
  /// making do not count.
  var backAt = Instant.never
  /// The number of the first push that has not been delivered, and of the latest made.
  var owed: UInt32 = 0
  var pushed: UInt32 = 0
  /// Counts the times the app went behind.
  var timesBehind: UInt32 = 0
  /// Counts the first screens shown.
  var screens: UInt32 = 0
  /// The phase of the listeners' stream when the run began.
  var listenerPhase: UInt32 = 0
  /// Counts what waits for the frozen app, so that it comes in the order in which it fell due.
  var held: UInt16 = 0
  /// Codes of messages that wait in the system for the frozen app.
  var buffered: UInt16 = 0
  /// The number of the user of the app.
  var user: UInt16 = 1
  var flags: Flags = []

  struct Flags: OptionSet, BitwiseCopyable, Sendable {
    let rawValue: UInt8
    /// The behaviour has put the app behind.
    static let putBehind = Flags(rawValue: 1)
    /// The app is behind, for whatever reason.
    static let behind = Flags(rawValue: 2)
    /// The system has stopped the app's process.
    static let frozen = Flags(rawValue: 4)
    static let onScreen = Flags(rawValue: 8)
    static let listening = Flags(rawValue: 16)
    /// A notification waits for the device to be reachable.
    static let notificationDue = Flags(rawValue: 32)
    /// The device went on- or offline while the app was frozen.
    static let deviceChanged = Flags(rawValue: 64)
  }
}

/// How far a client's copies of the entities are behind the server's.
struct EntityCopies: BitwiseCopyable {
  /// Entities changed at the server since the client's latest copy was made.
  var latestIsOld = EntitySet()
  /// Entities changed at the server since what the client has locked was made.
  var lockIsOld = EntitySet()
}
