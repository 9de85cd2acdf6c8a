import Faults
import Foundation
import GatewayModel
import Metrics
import Primitives
import Systems
import VirtualTime
import Words

/// A scenario file made from a few figures, with a comment behind each line that users will want to
/// change.
package struct NewScenario: Sendable {
  private let name: String
  private let figures: [ScenarioFigure: String]
  /// The scenario that the figures give.
  private let scenario: Scenario

  /// - Parameters:
  ///   - name: the name of the scenario; letters, digits, `-`, `_` and `.`.
  ///   - figures: the figures as they were typed. A missing one takes its standard.
  ///   - label: the text that locates a problem with a figure: the option, for example.
  /// - Throws: an error if a figure is wrong.
  package init(
    name: String, _ figures: [ScenarioFigure: String], checks: ScenarioChecks = .none,
    label: (ScenarioFigure, String) -> String
  ) throws(ScenarioError) {
    self.name = name
    var all: [ScenarioFigure: String] = [:]
    var overrides = [Override(path: "name", text: name, label: name)]
    for figure in ScenarioFigure.allCases {
      let value = figures[figure] ?? figure.standard
      all[figure] = value
      overrides.append(figure.override(value, label: label(figure, value)))
    }
    self.figures = all
    scenario = try ScenarioFile.decode(
      text: Self.frame, file: "\(name).yaml", overrides: overrides, checks: checks)
  }

  /// The text into which the figures are put.
  private static let frame =
    "faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, scope: {share: 100%}}]"

  // MARK: The text

  /// The whole file.
  package var text: String { aligned(lines) }

  /// Its lines, with a tab before the comments that are to stand below each other.
  private var lines: String {
    """
    # yaml-language-server: $schema=./squall.schema.json
    # Check it:  simulate validate \(name).yaml    Run it:  simulate \(name).yaml
    # What a key means:  simulate explain gateway.admission

    name: \(name)
    about: \(about)
    seed: 1\t# one draw of luck; --replications 20 runs seeds 1 to 20
    duration: \(durationText(duration))\t# virtual time at which the run ends at the latest
    until: settled\t# or as soon as nothing can change any more

    clients:
      count: \(self[.clients])
      # x is the number of failures, 1 at the first. connectTimeout: how long an attempt may take.
      backoff: \(quoted(backoff))
      # Cohorts: parts of the fleet that differ. What one does not say comes from above.
      # mix:
      #   - { name: phones, share: 30%, network: lte }
      #   - { name: desktops, share: 70%, network: wifi }

    network: \(self[.network])\t# latency, round trips and loss: simulate explain network.profile

    gateway:
      nodes: \(self[.gateways])
      handshake: \(station(.handshakes))\t# TLS handshakes of each node
      auth: \(station(.logins))\t# logins, for all nodes together
      admission: \(admission)\t# new connections that each node lets in; none: no limit

    faults:
      # \(modeWords)
      - { at: 60s, for: \(self[.outage]), kind: outage, mode: \(self[.mode])\(dropping)\(scope) }
      # A rolling deploy, node by node: close its connections within a minute, be away for 20 s, pause.
      # - { at: 10m, kind: restart, rolling: true, for: 20s, pause: 10s,
      #     drain: { within: 1m } }
      # Phones that lose their network for 13 s, again and again, for half an hour.
      # - { at: 60s, for: 30m, kind: flapping, of: path, up: 10m, down: 13s,
      #     scope: { share: 30% } }

    \(bound)
    slo:\t# promises: exit code 3 where one is broken
      - recover.p99 < \(durationText(promise))
      - recovered_share == 100%

    """
  }

  private subscript(figure: ScenarioFigure) -> String { figures[figure] ?? figure.standard }

  private var about: String {
    let nodes =
      scenario.gateway.nodes == 1
      ? "their gateway" : "their \(scenario.gateway.nodes) gateway nodes"
    let clients = scenario.clients.count
    let who = HumanText.count(clients) + (clients == 1 ? " client" : " clients")
    let loses = "\(clients == 1 && share == 1 ? "loses" : "lose") \(nodes) for \(self[.outage])"
    return (share < 1 ? "\(self[.share]) of " : "") + "\(who) \(loses)."
  }

  // MARK: The outage

  private var mode: OutageMode? {
    if case .outage(let mode, _, _, _)? = scenario.faults.first?.kind { mode } else { nil }
  }

  private var share: Double {
    if case .share(let share)? = scenario.faults.first?.scope { share } else { 1 }
  }

  /// The clients of an outage that is loud find out at once; those of a silent one by their heartbeats.
  private var dropping: String { mode == .refuse ? ", drop: true" : "" }

  private var scope: String { share < 1 ? ", scope: { share: \(self[.share]) }" : "" }

  private var modeWords: String {
    switch mode {
    case .blackhole:
      "No packet gets through. Clients notice by their heartbeats, or when they send."
    case .reset: "All nodes close their connections, and reset new ones."
    case .drain: "All nodes close their connections in good order, and refuse new ones."
    case .refuse, nil:
      "All nodes refuse connections. drop: true closes those that are open when it begins."
    }
  }

  private func aligned(_ lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let parts = line.components(separatedBy: "\t")
      guard parts.count > 1 else { return String(line) }
      let blanks = String(repeating: " ", count: max(2, 34 - parts[0].count))
      return parts[0] + blanks + parts[1]
    }.joined(separator: "\n")
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "''") + "'"
  }

  /// With a connect timeout that can be seen, as it decides how many attempts come to nothing.
  private var backoff: String {
    let text = self[.backoff]
    let isFormula = text.contains("(") || text.contains("^") || text.contains("*")
    return isFormula && !text.contains("connectTimeout") ? text + ", connectTimeout: 10s" : text
  }

  private var admission: String {
    self[.admission] == "none" ? "none" : "{ rate: \(self[.admission]) }"
  }

  // MARK: Stations

  /// Returns `{ rate: 800/s }`. If the profile's many servers would make each service far too slow
  /// at that rate, it has as many servers as keep the service's time.
  private func station(_ figure: ScenarioFigure) -> String {
    let isHandshake = figure == .handshakes
    let profile = isHandshake ? GatewayProfiles.default.handshake : GatewayProfiles.default.auth
    let own = isHandshake ? scenario.gateway.handshake : scenario.gateway.auth
    let (usual, mean) = (Sampler(profile.time).meanSeconds, Sampler(own.time).meanSeconds)
    guard let servers = own.servers, mean > 10 * usual else { return "{ rate: \(self[figure]) }" }
    let few = max(1, (Double(servers) / mean * usual).rounded(.up))
    return "{ \(isHandshake ? "cores" : "workers"): \(Int(few)), rate: \(self[figure]) }"
  }

  // MARK: Expected times

  /// The time that the narrowest stage needs for all clients, in seconds.
  private var leastSeconds: Double {
    narrowest.map { seconds(of: $0) } ?? 0
  }

  /// The stage that takes longest for all clients: a burst is let in at once.
  private var narrowest: GatewayStage? {
    scenario.gateway.limitingStages.max { seconds(of: $0) < seconds(of: $1) }
  }

  private func seconds(of stage: GatewayStage) -> Double {
    max(0, Double(scenario.clients.count) * share - stage.burst) / stage.perSecond
  }

  private var bound: String {
    guard let narrowest = scenario.bottleneck else {
      return "# No stage keeps the clients waiting for long."
    }
    return
      "# \(share < 1 ? "They" : "All clients") need at least \(HumanText.duration(leastSeconds)) to return: "
      + "\(narrowest.name) takes \(HumanText.number(narrowest.perSecond)) a second."
  }

  /// Half as long again as the least, in whole minutes.
  private var promise: Interval { .minutes(Int64((max(60, 1.5 * leastSeconds) / 60).rounded(.up))) }

  /// Long enough for a slow recovery, and for a storm to be told that does not end.
  private var duration: Interval {
    let outage = scenario.faults.first?.duration?.seconds ?? 0
    let minutes = (60 + outage + 3 * leastSeconds) / 60 + 15
    return .minutes(min(Int64(minutes.rounded(.up)), 44_000))
  }
}
