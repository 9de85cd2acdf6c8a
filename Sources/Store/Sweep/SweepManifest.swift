import Documents
import Scenarios
import Studies

/// The description of a sweep: the beginning of its manifest, the same bytes in every shard.
package struct SweepDescription: Sendable {
  /// Tells sweeps apart: covers the tool and all that is asked for (`SweepRequest.hash`).
  package let hash: String
  /// The text of the manifest up to where shards differ.
  let head: String

  /// - Parameter commit: the source revision the tool was built from.
  package init(_ request: SweepRequest, toolVersion: String, commit: String) {
    self.init(
      request,
      PartsHead(
        Self.maker(.sweep, toolVersion, commit), ScenarioRecord(request.scenario),
        grid: SweepGridRecord(request)))
  }

  /// The begin of a map's manifest.
  /// - Parameter commit: the source revision the tool was built from.
  package init(_ plan: MapPlan, toolVersion: String, commit: String) {
    let (plane, request) = (plan.plane, plan.sweep.request)
    func axis(_ axis: MapAxis) -> MapPlaneRecord.Axis {
      .init(key: axis.key, scale: axis.scale, values: axis.texts, own: axis.own)
    }
    self.init(
      request,
      PartsHead(
        Self.maker(.map, toolVersion, commit), ScenarioRecord(request.scenario),
        map: MapPlaneRecord(
          metric: plane.metric, unit: plane.unit, x: axis(plane.x), y: axis(plane.y),
          seeds: SeedsRecord(plane.seeds),
          replications: plane.seeds.count)))
  }

  private init(_ request: SweepRequest, _ what: PartsHead) {
    hash = hashText(JSONValue.document(what).line + "\n" + request.hash)
    var head = what
    head.plan = PlanRecord(hash)
    self.head = head.text
  }

  private static func maker(_ kind: ResultsKind, _ version: String, _ commit: String) -> Maker {
    Maker(kind, RunFacts(toolVersion: version, commit: commit, arguments: [], wallSeconds: 0))
  }

  /// The plan of one shard.
  func text(of shard: Shard) -> String { PartsHead.text(head, of: ShardRecord(shard)) }
}

extension ShardRecord {
  init(_ shard: Shard) { self.init(index: shard.index, count: shard.count) }
}

extension SweepGridRecord {
  init(_ request: SweepRequest) {
    let grid = request.grid
    self.init(
      vary: grid.variations.map { .init(key: $0.key, values: $0.values) },
      backoffs: grid.formulas, seeds: SeedsRecord(grid.seeds), replications: grid.seeds.count,
      cells: grid.cells, metrics: request.metrics.paths, promises: request.promises.map(\.text))
  }

  /// The promises as they are judged; nil where one of them is none.
  var levels: [ServiceLevel]? {
    let levels = promises.compactMap { try? parseServiceLevel($0) }
    return levels.count == promises.count ? levels : nil
  }
}

extension SweepManifest {
  /// The files beside it that hold what the cells came to.
  var tables: [String] {
    let whole = shard.count == 1 ? [SweepPromises.name] : []
    return [SweepWriter.rows, SweepWriter.cells]
      + (grid.promises.isEmpty ? [] : [SweepChecks.name] + whole)
  }
}

extension MapPlaneRecord {
  /// nil where it says nothing that fits together.
  var plane: MapPlane? {
    guard let x = x.axis, let y = y.axis, SeedRange.countRange.contains(replications),
      let seeds = SeedRange(first: seeds.first, count: replications), seeds.last == self.seeds.last
    else { return nil }
    return MapPlane(x: x, y: y, metric: metric, unit: unit, seeds: seeds)
  }
}

extension MapPlaneRecord.Axis {
  /// nil where it says nothing that fits together.
  fileprivate var axis: MapAxis? { MapAxis(key: key, scale: scale, texts: values, own: own) }
}
