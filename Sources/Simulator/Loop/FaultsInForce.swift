import Faults

/// What the faults in force mean for everyone alike, at hand for every packet.
struct FaultsInForce {
  /// What every client's path leads to; nil where that depends on the client.
  var commonReach: World.Reach? = .open
  /// Whether latency or loss differ from the path's own for anybody.
  var perturbsPaths = false
  /// What the listener does while no node is up.
  var closedListener = World.Reach.refuses
  /// For each fault that drains: the client to look at next.
  var drainCursors: [Int: UInt32] = [:]
}
