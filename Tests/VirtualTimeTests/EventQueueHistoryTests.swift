import Primitives
import Testing

@testable import VirtualTime

/// Long histories that make the ladder change its widths, compared with the heap event by event.
@Suite("Future event lists agree over long histories")
struct EventQueueHistoryTests {
  /// A ladder and a heap fed in step. Keeps the first disagreement instead of reporting each.
  final class Pair {
    var heap = HeapQueue()
    var ladder = LadderQueue()
    var now: Int64 = 0
    var ordinal: UInt64 = 0
    var random: UInt64
    var waiting: Set<UInt64> = []
    var announced = 0
    var agrees = true

    init(seed: UInt64) { random = mixed(seed &+ 1) }

    func draw(_ bound: UInt64) -> UInt64 {
      random = mixed(random &+ 0x9e37_79b9_7f4a_7c15)
      return random % bound
    }

    func insert(after delay: Int64) {
      ordinal += 1
      let event = PendingEvent(time: now + delay, key: draw(1 << 20) << 32 | ordinal)
      heap.insert(event)
      ladder.insert(event)
      waiting.insert(event.key)
    }

    func insert(_ count: Int, within span: UInt64, rounded grain: Int64 = 1) {
      for _ in 0..<count { insert(after: Int64(draw(span)) / grain * grain) }
    }

    func pop() {
      let expected = heap.popNext()
      var heard: [UInt64] = []
      let found = ladder.popNext(announcing: { heard.append($0) })
      for key in heard where !waiting.contains(key) { agrees = false }
      announced += heard.count
      if found != expected || ladder.count != heap.count { agrees = false }
      guard let expected else { return }
      now = expected.time
      waiting.remove(expected.key)
    }

    func drain(to rest: Int = 0) {
      while agrees && heap.count > rest { pop() }
      if rest == 0 { pop() }
    }

