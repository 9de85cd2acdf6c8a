import GatewayModel
import NetworkModel
import Primitives
import Simulator

/// The traits of a cohort's clients that the metrics of a run ask for.
package struct CohortTraits: Sendable {
  package let system: SystemName
  /// The stages of the gateway that they pass at least before they are connected again.
  let setUpStages: [SetUpStage]
  /// How long they wait for parts of their set-up; empty where nothing limits that.
  let limits: [WaitingLimit]

  package init(_ system: SystemName, setUpStages: [SetUpStage], limits: [WaitingLimit]) {
    self.system = system
    self.setUpStages = setUpStages
    self.limits = limits
  }
}

/// How long a client waits for one part of its set-up.
package struct WaitingLimit: Sendable {
  /// `call timeout`.
  let name: String
  /// The part, as the subject of a sentence.
  let part: String
  let time: Interval
  let stages: [StationRole]
  let trips: Trips

  /// Which round trips the part consists of.
  package enum Trips: Sendable {
    case connection, calls
  }

  package init(
    _ name: String, _ part: String, _ time: Interval, _ stages: [StationRole], _ trips: Trips
  ) {
    self.name = name
    self.part = part
    self.time = time
    self.stages = stages
    self.trips = trips
  }

  func roundTrips(_ network: NetworkDescription) -> Int {
    switch trips {
    // The first message follows the connection.
    case .connection: 1 + network.setup.connection
    case .calls: network.setup.calls
    }
  }
}
