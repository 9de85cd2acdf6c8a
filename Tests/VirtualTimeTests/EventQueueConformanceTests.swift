import Primitives
import Testing

@testable import VirtualTime

/// The ladder must give back exactly what the heap gives back, in the same order.
@Suite("Future event lists agree")
struct EventQueueConformanceTests {
  /// One seeded history of insertions and removals, fed to both queues in step.
  final class History {
    var heap = HeapQueue()
    var ladder = LadderQueue()
    var now: Int64 = 0
    var ordinal: UInt64 = 0
    var random: UInt64

    init(seed: UInt64) { random = mixed(seed &+ 1) }

    func draw(_ bound: UInt64) -> UInt64 {
      random = mixed(random &+ 0x9e37_79b9_7f4a_7c15)
      return random % bound
    }

    func insert(after delay: Int64) {
      ordinal += 1
      // Random upper bits, so that ties in time are broken against the order of insertion.
      let event = PendingEvent(time: now + delay, key: draw(1 << 20) << 32 | ordinal)
      heap.insert(event)
      ladder.insert(event)
    }

    func pop() -> Bool {
      let expected = heap.popNext()
      let found = ladder.popNext()
      #expect(found == expected)
      #expect(ladder.count == heap.count)
      if let expected { now = expected.time }
      return found == expected
    }
  }

  /// Delays of very different sizes: the present instant, one bucket, one rung, far beyond.
  static let spans: [UInt64] = [
    1, 2, 1 << 10, 1 << 18, 1 << 19, 1 << 28, 1 << 30, 1 << 38, 1 << 48, 1 << 58,
  ]

  @Test func aThousandSeededHistories() {
    for seed in 0..<3_000 as Range<UInt64> {
      let history = History(seed: seed)
      for _ in 0..<60 {
        if history.draw(5) < 3 {
          let span = Self.spans[Int(history.draw(UInt64(Self.spans.count)))]
          history.insert(after: Int64(history.draw(span)))
        } else if !history.pop() {
          return
        }
      }
      while history.heap.count > 0 { if !history.pop() { return } }
      let nothing = history.ladder.popNext()
      #expect(nothing == nil)
    }
  }

  @Test func theHoldModel() {
    let history = History(seed: 7)
    for _ in 0..<5_000 { history.insert(after: Int64(history.draw(2_000_000_000))) }
    for _ in 0..<20_000 {
      if !history.pop() { return }
      history.insert(after: Int64(history.draw(2_000_000_000)))
    }
  }

  @Test func aThousandEventsOfOneInstantComeInTheOrderOfTheirKeys() {
    var ladder = LadderQueue()
    let keys = (0..<1_000).map { UInt64($0 * 7919 % 1_000) }
    for key in keys { ladder.insert(PendingEvent(time: 5_000_000_000, key: key)) }
    let order = (0..<1_000).map { _ in ladder.popNext()!.key }
    #expect(order == keys.sorted())
  }

  @Test func anEventForThePresentInstantJoinsItWhateverItsKey() {
    for useLadder in [true, false] {
      var ladder = LadderQueue()
      var heap = HeapQueue()
      func pop() -> UInt64 { useLadder ? ladder.popNext()!.key : heap.popNext()!.key }
      func insert(_ time: Int64, _ key: UInt64) {
        let event = PendingEvent(time: time, key: key)
        if useLadder { ladder.insert(event) } else { heap.insert(event) }
      }
      insert(1_000_000_000, 5)
      insert(1_000_000_000, 9)
      let first = pop()
      #expect(first == 5)
      insert(1_000_000_000, 1)
      insert(1_000_000_000, 7)
      let rest = [pop(), pop(), pop()]
      #expect(rest == [1, 7, 9])
    }
  }

  @Test func farApartEventsCrossEveryLevel() {
    let history = History(seed: 3)
    for exponent in 0..<62 { history.insert(after: 1 << Int64(exponent)) }
    while history.heap.count > 0 { if !history.pop() { return } }
  }
}
