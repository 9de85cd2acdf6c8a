import Primitives
import Testing
import VirtualTime

@testable import NetworkModel

/// A path on which no fault is in force.
private struct QuietTimeline: PathTimeline {
  var change = PathConditions()
  func conditions(at instant: Instant) -> PathConditions { change }
  func spreadAdd(at instant: Instant, bits: UInt64) -> Interval { .zero }
  func spreadMedian(at instant: Instant) -> Interval { .zero }
  func swallows(at instant: Instant) -> Bool { false }
}

@Suite("Paths whose losses come in bursts, or differ by direction")
struct FadingPathTests {
  private let random = RandomSource(seed: 11)

  private func path(
    _ loss: PathLoss, _ system: OperatingSystem = .linux, latency: Interval = .zero
  ) -> Path {
    Path(
      NetworkDescription(
        profile: "test", latency: .constant(latency), setup: .usual, loss: loss),
      system: system)
  }

  /// The copies of a segment meet the state of their own moment: within a long bad stay all are lost, and the
  /// segment comes with the first copy after it.
  @Test func copiesMeetTheirOwnMoment() {
    let fade = Fade(good: .seconds(2), bad: .seconds(2))
    let path = path(.both(.fade(fade)), latency: .milliseconds(50))
    let chain = FadeChain(fade, number: 0)
    var late = 0
    for second in 20..<400 {
      let sent = Instant.start + .seconds(Int64(second))
      let key = PacketKey(client: 3, attempt: 1, step: PacketStep.message(at: sent))
      for direction in [Direction.out, .back] {
        let radio = direction == .out ? Interval.zero : .milliseconds(50)
        let copy = (0...15).first { copy in
          !chain.isBad(3, at: sent + CopySchedule.fixed.delay(ofCopy: copy) + radio, random)
        }
        let expected = CopySchedule.fixed.delay(ofCopy: copy ?? 0) + .milliseconds(50)
        let delay = path.segmentDelay(key, direction, sentAt: sent, on: QuietTimeline(), random)
        #expect(delay == expected)
        if copy != 0 { late += 1 }
      }
    }
    #expect(late > 200)
  }

  /// The copies that are told for lost are those before the one that gets through, each with what took it.
  @Test func copiesThatAreLost() {
    let fade = Fade(good: .seconds(2), bad: .seconds(1), lossGood: 0.3, lossBad: 1)
    let path = path(.both(.fade(fade)), latency: .milliseconds(50))
    let chain = FadeChain(fade, number: 0)
    var causes: [PacketLoss: Int] = [:]
    for second in 20..<400 {
      let sent = Instant.start + .seconds(Int64(second))
      let key = PacketKey(client: 3, attempt: 1, step: PacketStep.message(at: sent))
      let lost = path.lostCopies(key, .out, sentAt: sent, on: QuietTimeline(), random)
      let delay = path.segmentDelay(key, .out, sentAt: sent, on: QuietTimeline(), random)
      #expect(delay == CopySchedule.fixed.delay(ofCopy: lost.count) + .milliseconds(50))
      for (number, copy) in lost.enumerated() {
        #expect(copy.number == number)
        #expect(copy.sent == sent + CopySchedule.fixed.delay(ofCopy: number))
        #expect(copy.next == sent + CopySchedule.fixed.delay(ofCopy: number + 1))
        #expect(copy.loss == (chain.isBad(3, at: copy.sent, random) ? .fade : .chance))
        causes[copy.loss, default: 0] += 1
      }
    }
    #expect(causes[.fade] ?? 0 > 50 && causes[.chance] ?? 0 > 50)
  }

  /// Equal shares both ways are one loss: the same draws, packet by packet.
  @Test func twoEqualSharesAreOne() {
    let loss = PathLoss(out: .share(0.3), back: .share(0.3))
    #expect(loss == .share(0.3))
    let isSteady = path(loss).isSteady
    #expect(isSteady)
    let isApartSteady = path(PathLoss(out: .share(0.3), back: .share(0.2))).isSteady
    #expect(!isApartSteady)
  }

  /// Both states alike is the law of packets lost one by one, and without any loss nothing is drawn.
  @Test func aFadeWithEqualStates() {
    let fade = Fade(good: .seconds(2), bad: .seconds(1), lossGood: 0.25, lossBad: 0.25)
    let burst = path(.both(.fade(fade)), latency: .milliseconds(50))
    let plain = path(.share(0.25), latency: .milliseconds(50))
    for client in 0..<UInt32(2_000) {
      let key = PacketKey(client: client, attempt: 1, step: 20)
      let sent = Instant.start + .seconds(4)
      let delay = burst.segmentDelay(key, .out, sentAt: sent, on: QuietTimeline(), random)
      let expected = plain.segmentDelay(key, .out, PathConditions(), random)
      #expect(delay == expected)
    }
  }

  /// Each direction is lost by its own probability, and a first packet whose answer alone is lost arrives.
  @Test func firstPacketsByDirection() {
    let path = path(PathLoss(out: .share(0.1), back: .share(0.3)), latency: .milliseconds(50))
    let clients = 20_000
    var arrived = 0
    var answered = 0
    for client in 0..<UInt32(clients) {
      let key = PacketKey(client: client, attempt: 1, syn: 0)
      let fate = path.fate(ofSyn: 0, key, sentAt: .start, on: QuietTimeline(), random)
      guard case .arrives(let after, let isAnswered) = fate else { continue }
      #expect(after == .milliseconds(50))
      arrived += 1
      if isAnswered { answered += 1 }
    }
    for (count, share) in [(arrived, 0.9), (answered, 0.9 * 0.7)] {
      let error = (share * (1 - share) / Double(clients)).squareRoot()
      #expect(abs(Double(count) / Double(clients) - share) <= 4 * error)
    }
  }

  /// A fault of one direction: a total loss out stops first packets, one back their answers.
  @Test func aTotalLossOfOneDirection() {
    var conditions = PathConditions()
    conditions.extraLoss = DirectedLoss(out: 1, back: 0)
    let path = path(.share(0), latency: .milliseconds(50))
    let key = PacketKey(client: 1, attempt: 1, syn: 0)
    let out = QuietTimeline(change: conditions)
    let lost = path.fate(ofSyn: 0, key, sentAt: .start, on: out, random)
    #expect(lost == .lost)
    conditions.extraLoss = DirectedLoss(out: 0, back: 1)
    let back = QuietTimeline(change: conditions)
    let unanswered = path.fate(ofSyn: 0, key, sentAt: .start, on: back, random)
    #expect(unanswered == .arrives(after: .milliseconds(50), isAnswered: false))
    let request = path.segmentDelay(key, .out, sentAt: .start, on: back, random)
    #expect(request == .milliseconds(50))
    let reply = path.segmentDelay(key, .back, sentAt: .start, on: back, random)
    #expect(reply == .longest)
  }
}
