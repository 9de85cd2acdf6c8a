import NetworkModel
import Primitives
import Testing

@Suite("The register of packets")
struct PacketStepTests {
  /// Common random numbers hang on it: two packets of one step would share their luck.
  @Test func noTwoKindsOfPacketShareAStep() {
    let kinds = [
      PacketStep.setUp, PacketStep.lastWord..<PacketStep.lastWord + 1, PacketStep.messages,
      PacketStep.repeatedSyns, PacketStep.pushes, PacketStep.calls,
    ]
    for (before, after) in zip(kinds, kinds.dropFirst()) {
      #expect(before.upperBound <= after.lowerBound)
    }
  }

  @Test func everyPacketHasAStepOfItsKind() {
    let twelveDays = Interval.seconds(12 * 86_400)
    // The longest run; what the register says of it.
    let late = [13, 31].map { PacketStep.message(at: .start + .seconds($0 * 86_400)) }
    #expect(late.allSatisfy { $0 >= PacketStep.repeatedSyns.upperBound })
    #expect(late.allSatisfy { $0 < PacketStep.pushes.lowerBound })
    #expect(PacketStep.syn(0) == 0)
    for syn in 1..<16 { #expect(PacketStep.repeatedSyns.contains(PacketStep.syn(syn))) }
    for instant in [Instant.start, .start + .nanoseconds(1), .start + twelveDays] {
      #expect(PacketStep.messages.contains(PacketStep.message(at: instant)))
      #expect(PacketStep.pushes.contains(PacketStep.push(at: instant)))
    }
    for code in UInt8(0)..<8 {
      #expect(PacketStep.calls.contains(PacketStep.call(code)))
      #expect(PacketStep.calls.contains(PacketStep.request(ofCall: code)))
      #expect(PacketStep.request(ofCall: code) < PacketStep.call(code + 1))
    }
  }
}
