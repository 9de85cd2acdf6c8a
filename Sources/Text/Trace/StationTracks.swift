import Documents
import Primitives
import Simulator

/// The work of a station for one attempt.
struct StationWork {
  let client: UInt32
  let role: StationRole
  let node: Int?
  let attempt: UInt32
  let arrived: Instant
  let begun: Instant
  let until: Instant
  /// nil where no attempt of the run is known to have brought it.
  let origin: Origin?

  /// The begin of a flow: an attempt.
  struct Origin {
    let thread: Int
    let at: Instant
  }

  var station: String { role.name + (node.map { " of node \($0)" } ?? "") }
}

/// The stations of the gateway in a Chrome trace. Slices of a thread must not overlap, so that a station has
/// as many threads as it serves followed clients at a time.
struct StationTracks {
  private let end: Instant
  /// The stations, each with the moments until which its threads are taken.
  private var lanes: [(station: String, takenUntil: [Instant])] = []
  private var threads: [JSONValue] = []
  private var nextThread = 1
  private var numbers: [String: Int] = [:]
  private var flows = 0

  init(end: Instant) { self.end = end }

  /// All work with the names of the threads. In the order of time, so that few threads do.
  mutating func events(_ works: [StationWork]) -> [JSONValue] {
    let events = works.sorted { ($0.arrived, $0.client) < ($1.arrived, $1.client) }
      .flatMap { slices(of: $0) }
    return threads + events
  }

  private mutating func slices(of work: StationWork) -> [JSONValue] {
    let until = min(work.until, end)
    let thread = thread(for: work, until: until)
    // A call may belong to no attempt.
    let attempt = work.role == .api ? "" : ", attempt \(work.attempt)"
    let name = "client \(work.client)\(attempt)"
    var events: [JSONValue] = []
    if work.begun > work.arrived {
      events.append(slice(.gateway, thread, "waits: \(name)", from: work.arrived, to: work.begun))
    }
    events.append(slice(.gateway, thread, name, from: work.begun, to: max(work.begun, until)))
    guard let origin = work.origin else { return events }
    flows += 1
    let number: [JSONValue.Member] = [.init("id", .integer(flows))]
    events.append(event("s", .clients, origin.thread, "attempt", at: origin.at, number))
    events.append(
      event("f", .gateway, thread, "attempt", at: work.begun, number + [.init("bp", .string("e"))]))
    return events
  }

  /// The first thread of the station that is free when the work arrives.
  private mutating func thread(for work: StationWork, until: Instant) -> Int {
    let place =
      lanes.firstIndex { $0.station == work.station }
      ?? {
        lanes.append((work.station, []))
        return lanes.count - 1
      }()
    let lane =
      lanes[place].takenUntil.firstIndex { $0 <= work.arrived }
      ?? {
        lanes[place].takenUntil.append(.start)
        let number = lanes[place].takenUntil.count
        let name = work.station + (number > 1 ? ", \(number)" : "")
        threads.append(Text.thread(.gateway, nextThread, name))
        numbers["\(work.station) \(number)"] = nextThread
        nextThread += 1
        return number - 1
      }()
    lanes[place].takenUntil[lane] = until
    return numbers["\(work.station) \(lane + 1)"] ?? 0
  }
}
