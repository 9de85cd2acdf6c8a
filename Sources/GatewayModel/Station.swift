import DequeModule
import Measurements
import Primitives
import VirtualTime

/// A service station G/G/c/K: c identical servers in front of one first-come, first-served queue.
///
/// Stepped from outside: it is told what came and what was finished, and says what it begins. A
/// change of servers or speed concerns the services that begin after it.
public struct Station: Sendable {
  public let id: StationID
  let description: StationDescription
  let sampler: Sampler
  /// Fraction of the servers that are there.
  var capacity = 1.0 {
    didSet { servers = description.servers(at: capacity) ?? .max }
  }
  /// Factor on the service times of what begins now.
  var slowness = 1.0

  /// Servers that are there at the capacity.
  private var servers: Int
  private let isIdeal: Bool
  private var queue = Deque<Request>()
  /// Who waits, kept only where requests can be taken back.
  private var members: Set<UInt64>?
  /// Requests that wait: at most the length of the queue, which may hold some taken back.
  public private(set) var waiting = 0
  public private(set) var busy = 0
  public private(set) var statistics: StationStatistics

  init(_ id: StationID, _ description: StationDescription, tracksMembers: Bool) {
    self.id = id
    self.description = description
    sampler = Sampler(description.time)
    servers = description.servers ?? .max
    isIdeal = description.servers == nil && description.time.isZero
    members = tracksMembers ? [] : nil
    statistics = StationStatistics(servers: description.servers)
  }

  /// Unlimited and instant: nothing ever waits or takes time here.
  var isTransparent: Bool { isIdeal && capacity > 0 }

  /// A request comes. Returns the service if it begins at once.
  mutating func offer(_ request: Request, at now: Instant, _ random: RandomSource) -> Service? {
    statistics.advance(to: now, waiting: waiting, busy: busy)
    statistics.arrivals += 1
    if busy < servers { return begin(request, at: now, random) }
    queue.append(request)
    members?.insert(request.identity)
    waiting += 1
    statistics.peak(waiting)
    return nil
  }

  /// A service is finished. Returns the next one, if one begins.
  mutating func finished(at now: Instant, _ random: RandomSource) -> Service? {
    statistics.advance(to: now, waiting: waiting, busy: busy)
    statistics.served += 1
    busy -= 1
    return beginNext(at: now, random)
  }

  /// Begins the next waiting request if a server is free.
  mutating func beginNext(at now: Instant, _ random: RandomSource) -> Service? {
    while busy < servers, let request = queue.popFirst() {
      if members != nil && members?.remove(request.identity) == nil { continue }
      statistics.advance(to: now, waiting: waiting, busy: busy)
      waiting -= 1
      return begin(request, at: now, random)
    }
    return nil
  }

  private mutating func begin(
    _ request: Request, at now: Instant, _ random: RandomSource
  ) -> Service {
    busy += 1
    statistics.wait.record(now - request.arrived)
    let bits = random.bits(
      owner: request.client, id.name.purpose, attempt: request.drawKey(at: id.name), index: 0)
    let drawn = sampler.sample(bits)
    let duration = slowness == 1 ? drawn : Interval(saturatingSeconds: drawn.seconds * slowness)
    statistics.begun(duration)
    return Service(request: request, station: id, duration: duration, finish: now + duration)
  }

  /// A server goes on with what it is busy with, for `duration` more.
  mutating func prolong(by duration: Interval) { statistics.begun(duration) }

  /// Takes a waiting request back; false where it does not wait here.
  mutating func withdraw(_ request: Request, at now: Instant) -> Bool {
    guard members?.remove(request.identity) != nil else { return false }
    statistics.advance(to: now, waiting: waiting, busy: busy)
    waiting -= 1
    statistics.abandoned += 1
    return true
  }

  /// Throws waiting requests away whose connection the gateway itself has dropped.
  ///
  /// - Complexity: O(waiting).
  mutating func purge(at now: Instant, where isDropped: (StationID, Request) -> Bool) {
    statistics.advance(to: now, waiting: waiting, busy: busy)
    var kept = Deque<Request>()
    for request in queue {
      if isDropped(id, request) {
        if members == nil || members?.remove(request.identity) != nil {
          waiting -= 1
          statistics.abandoned += 1
        }
      } else {
        kept.append(request)
      }
    }
    queue = kept
  }

  /// Brings the time averages up to `now`.
  mutating func settle(at now: Instant) {
    statistics.advance(to: now, waiting: waiting, busy: busy)
  }
}
