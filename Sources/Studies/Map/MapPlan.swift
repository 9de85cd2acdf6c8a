import GatewayModel
import Metrics
import Scenarios
import Systems
import Words

/// A map of which every cell is known to be a good scenario.
package struct MapPlan: Sendable {
  package let plane: MapPlane
  /// All cells with all seeds, of which the border needs but a part.
  package let sweep: SweepPlan

  package var scenario: Scenario { sweep.scenario }

  /// - Parameters:
  ///   - size: how many values each key is given at most.
  ///   - replications: how many seeds each cell has.
  /// - Throws: where a key or the metric is none that a map can have, or a cell is no good scenario.
  package init(
    _ base: SweepBase, x: SearchRange, y: SearchRange, metric: String, size: (x: Int, y: Int),
    replications: Int
  ) throws(SearchError) {
    guard !x.covers(y.key), !y.covers(x.key) else {
      throw SearchError(
        x.key == y.key
          ? "--x and --y are both \(x.key): a map has two keys"
          : "--x \(x.key) and --y \(y.key): one of them holds the other; name two keys")
    }
    let scenario = try Self.decoded(base)
    let metrics = try Self.selection(metric)
    let axes = try [x, y].map { range throws(SearchError) in
      let range = range.fitted(to: base)
      return try MapAxis(
        range, size: range.option == x.option ? size.x : size.y,
        own: scenario.number(at: range.key, range.scale))
    }
    guard let seeds = SeedRange(first: scenario.seed, count: replications) else {
      throw SearchError(
        "--replications \(replications): the last seed would be beyond \(UInt64.max)")
    }
    plane = MapPlane(
      x: axes[0], y: axes[1], metric: metric, unit: metrics.metrics([.undefined])[0].unit,
      seeds: seeds)
    do throws(SweepError) {
      let grid = try SweepGrid(
        variations: [
          Variation(key: y.key, values: axes[1].texts, option: y.option),
          Variation(key: x.key, values: axes[0].texts, option: x.option),
        ], formulas: [], seeds: seeds)
      // A value of a key on the command line is the place of the scenario in the map.
      sweep = try SweepPlan(base, grid, metrics, replacesTyped: true, judgesPromises: false)
    } catch {
      let hint =
        error.cause?.has(.fractionalServers) == true
        ? "; look for its workers or cores in the place of its rate" : ""
      throw SearchError(error.description + hint)
    }
  }

  private static func decoded(_ base: SweepBase) throws(SearchError) -> Scenario {
    do throws(ScenarioError) {
      return try base.decode()
    } catch {
      throw SearchError(error.description)
    }
  }

  private static func selection(_ metric: String) throws(SearchError) -> MetricSelection {
    let selection: MetricSelection
    do throws(SweepError) {
      selection = try MetricSelection([metric])
    } catch {
      throw SearchError(error.description)
    }
    guard selection.paths == [metric] else {
      throw SearchError(
        "--metric \(metric): a map shows one metric, and this is a group; write "
          + selection.paths[0])
    }
    return selection
  }

  /// Runs that a shard has to make before it can go on; empty where it is done.
  /// - Parameter known: the value of each run that was made, by its number.
  package func wanted(_ shard: Shard, known: [Int: MetricValue]) -> [Int] {
    shard.seeds(of: plane).flatMap { seed -> [Int] in
      let result = MapSurvey.result(plane) { known[plane.run(cell: $0, seed: seed)] }
      guard case .wants(let cells) = result else { return [] }
      return cells.map { plane.run(cell: $0, seed: seed) }
    }.sorted()
  }
}

extension Scenario {
  /// The value of a key as a number; nil where it is none, or is not told.
  fileprivate func number(at key: String, _ scale: QuantityScale) -> Double? {
    if let value = resolved.first(where: { $0.path == key }) { return scale.value(of: value.value) }
    return stationRate(at: key).map(scale.rounded)
  }

  /// Returns the rate of a node's station per second, by a key such as `gateway.auth.rate`: a
  /// scenario holds its servers and their time. nil if it has no limit.
  private func stationRate(at key: String) -> Double? {
    let stations: [String: StationDescription] = [
      "gateway.handshake.rate": gateway.handshake, "gateway.auth.rate": gateway.auth,
      "gateway.ready.rate": gateway.ready, "gateway.api.rate": gateway.api,
    ]
    guard let station = stations[key], let servers = station.servers,
      station.time.meanSeconds > 0
    else { return nil }
    return Double(servers) / station.time.meanSeconds
  }

  /// The ranges that a map has where none are asked for; the second is nil where no fault has a
  /// duration.
  package var usualMapRanges: (x: String, y: String?) {
    let count = clients.count
    let timed = resolved.filter { path, value in
      path.hasPrefix("faults.") && path.hasSuffix(".for") && path.split(separator: ".").count == 3
        && (try? parseDuration(value)) != nil
    }
    return (
      "clients.count=\(max(1, count / 10))..\(3 * max(1, count))",
      timed.first.map { "\($0.path)=5s..10m" }
    )
  }
}
