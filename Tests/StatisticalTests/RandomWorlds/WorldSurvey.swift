import Foundation
import Simulator
import Worlds

/// Every property looked at in many worlds, each of which is run once.
struct WorldSurvey: Sendable {
  struct Broken: Sendable {
    let world: RandomWorld
    let complaints: [String]
  }

  /// By the name of the property.
  private(set) var broken: [String: [Broken]] = [:]
  private(set) var tally = WorldTally()
  private(set) var failures: [String] = []

  /// How many worlds: 300, or what the environment says.
  static let size =
    ProcessInfo.processInfo.environment["SQUALL_WORLDS"].flatMap(Int.init) ?? 300

  /// Taken once, whichever test asks first.
  static let taken = Task { await take(size) }

  private static func take(_ size: Int) async -> WorldSurvey {
    let lanes = max(1, ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: WorldSurvey.self) { group in
      for lane in 0..<lanes {
        group.addTask { WorldSurvey(of: stride(from: lane, to: size, by: lanes)) }
      }
      return await group.reduce(into: WorldSurvey()) { $0.add($1) }
    }
  }

  private init() {}

  private init(of numbers: StrideTo<Int>) {
    for number in numbers { look(at: RandomWorld(number)) }
  }

  private mutating func look(at world: RandomWorld) {
    do {
      let run = try WorldRun(world)
      tally.add(run)
      for property in WorldProperty.all {
        var complaints = Complaints()
        property.check(run, &complaints)
        if complaints.texts.isEmpty { continue }
        let one = Broken(world: world, complaints: complaints.texts)
        broken[property.name, default: []].append(one)
      }
    } catch {
      failures.append("\(error)\n\(world)")
    }
  }

  private mutating func add(_ other: WorldSurvey) {
    broken.merge(other.broken) { $0 + $1 }
    tally.add(other.tally)
    failures += other.failures
  }

  /// What a failing test prints: the complaints and the scenario file, to be saved and run again.
  func report(on property: WorldProperty, most: Int = 3) -> [String] {
    let found = (broken[property.name] ?? []).sorted { $0.world.number < $1.world.number }
    return found.prefix(most).map { one in
      "in \(found.count) of \(tally.worlds) worlds; in this one:\n"
        + one.complaints.map { "  \($0)\n" }.joined() + "\(one.world)"
    }
  }
}

/// How often what came about, over many worlds.
struct WorldTally: Sendable {
  private(set) var worlds = 0
  private(set) var events = 0
  private(set) var seen: [String: Int] = [:]

  mutating func add(_ world: WorldRun) {
    worlds += 1
    events += world.run.course.events
    for outcome in ["recovered", "idle", "gave_up", "in_error", "stuck", "still_trying"] {
      if world.count(outcome) > 0 { note("some \(outcome)") }
    }
    if world.count("recovered") == world.run.course.clients { note("everyone recovered") }
    let metastable = world.truth("metastable")
    note("metastable \(metastable.map { "\($0)" } ?? "null")")
    if let cause = world.word("metastable_cause") { note("metastable by \(cause)") }
    if let stage = world.word("limited_by") { note("limited by \(stage)") }
    if !world.hasClear { note("no clear") }
    if let efficiency = world.figure("storm_efficiency") {
      note(efficiency > 0.9 ? "efficiency above 90 %" : "efficiency of 90 % and less")
    }
    if (world.figure("storm_after_clear_s") ?? 0) > 0 { note("a storm after clear") }
    let collapse = CollapseCriterion(world)
    if collapse.hasCollapsed {
      note("collapsed at the end\(collapse.isOfTheAffected ? "" : ", hardly any of them affected")")
    }
    for fault in world.scenario.faults { note("fault \(fault.kind.name)") }
  }

  private mutating func note(_ what: String) { seen[what, default: 0] += 1 }

  mutating func add(_ other: WorldTally) {
    worlds += other.worlds
    events += other.events
    seen.merge(other.seen) { $0 + $1 }
  }

  var text: String {
    let lines = seen.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    return "\(worlds) worlds, \(events) events\n" + lines.joined(separator: "\n")
  }
}
