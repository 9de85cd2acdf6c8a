import Findings
import Primitives
import Scenarios
import Simulator
import Store
import Studies
import Text
import Worlds

/// A scenario played in every way in which it can be played: with either event list, at one go and
/// step by step, on one thread and on several. They must all give the same, and what they give must
/// make sense.
struct WildTrial: Sendable {
  /// What was wrong, by the name of what should hold.
  private(set) var complaints: [String: [String]] = [:]
  private(set) var events = 0
  /// What came about, in words.
  private(set) var notes: [String] = []

  /// What should hold, beside the properties of a world.
  static let isScenario = "it can be read"
  static let isSameWithEitherQueue = "either event list gives the same"
  static let isSameStepByStep = "it is the same step by step"
  static let isSameOnAnyThreads = "it is the same on any number of threads"
  static let endsWell = "it ends with results, or with an error of the scenario's"

  /// - Parameters:
  ///   - most: where a run takes more than so many times 65,536 events, no more of the scenario is
  ///     looked at than fits into as many.
  ///   - hasThreads: whether it is played with several seeds on several threads, too.
  init(_ text: String, most: Int = 3, hasThreads: Bool = true) {
    do {
      let scenario = try ScenarioFile.decode(
        text: text, file: "world.yaml", checks: WorldFiles.checks)
      try play(scenario, most: most, hasThreads: hasThreads)
    } catch {
      complain(Self.isScenario, "\(error)")
    }
  }

  private mutating func complain(_ what: String, _ text: String) {
    complaints[what, default: []].append(text)
  }

  private mutating func compare(_ one: Ending, _ other: Ending, _ what: String) {
    if let difference = one.difference(to: other) { complain(what, difference) }
  }

  private mutating func play(_ whole: Scenario, most: Int, hasThreads: Bool) throws {
    var scenario = whole
    var stepped = try Experiment(scenario, skipsQuietTime: false)
    var usual = Ending(stepped, .ladder, most: most)
    compare(usual, Ending(stepped, .heap, most: most), Self.isSameWithEitherQueue)
    if let cut = usual.cut {
      notes.append("cut off")
      // Of an instant that holds them all there is no first part.
      guard cut > .start else { return }
      scenario.duration = cut - .start
      stepped = try Experiment(scenario, skipsQuietTime: false)
      usual = Ending(stepped, .ladder)
    }
    let fastForwarded = try Experiment(scenario)
    compare(usual, Ending(fastForwarded, .ladder), Self.isSameStepByStep)
    compare(usual, Ending(fastForwarded, .heap), Self.isSameStepByStep)
    judge(usual)
    if hasThreads { playOnThreads(fastForwarded) }
  }

  private mutating func judge(_ ending: Ending) {
    switch ending {
    case .finished(let world):
      events = world.run.course.events
      notes.append("results")
      for property in WorldProperty.ofAnyWorld {
        var found = Complaints()
        property.check(world, &found)
        for text in found.texts { complain(property.name, text) }
      }
    case .failed(.equalEvents(let event, let instant)):
      complain(Self.endsWell, "two equal events at \(instant): \(event)")
    case .failed(.invalidDelay): notes.append("invalid delay")
    case .failed(.endlessInstant): notes.append("endless instant")
    }
  }

  // MARK: Several threads

  private mutating func playOnThreads(_ experiment: Experiment) {
    let seed = experiment.scenario.seed
    // The last seed is followed by the first.
    let experiments = [seed, seed &+ 1, seed &+ 2].map(experiment.seeded)
    let one = Self.replications(of: experiments, threads: 1)
    let three = Self.replications(of: experiments, threads: 3)
    if one == three { return }
    complain(Self.isSameOnAnyThreads, "\(one.description)\nand \(three.description)")
  }

  private struct Replications: Equatable {
    var runs: [Replication] = []
    var error: String?

    var description: String { error ?? runs.map(\.digest.text).joined(separator: ", ") }
  }

  private static func replications(of experiments: [Experiment], threads: Int) -> Replications {
    do throws(ReplicationError) {
      return Replications(runs: try WorkPool(threads: threads).run(experiments))
    } catch {
      return Replications(error: "\(error)")
    }
  }
}
