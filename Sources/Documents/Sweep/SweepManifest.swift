/// The plan of a sweep or a map: a hash that tells it from others.
package struct PlanRecord: Codable, Hashable, Sendable {
  package var algorithm = FNV1a.name
  package var value: String

  package init(_ value: String) { self.value = value }
}

/// Which part of the whole it is, from 1.
package struct ShardRecord: Codable, Hashable, Sendable {
  package var index: Int
  package var count: Int

  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }
}

/// The keys that a sweep varies, and the metrics that it keeps.
package struct SweepGridRecord: Codable, Hashable, Sendable {
  package struct Key: Codable, Hashable, Sendable {
    package var key: String
    package var values: [String]

    package init(key: String, values: [String]) {
      self.key = key
      self.values = values
    }
  }

  package var vary: [Key]
  package var backoffs: [String]
  package var seeds: SeedsRecord
  package var replications: Int
  package var cells: Int
  package var metrics: [String]
  package var promises: [String]

  package init(
    vary: [Key], backoffs: [String], seeds: SeedsRecord, replications: Int, cells: Int,
    metrics: [String], promises: [String]
  ) {
    self.vary = vary
    self.backoffs = backoffs
    self.seeds = seeds
    self.replications = replications
    self.cells = cells
    self.metrics = metrics
    self.promises = promises
  }
}

/// How the manifest of a sweep or a map begins: the same bytes in every shard.
package struct PartsHead: Codable, Sendable {
  @Inlined package var maker: Maker
  @Inlined package var scenario: ScenarioRecord
  @Omitted package var grid: SweepGridRecord?
  @Omitted package var map: MapPlaneRecord?
  @Omitted package var plan: PlanRecord?

  package init(_ maker: Maker, _ scenario: ScenarioRecord, grid: SweepGridRecord) {
    self.maker = maker
    self.scenario = scenario
    self.grid = grid
  }

  package init(_ maker: Maker, _ scenario: ScenarioRecord, map: MapPlaneRecord) {
    self.maker = maker
    self.scenario = scenario
    self.map = map
  }

  /// The text of the manifest up to where shards differ.
  package var text: String { documentText(self).dropLast("\n}\n".count) + "," }

  /// The plan of one shard, behind the head that all of them share.
  package static func text(_ head: String, of shard: ShardRecord) -> String {
    head + rest(["shard": .document(shard)])
  }

  /// A whole manifest behind the head that all shards share.
  package static func whole(_ head: String, _ tail: some Encodable) -> String {
    head + rest(.document(tail))
  }

  private static func rest(_ tail: JSONValue) -> String { String(tail.text.dropFirst("{".count)) }

  /// The text with which the part that differs between shards begins.
  package static let seam = "\n  \"shard\": {"
}

/// How the manifest of a sweep ends: what became of one shard.
package struct SweepTail: Codable, Sendable {
  package var shard: ShardRecord
  package var cells: Int
  package var events: Int
  /// A hash of the digests in `cells.csv`, each on a line.
  package var digest: String
  /// nil of a shard, which judges none, and where there are none.
  @Omitted package var promises: SweepVerdict?
  @Inlined package var content: FolderContent

  package init(
    _ shard: ShardRecord, cells: Int, events: Int, digest: String, promises: SweepVerdict?,
    files: [WrittenFile]
  ) {
    self.shard = shard
    self.cells = cells
    self.events = events
    self.digest = digest
    self.promises = promises
    content = FolderContent(files)
  }
}

/// The manifest of a sweep's folder.
package struct SweepManifest: Codable, Sendable {
  @Inlined package var scenario: ScenarioRecord
  package var grid: SweepGridRecord
  package var plan: PlanRecord
  @Inlined package var tail: SweepTail

  package var shard: ShardRecord { tail.shard }
  package var hashes: [String: String] { tail.content.hashes.dictionary }
}