    /// Takes one and puts one in, `steps` times.
    func hold(_ steps: Int, within span: UInt64, rounded grain: Int64 = 1) {
      for _ in 0..<steps where agrees {
        pop()
        insert(1, within: span, rounded: grain)
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func spansThatNarrowAndWiden(seed: UInt64) {
    let pair = Pair(seed: seed)
    for _ in 0..<12 {
      let span: UInt64 = 1 << pair.draw(45)
      let count = Int(pair.draw(150))
      pair.insert(count, within: span)
      pair.hold(count, within: 1 << pair.draw(45))
      if pair.draw(3) == 0 { pair.drain(to: Int(pair.draw(20))) }
    }
    pair.drain()
    #expect(pair.agrees)
  }

  @Test func growthAndDrainToNothingAgainAndAgain() {
    let pair = Pair(seed: 1)
    for (count, span) in [(200_000, 4_000_000_000), (1_000, 50), (60_000, 1_000_000)] {
      pair.insert(count, within: UInt64(span))
      pair.hold(2_000, within: UInt64(span))
      pair.drain()
      #expect(pair.agrees)
      #expect(pair.ladder.count == 0)
    }
    #expect(pair.announced > 100_000)
  }

  @Test(arguments: [10, 30, 100, 1_000, 5_000])
  func theHoldModelAtManySizes(count: Int) {
    let pair = Pair(seed: UInt64(count))
    pair.insert(count, within: 2_000_000_000)
    pair.hold(4_000, within: 2_000_000_000)
    pair.hold(4_000, within: 2_000)
    pair.hold(4_000, within: 2_000_000_000_000, rounded: 1_000_000_000)
    pair.drain()
    #expect(pair.agrees)
  }

  /// The first span is so wide, the later ones so narrow, that all arrive within the run.
  @Test func lateArrivalsOverfillTheRun() {
    let pair = Pair(seed: 5)
    pair.insert(20, within: 1 << 50)
    for bits in [40, 20, 10, 4, 1] as [UInt64] {
      pair.pop()
      pair.insert(500, within: 1 << bits)
      pair.hold(500, within: 1 << bits)
    }
    pair.drain()
    #expect(pair.agrees)
  }

  @Test func aCrowdOfOneInstantWithFollowUpsAtThatInstant() {
    let pair = Pair(seed: 6)
    for count in [3, 70, 700, 5_000] {
      for _ in 0..<count { pair.insert(after: 1_000_000) }
      pair.insert(count, within: 2_000_000)
      for _ in 0..<(2 * count) {
        pair.pop()
        if pair.draw(3) == 0 { pair.insert(after: 0) }
        if pair.draw(9) == 0 { pair.insert(after: 1) }
      }
    }
    pair.drain()
    #expect(pair.agrees)
  }

  @Test(arguments: [1_000, 1_000_000, 250_000_000] as [Int64])
  func manyTies(grain: Int64) {
    let pair = Pair(seed: 7)
    pair.insert(10_000, within: 1_000_000_000, rounded: grain)
    pair.hold(10_000, within: 1_000_000_000, rounded: grain)
    pair.drain()
    #expect(pair.agrees)
  }

  @Test func popsFromAnEmptyQueueAndInsertsAgain() {
    var pair = Pair(seed: 8)
    for _ in 0..<300 {
      pair.pop()
      pair.insert(Int(pair.draw(4)), within: 1 << pair.draw(40))
      pair.drain()
    }
    #expect(pair.agrees)
  }

  @Test func theEndsOfTime() {
    let times: [Int64] = [.min, .min + 1, -5, 0, 1, 1 << 62, .max - 1, .max]
    var pair = Pair(seed: 9)
    for repeats in [1, 40] {
      pair = Pair(seed: 9)
      for time in times {
        for _ in 0..<repeats {
          pair.now = time
          pair.insert(after: 0)
        }
      }
      pair.drain()
      #expect(pair.agrees)
    }
    pair = Pair(seed: 10)
    pair.insert(1_000, within: UInt64(Int64.max))
    pair.drain()
    #expect(pair.agrees)
  }

  /// The order of two equal events is not defined: the queue goes on, and says so.
  @Test func twoEqualPendingEventsAreNoticed() {
    notices(PendingEvent(time: 2, key: 1), [1, 2, 2, 3].map { PendingEvent(time: $0, key: 1) })
    // Beside a crowd of one instant, and far behind.
    let crowd = (0..<2_000 as Range<UInt64>).map { PendingEvent(time: 1, key: $0) }
    notices(crowd[1_000], crowd, late: [crowd[1_000]])
    let far = (0..<3_000 as Range<UInt64>).map {
      PendingEvent(time: Int64($0 % 1_500) << 20, key: $0 % 1_500)
    }
    notices(far[1_499], far)
    // All of one bucket.
    notices(crowd[7], Array(repeating: crowd[7], count: 100))
  }

  private func notices(
    _ twice: PendingEvent, _ events: [PendingEvent], late: [PendingEvent] = []
  ) {
    #expect(found(LadderQueue(), events, late) == twice)
    #expect(found(HeapQueue(), events, late) == twice)
  }

  /// The last event that was pending twice; all must come out.
  private func found<Queue: EventQueue & ~Copyable>(
    _ queue: consuming Queue, _ events: [PendingEvent], _ late: [PendingEvent]
  ) -> PendingEvent? {
    for event in events { queue.insert(event) }
    var count = queue.popNext() == nil ? 0 : 1
    #expect(late.isEmpty || queue.equalEvents == nil)
    for event in late { queue.insert(event) }
    while queue.popNext() != nil { count += 1 }
    #expect(count == events.count + late.count)
    return queue.equalEvents
  }

  @Test func anEventForThePastTraps() async {
    await #expect(processExitsWith: .failure) {
      var ladder = LadderQueue()
      ladder.insert(PendingEvent(time: 5, key: 1))
      _ = ladder.popNext()
      ladder.insert(PendingEvent(time: 4, key: 1))
    }
  }
}
