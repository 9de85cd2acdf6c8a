import Documents
import Findings
import Measurements
import Primitives
import Scenarios
import Simulator

/// The lives of clients in the JSON format of Chrome traces, which Perfetto reads.
///
/// Three processes: the run with its faults and counters, the clients with their states and attempts, the
/// gateway with its stations. A flow leads from each attempt to the work that stations do for it. Times
/// are virtual, in microseconds since the run's begin.
struct PerfettoTrace {
  let experiment: Experiment
  let result: RunResult

  enum Process: Int {
    case run = 1
    case clients, gateway
  }

  func write(to take: (String) throws -> Void) rethrows {
    let about: [JSONValue.Member] = [
      .init("scenario", .string(experiment.scenario.name)),
      .init("seed", .unsigned(experiment.scenario.seed)),
      .init("digest", .string(result.course.digest.text)),
    ]
    let heads = [process(.run, "run"), process(.clients, "clients"), process(.gateway, "gateway")]
    try take(
      "{\"displayTimeUnit\": \"ms\", \"otherData\": \(JSONValue.object(about).line),\n"
        + "\"traceEvents\": [\n" + heads.map { "  " + $0.line }.joined(separator: ",\n"))
    func add(_ events: [JSONValue]) throws {
      if !events.isEmpty { try take(events.map { ",\n  " + $0.line }.joined()) }
    }
    try add(faults)
    try writeCounters(add)
    var works: [StationWork] = []
    for (place, client) in experiment.plan.followed.enumerated() {
      guard let life = ClientLife(client, in: result.log.trace) else { continue }
      let track = ClientTrack(life, number: place, end: result.course.end)
      try add(track.events(&works))
    }
    var stations = StationTracks(end: result.course.end)
    try add(stations.events(works))
    try take("\n]}\n")
  }

  // MARK: The run

  private var faults: [JSONValue] {
    experiment.scenario.faults.filter { $0.at <= result.course.end }.enumerated().flatMap {
      place, fault -> [JSONValue] in
      // A thread for each: they may overlap.
      let name = thread(.run, place + 1, "fault \(place), \(fault.kind.name)")
      let end = fault.end(nodes: experiment.scenario.gateway.nodes) ?? result.course.end
      let to = min(max(end, fault.at), result.course.end)
      return [name, slice(.run, place + 1, fault.kind.name, from: fault.at, to: to)]
    }
  }

  /// The values of each second in which they are others than in the one before: a viewer draws a value on
  /// until the next.
  private func writeCounters(_ add: ([JSONValue]) throws -> Void) rethrows {
    let arrivals = (result.load.arrivalsBeforeClear + result.load.arrivalsAfterClear).coarsened(
      by: 10)
    let series = result.load.perSecond
    var shown: [String: Int] = [:]
    for second in 0..<Int(result.course.end.seconds) {
      let begin = Instant.seconds(Int64(second))
      let over = Instant.seconds(Int64(second + 1))
      let values = [
        ("arrivals in 1 s", Int(arrivals[second]), begin),
        ("connected", Int(series.connected[second]), over),
        ("queue", Int(series.queue[second]), over),
      ]
      try add(
        values.compactMap { name, value, moment in
          shown.updateValue(value, forKey: name) == value
            ? nil : counter(name, value, at: moment)
        })
    }
  }

  private func counter(_ name: String, _ value: Int, at moment: Instant) -> JSONValue {
    event(
      "C", .run, 0, name, at: moment, [.init("args", .object([.init("value", .integer(value))]))])
  }
}

// MARK: Events of the format

/// - Parameter rest: members beside those that all events have.
func event(
  _ phase: String, _ process: PerfettoTrace.Process, _ thread: Int, _ name: String,
  at moment: Instant, _ rest: [JSONValue.Member] = []
) -> JSONValue {
  .object(
    [
      .init("ph", .string(phase)), .init("pid", .integer(process.rawValue)),
      .init("tid", .integer(thread)), .init("ts", .number(microseconds(moment))),
      .init("name", .string(name)), .init("cat", .string("squall")),
    ] + rest)
}

/// A thing that lasts.
func slice(
  _ process: PerfettoTrace.Process, _ thread: Int, _ name: String, from: Instant, to: Instant,
  _ arguments: [JSONValue.Member] = []
) -> JSONValue {
  // A difference of the rounded ends: neighbours touch and never overlap.
  let length = ((microseconds(to) - microseconds(from)) * 1_000).rounded() / 1_000
  let rest: [JSONValue.Member] = arguments.isEmpty ? [] : [.init("args", .object(arguments))]
  return event("X", process, thread, name, at: from, [.init("dur", .number(max(0, length)))] + rest)
}

/// A moment.
func instant(
  _ process: PerfettoTrace.Process, _ thread: Int, _ name: String, at moment: Instant
) -> JSONValue {
  event("i", process, thread, name, at: moment, [.init("s", .string("t"))])
}

func process(_ process: PerfettoTrace.Process, _ name: String) -> JSONValue {
  metadata("process_name", process, 0, name)
}

func thread(_ process: PerfettoTrace.Process, _ thread: Int, _ name: String) -> JSONValue {
  metadata("thread_name", process, thread, name)
}

private func metadata(
  _ kind: String, _ process: PerfettoTrace.Process, _ thread: Int, _ name: String
) -> JSONValue {
  .object([
    .init("ph", .string("M")), .init("pid", .integer(process.rawValue)),
    .init("tid", .integer(thread)), .init("name", .string(kind)),
    .init("args", .object([.init("name", .string(name))])),
  ])
}

/// To the nanosecond.
private func microseconds(_ moment: Instant) -> Double { Double(moment.nanoseconds) / 1_000 }
