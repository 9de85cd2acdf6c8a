import Findings
import Foundation
import Store
import Studies
import Text
import Verdicts
import Worlds

/// Many wild worlds, each tried once, on all cores.
struct WildSurvey: Sendable {
  struct Tried: Sendable {
    let world: RandomWorld
    let trial: WildTrial
  }

  private(set) var broken: [Tried] = []
  private(set) var worlds = 0
  private(set) var events = 0
  private(set) var seen: [String: Int] = [:]

  init(_ scope: Scope) {
    let log = scope.isLogged ? WildLog() : nil
    while let batch = scope.batch(after: worlds) {
      let tried = WorkPool.allCores.map(batch) { number, _ -> Tried in
        let world = RandomWorld(number, style: .wild)
        let page = log?.begin(world)
        // With several seeds a world takes twice as long.
        let trial = WildTrial(world.text(), hasThreads: number % 4 == 0)
        page?.end()
        return Tried(world: world, trial: trial)
      }
      for case let one? in tried { add(one) }
    }
  }

  private mutating func add(_ tried: Tried) {
    worlds += 1
    events += tried.trial.events
    for note in tried.trial.notes { seen[note, default: 0] += 1 }
    if !tried.trial.complaints.isEmpty { broken.append(tried) }
  }

  var text: String {
    let lines = seen.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    return "\(worlds) wild worlds, \(events) events\n" + lines.joined(separator: "\n")
  }

  /// What a failing test prints: of the first worlds that fail what is wrong, and the least scenario
  /// that fails in the same way.
  func reports(most: Int = 6) -> [String] {
    WorkPool.allCores.map(Array(broken.prefix(most))) { one, _ in report(one) }.compactMap { $0 }
  }

  private func report(_ one: Tried) -> String {
    let names = one.trial.complaints.keys.sorted()
    let complaints = names.map { name in
      "  \(name): \(one.trial.complaints[name]!.prefix(3).joined(separator: "; "))\n"
    }
    return """
      world \(one.world.number), one of \(broken.count) that fail among \(worlds):
      \(complaints.joined())
      The least that fails like it, for Tests/Corpus with a line on what it caught:
      \(Self.least(one.world, names[0]))
      """
  }

  /// - Parameter name: of what should hold, and does not.
  private static func least(_ world: RandomWorld, _ name: String) -> String {
    // What cannot be read has lost its meaning: without half of it, it cannot be read either.
    guard let tree = world.tree, name != WildTrial.isScenario else { return world.text() }
    FileHandle.standardError.write(Data("shrinking wild world \(world.number)\n".utf8))
    let least = Shrinker.least(of: tree) { tree in
      let trial = WildTrial(tree.text, hasThreads: name == WildTrial.isSameOnAnyThreads)
      return trial.complaints[name] != nil
    }
    return least.text
  }
}

extension WildSurvey {
  /// How many worlds, and which.
  struct Scope {
    var first = 0
    /// nil where the time decides.
    var count: Int?
    var deadline: ContinuousClock.Instant?
    var isLogged = false

    /// 400, or as many as SQUALL_WORLDS says; with SQUALL_WORLD_MINUTES as many as are done by then.
    /// SQUALL_FIRST_WORLD is the number of the first, so that every night sees others.
    static var fromEnvironment: Scope {
      func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
      }
      var scope = Scope(first: number("SQUALL_FIRST_WORLD") ?? 0, count: 400)
      scope.isLogged = number("SQUALL_WORLDS") != nil || number("SQUALL_WORLD_MINUTES") != nil
      if let count = number("SQUALL_WORLDS") { scope.count = count }
      if let minutes = number("SQUALL_WORLD_MINUTES") {
        scope.count = nil
        scope.deadline = ContinuousClock.Instant.now.advanced(by: .seconds(60 * minutes))
      }
      return scope
    }

    /// The numbers of the next few worlds, given the number of those done; nil where that is all.
    func batch(after done: Int) -> [Int]? {
      if done > 0, let deadline, ContinuousClock.Instant.now >= deadline { return nil }
      let size = min(64, (count ?? .max) - done)
      return size > 0 ? Array(first + done..<first + done + size) : nil
    }
  }
}

/// Names each world on the standard error before it is tried: what traps can be named by nobody else.
private struct WildLog: Sendable {
  private let folder: URL

  init() {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "squall-worlds-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Writes the world down.
  func begin(_ world: RandomWorld) -> Page {
    let file = folder.appending(path: "wild-\(world.number).yaml")
    try? Data(world.text().utf8).write(to: file)
    FileHandle.standardError.write(Data("wild world \(world.number): \(file.path)\n".utf8))
    return Page(file: file)
  }

  struct Page {
    fileprivate let file: URL

    /// Whoever has come through leaves nothing behind.
    func end() { try? FileManager.default.removeItem(at: file) }
  }
}
