import Primitives
import Testing

@testable import VirtualTime

/// A lane against an array, over lengths that cross its blocks.
@Suite("What waits equally long stands in line")
struct EventLaneTests {
  private func event(_ number: Int) -> PendingEvent {
    PendingEvent(time: Int64(number / 3), key: UInt64(number))
  }

  @Test func firstInFirstOut() {
    var lane = EventLane()
    var expected: [PendingEvent] = []
    var next = 0
    var random: UInt64 = 5
    for _ in 0..<40_000 {
      random = mixed(random &+ 1)
      if random % 5 < 3 || expected.isEmpty {
        lane.append(event(next))
        expected.append(event(next))
        next += 1
      } else {
        let first = lane[0]
        #expect(first == expected.removeFirst())
        lane.removeFirst()
      }
      let count = lane.count
      #expect(count == expected.count)
    }
    for (index, event) in expected.enumerated() {
      let found = lane[index]
      #expect(found == event)
    }
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 4_097, 10_000])
  func whatIsNotWantedGoesAndTheOrderStays(length: Int) {
    var lane = EventLane()
    // Not at the begin of a block.
    for number in 0..<1_000 { lane.append(event(number)) }
    for _ in 0..<1_000 { lane.removeFirst() }
    for number in 1_000..<(1_000 + length) { lane.append(event(number)) }
    var asked: [Int] = []
    var announced: [PendingEvent] = []
    lane.keep(
      announcing: 8, to: { announced.append($0) },
      where: { index, _ in
        asked.append(index)
        return index % 7 == 0
      })
    #expect(asked == Array(0..<length))
    #expect(announced == (min(8, length)..<length).map { event(1_000 + $0) })
    let wanted = stride(from: 0, to: length, by: 7).map { event(1_000 + $0) }
    let kept = (0..<lane.count).map { lane[$0] }
    #expect(kept == wanted)
    lane.append(event(20_000))
    let last = lane[lane.count - 1]
    #expect(last == event(20_000))
  }
}
