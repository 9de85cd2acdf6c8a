import Faults

/// What the loop keeps at hand of the faults in force.
struct FaultsInForce {
  /// What every client's path leads to; nil where that depends on the client.
  var commonReach: World.Reach? = .open
  /// Whether latency or loss differ from the path's own for anybody.
  var perturbsPaths = false
  /// What the listener does while no node is up.
  var closedListener = World.Reach.refuses
  /// For each fault that drains, how far it has come: the client to look at next.
  var drainCursors: [Int: UInt32] = [:]
}
