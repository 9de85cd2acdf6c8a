/// What the layers above the loop ask about the clients of a system.
package struct SystemTraits: Sendable {
  /// What one client takes of memory in a fleet of its own kind.
  package let bytesPerClient: Int
  /// What the record of a client takes of that. A mixed fleet has room for one of each of its systems.
  package let recordBytes: Int
  /// Whether clients can have been connected for long when a run begins.
  package var canStartConnected = true
  /// Whether a connected client asks nothing of the gateway unless its user does something.
  package var restsWhenConnected = false
  /// Whether clients live by their calls, which are more than a part of each connection.
  package var livesByCalls = false
  /// Whether a client tries again at once when it notices that its connection is gone, and waits only
  /// after an attempt that failed.
  package var triesAgainAtOnce = false
}
