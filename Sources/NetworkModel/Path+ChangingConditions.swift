import Primitives

/// The course of one client's path through a run, which is known in advance.
public protocol PathTimeline {
  /// The latency and loss that faults make at a moment.
  func conditions(at instant: Instant) -> PathConditions
  /// The addend that faults put on the latency of a packet that is sent at a moment and whose draw is `bits`, on top of
  /// `PathConditions.latencyAdd`. Asked where the conditions spread latency.
  func spreadAdd(at instant: Instant, bits: UInt64) -> Interval
  /// The sum of the medians of what faults add in this way.
  func spreadMedian(at instant: Instant) -> Interval
  /// True where a packet that would arrive at a moment, at either end, is swallowed for certain.
  func swallows(at instant: Instant) -> Bool
  /// True where a fade that a fault makes is in its bad state for packets of a direction.
  func isFading(_ direction: Direction, at instant: Instant) -> Bool
}

extension PathTimeline {
  /// The answer where no fault makes fades.
  public func isFading(_ direction: Direction, at instant: Instant) -> Bool { false }
}

/// The fate of a first packet.
public enum FirstPacketFate: Hashable, Sendable {
  /// It never reaches the gateway, or its answer is lost for the same reason.
  case lost
  /// It reaches the gateway. Where it is not answered, the answer alone is lost.
  case arrives(after: Interval, isAnswered: Bool)
}

// Segments on a path that changes while copies of them are under way.
extension Path {
  /// As `segmentDelay`, where each copy of the segment meets what is in force at its own moment: the latency when
  /// it is sent; the loss when it is at the client's end of the path, which is when it is sent to the gateway, and
  /// when it would arrive at the client; a silence when it would arrive, at either end.
  ///
  /// Copy j is lost where u < p_0 p_1 ... p_j, u the one draw of the segment and p_j the loss that copy j
  /// meets: constant conditions give what `segmentDelay` gives. A silence is a loss of 1.
  /// - Parameters:
  ///   - sent: the moment at which the first copy leaves.
  ///   - silencesAtRadio: whether a silence, too, is met at the client's end of the path.
  /// - Returns: `Interval.longest` where even the last copy meets a loss of 1, or where its sender gives it up.
  public func segmentDelay(
    _ key: PacketKey, _ direction: Direction, sentAt sent: Instant, on timeline: some PathTimeline,
    silencesAtRadio: Bool = false, _ random: RandomSource
  ) -> Interval {
    segmentDelay(
      key, direction, sentAt: sent, on: timeline, silencesAtRadio: silencesAtRadio, random
    ) { _, _, _ in }
  }

  /// The same, telling of each copy that does not get through.
  /// - Parameter lose: the number of the copy, when it is at the client's end of the path, and whether a silence takes it.
  @inline(__always)
  func segmentDelay(
    _ key: PacketKey, _ direction: Direction, sentAt sent: Instant, on timeline: some PathTimeline,
    silencesAtRadio: Bool, _ random: RandomSource,
    lose: (_ copy: Int, _ radio: Instant, _ isSilence: Bool) -> Void
  ) -> Interval {
    let bits = bits(key, direction, random)
    let undisturbed = latencies.sample(bits, of: key.client, random)
    let schedule = schedule(of: key.client, sentAt: sent, on: timeline, random)
    var threshold = 1.0
    var draw: Double?
    var wait = Interval.zero
    for copy in 0...CopySchedule.mostCopies {
      let left = sent + wait
      let conditions = timeline.conditions(at: left)
      var once = conditions.bent(undisturbed)
      if conditions.spreadsLatency {
        once = min(once + timeline.spreadAdd(at: left, bits: bits), .longest)
      }
      let radio = direction == .out ? left : left + once
      var loss = 1.0
      let isSilence = timeline.swallows(at: silencesAtRadio ? radio : left + once)
      if !isSilence {
        let met = direction == .out ? conditions : timeline.conditions(at: radio)
        loss = self.loss(direction, of: key.client, met, at: radio, random)
      }
      // A fixed schedule knows no end: its last copy gets through where any can.
      let isLast = copy == CopySchedule.mostCopies && !isMeasured
      if isLast || loss == 0 {
        if loss < 1 { return min(wait + once, .longest) }
        lose(copy, radio, isSilence)
        return .longest
      }
      threshold *= loss
      let u = draw ?? Self.lossDraw(key, direction, random)
      draw = u
      if u >= threshold { return min(wait + once, .longest) }
      lose(copy, radio, isSilence)
      wait = wait + schedule.pause(after: copy)
    }
    return .longest
  }

