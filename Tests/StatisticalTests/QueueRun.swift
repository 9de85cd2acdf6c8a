import GatewayModel
import Measurements
import Primitives
import RealModule
import VirtualTime

/// One station fed by a Poisson stream, stepped by a small loop of its own. The mean service time
/// of the closed forms, 1, is 10 ms here.
struct QueueRun {
  static let unit = Interval.milliseconds(10)

  private(set) var station: Station
  let customers: Int
  /// How many had to wait.
  private(set) var waited = 0
  /// Sum over customers of those they found waiting, and of its square.
  private(set) var seen = 0.0
  private(set) var seenSquared = 0.0
  private var waits: Int64 = 0
  private var squaredWaits = 0.0
  private(set) var sojourns = DurationRecorder()
  private(set) var end = Instant.start

  private let random = RandomSource(seed: 1)
  /// Services under way, the last to end first: there are never more than the servers.
  private var ends: [PendingEvent] = []

  /// - Parameter offered: arrivals in one mean service time.
  init(
    servers: Int?, time: Distribution = .exponential(mean: unit), offered: Double, customers: Int,
    queue: QueueDescription = QueueDescription(), slowdown: Double = 0
  ) {
    station = Station(
      StationID(.auth),
      StationDescription(servers: servers, time: time, queue: queue, slowdown: slowdown),
      tracksMembers: false)
    self.customers = customers
    let gap = Double(Self.unit.nanoseconds) / offered
    var arrival = 0.0
    for customer in 0..<UInt32(customers) {
      let u = random.uniform(owner: customer, .start, attempt: 0, index: 0)
      arrival -= .log(onePlus: -u) * gap
      let now = Instant(nanoseconds: Int64(arrival))
      while let next = ends.last, next.instant <= now { finishNext() }
      arrive(customer, at: now)
    }
    while !ends.isEmpty { finishNext() }
    station.settle(at: end)
  }

  private mutating func arrive(_ customer: UInt32, at now: Instant) {
    seen += Double(station.waiting)
    seenSquared += Double(station.waiting * station.waiting)
    let request = Request(client: customer, tag: 1, arrived: now)
    if let service = station.offer(request, at: now, random).service {
      begin(service)
    } else {
      waited += 1
    }
  }

  private mutating func finishNext() {
    end = ends.removeLast().instant
    if let service = station.finished(at: end, random) { begin(service) }
  }

  private mutating func begin(_ service: Service) {
    let wait = service.finish - service.duration - service.request.arrived
    waits += wait.nanoseconds
    let inServices = Double(wait.nanoseconds) / Double(Self.unit.nanoseconds)
    squaredWaits += inServices * inServices
    sojourns.record(wait + service.duration)
    let event = PendingEvent(at: service.finish, key: UInt64(service.request.client))
    var place = ends.count
    ends.append(event)
    while place > 0 && ends[place - 1] < event {
      ends[place] = ends[place - 1]
      place -= 1
    }
    ends[place] = event
  }

  /// In mean service times.
  var meanWait: Double {
    Double(waits) / Double(customers) / Double(Self.unit.nanoseconds)
  }

  /// The mean square, in mean service times.
  var meanSquaredWait: Double { squaredWaits / Double(customers) }

  /// The share of customers that the station has dropped.
  var dropShare: Double { Double(station.statistics.dropped) / Double(customers) }

  /// Services under way, as an average over time.
  var busyByTime: Double {
    Double(station.statistics.busyIntegral) / Double((end - .start).nanoseconds)
  }

  var waitShare: Double { Double(waited) / Double(customers) }
  /// Waiting customers, as an average over time and as one over arrivals.
  var queueByTime: Double { station.statistics.queueMean(until: end) }
  var queueByArrival: Double { seen / Double(customers) }
  var waitedNanoseconds: Double { Double(waits) }

  /// What the tables that service times are drawn from do to the load, relative to it.
  var loadError: Double {
    abs(Sampler(station.description.time).meanSeconds / Self.unit.seconds - 1)
  }

  /// A quantile of the time in the system, in mean service times.
  func sojourn(_ fraction: Double) -> Double {
    Double(sojourns.nearestRanks([fraction])[0]) * 1e3 / Double(Self.unit.nanoseconds)
  }
}
