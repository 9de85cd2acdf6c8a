import Scenarios
import Simulator
import Studies
import Text

/// How the command ends.
enum ExitStatus: Int32 {
  /// The results could not be written, or the run could not be finished.
  case runtime = 1
  /// Wrong usage or a bad scenario; nothing was run.
  case usage = 2
  case sloFailed = 3
  /// A metric is worse than its baseline allows, and every promise is kept.
  case regression = 4
  case notDeterministic = 5
  case interrupted = 130
}

/// Why the command ends early, or not with 0.
struct CommandFailure: Error {
  var status: ExitStatus
  /// nil where everything is said already.
  var message: String?

  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(status: .usage, message: message)
  }

  /// Gives what `body` gives; an error that it throws says what is wrong with what was typed.
  static func ofUsage<Value>(_ body: () throws -> Value) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      throw error as? CommandFailure ?? .usage("\(error)")
    }
  }

  static func runtime(_ message: String) -> CommandFailure {
    CommandFailure(status: .runtime, message: message)
  }

  /// - Parameter digests: of the run on `queue` and of that on the other.
  static func notDeterministic(
    _ queue: QueueChoice, _ digests: (String, String), of what: String
  ) -> CommandFailure {
    let finding = digests.0 == digests.1 ? "the same digest, but other metrics" : "other digests"
    return CommandFailure(
      status: .notDeterministic,
      message: "two runs of \(what) gave \(finding): \(queue.rawValue) \(digests.0), "
        + "\(queue.other.rawValue) \(digests.1)")
  }

  /// Ends with a status whose reason was said before.
  static func silent(_ status: ExitStatus) -> CommandFailure {
    CommandFailure(status: status, message: nil)
  }
}

extension SeedRange {
  /// As many seeds from a scenario's own on as `--replications` says.
  static func given(_ count: Int, of scenario: Scenario) throws(CommandFailure) -> SeedRange {
    guard let seeds = SeedRange(first: scenario.seed, count: count) else {
      throw .usage("--replications \(count): the last seed would be beyond \(UInt64.max)")
    }
    return seeds
  }
}

extension CommandFailure {
  /// The seed is the one to run alone to see it again.
  init(_ error: ReplicationError) {
    self.init(error.cause)
    message = message.map { "seed \(error.seed): \($0)" }
  }

  /// - Parameter scenario: which is to be told only where the simulator is at fault.
  init(_ error: SimulationError, of scenario: Scenario) {
    self.init(error)
    if case .equalEvents = error {
      message = message.map { "scenario \(scenario.name), seed \(scenario.seed): \($0)" }
    }
  }

  init(_ error: SimulationError) {
    switch error {
    case .invalidDelay(let formula, let failures, let seconds, let client):
      self = .runtime(
        "formula \(formula) gives a delay of \(seconds) s after \(failures) "
          + "failure\(failures == 1 ? "" : "s") (client \(client)): delays must be numbers from 0 to 100 years"
      )
    case .endlessInstant(let formula, let client, let instant):
      self = .runtime(
        "client \(client) (\(formula)) is busy without end at \(instant): more than 10,000 events at one "
          + "instant. It tries again at once, and an attempt takes no time: give its backoff a delay "
          + "above 0, or the network a latency, or turn off what tries again without a backoff "
          + "(such as clients.parameters.reconnectOnClose)")
    case .equalEvents(let event, let instant):
      self = .runtime(
        "two pending events at \(instant) are the same, so that their order is not defined: \(event). "
          + "This is a fault of the simulator, not of the scenario: please report it with the scenario "
          + "and the seed")
    }
  }
}
