import Foundation
import Primitives
import Testing
import VirtualTime

@testable import NetworkModel

@Suite("Paths against the transport's arithmetic")
struct PathTests {
  let random = RandomSource(seed: 5)

  func path(loss: Double, _ system: OperatingSystem = .linux) -> Path {
    Path(
      NetworkDescription(
        profile: "test", latency: .constant(.milliseconds(50)), setup: .usual, loss: loss),
      system: system)
  }

  /// P(first try) = (1-p)^2 and the mean extra time of those that get through, for the two SYN
  /// schedules; each packet and its answer is lost with probability p.
  static let syn: [(Double, OperatingSystem, first: Double, extra: Double)] = [
    (0.05, .linux, 0.9025, 0.1211), (0.05, .ios, 0.9025, 0.1080),
    (0.10, .linux, 0.8100, 0.3050), (0.10, .linux65, 0.8100, 0.2347),
    (0.30, .linux, 0.4900, 2.6758), (0.30, .linux65, 0.4900, 1.1481),
  ]

  @Test(arguments: syn.indices) func connectTimeUnderLoss(row: Int) {
    let (loss, system, first, extra) = Self.syn[row]
    let path = path(loss: loss, system)
    let n = 100_000
    var firstTries = 0
    var extras: [Double] = []
    for client in 0..<UInt32(n) {
      let survivor = path.synTimes.indices.first { syn in
        !path.losesSyn(
          syn, PacketKey(client: client, attempt: 1, syn: syn), PathConditions(), random)
      }
      guard let survivor else { continue }
      if survivor == 0 { firstTries += 1 }
      extras.append(path.synTimes[survivor].seconds)
    }
    let share = Double(firstTries) / Double(n)
    #expect(abs(share - first) <= 4 * (first * (1 - first) / Double(n)).squareRoot())
    let mean = extras.reduce(0, +) / Double(extras.count)
    let variance =
      extras.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(extras.count - 1)
    #expect(abs(mean - extra) <= 4 * (variance / Double(extras.count)).squareRoot())
  }

  @Test(arguments: [
    (OperatingSystem.linux, 127, 63), (.linux65, 131, 67), (.ios, 75, 67), (.windows, 31, 15),
  ])
  func systemsGiveUp(system: OperatingSystem, after seconds: Int64, lastSyn: Int64) {
    #expect(system.giveUp == .seconds(seconds))
    let times = path(loss: 0, system).synTimes
    #expect(times.last == .seconds(lastSyn))
  }

  /// 0.2 s, doubling to 120 s: the fifteenth is at 804.6 s, the connection is given up at 924.6 s.
  @Test func retransmissionsOfAnEstablishedConnection() {
    let times = (0...16).map { CopySchedule.fixed.delay(ofCopy: $0).seconds }
    #expect(times[..<6] == [0, 0.2, 0.6, 1.4, 3.0, 6.2])
    #expect(times[15] == 804.6)
    #expect(times[16] == 924.6)
  }

  @Test func aLostSegmentCostsRetransmissionTimeouts() {
    let path = path(loss: 0.2)
    let n = 50_000
    var delayed = 0
    for client in 0..<UInt32(n) {
      let key = PacketKey(client: client, attempt: 1, step: 3)
      let delay = path.segmentDelay(key, .back, PathConditions(), random)
      if delay > .milliseconds(50) { delayed += 1 }
      #expect(
        [50, 250, 650, 1450, 3050, 6250, 12650, 25450].contains(delay.nanoseconds / 1_000_000))
    }
    #expect(abs(Double(delayed) / Double(n) - 0.2) <= 4 * (0.16 / Double(n)).squareRoot())
  }

  /// Repetition k has index 2^20 + k, both ways; the first SYN is the set-up's step 0.
  @Test func everySynDrawsItsOwnLatency() {
    let latency = Distribution.lognormal(median: .milliseconds(50), sigma: 0.5)
    let path = Path(
      NetworkDescription(profile: "test", latency: Latency(latency), setup: .usual, loss: 0),
      system: .linux)
    let sampler = Sampler(latency)
    for (direction, purpose) in [(Direction.out, Purpose.pathOut), (.back, .pathBack)] {
      let delays = path.synTimes.indices.map { syn in
        let key = PacketKey(client: 3, attempt: 2, syn: syn)
        let delay = path.delay(key, direction, PathConditions(), random)
        let index = syn == 0 ? 0 : 1_048_576 + UInt32(syn)
        let bits = random.bits(owner: 3, purpose, attempt: 2, index: index)
        #expect(delay == sampler.sample(bits))
        return delay
      }
      #expect(Set(delays).count == delays.count)
    }
  }

  @Test func conditionsPerturbAPath() {
    var conditions = PathConditions()
    conditions.latencyTimes = 3
    conditions.latencyAdd = .milliseconds(7)
    let key = PacketKey(client: 1, attempt: 1, step: 0)
    let delay = path(loss: 0).delay(key, .out, conditions, random)
    #expect(delay == .milliseconds(157))
    conditions.extraLoss = DirectedLoss(out: 1, back: 1)
    let isLost = path(loss: 0).losesSyn(0, key, conditions, random)
    #expect(isLost)
  }
}
