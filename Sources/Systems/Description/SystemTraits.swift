/// The properties of a system's clients that the layers above the loop ask for.
package struct SystemTraits: Sendable {
  /// The memory that one client takes in a fleet of its own kind.
  package let bytesPerClient: Int
  /// The part of that for the record of a client. A mixed fleet has room for one of each of its
  /// systems.
  package let recordBytes: Int
  /// True if clients can have been connected for long when a run begins.
  package var canStartConnected = true
  /// True if a connected client asks nothing of the gateway unless its user does something.
  package var restsWhenConnected = false
  /// True if clients live by their calls, which are more than a part of each connection.
  package var livesByCalls = false
  /// True if a client tries again at once when it notices that its connection is gone, and waits
  /// only after an attempt that failed.
  package var triesAgainAtOnce = false
}
