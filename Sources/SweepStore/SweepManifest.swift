import Campaigns
import ResultFiles
import Systems

/// What a sweep runs: the begin of its manifest, the same bytes in every shard.
package struct SweepDescription: Sendable {
  /// Tells sweeps apart: covers the tool, every value of every point, the seeds and the metrics.
  package let hash: String
  private let members: [JSONValue.Member]

  /// - Parameter commit: the source revision the tool was built from.
  package init(_ plan: SweepPlan, toolVersion: String, commit: String) {
    let grid = plan.grid
    self.init(
      plan, .sweep, toolVersion: toolVersion, commit: commit,
      .init(
        "grid",
        [
          "vary": .array(
            grid.variations.map { variation in
              [
                "key": .string(variation.key),
                "values": .array(variation.values.map(JSONValue.string)),
              ]
            }),
          "backoffs": .array(grid.formulas.map(JSONValue.string)),
          "seeds": [
            "first": .unsigned(grid.seeds.first), "last": .unsigned(grid.seeds.last),
          ],
          "replications": .integer(grid.seeds.count), "cells": .integer(grid.cells),
          "metrics": .array(plan.metrics.paths.map(JSONValue.string)),
        ]))
  }

  /// - Parameter member: what stands behind the scenario.
  init(
    _ plan: SweepPlan, _ kind: ResultsKind, toolVersion: String, commit: String,
    _ member: JSONValue.Member
  ) {
    let tool = RunFacts(toolVersion: toolVersion, commit: commit, arguments: [], wallSeconds: 0)
    let what = origin(of: plan.scenario, kind, tool) + [member]
    hash = hashText(JSONValue.object(what).line + "\n" + plan.pointsHash)
    members =
      what + [
        .init("plan", ["algorithm": .string("FNV-1a 64"), "value": .string(hash)])
      ]
  }

  /// The begin of the manifest, up to where shards differ.
  var head: String { String(JSONValue.object(members).text.dropLast("\n}\n".count)) + "," }

  /// The plan of one shard.
  func text(of shard: Shard) -> String {
    JSONValue.object(members + [SweepManifest.member(shard)]).text
  }
}

/// The manifest of a sweep's folder, as far as it is read again.
package struct SweepManifest: Decodable {
  package struct Key: Decodable {
    package var key: String
    package var values: [String]
  }

  package struct Seeds: Decodable {
    package var first: UInt64
    package var last: UInt64
  }

  package struct Grid: Decodable {
    package var vary: [Key]
    package var backoffs: [String]
    package var seeds: Seeds
    package var replications: Int
    package var cells: Int
    package var metrics: [String]
  }

  struct Hash: Decodable { var value: String }

  struct Part: Decodable {
    var index: Int
    var count: Int
  }

  var scenario: String
  package var grid: Grid
  var plan: Hash
  var shard: Part
  package var cells: Int
  package var events: Int
  package var digest: String
  var hashes: [String: String]

  /// Where the part that differs between shards begins.
  static let seam = "\n  \"shard\": {"

  static func member(_ shard: Shard) -> JSONValue.Member {
    .init("shard", ["index": .integer(shard.index), "count": .integer(shard.count)])
  }

  /// A whole manifest: the head that all shards share, and what became of this one.
  ///
  /// - Parameter digest: a hash of the digests in `cells.csv`, each on a line.
  static func text(
    head: String, shard: Shard, cells: Int, events: Int, digest: String,
    files: [WrittenFile]
  ) -> String {
    let rest: [JSONValue.Member] =
      [
        member(shard), .init("cells", .integer(cells)), .init("events", .integer(events)),
        .init("digest", .string(digest)),
      ] + fileMembers(files)
    return head + JSONValue.object(rest).text.dropFirst("{".count)
  }
}