  /// When copies of a client's message leave that is first sent at a moment.
  public func schedule(
    of client: UInt32, sentAt sent: Instant, on timeline: some PathTimeline, _ random: RandomSource
  ) -> CopySchedule {
    if !isMeasured { return .fixed }
    let conditions = timeline.conditions(at: sent)
    let spread = conditions.spreadsLatency ? timeline.spreadMedian(at: sent) : .zero
    return schedule(of: client, conditions, spread: spread, random)
  }

  /// The probability of losing a packet that is at the client's radio at a moment.
  public func loss(
    _ direction: Direction, of client: UInt32, at radio: Instant, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> Double {
    return loss(
      direction, of: client, timeline.conditions(at: radio), at: radio, random)
  }

  /// The same under conditions that are at hand.
  @inline(__always)
  private func loss(
    _ direction: Direction, of client: UInt32, _ met: PathConditions, at radio: Instant,
    _ random: RandomSource
  ) -> Double {
    let own =
      losesSteadily
      ? loss : weather.loss(direction, of: client, at: radio, random)
    return Self.total(own, met.extraLoss[direction])
  }

  /// One-way delay of a packet that is sent at `sent` and not lost.
  public func delay(
    _ key: PacketKey, _ direction: Direction, sentAt sent: Instant, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> Interval {
    let bits = bits(key, direction, random)
    let conditions = timeline.conditions(at: sent)
    let once = conditions.bent(latencies.sample(bits, of: key.client, random))
    if !conditions.spreadsLatency { return once }
    return min(once + timeline.spreadAdd(at: sent, bits: bits), .longest)
  }

  /// Returns the fate of a first packet that is sent at `sent`.
  ///
  /// Where both directions lose alike it is judged together with its answer. Otherwise each is judged at its own
  /// moment at the client's radio, as if the listener answered at once.
  public func fate(
    ofSyn syn: Int, _ key: PacketKey, sentAt sent: Instant, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> FirstPacketFate {
    let met = timeline.conditions(at: sent)
    if losesAlike(met) {
      if losesSyn(syn, key, met, random) { return .lost }
      return .arrives(
        after: delay(key, .out, sentAt: sent, on: timeline, random), isAnswered: true)
    }
    guard let (out, _, isAnswered) = apart(key, met, sentAt: sent, on: timeline, random) else {
      return .lost
    }
    return .arrives(after: out, isAnswered: isAnswered)
  }

  /// The delays of a first packet that is sent at `sent` and of the answer, where the listener gives it at once; nil
  /// where either is lost.
  public func knock(
    ofSyn syn: Int, _ key: PacketKey, sentAt sent: Instant, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> (out: Interval, back: Interval)? {
    let met = timeline.conditions(at: sent)
    if losesAlike(met) {
      if losesSyn(syn, key, met, random) { return nil }
      let out = delay(key, .out, sentAt: sent, on: timeline, random)
      return (out, delay(key, .back, sentAt: sent + out, on: timeline, random))
    }
    guard let (out, back, isAnswered) = apart(key, met, sentAt: sent, on: timeline, random),
      isAnswered
    else { return nil }
    return (out, back)
  }

  private func losesAlike(_ met: PathConditions) -> Bool {
    losesSteadily && met.extraLoss.isEven && !met.isFading
  }

  /// A first packet and its answer, each judged on its own; nil where the packet is lost.
  @inline(__always)
  private func apart(
    _ key: PacketKey, _ met: PathConditions, sentAt sent: Instant, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> (out: Interval, back: Interval, isAnswered: Bool)? {
    let lossOut = loss(.out, of: key.client, met, at: sent, random)
    if lossOut > 0 && Self.lossDraw(key, .out, random) < lossOut { return nil }
    let out = delay(key, .out, sentAt: sent, on: timeline, random)
    let back = delay(key, .back, sentAt: sent + out, on: timeline, random)
    let radio = sent + out + back
    let lossBack = loss(
      .back, of: key.client, timeline.conditions(at: radio), at: radio, random)
    return (out, back, lossBack == 0 || Self.lossDraw(key, .back, random) >= lossBack)
  }

  /// As `roundTrips`, on a path that changes.
  /// - Parameter begin: when the first of them begins.
  public func roundTrips(
    _ count: Int, from key: PacketKey, first: Direction, begunAt begin: Instant,
    on timeline: some PathTimeline, _ random: RandomSource
  ) -> Interval {
    var total = Interval.zero
    var key = key
    for _ in 0..<count {
      for direction in [first, first == .out ? .back : .out] where total < .longest {
        let delay = segmentDelay(
          key, direction, sentAt: begin + total, on: timeline, random)
        total = min(total + delay, .longest)
      }
      key.step += 1
    }
    return total
  }
}
