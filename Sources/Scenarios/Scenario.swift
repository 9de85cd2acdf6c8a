import Faults
import GatewayModel
import NetworkModel
import Primitives
import Simulator
import Systems

/// One experiment as a scenario file describes it: the clients, the network, the gateway, and the
/// faults. Every value is resolved: nothing is left to a default.
package struct Scenario: Hashable, Sendable {
  /// Names the results folder: letters, digits, `-`, `_` and `.`.
  package var name: String
  /// The effect that the scenario shows, in a sentence or two. May be empty.
  package var about: String
  /// Seed of every random draw of the run.
  package var seed: UInt64
  /// Virtual time at which the run ends at the latest, > 0.
  package var duration: Interval
  /// True if the run ends as soon as every client has an outcome that will not change.
  package var untilSettled: Bool
  package var clients: ClientsDescription
  /// The path of every client whose cohort names no other.
  package var network: NetworkDescription
  package var gateway: GatewayDescription
  /// In file order, which is their numbering; at most 1,023.
  package var faults: [Fault]
  /// Numbers of the faults from whose end recovery is counted; nil = the incidents among them.
  package var recoveryFrom: [Int]?
  package var slo: [ServiceLevel]
  /// How long a storm is looked at, before its last arrival, to be called metastable, > 0.
  package var metastableWindow: Interval
  /// The values that the scenario does not say itself. Counts for nothing where scenarios are
  /// compared, hashed or written down.
  package var inherited = Inheritance()
  /// The files that it was made of beside its text. Counts for as little: what they say is in the values.
  package var files = CarriedFiles()
  /// The text and the changes by which it was written, if it was written. Counts for as little.
  package var written: WrittenScenario?

  package init(
    name: String, about: String, seed: UInt64, duration: Interval, untilSettled: Bool,
    clients: ClientsDescription, network: NetworkDescription, gateway: GatewayDescription,
    faults: [Fault], recoveryFrom: [Int]? = nil, slo: [ServiceLevel],
    metastableWindow: Interval
  ) {
    self.name = name
    self.about = about
    self.seed = seed
    self.duration = duration
    self.untilSettled = untilSettled
    self.clients = clients
    self.network = network
    self.gateway = gateway
    self.faults = faults
    self.recoveryFrom = recoveryFrom
    self.slo = slo
    self.metastableWindow = metastableWindow
  }
}

/// The fleet.
package struct ClientsDescription: Hashable, Sendable {
  /// Clients, in `countRange`.
  package var count: Int
  /// The session system of every client whose cohort names no other.
  package var session: String
  /// The variant of that system.
  package var profile: String
  /// A catalogue name or a formula; nil = the profile's own.
  package var backoff: String?
  /// Settings of the machine that the scenario changes, by name.
  package var parameters: [String: ParameterValue]
  package var behaviour: Behaviour
  package var start: StartDescription
  package var phase: StartPhase
  /// Never empty: without a mix there is one cohort, `all`. Shares sum to 1.
  package var mix: [CohortDescription]

  package init(
    count: Int, session: String, profile: String, backoff: String?,
    parameters: [String: ParameterValue] = [:], behaviour: Behaviour = Behaviour(),
    start: StartDescription, phase: StartPhase, mix: [CohortDescription]
  ) {
    self.count = count
    self.session = session
    self.profile = profile
    self.backoff = backoff
    self.parameters = parameters
    self.behaviour = behaviour
    self.start = start
    self.phase = phase
    self.mix = mix
  }

  /// A client's number has 28 bits in the order of events.
  package static let countRange = 1...268_435_455
}

/// When clients first want a connection.
package enum StartDescription: Hashable, Sendable {
  /// They have been connected for long when the run begins.
  case connected
  /// Each at its own moment, uniform on [0, this); all at 0 where it is 0.
  case within(Interval)
  /// A Poisson stream of this many a second, > 0.
  case rate(perSecond: Double)
}

/// How the periodic timers of connected clients stand when the run begins.
package enum StartPhase: String, Hashable, Sendable, CaseIterable {
  /// Out of step, as in a fleet that has been up for long.
  case spread
  /// All in step.
  case aligned
}

/// A named part of the fleet. A value that is nil comes from the scenario as a whole.
package struct CohortDescription: Hashable, Sendable {
  package var name: String
  /// Fraction of the fleet in (0, 1].
  package var share: Double
  package var os: OperatingSystem?
  package var network: NetworkDescription?
  package var session: String?
  package var profile: String?
  package var backoff: String?
  package var parameters: [String: ParameterValue]?
  package var behaviour: Behaviour?

  package init(
    name: String, share: Double, os: OperatingSystem? = nil, network: NetworkDescription? = nil,
    session: String? = nil, profile: String? = nil, backoff: String? = nil,
    parameters: [String: ParameterValue]? = nil, behaviour: Behaviour? = nil
  ) {
    self.name = name
    self.share = share
    self.os = os
    self.network = network
    self.session = session
    self.profile = profile
    self.backoff = backoff
    self.parameters = parameters
    self.behaviour = behaviour
  }

  /// The whole fleet, where a scenario names no cohorts.
  package static let everyone = CohortDescription(name: "all", share: 1)
}
