import Primitives

/// Why a packet does not get through.
public enum PacketLoss: Hashable, Sendable {
  /// Nothing gets through at that moment.
  case silence
  /// The path is in the bad state of a fade.
  case fade
  /// As any packet may be lost.
  case chance
}

/// A transmission of a segment that does not get through.
public struct LostCopy: Hashable, Sendable {
  /// 0 is the segment itself, 1 its first copy.
  public var number: Int
  public var sent: Instant
  public var loss: PacketLoss
  /// When the next one leaves; nil where the sender gives the segment up.
  public var next: Instant?

  public init(number: Int, sent: Instant, loss: PacketLoss, next: Instant?) {
    self.number = number
    self.sent = sent
    self.loss = loss
    self.next = next
  }
}

extension Path {
  /// The transmissions of a segment that `segmentDelay` takes for lost.
  public func lostCopies(
    _ key: PacketKey, _ direction: Direction, sentAt sent: Instant, on timeline: some PathTimeline,
    silencesAtRadio: Bool = false, _ random: RandomSource
  ) -> [LostCopy] {
    let schedule = schedule(of: key.client, sentAt: sent, on: timeline, random)
    var lost: [LostCopy] = []
    let delay = segmentDelay(
      key, direction, sentAt: sent, on: timeline, silencesAtRadio: silencesAtRadio, random
    ) { copy, radio, isSilence in
      let loss =
        isSilence
        ? .silence : cause(direction, of: key.client, at: radio, on: timeline, random)
      let left = sent + schedule.delay(ofCopy: copy)
      lost.append(
        LostCopy(number: copy, sent: left, loss: loss, next: left + schedule.pause(after: copy)))
    }
    if delay == .longest, let last = lost.indices.last { lost[last].next = nil }
    return lost
  }

  /// Why a packet is lost that is at the client's radio at a moment, where there is no silence.
  public func cause(
    _ direction: Direction, of client: UInt32, at radio: Instant, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> PacketLoss {
    let isBad =
      weather.isBad(direction, of: client, at: radio, random)
      || timeline.isFading(direction, at: radio)
    if isBad { return .fade }
    return loss(direction, of: client, at: radio, on: timeline, random) < 1 ? .chance : .silence
  }
}
