import Foundation
import Testing

/// A trace in the JSON format of Chrome, walked by the rules of that format.
struct ChromeTrace {
  private let events: [Event]

  struct Event {
    let phase: String
    let process: Int
    let thread: Int
    let name: String
    /// In nanoseconds, as whole numbers.
    let begin: Int64
    let length: Int64
    let flow: Int?
    let value: Int?

    init(_ object: [String: Any]) throws {
      phase = try #require(object["ph"] as? String)
      process = try #require(object["pid"] as? Int)
      thread = try #require(object["tid"] as? Int)
      name = try #require(object["name"] as? String)
      begin = phase == "M" ? 0 : try Self.nanoseconds(object["ts"])
      length = phase == "X" ? try Self.nanoseconds(object["dur"]) : 0
      flow = object["id"] as? Int
      value = (object["args"] as? [String: Any])?["value"] as? Int
    }

    private static func nanoseconds(_ member: Any?) throws -> Int64 {
      Int64((try #require(member as? NSNumber).doubleValue * 1_000).rounded())
    }

    var end: Int64 { begin + length }
    var track: [Int] { [process, thread] }
  }

  init(_ text: String) throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let list = try #require(document["traceEvents"] as? [[String: Any]])
    events = try list.map(Event.init)
  }

  private var slices: [[Int]: [Event]] {
    Dictionary(grouping: events.filter { $0.phase == "X" }, by: \.track)
  }

  func slices(named begin: String) -> Int {
    events.count { $0.phase == "X" && $0.name.hasPrefix(begin) }
  }

  /// The values of a counter with their moments, in nanoseconds.
  func counter(_ name: String) -> [(at: Int64, value: Int)] {
    events.filter { $0.phase == "C" && $0.name == name }.compactMap { event in
      event.value.map { (event.begin, $0) }
    }
  }

  /// What breaks a rule of the format.
  var faults: [String] {
    phaseFaults + nestingFaults + flowFaults
  }

  private var phaseFaults: [String] {
    let named = Set(
      events.filter { $0.phase == "M" && $0.name == "thread_name" }.map(\.track))
    return events.compactMap { event in
      if !["M", "X", "C", "i", "s", "f"].contains(event.phase) { return "phase \(event.phase)" }
      if event.begin < 0 || event.length < 0 { return "\(event.name): before the begin" }
      if event.phase == "C", event.value == nil {
        return "\(event.name): a counter without a value"
      }
      if ["X", "i"].contains(event.phase), !named.contains(event.track) {
        return "\(event.name): a thread without a name"
      }
      return nil
    }
  }

  /// Slices of one thread lie in each other or apart.
  private var nestingFaults: [String] {
    slices.values.flatMap { slices -> [String] in
      var open: [Event] = []
      var faults: [String] = []
      for slice in slices.sorted(by: { ($0.begin, -$0.end) < ($1.begin, -$1.end) }) {
        while let last = open.last, last.end <= slice.begin { open.removeLast() }
        if let last = open.last, slice.end > last.end {
          faults.append("\(slice.name) at \(slice.begin) overlaps \(last.name)")
        }
        open.append(slice)
      }
      return faults
    }
  }

  /// A flow has a begin and an end, in this order, each within a slice of its thread.
  private var flowFaults: [String] {
    let slices = slices
    let flows = Dictionary(grouping: events.filter { ["s", "f"].contains($0.phase) }) { $0.flow }
    return flows.flatMap { flow, ends -> [String] in
      guard flow != nil, ends.map(\.phase) == ["s", "f"], ends[0].begin <= ends[1].begin else {
        return ["flow \(String(describing: flow)): \(ends.map(\.phase))"]
      }
      return ends.compactMap { end in
        let isBound = (slices[end.track] ?? []).contains {
          $0.begin <= end.begin && end.begin <= $0.end
        }
        return isBound ? nil : "flow \(end.name) at \(end.begin) is bound to no slice"
      }
    }
  }
}
