import GatewayModel
import Primitives
import Words

/// The keys of `gateway.egress`.
enum EgressKeys {
  static let rate = Key(
    "rate", .bitRate, standard: nil, example: "1Gbit/s",
    "How fast the link sends. The payload of one set-up leaves after that of the one before.",
    isCapacity: true)
  static let payload = Key(
    "payload", .bytes(1...1_000_000_000), standard: nil, example: "50kB",
    "How much the ready stage has built for one set-up.")
  static let queue = Key(
    "queue", .duration(.zero ... .minutes(1)), standard: "100ms", example: "100ms",
    """
    The longest time that other packets wait behind payloads: what the buffer of the link holds. The rest of the \
    payloads waits in their senders.
    """)
  static let per = Key(
    "per", Form<AdmissionScope>.word, standard: "node", example: "gateway",
    "`node`: each node has this link. `gateway`: all nodes have it in common.")

  static let group = KeyGroup(
    "gateway.egress",
    """
    The link through which first payloads leave, one after the other, in the order in which the ready stage \
    finishes. With `none` they take no time.
    """, [rate.words, payload.words, queue.words, per.words])
}
