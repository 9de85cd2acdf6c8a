import Faults
import Primitives
import Words

/// A rolling restart that drops all connections of a node at once, and the drain that would close them one after the
/// other.
package struct DrainAdvice: Sendable {
  /// The place of the fault in the scenario.
  package let fault: Int
  /// The time that a node takes to close its connections.
  package let within: Interval
  /// The time from the first node's turn until the last node is back, with the drain and without it.
  package let length: (with: Interval, without: Interval)
  /// The options that set it: `--set 'faults.0.drain={within: 45s}'`, and a longer `--duration` where it takes one.
  package let options: String

  /// The words on what a drain costs: the restart takes longer.
  package var price: String {
    "The restart then takes \(HumanText.moment(length.with.seconds)) in place of "
      + "\(HumanText.moment(length.without.seconds))."
  }
}

extension Scenario {
  /// nil without such a restart, beside another incident, which may make a storm of its own, where no node is left to
  /// go to, where nothing limits the gateway, and where a node would take more than an hour.
  package var drainAdvice: DrainAdvice? {
    let counted = timeline.counted
    guard gateway.nodes > 1, let narrowest = bottleneck, counted.count == 1,
      let place = counted.first,
      case .restart(rolling: true, drop: true, let pause, drain: nil) = faults[place].kind,
      let down = faults[place].duration
    else { return nil }
    let fault = faults[place]
    // Half of the rate of the nodes that are left. The node whose turn comes last has the most connections.
    let rate = narrowest.perSecond * Double(gateway.nodes - 1) / Double(gateway.nodes) / 2
    let most =
      NodeDrain(within: .seconds(1), clients: clients.count).connections(nodes: gateway.nodes)
      .max() ?? 0
    guard let within = Self.drainTimes.first(where: { $0.seconds >= Double(most) / rate }) else {
      return nil
    }
    let drain = NodeDrain(within: within, clients: clients.count)
    let restart = RollingRestart(down: down, pause: pause, drain: drain)
    let end = fault.at + restart.length(nodes: gateway.nodes)
    let length = [restart, RollingRestart(down: down, pause: pause)].map {
      $0.length(nodes: gateway.nodes)
    }
    return DrainAdvice(
      fault: place, within: within, length: (length[0], length[1]),
      options: "--set 'faults.\(place).drain={within: \(durationText(within))}'"
        + (end.seconds < duration.seconds ? "" : " \(Self.enough(for: end))"))
  }

  private static let drainTimes: [Interval] =
    [10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1_200, 1_800, 3_600].map { .seconds($0) }
}
