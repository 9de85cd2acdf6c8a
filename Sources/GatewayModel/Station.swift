import DequeModule
import Measurements
import Primitives
import VirtualTime

/// A service station G/G/c/K: c identical servers in front of one queue, which is first-come, first-served
/// unless its description says otherwise.
///
/// It is stepped from outside. It is informed of what came and of what was finished, and says what
/// it begins. A change of servers or speed concerns the services that begin after it. What it drops in its
/// turn goes to the list of its book.
public struct Station {
  public let id: StationID
  package let description: StationDescription
  let sampler: Sampler
  /// Fraction of the servers that are there.
  var capacity = 1.0 {
    didSet {
      servers = description.servers(at: capacity) ?? .max
      if capacity != oldValue { forecast.lose() }
    }
  }
  /// Factor on the service times of what begins now.
  var slowness = 1.0 {
    didSet { if slowness != oldValue { forecast.lose() } }
  }
  /// When the servers will have done all that has come so far.
  private var forecast: ServiceForecast

  /// Servers that are there at the capacity.
  private var servers: Int
  private let isIdeal: Bool
  /// nil where requests wait in order of arrival, any number and any time.
  private var rules: QueueRules?
  /// True if there are no such rules and load slows nothing down: most stations, on the hot path.
  private let isPlain: Bool
  /// Requests that may wait.
  private let room: Int
  /// By how much each service in progress slows the next one down.
  private let slowdown: Double
  private var queue = Deque<Request>()
  /// The requests that wait, kept only where requests can be taken back.
  private var members: Set<UInt64>?
  /// Requests that wait: at most the length of the queue, which may hold some taken back.
  public private(set) var waiting = 0
  public private(set) var busy = 0
  /// The book of all stations of this role.
  let book: StationBook
  /// The statistics of all stations that share its book.
  public var statistics: StationStatistics { book.report }

  package init(
    _ id: StationID, _ description: StationDescription, tracksMembers: Bool,
    isForeseen: Bool = false
  ) {
    self.init(
      id, description, Sampler(description.time), StationBook(servers: description.servers),
      tracksMembers: tracksMembers, isForeseen: isForeseen)
  }

  /// - Parameters:
  ///   - sampler: of the service times: a table, which the stations of one role share.
  ///   - book: which they share, too.
  ///   - tracksMembers: whether requests can be taken back.
  ///   - isForeseen: whether `latestService` will be asked for; not where requests can be taken
  ///     back.
  init(
    _ id: StationID, _ description: StationDescription, _ sampler: Sampler, _ book: StationBook,
    tracksMembers: Bool, isForeseen: Bool
  ) {
    self.id = id
    self.description = description
    self.sampler = sampler
    self.book = book
    servers = description.servers ?? .max
    isIdeal = description.servers == nil && description.time.isZero
    rules = description.queue.isPlain ? nil : QueueRules(description.queue)
    room = description.queue.limit ?? .max
    slowdown = description.slowdown
    isPlain = description.queue.isPlain && description.slowdown == 0
    members = tracksMembers ? [] : nil
    let isForeseen = isForeseen && !tracksMembers && isPlain
    forecast = ServiceForecast(servers: isForeseen ? description.servers : nil)
  }

  /// Unlimited and instant: nothing ever waits or takes time here.
  var isTransparent: Bool { isIdeal && capacity > 0 }

  /// The client whose request will begin next; nil where none waits. The request may have been
  /// taken back.
  var nextClient: UInt32? { queue.first?.client }

  /// Requests that will begin before the one that came last, as far as is known.
  func ahead(at now: Instant) -> Int {
    rules?.takesNewest(at: now) == true ? 0 : waiting - 1
  }

  /// A request comes.
  package mutating func offer(_ request: Request, at now: Instant, _ random: RandomSource)
    -> Reception
  {
    book.settle(at: now)
    book.statistics.arrivals += 1
    if forecast.isOn {
      if busy == 0 && waiting == 0 && capacity == 1 { forecast.begin(at: now) }
      if forecast.isKnown { forecast.add(duration(of: request, random), at: now) }
    }
    if busy < servers {
      if !isPlain { rules?.passes(at: now) }
      return .begins(begin(request, at: now, random))
    }
    if waiting >= room {
      book.drop(request, at: id, .full)
      return .dropped
    }
    if !isPlain && waiting == 0 { rules?.fills(at: now) }
    queue.append(request)
    members?.insert(request.identity)
    count(waiting: 1)
    return .waits
  }

  /// A service is finished. Returns the next one, if one begins.
  package mutating func finished(at now: Instant, _ random: RandomSource) -> Service? {
    book.settle(at: now)
    book.statistics.served += 1
    count(busy: -1)
    return beginNext(at: now, random)
  }

  /// Begins the next waiting request if a server is free.
  mutating func beginNext(at now: Instant, _ random: RandomSource) -> Service? {
    if !isPlain { return beginNextByRules(at: now, random) }
    while busy < servers, let request = queue.popFirst() {
      if members != nil && members?.remove(request.identity) == nil { continue }
      book.settle(at: now)
      count(waiting: -1)
      return begin(request, at: now, random)
    }
    return nil
  }

  @inline(never)
  private mutating func beginNextByRules(at now: Instant, _ random: RandomSource) -> Service? {
    while busy < servers, let request = takeNext(at: now) {
      if members != nil && members?.remove(request.identity) == nil { continue }
      book.settle(at: now)
      count(waiting: -1)
      if let cause = rules?.judge(request, at: now) {
        book.drop(request, at: id, cause)
        continue
      }
      return begin(request, at: now, random)
    }
    return nil
  }

