import NetworkModel
import Primitives
import VirtualTime

/// The keys of `network.idle`.
enum IdleKeys {
  private static let range: ClosedRange<Interval> = .seconds(1) ... .hours(24)

  static let after = Key(
    "after", Form(.distribution(.service)) { $0.quietTime(within: range) }, standard: nil,
    example: "60s",
    """
    How long no packet passes before the box forgets the connection. A distribution is drawn once for each \
    client. How long the gateway itself keeps a connection is another matter: see `gateway.abandonment`.
    """)
  static let how = Key(
    "how", Form<IdleBox.End>.word, standard: "silent", example: "reset",
    """
    `silent`: nothing passes any more, and nobody is told. `reset`: the client's next packet is answered by a \
    reset. `close`: both ends are told at once.
    """)

  static let group = KeyGroup(
    "network.idle",
    """
    A box at the gateway's end that forgets a connection through which nothing passes: a balancer, a firewall, \
    a carrier's NAT. With `none` no connection is forgotten.
    """, [after.words, how.words])
}
