import ArgumentParser
import Scenarios
import Studies
import Text
import Words

/// The option to run a scenario behind several gateways.
struct WorldsOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      limits or limits=RATE: each scenario becomes five, as it is and with one single limit of RATE \
      in total (default: that of its narrowest stage) at the listener, the handshakes, the authentication \
      pool, the api. The rate does not follow --clients: for 2,000 take limits=100/s.
      """, valueName: "limits[=rate]"))
  var worlds: String?

  /// The rate of the single limit; nil where worlds are not asked for.
  func limit() throws(CommandFailure) -> LimitRate? {
    guard let worlds else { return nil }
    let parts = worlds.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0] == "limits" else {
      let near = nearest(to: String(parts[0]), in: ["limits"])
      throw .usage(
        "--worlds \(worlds): \(near.map { "did you mean '\($0)'?" } ?? "write limits, or limits=500/s")"
      )
    }
    guard parts.count > 1 else { return .ownOfScenario }
    do throws(QuantityError) {
      let rate = try parseRate(String(parts[1]))
      guard Self.range.contains(rate) else {
        throw QuantityError("\(parts[1]) is out of range: 0.01/s to 1000000/s")
      }
      return .perSecond(rate)
    } catch {
      throw .usage("--worlds limits: \(error.message)")
    }
  }

  private static let range = 0.01...1_000_000.0
}

extension Sequence where Element == Scenario {
  /// The worlds behind a single limit of each scenario; none without a limit.
  /// - Throws: where two would have the same name.
  func behind(_ limit: LimitRate?) throws(CommandFailure) -> [LimitWorld] {
    guard let limit else { return [] }
    let worlds = flatMap { $0.limitWorlds(limit) }
    let names = worlds.map(\.scenario.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw .usage("there would be two scenarios named '\(twice)'; results go by that name")
    }
    return worlds
  }
}