  private mutating func takeNext(at now: Instant) -> Request? {
    rules == nil ? queue.popFirst() : rules!.takeNext(&queue, at: now)
  }

  private mutating func begin(
    _ request: Request, at now: Instant, _ random: RandomSource
  ) -> Service {
    count(busy: 1)
    book.waits.record(now - request.arrived)
    let duration = duration(of: request, random)
    book.statistics.begun(duration)
    return Service(request: request, station: id, duration: duration, finish: now + duration)
  }

  @inline(__always)
  private func duration(of request: Request, _ random: RandomSource) -> Interval {
    let bits = random.bits(
      owner: request.client, id.role.servicePurpose, attempt: request.drawKey(at: id.role), index: 0
    )
    let drawn = sampler.sample(bits)
    // A service in progress, itself included, slows the one that begins.
    let factor = isPlain ? slowness : slowness * (1 + slowdown * Double(busy))
    return factor == 1 ? drawn : Interval(saturatingSeconds: drawn.seconds * factor)
  }

  /// When the request that came last begins and ends, as long as nothing about the station changes; nil
  /// where that is not known.
  package var latestService: (start: Instant, finish: Instant)? {
    forecast.isKnown ? (forecast.start, forecast.finish) : nil
  }

  /// A server goes on with what it is busy with, for `duration` more.
  mutating func prolong(by duration: Interval) {
    precondition(!forecast.isOn, "what has been foreseen would begin later")
    book.statistics.begun(duration)
  }

  /// Takes a waiting request back; false where it does not wait here.
  mutating func withdraw(_ request: Request, at now: Instant) -> Bool {
    guard members?.remove(request.identity) != nil else { return false }
    book.settle(at: now)
    count(waiting: -1)
    book.statistics.abandoned += 1
    // Those at the bottom that were taken back are never come to where the newest goes first.
    if queue.count > 2 * waiting + 64 { queue.removeAll { members?.contains($0.identity) != true } }
    return true
  }

  /// Throws waiting requests away whose connection the gateway itself has dropped.
  ///
  /// - Complexity: O(waiting).
  mutating func purge(at now: Instant, where isDropped: (StationID, Request) -> Bool) {
    book.settle(at: now)
    forecast.lose()
    var kept = Deque<Request>()
    for request in queue {
      if isDropped(id, request) {
        if members == nil || members?.remove(request.identity) != nil {
          count(waiting: -1)
          book.statistics.abandoned += 1
        }
      } else {
        kept.append(request)
      }
    }
    queue = kept
  }

  /// Brings the time averages up to `now`.
  package func settle(at now: Instant) { book.settle(at: now) }

  private mutating func count(waiting more: Int) {
    waiting += more
    book.count(waiting: more)
  }

  private mutating func count(busy more: Int) {
    if !isPlain { countPressure(busy: more) }
    busy += more
    book.count(busy: more)
  }

  @inline(never)
  private func countPressure(busy more: Int) {
    book.count(pressure: pressure(of: busy + more) - pressure(of: busy))
  }

  /// How near the station is to its greatest rate with so many services in progress, in parts of 2^-32: an
  /// integer, so that its integral does not depend on how the time is divided.
  private func pressure(of busy: Int) -> Int64 {
    let slowed = slowdown * Double(busy)
    return Int64((slowed / (1 + slowed) * 0x1p32).rounded())
  }
}

/// The fate of a request that comes to a station.
public enum Reception: BitwiseCopyable, Sendable {
  case begins(Service)
  case waits
  /// As many wait as may: see `Gateway.nextDrop`.
  case dropped

  /// The service that begins; nil where none does.
  package var service: Service? {
    if case .begins(let service) = self { service } else { nil }
  }
}

/// The counts of the stations of one role together: one book for all nodes, so that a thousand of
/// them need no more memory than one.
final class StationBook {
  /// The statistics without the waits.
  @exclusivity(unchecked) var statistics: StationStatistics
  @exclusivity(unchecked) var waits = DurationTally()
  @exclusivity(unchecked) private(set) var waiting = 0
  @exclusivity(unchecked) private(set) var busy = 0
  @exclusivity(unchecked) private var pressure: Int64 = 0
  /// The list that dropped requests go to.
  private let drops: DropList

  /// - Parameters:
  ///   - servers: of all of them; nil for unlimited.
  ///   - slowing: stations whose use is their nearness to the greatest rate.
  init(servers: Int?, slowing: Int = 0, drops: DropList = DropList()) {
    statistics = StationStatistics(servers: servers, slowing: slowing)
    self.drops = drops
  }

  /// A request is dropped.
  func drop(_ request: Request, at station: StationID, _ cause: DropCause) {
    statistics.count(dropped: cause)
    drops.add(Drop(request, at: station, cause))
  }

  /// All that was counted, to be read.
  var report: StationStatistics {
    var report = statistics
    report.wait = waits.recorder
    return report
  }

  /// Brings the time averages up to `now`.
  func settle(at now: Instant) {
    statistics.advance(to: now, waiting: waiting, busy: busy, pressure: pressure)
  }

  func count(waiting more: Int) {
    waiting += more
    statistics.peak(waiting)
  }

  func count(busy more: Int) { busy += more }

  func count(pressure more: Int64) { pressure += more }
}
