import Campaigns
import Documents
import Scenarios
import Systems

/// What a sweep runs: the begin of its manifest, the same bytes in every shard.
package struct SweepDescription: Sendable {
  /// Tells sweeps apart: covers the tool and all that is asked for (`SweepRequest.hash`).
  package let hash: String
  private let members: [JSONValue.Member]

  /// - Parameter commit: the source revision the tool was built from.
  package init(_ request: SweepRequest, toolVersion: String, commit: String) {
    let grid = request.grid
    self.init(
      request, .sweep, toolVersion: toolVersion, commit: commit,
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
          "metrics": .array(request.metrics.paths.map(JSONValue.string)),
          "promises": .array(request.promises.map { .string($0.text) }),
        ]))
  }

  /// - Parameter member: what stands behind the scenario.
  init(
    _ request: SweepRequest, _ kind: ResultsKind, toolVersion: String, commit: String,
    _ member: JSONValue.Member
  ) {
    let tool = RunFacts(toolVersion: toolVersion, commit: commit, arguments: [], wallSeconds: 0)
    let what =
      documentMembers(Maker(kind, tool)) + documentMembers(ScenarioRecord(request.scenario)) + [
        member
      ]
    hash = hashText(JSONValue.object(what).line + "\n" + request.hash)
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
    package var promises: [String]

    /// The promises as they are judged; nil where one of them is none.
    var levels: [ServiceLevel]? {
      let levels = promises.compactMap { try? parseServiceLevel($0) }
      return levels.count == promises.count ? levels : nil
    }
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
  /// What became of the promises; nil of a shard, which judges none, and where there are none.
  package var promises: SweepVerdict?
  var hashes: [String: String]

  /// The files beside it that hold what the cells came to.
  var tables: [String] {
    let whole = shard.count == 1 ? [SweepPromises.name] : []
    return [SweepWriter.rows, SweepWriter.cells]
      + (grid.promises.isEmpty ? [] : [SweepChecks.name] + whole)
  }

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
    verdict: SweepVerdict?, files: [WrittenFile]
  ) -> String {
    let rest: [JSONValue.Member] =
      [
        member(shard), .init("cells", .integer(cells)), .init("events", .integer(events)),
        .init("digest", .string(digest)),
      ] + (verdict.map { [.init("promises", $0.json)] } ?? [])
      + documentMembers(FolderContent(files))
    return head + JSONValue.object(rest).text.dropFirst("{".count)
  }
}
