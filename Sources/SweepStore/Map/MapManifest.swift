import Campaigns
import Documents
import Metrics
import Systems
import Words

extension SweepDescription {
  /// The begin of a map's manifest.
  /// - Parameter commit: the source revision the tool was built from.
  package init(_ plan: MapPlan, toolVersion: String, commit: String) {
    let plane = plan.plane
    self.init(
      plan.sweep.request, .map, toolVersion: toolVersion, commit: commit,
      .init(
        "map",
        [
          "metric": .string(plane.metric), "unit": .string(plane.unit.rawValue),
          "x": Self.json(plane.x), "y": Self.json(plane.y),
          "seeds": [
            "first": .unsigned(plane.seeds.first), "last": .unsigned(plane.seeds.last),
          ],
          "replications": .integer(plane.seeds.count),
        ]))
  }

  private static func json(_ axis: MapAxis) -> JSONValue {
    [
      "key": .string(axis.key), "scale": .string(axis.scale.rawValue),
      "values": .array(axis.texts.map(JSONValue.string)),
      "own": .optional(axis.own, JSONValue.integer),
    ]
  }
}

/// The manifest of a map's folder, as far as it is read again.
struct MapManifest: Decodable {
  struct Axis: Decodable {
    var key: String
    var scale: String
    var values: [String]
    var own: Int?

    /// nil where it says nothing that fits together.
    var axis: MapAxis? {
      QuantityScale(rawValue: scale).flatMap {
        MapAxis(key: key, scale: $0, texts: values, own: own)
      }
    }
  }

  struct Map: Decodable {
    var metric: String
    var unit: String
    var x: Axis
    var y: Axis
    var seeds: SweepManifest.Seeds
    var replications: Int
  }

  var scenario: String
  var map: Map
  var plan: SweepManifest.Hash
  var shard: SweepManifest.Part
  var runs: Int
  var events: Int
  var digest: String
  var hashes: [String: String]

  /// nil where it says nothing that fits together.
  var plane: MapPlane? {
    guard let x = map.x.axis, let y = map.y.axis, let unit = MetricUnit(rawValue: map.unit),
      SeedRange.countRange.contains(map.replications),
      let seeds = SeedRange(first: map.seeds.first, count: map.replications),
      seeds.last == map.seeds.last
    else { return nil }
    return MapPlane(x: x, y: y, metric: map.metric, unit: unit, seeds: seeds)
  }

  /// A whole manifest: the head that all shards share, and what became of this one.
  /// - Parameters:
  ///   - digest: a hash of the digests of the runs, each on a line.
  ///   - verdict: what the map says, a sentence each.
  static func text(
    head: String, _ shard: Shard, runs: Int, events: Int, digest: String, verdict: [String],
    files: [WrittenFile]
  ) -> String {
    let rest: [JSONValue.Member] =
      [
        SweepManifest.member(shard), .init("runs", .integer(runs)),
        .init("events", .integer(events)), .init("digest", .string(digest)),
        .init("verdict", .array(verdict.map(JSONValue.string))),
      ] + documentMembers(FolderContent(files))
    return head + JSONValue.object(rest).text.dropFirst("{".count)
  }
}
