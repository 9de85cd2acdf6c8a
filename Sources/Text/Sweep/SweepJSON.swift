import Documents
import Metrics
import Store
import Systems

extension SweepFolder {
  /// Writes the facts of the sweep and every metric over the seeds of every point, as JSON.
  ///
  /// - Parameter write: given the text piece by piece: a large sweep's is longer than what should
  ///   be held at once.
  func writeJSON(_ write: (String) throws -> Void) throws {
    let grid = manifest.grid
    let facts: JSONValue = [
      "schema": .integer(ResultsSchema.current), "scenario": .string(scenario),
      "plan": .string(plan),
      "shard": .document(manifest.shard),
      "cells": .integer(manifest.tail.cells), "digest": .string(manifest.tail.digest),
      "events": .integer(manifest.tail.events),
      "grid": gridJSON,
      "promises": .optional(manifest.tail.promises) { promisesJSON($0) },
    ]
    try write(facts.text.dropLast("\n}\n".count) + ",\n  \"points\": [")
    let intervals = intervals
    var verdicts = try promiseRows()
    var separator = "\n    "
    try forEachPoint(Array(metrics.indices)) { point in
      let promises = try verdicts?.next(grid.promises.count).map(Self.json)
      try write(separator + json(point, intervals, promises).line)
      separator = ",\n    "
      return true
    }
    try write(manifest.tail.cells == 0 ? "]\n}\n" : "\n  ]\n}\n")
  }

  /// The promises stand on their own, with what became of them.
  private var gridJSON: JSONValue {
    guard case .object(let members) = JSONValue.document(manifest.grid) else { return .null }
    return .object(members.filter { $0.key != "promises" })
  }

  private func json(
    _ point: SweepPoint, _ intervals: [SeedIntervals], _ promises: [JSONValue]?
  ) -> JSONValue {
    let members: [JSONValue.Member] = [
      .init("values", .object(zip(keys, point.values).map { .init($0, .string($1)) })),
      .init("variant", .string(point.variant)), .init("runs", .integer(point.runs)),
      .init(
        "metrics",
        .object(point.estimates(intervals).map { .init($0.path, JSONValue($0)) })),
    ]
    return .object(members + (promises.map { [.init("promises", .array($0))] } ?? []))
  }

  private static func json(_ row: PromiseRow) -> JSONValue {
    [
      "expression": .string(row.promise), "kept": .boolean(row.isKept),
      "found": .string(row.found), "why": .optional(row.reason, JSONValue.string),
      "failed_in": .integer(row.failures),
    ]
  }

  /// Returns the promises of the whole sweep. The value found is that of the first point that
  /// breaks the promise.
  private func promisesJSON(_ verdict: SweepVerdict) -> JSONValue {
    .array(
      zip(verdict.each, verdicts).map { promise, verdict in
        [
          "expression": .string(promise.promise), "kept": .boolean(promise.broken == 0),
          "found": .optional(promise.first) { .string($0.found) },
          "why": .optional(verdict.why, JSONValue.string),
          "kept_at": .integer(promise.kept), "broken_at": .integer(promise.broken),
        ]
      })
  }
}

extension JSONValue {
  fileprivate init(_ estimate: PointEstimate) {
    if estimate.unit == .word {
      self = ["shares": .object(estimate.words.map { .init($0.word, .number($0.share)) })]
      return
    }
    self = .document(
      EstimateRecord(
        estimate.estimate, MetricNames.seedStatistic(of: estimate.path),
        hasInterval: estimate.unit != .truth))
  }
}
