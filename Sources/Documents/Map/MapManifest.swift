import Metrics
import Words

/// The metric that a map shows, and the axes over which it shows it.
package struct MapPlaneRecord: Codable, Hashable, Sendable {
  package struct Axis: Codable, Hashable, Sendable {
    package var key: String
    package var scale: QuantityScale
    package var values: [String]
    /// The place of the scenario's own value; nil where it lies outside, or is not known.
    package var own: Int?

    package init(key: String, scale: QuantityScale, values: [String], own: Int?) {
      self.key = key
      self.scale = scale
      self.values = values
      self.own = own
    }
  }

  package var metric: String
  package var unit: MetricUnit
  package var x: Axis
  package var y: Axis
  package var seeds: SeedsRecord
  package var replications: Int

  package init(
    metric: String, unit: MetricUnit, x: Axis, y: Axis, seeds: SeedsRecord, replications: Int
  ) {
    self.metric = metric
    self.unit = unit
    self.x = x
    self.y = y
    self.seeds = seeds
    self.replications = replications
  }
}

/// How the manifest of a map ends: what became of one shard.
package struct MapTail: Codable, Sendable {
  package var shard: ShardRecord
  package var runs: Int
  package var events: Int
  /// A hash of the digests of the runs, each on a line.
  package var digest: String
  /// The sentences about the map; none where the metric is a figure.
  package var verdict: [String]
  @Inlined package var content: FolderContent

  package init(
    _ shard: ShardRecord, runs: Int, events: Int, digest: String, verdict: [String],
    files: [WrittenFile]
  ) {
    self.shard = shard
    self.runs = runs
    self.events = events
    self.digest = digest
    self.verdict = verdict
    content = FolderContent(files)
  }
}

/// The manifest of a map's folder.
package struct MapManifest: Codable, Sendable {
  @Inlined package var scenario: ScenarioRecord
  package var map: MapPlaneRecord
  package var plan: PlanRecord
  @Inlined package var tail: MapTail

  package var shard: ShardRecord { tail.shard }
  package var hashes: [String: String] { tail.content.hashes.dictionary }
}
