import Foundation
import Primitives
import Testing
import VirtualTime

@testable import GatewayModel

/// One station fed by a Poisson stream, stepped by a small loop of its own.
struct StationRun {
  var station: Station
  var end = Instant.start
  private let random = RandomSource(seed: 42)

  /// - Parameter rate: arrivals a second.
  init(servers: Int?, time: Distribution, rate: Double, customers: Int) {
    station = Station(
      StationID(.auth), StationDescription(servers: servers, time: time), tracksMembers: false)
    var queue = HeapQueue()
    var next = Instant.start
    for customer in 0..<UInt32(customers) {
      let u = random.uniform(owner: customer, .start, attempt: 0, index: 0)
      next = next + Interval(nanoseconds: Int64(-portableLog(1 - u) / rate * 1e9))
      while let event = queue.popNext() {
        guard event.instant <= next else {
          queue.insertAgain(event)
          break
        }
        finish(event, &queue)
      }
      let request = Request(client: customer, tag: 1, arrived: next)
      begin(station.offer(request, at: next, random).service, &queue)
    }
    while let event = queue.popNext() {
      finish(event, &queue)
      end = event.instant
    }
    station.settle(at: end)
  }

  private mutating func finish(_ event: PendingEvent, _ queue: inout HeapQueue) {
    begin(station.finished(at: event.instant, random), &queue)
  }

  private func begin(_ service: Service?, _ queue: inout HeapQueue) {
    guard let service else { return }
    queue.insert(PendingEvent(at: service.finish, key: UInt64(service.request.client)))
  }

  var meanWait: Double { station.statistics.wait.histogram.mean / 1e6 }
}

extension HeapQueue {
  /// Puts back what was taken out too early; only a test's own loop needs that.
  fileprivate mutating func insertAgain(_ event: PendingEvent) {
    var copy = HeapQueue()
    copy.insert(event)
    while let other = popNext() { copy.insert(other) }
    self = copy
  }
}

@Suite("Stations against queueing theory")
struct StationTests {
  /// Mean waits in units of the mean service time. With n customers the mean wait of M/M/1 at load r
  /// has a standard error of sqrt(r (2 + 5r - 4r^2 + r^3) / (1 - r)^4 / n) (Daley 1968).
  @Test(arguments: [0.5, 0.8]) func singleServerExponential(load: Double) {
    let n = 60_000
    let run = StationRun(
      servers: 1, time: .exponential(mean: .milliseconds(10)), rate: load * 100, customers: n)
    let expected = load / (1 - load)
    let r = load
    let variance = r * (2 + 5 * r - 4 * r * r + r * r * r) / pow(1 - r, 4)
    let tolerance = 3 * (variance / Double(n)).squareRoot() + 0.005 * expected
    #expect(abs(run.meanWait / 0.01 - expected) <= tolerance, "\(run.meanWait / 0.01)")
  }

  /// M/D/1 waits half as long as M/M/1 (Pollaczek-Khinchine).
  @Test func singleServerConstant() {
    let run = StationRun(
      servers: 1, time: .constant(.milliseconds(10)), rate: 80, customers: 60_000)
    #expect(abs(run.meanWait / 0.01 - 2) <= 0.2)
  }

  /// Erlang C at 4 servers and 80 % load: mean wait 0.745541 service times. The tolerance is three
  /// standard errors of as many independent busy cycles as 120,000 customers give.
  @Test func fourServersExponential() {
    let run = StationRun(
      servers: 4, time: .exponential(mean: .milliseconds(10)), rate: 320, customers: 120_000)
    #expect(abs(run.meanWait / 0.01 - 0.745541) <= 0.06)
  }

  /// Little's law is an identity of the books, not an approximation.
  @Test func littlesLawHoldsExactly() {
    let run = StationRun(
      servers: 2, time: .exponential(mean: .milliseconds(10)), rate: 150, customers: 5_000)
    let statistics = run.station.statistics
    let waited = Double(statistics.queueIntegral) / 1e9
    let recorded = statistics.wait.histogram.mean / 1e6 * Double(statistics.wait.count)
    // The histogram keeps three digits of every value.
    #expect(abs(waited - recorded) <= 0.001 * waited)
    #expect(statistics.busyIntegral == Int128(statistics.work.nanoseconds))
    #expect(statistics.arrivals == statistics.served)
  }

  @Test func halfTheCapacityOfOneServerIsStillOne() {
    var station = Station(
      StationID(.auth), StationDescription(servers: 1, time: .constant(.seconds(1))),
      tracksMembers: false)
    let random = RandomSource(seed: 1)
    station.capacity = 0.5
    let first = Request(client: 0, tag: 1, arrived: .start)
    let begun = station.offer(first, at: .start, random).service
    #expect(begun != nil)
    station.capacity = 0
    let next = station.finished(at: .seconds(1), random)
    #expect(next == nil)
    let second = Request(client: 1, tag: 1, arrived: .seconds(1))
    let waits = station.offer(second, at: .seconds(1), random).service
    #expect(waits == nil)
    station.capacity = 1
    station.slowness = 3
    let service = station.beginNext(at: .seconds(2), random)
    #expect(service?.finish == .seconds(5))
  }

  @Test func withdrawnRequestsLeaveTheQueue() {
    var station = Station(
      StationID(.auth), StationDescription(servers: 1, time: .constant(.seconds(1))),
      tracksMembers: true)
    let random = RandomSource(seed: 1)
    for client in 0..<3 as Range<UInt32> {
      _ = station.offer(Request(client: client, tag: 1, arrived: .start), at: .start, random)
    }
    #expect(station.waiting == 2)
    let waiting = station.withdraw(Request(client: 1, tag: 1, arrived: .start), at: .start)
    let inService = station.withdraw(Request(client: 0, tag: 1, arrived: .start), at: .start)
    #expect(waiting && !inService)
    #expect(station.waiting == 1)
    let next = station.finished(at: .seconds(1), random)
    #expect(next?.request.client == 2)
    #expect(station.statistics.abandoned == 1)
  }
}

@Suite("Admission")
struct AdmissionTests {
  @Test func aFullBucketLetsABurstThroughAndThenTheRate() {
    var bucket = TokenBucket(perSecond: 10, burst: 5)
    let burst = (0..<8).filter { _ in bucket.admits(at: .start) }
    #expect(burst.count == 5)
    let admitted = (1...100).filter { bucket.admits(at: .start + .milliseconds(50 * $0)) }
    #expect(admitted.count == 50)
  }
}
