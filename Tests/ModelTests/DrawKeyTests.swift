import Primitives
import Testing

@testable import Simulator

@Suite("The register of draws")
struct DrawKeyTests {
  /// All that a client may draw with small ordinals, and at the greatest.
  private static var keys: [DrawKey] {
    var keys: [DrawKey] = [.start(of: 1), .cohort(of: 1)]
    keys += [0, 1, UInt32.max].map { .node(of: 1, attempt: $0) }
    for ordinal in [0, 1, 2, UInt32(1 << 28 - 1)] {
      for stream in BehaviourStream.allCases {
        keys += BehaviourDraw.allCases.map { .behaviour(stream, of: 1, ordinal, $0) }
      }
      keys.append(.allowance(of: 1, behind: ordinal))
      keys += (0...255).map { .firstScreen(ordinal, of: 1, readsLeft: $0) }
      keys.append(.entity(ofPush: ordinal, to: 1))
    }
    for call in UInt8(0)..<8 {
      keys += (0..<100).map { .database(of: 1, call: call, at: .start + .microseconds($0)) }
    }
    return keys
  }

  @Test func noTwoDrawsShareAKey() {
    let keys = Self.keys
    #expect(keys.count > 1_900 && Set(keys).count == keys.count)
  }

  @Test func otherPurposesAreLeftToOthers() {
    let own: Set<Purpose> = [.start, .balance, .behaviour, .push]
    #expect(Set(Self.keys.map(\.purpose)) == own)
  }

  /// Eight indices a stream, and the screens begin behind the last stream.
  @Test func streamsHaveRoom() {
    #expect(BehaviourDraw.allCases.allSatisfy { $0.rawValue < 7 })
    #expect(BehaviourStream.allCases.allSatisfy { $0.rawValue * 8 + 8 <= 64 })
  }
}
