import GatewayModel
import Measurements
import Primitives
import Simulator

/// The cause of a storm that keeps itself alive.
package enum StormCause: String, Sendable, CaseIterable {
  /// All clients try at the same moments.
  case lockstep
  /// The gateway works for attempts that come to nothing.
  case overload
  /// The gateway turns away more than it lets in.
  case rejection
}

/// The quantity that becomes less by itself while a storm goes on.
package struct Drain: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Requests in the queues of the gateway.
    case requests
    /// Clients that wait for a connection, where they offer less than every stage can do.
    case clients
    /// Clients that wait for a connection, where they offer more than some stage can do.
    case clientsUnderOverload
  }

  package var kind: Kind
  /// The number of them at the end of the window.
  package var waiting: Double
  /// After which there would be none.
  package var seconds: Double

  fileprivate init(kind: Kind, _ thirds: Thirds) {
    self.kind = kind
    // The means stand in the middle of their thirds.
    let perSecond = thirds.fewer / Double(thirds.distance)
    waiting = max(0, thirds.last - perSecond * Double(thirds.length) / 2)
    seconds = waiting / perSecond
  }
}

/// The means of a series over the thirds of a window.
private struct Thirds {
  let first: Double
  let middle: Double
  let last: Double
  /// Seconds of the first and of the last third.
  let length: Int
  /// Seconds from the middle of the first third to that of the last.
  let distance: Int

  /// nil where the window is too short for thirds.
  init?(of series: RunningSum, in window: Range<Int>) {
    let third = window.count / 3
    guard third > 0 else { return nil }
    let (lower, upper) = (window.lowerBound, window.upperBound)
    first = series.mean(lower..<lower + third)
    middle = series.mean(lower + third..<upper - third)
    last = series.mean(upper - third..<upper)
    length = third
    distance = window.count - third
  }

  var fewer: Double { first - last }
  /// The last third exceeds the first by more than a twentieth.
  var grows: Bool { last - first > max(1, first / 20) }
  /// The step from the middle third to the last is at least half of the one before.
  var shrinksSteadily: Bool { fewer >= 1 && 2 * (middle - last) >= first - middle }
}

