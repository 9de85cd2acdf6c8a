import Measurements
import Primitives
import Testing

@Suite("The digest is a sum over facts")
struct DigestTests {
  private struct Fact: Hashable {
    var number: UInt16
    var client: UInt32
    var at: Instant
  }

  /// No two are the same.
  private static let facts: [Fact] = (0..<200).map { (number: Int) -> Fact in
    let at = Instant.start + .microseconds(Int64(number % 13))
    return Fact(number: UInt16(1 + number % 7), client: UInt32(number % 29), at: at)
  }

  private func digest(_ facts: some Sequence<Fact>) -> Digest {
    var digest = Digest()
    for fact in facts { digest.add(fact.number, client: fact.client, at: fact.at) }
    return digest
  }

  @Test func itDoesNotMindTheOrder() {
    for seed in 1...20 as ClosedRange<UInt64> {
      func place(_ index: Int) -> UInt64 { mixed(UInt64(index) &* seed) }
      let order = Self.facts.indices.sorted { place($0) < place($1) }
      #expect(digest(order.map { Self.facts[$0] }) == digest(Self.facts))
    }
  }

  @Test func partsAddUp() {
    var sum = digest(Self.facts[..<80])
    sum.add(digest(Self.facts[80...]))
    #expect(sum == digest(Self.facts))
  }

  /// A fact that is left out, that happens twice, or that has another time, client or kind.
  @Test func everyFactCounts() {
    var digests: Set = [digest(Self.facts)]
    for index in Self.facts.indices {
      for change in 0..<5 {
        var facts = Self.facts
        switch change {
        case 0: facts.remove(at: index)
        case 1: facts.append(facts[index])
        case 2: facts[index].at = facts[index].at + .seconds(1)
        case 3: facts[index].client += 100
        default: facts[index].number += 100
        }
        digests.insert(digest(facts))
      }
    }
    #expect(digests.count == 200 * 5 + 1)
  }

  /// Two clients that swap their times, or what they did, make another run.
  @Test func whoDidWhatWhenCounts() {
    let a = Fact(number: 1, client: 3, at: .seconds(1))
    let b = Fact(number: 2, client: 4, at: .seconds(2))
    var (laterA, earlierB) = (a, b)
    (laterA.at, earlierB.at) = (b.at, a.at)
    #expect(digest([a, b]) != digest([laterA, earlierB]))
    var (otherA, otherB) = (a, b)
    (otherA.number, otherB.number) = (b.number, a.number)
    #expect(digest([a, b]) != digest([otherA, otherB]))
  }

  @Test func theTextIsSixteenDigits() {
    #expect(Digest().text.count == 16)
    #expect(Digest().text != digest(Self.facts).text)
    #expect(digest(Self.facts).text.allSatisfy { "0123456789abcdef".contains($0) })
  }
}

@Suite("A gauge from its changes")
struct GaugeSeriesTests {
  /// A change at a full second belongs to the second that begins then.
  @Test func valuesAtTheEndOfEachSecond() {
    var gauge = GaugeSeries()
    gauge.change(by: 10, at: .start)
    gauge.change(by: -3, at: .start + .milliseconds(999))
    gauge.change(by: 1, at: .seconds(1))
    gauge.change(by: -8, at: .seconds(3) - .nanoseconds(1))
    #expect(gauge.values(until: .seconds(4)) == [7, 8, 0, 0])
    #expect(gauge.values(until: .start + .milliseconds(3_999)) == [7, 8, 0])
    #expect(gauge.values(until: .start).isEmpty)
    #expect(GaugeSeries().values(until: .seconds(2)) == [0, 0])
  }

  @Test func changesComeInAnyOrder() {
    typealias Change = (amount: Int32, at: Instant)
    let changes: [Change] = (0..<500).map { (number: Int) -> Change in
      (Int32(number % 5), .start + .milliseconds(Int64(number * 7_919 % 90_000)))
    }
    func values(_ changes: [Change]) -> [Int] {
      var gauge = GaugeSeries()
      for change in changes { gauge.change(by: change.amount, at: change.at) }
      return gauge.values(until: .seconds(90))
    }
    let expected = (1...90).map { second in
      changes.filter { $0.at < .seconds(Int64(second)) }.reduce(0) { $0 + Int($1.amount) }
    }
    #expect(values(changes) == expected)
    #expect(values(changes.reversed()) == expected)
    #expect(values(changes.sorted { $0.at < $1.at }) == expected)
  }
}
