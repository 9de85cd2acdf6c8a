import Primitives

/// The key of one packet's draws.
@frozen
public struct PacketKey: BitwiseCopyable, Sendable {
  public var client: UInt32
  public var attempt: UInt32
  /// Which packet of the attempt it is: see `PacketStep`.
  public var step: UInt32

  @inlinable public init(client: UInt32, attempt: UInt32, step: UInt32) {
    self.client = client
    self.attempt = attempt
    self.step = step
  }

  /// Makes the key of SYN `syn` of an attempt, counted from 0, and of the packet that answers it.
  /// - Parameter place: of its address in the order in which the attempt tries them, from 0.
  @inlinable public init(client: UInt32, attempt: UInt32, syn: Int, place: Int = 0) {
    self.init(client: client, attempt: attempt, step: PacketStep.syn(syn, place: place))
  }
}

/// The register of packets: which step of an attempt belongs to which packet. Two directions draw
/// apart.
public enum PacketStep {
  /// Round trips of the set-up, and the answers to them. The first SYN has step 0. Where the set-up
  /// takes 13 round trips or more, what the gateway pushes at its end has the step of the last word, or
  /// of the messages of the first second.
  @inlinable public static var setUp: Range<UInt32> { 0..<15 }

  /// A client's notice that it gives up, and the reset that answers what comes after a drop.
  public static let lastWord: UInt32 = 15

  /// Messages and answers to them, by the second in which they are sent. In 127 seconds of the
  /// thirteenth day of a run a message shares its draws with a SYN of its attempt; later ones have steps
  /// above theirs.
  @inlinable public static var messages: Range<UInt32> { 16..<repeatedSyns.lowerBound }

  /// A message sent at `instant`. From the time, so that it does not depend on how many messages were
  /// simulated before.
  @inlinable public static func message(at instant: Instant) -> UInt32 {
    messages.lowerBound + UInt32(truncatingIfNeeded: instant.nanoseconds / 1_000_000_000)
  }

  /// The first packets of an attempt but the very first: 16 for each address.
  @inlinable public static var repeatedSyns: Range<UInt32> { 1 << 20..<1 << 20 + 8 * 16 }
  /// Those of the addresses after the first one.
  @inlinable static var synsOfOtherAddresses: Range<UInt32> {
    repeatedSyns.lowerBound + 16..<repeatedSyns.upperBound
  }

  /// The SYN of try `syn` to the address at a place of the attempt's order, both counted from 0: a repetition is a
  /// packet of its own.
  @inlinable public static func syn(_ syn: Int, place: Int = 0) -> UInt32 {
    let number = 16 * place + syn
    return number == 0 ? setUp.lowerBound : repeatedSyns.lowerBound + UInt32(number)
  }

  /// The steps of the packets that the backend sends of its own accord, by the microsecond, because
  /// many may be sent in a second. The steps come again after 2^28 microseconds, 268 s.
  public static let pushes: Range<UInt32> = 1 << 28..<2 << 28

  public static func push(at instant: Instant) -> UInt32 {
    let number = UInt32(truncatingIfNeeded: instant.nanoseconds / 1_000)
    return pushes.lowerBound | number & (pushes.lowerBound - 1)
  }

  /// Calls of 8 codes, 16 steps each.
  public static let calls: Range<UInt32> = 2 << 28..<2 << 28 + 8 * 16

  /// The first step of a call, and that of the call itself and its answer, once it is set up.
  public static func call(_ code: UInt8) -> UInt32 { calls.lowerBound | UInt32(code) << 4 }
  public static func request(ofCall code: UInt8) -> UInt32 { call(code) + 15 }
}
