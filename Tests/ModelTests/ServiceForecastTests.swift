import Primitives
import Testing
import VirtualTime

@testable import GatewayModel

/// What a station says of a request when that comes, against what becomes of it.
@Suite("A station foresees its services") struct ServiceForecastTests {
  @Test(arguments: [1, 2, 3, 16], [0.3, 0.9, 1.0, 1.4])
  func anyArrivals(servers: Int, load: Double) throws {
    for time in [
      Distribution.constant(.milliseconds(20)), .exponential(mean: .milliseconds(20)),
      .uniform(low: .zero, high: .milliseconds(40)),
    ] {
      var run = ForeseenRun(servers: servers, time: time)
      for customer in 0..<600 as Range<UInt32> {
        // In steps, so that arrivals fall on ends of services.
        let gap = 20 * Int64(run.random.bits(customer) % 3)
        run.pass(.milliseconds(Int64(Double(gap) / load / Double(servers))))
        let isForeseen = run.offer(customer)
        #expect(isForeseen, "customer \(customer)")
      }
      run.finish()
      #expect(run.foreseen == run.seen)
    }
  }

  /// Something that nobody foresaw: nothing is known until the station has been idle.
  @Test(arguments: Surprise.allCases) func surprises(surprise: Surprise) {
    var run = ForeseenRun(servers: 2, time: .constant(.milliseconds(10)))
    let atFirst = (0..<6 as Range<UInt32>).map { run.offer($0) }
    run.suffer(surprise)
    let afterwards = run.offer(6)
    #expect(!atFirst.contains(false) && !afterwards)
    run.foreseen = [:]
    run.finish()
    run.suffer(.slowness(1))
    run.pass(.seconds(1))
    run.seen = [:]
    let again = (7..<10 as Range<UInt32>).map { run.offer($0) }
    #expect(!again.contains(false))
    run.finish()
    #expect(run.foreseen == run.seen)
  }

  enum Surprise: CaseIterable, CustomTestStringConvertible {
    static var allCases: [Surprise] { [.slowness(3), .capacity, .purge] }
    case slowness(Double)
    case purge, capacity
    var testDescription: String { "\(self)" }
  }

  @Test func whatIsNotForeseen() {
    let random = RandomSource(seed: 3)
    for (servers, tracks, isForeseen) in [
      (nil, false, true), (17, false, true), (2, true, true), (2, false, false),
    ] {
      var station = Station(
        StationID(.auth),
        StationDescription(servers: servers, time: .constant(.milliseconds(10))),
        tracksMembers: tracks, isForeseen: isForeseen)
      _ = station.offer(Request(client: 1, tag: 1, arrived: .start), at: .start, random)
      #expect(station.latestService == nil)
    }
  }

  /// Work for centuries does not pass the end of time.
  @Test func workForCenturies() {
    let random = RandomSource(seed: 3)
    var station = Station(
      StationID(.auth), StationDescription(servers: 1, time: .constant(.hours(100_000))),
      tracksMembers: false, isForeseen: true)
    for client in 0..<1_000 as Range<UInt32> {
      _ = station.offer(Request(client: client, tag: 1, arrived: .start), at: .start, random)
      #expect(station.latestService == nil)
    }
  }
}

/// A station that is stepped, with what it foresaw and what came.
private struct ForeseenRun {
  var station: Station
  let random = RandomSource(seed: 11)
  var now = Instant.start
  var foreseen: [UInt32: [Instant]] = [:]
  var seen: [UInt32: [Instant]] = [:]
  private var pending: [(at: Instant, client: UInt32)] = []

  init(servers: Int, time: Distribution) {
    station = Station(
      StationID(.auth), StationDescription(servers: servers, time: time), tracksMembers: false,
      isForeseen: true)
  }

  /// - Returns: whether the station says when it will be served.
  mutating func offer(_ client: UInt32) -> Bool {
    begin(station.offer(Request(client: client, tag: 1, arrived: now), at: now, random).service)
    guard let service = station.latestService else { return false }
    foreseen[client] = [service.start, service.finish]
    return true
  }

  mutating func pass(_ time: Interval) {
    let end = now + time
    while let next = pending.indices.min(by: { pending[$0].at < pending[$1].at }),
      pending[next].at <= end
    {
      now = pending.remove(at: next).at
      begin(station.finished(at: now, random))
    }
    now = end
  }

  mutating func finish() { pass(.hours(10)) }

  mutating func suffer(_ surprise: ServiceForecastTests.Surprise) {
    switch surprise {
    case .slowness(let times): station.slowness = times
    case .purge: station.purge(at: now) { _, request in request.client == 3 }
    case .capacity:
      station.capacity = 0.5
      station.capacity = 1
    }
  }

  private mutating func begin(_ service: Service?) {
    guard let service else { return }
    seen[service.request.client] = [now, service.finish]
    pending.append((service.finish, service.request.client))
  }
}

extension RandomSource {
  fileprivate func bits(_ customer: UInt32) -> UInt64 {
    bits(owner: customer, .start, attempt: 0, index: 0)
  }
}