/// A run second by second, summed up so that any window of whole seconds is quickly looked at.
package struct StormBook: Sendable {
  /// Clients that came back by a set-up. A socket that outlived a gap does not count as a return.
  package let completed: RunningSum
  package let failed: RunningSum
  package let failedAtGateway: RunningSum
  package let succeeded: RunningSum
  private let waiting: [UInt32]
  private let waitingSums: RunningSum
  /// Requests in the queues of the gateway.
  private let queued: RunningSum
  package let roles: [(role: StationRole, servers: Double, booked: RunningSum, wasted: RunningSum)]
  /// Arrivals in bins of 100 ms.
  private let arrivals: [UInt32]
  private let rates: StageRates
  private let stages: [SetUpStage]
  private let gateway: GatewayDescription

  init(_ input: RunInput, _ run: RunResult, _ rates: StageRates) {
    let series = run.load.perSecond
    completed = RunningSum(series.completed.counts)
    failed = RunningSum(series.failed.counts)
    failedAtGateway = RunningSum(series.failedAtGateway.counts)
    succeeded = RunningSum(series.succeeded.counts)
    waiting = series.waitingClients.counts
    waitingSums = RunningSum(waiting)
    queued = RunningSum(series.queue.counts)
    arrivals = (run.load.arrivalsBeforeClear + run.load.arrivalsAfterClear).counts
    let gateway = input.plan.gateway
    self.gateway = gateway
    roles = zip(StationRole.allCases, run.gateway.work).compactMap { role, work in
      guard let (station, copies) = gateway.station(of: .station(role)),
        let servers = station.fullServers
      else { return nil }
      return (
        role, servers * Double(copies), RunningSum(work.booked.microseconds),
        RunningSum(work.wasted.microseconds)
      )
    }
    self.rates = rates
    stages = input.setUpStages
  }

  /// The second after the last arrival; nil where there was none.
  package var endOfArrivals: Int? { arrivals.lastIndex { $0 > 0 }.map { $0 / 10 + 1 } }

  /// Returns the cause if the clients' own load keeps them out in these seconds; nil where it does
  /// not.
  func storm(in window: Range<Int>) -> StormCause? {
    let isWasted = roles.contains { _, servers, booked, wasted in
      let busy = booked.sum(window)
      return 2 * busy >= servers * Double(window.count) * 1e6 && 2 * wasted.sum(window) >= busy
    }
    let refused = failedAtGateway.sum(window)
    let isRefused =
      refused > 0 && 2 * refused >= failed.sum(window) && refused > succeeded.sum(window)
    guard isWasted || isRefused, hasStalled(in: window) else { return nil }
    if isInLockstep(window) { return .lockstep }
    return isWasted ? .overload : .rejection
  }

  /// Returns true if fewer clients came back than half of what was possible.
  private func hasStalled(in window: Range<Int>) -> Bool {
    let possible = min(
      Double(waiting(at: window.lowerBound)), capacity(in: window),
      gateway.leastOfBatches(seconds: window.count))
    return 2 * completed.sum(window) < possible
  }

  /// Returns the number of clients that the narrowest stage can let through; infinite where none
  /// limits anything.
  private func capacity(in window: Range<Int>) -> Double {
    let from = Instant.seconds(Int64(window.lowerBound))
    let to = Instant.seconds(Int64(window.upperBound))
    return stages.map { rates.capacity(of: $0, from: from, to: to) }.min() ?? .infinity
  }

  /// Returns true if the clients offer less than every stage can do.
  private func fits(_ window: Range<Int>) -> Bool {
    Double(busiestTenth(of: window).total) < capacity(in: window)
  }

  /// How a storm that ends by itself does so: a queue that fills no more empties, every wave of clients in step
  /// leaves some of them connected, or some get through again and again although most do not. nil where nothing
  /// becomes less.
  /// - Parameter clear: in seconds.
  func drain(in window: Range<Int>, since clear: Int) -> Drain? {
    let fits = fits(window)
    if fits,
      let soon = drain(of: .requests, queued, in: window)
        ?? drain(of: .clients, waitingSums, in: window)
    {
      return soon
    }
    let half = window.upperBound - (window.upperBound - clear) / 2
    let long = min(window.lowerBound, half)..<window.upperBound
    return slowDrain(of: fits ? .clients : .clientsUnderOverload, in: long)
  }

  /// nil where the pace is not steady: the waiting clients become fewer by set-ups, in the later half of the window
  /// about as fast as in the earlier, while no queue grows; or where it is so slow that it takes longer than twenty
  /// times the run, or chance explains it: the difference is less than two standard errors.
  private func slowDrain(of kind: Drain.Kind, in window: Range<Int>) -> Drain? {
    guard let clients = Thirds(of: waitingSums, in: window),
      let queue = Thirds(of: queued, in: window), !queue.grows, clients.shrinksSteadily
    else { return nil }
    let back = completed.sum(window) * Double(clients.distance) / Double(window.count)
    guard 2 * back >= clients.fewer else { return nil }
    // Each return is a move, and so is each loss meanwhile.
    let moves = clients.fewer + 2 * max(0, back - clients.fewer)
    guard clients.fewer >= 2 * moves.squareRoot() else { return nil }
    let drain = Drain(kind: kind, clients)
    return drain.seconds <= Double(Self.slowest * window.upperBound) ? drain : nil
  }

  /// A storm that takes so many times the run to end is as good as one that stays.
  private static let slowest = 20

  /// nil where it does not shrink by a twentieth from the first third of the window to the last.
  private func drain(of kind: Drain.Kind, _ series: RunningSum, in window: Range<Int>) -> Drain? {
    guard let thirds = Thirds(of: series, in: window), thirds.fewer >= max(1, thirds.first / 20)
    else { return nil }
    return Drain(kind: kind, thirds)
  }

  /// Clients that wait for a connection at the begin of a second; the gauge is read at its end.
  package func waiting(at second: Int) -> Int {
    if second > 0 { return second <= waiting.count ? Int(waiting[second - 1]) : 0 }
    return Int(waiting.first ?? 0) + Int(completed.sum(0..<1))
  }

  /// Returns true if more than half of at least 1,000 arrivals came in the busiest tenth of the
  /// time, and all of them would be served if they came evenly.
  private func isInLockstep(_ window: Range<Int>) -> Bool {
    let (total, busiest) = busiestTenth(of: window)
    return total >= 1_000 && 2 * busiest > total && fits(window)
  }

  /// The part of the arrivals that came in the busiest tenth of the time; 0 without arrivals.
  package func shareOfBusiestTenth(of window: Range<Int>) -> Double {
    let (total, busiest) = busiestTenth(of: window)
    return total > 0 ? Double(busiest) / Double(total) : 0
  }

  private func busiestTenth(of window: Range<Int>) -> (total: Int, busiest: Int) {
    let bins = arrivals[clamped: window.lowerBound * 10..<window.upperBound * 10]
    let busiest = bins.sorted(by: >).prefix(window.count).reduce(0) { $0 + Int($1) }
    return (bins.reduce(0) { $0 + Int($1) }, busiest)
  }
}

/// Sums over ranges of a list of numbers, each in constant time.
package struct RunningSum: Sendable {
  private let sums: [Int64]

  package init(_ values: [some BinaryInteger]) {
    var sums: [Int64] = [0]
    sums.reserveCapacity(values.count + 1)
    for value in values { sums.append(sums[sums.count - 1] + Int64(value)) }
    self.sums = sums
  }

  /// Beyond the list's end everything is 0.
  package func sum(_ range: Range<Int>) -> Double {
    let last = sums.count - 1
    return Double(sums[min(range.upperBound, last)] - sums[min(range.lowerBound, last)])
  }

  /// The mean of a range that is not empty.
  package func mean(_ range: Range<Int>) -> Double { sum(range) / Double(range.count) }
}

extension Array {
  /// The elements at those of the indices that there are.
  package subscript(clamped range: Range<Int>) -> ArraySlice<Element> {
    self[Swift.min(range.lowerBound, count)..<Swift.min(range.upperBound, count)]
  }
}

extension StationDescription {
  /// The services in progress that use all of it. Unlimited servers that slow each other down are half used where
  /// 1 / slowdown services are in progress. nil where nothing limits it.
  fileprivate var fullServers: Double? {
    servers.map(Double.init) ?? (slowdown > 0 ? 2 / slowdown : nil)
  }
}

extension GatewayDescription {
  /// What admission in batches lets in during so many seconds at least, wherever they lie: a stretch may be longer
  /// than they are. Infinite where admission is another.
  fileprivate func leastOfBatches(seconds: Int) -> Double {
    guard case .batch(let count, let every, let scope) = admission else { return .infinity }
    let whole = (Double(seconds) / every.seconds).rounded(.down)
    return whole * Double(count) * Double(scope == .node ? nodes : 1)
  }
}
