import Documents
import Store
import Studies
import Verdicts
import Words

/// The report of `simulate map`, and of `simulate merge` of a map.
package struct MapReport: Report {
  private let folder: MapFolder
  private let facts: SweepFacts
  private let style: TerminalStyle

  /// - Parameter style: the style of the text for people.
  package init(_ folder: MapFolder, facts: SweepFacts, style: TerminalStyle) {
    self.folder = folder
    self.facts = facts
    self.style = style
  }

  package func text() -> String { mapText(folder, facts: facts, style: style) }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(mapJSON(folder))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try folder.cells.forEachRow(body)
  }
}

/// Returns the facts of the map and every cell, as JSON. A figure that is never reached with some
/// seed is null, and `never` is true.
private func mapJSON(_ folder: MapFolder) -> String {
  let plane = folder.cells.plane
  func axis(_ axis: MapAxis) -> JSONValue {
    [
      "key": .string(axis.key), "values": .array(axis.numbers.map(JSONValue.number)),
      "own": .optional(axis.own.map { axis.numbers[$0] }, JSONValue.number),
    ]
  }
  func value(_ cell: MapCell) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("x", .number(plane.x.numbers[plane.x(ofCell: cell.number)])),
      .init("y", .number(plane.y.numbers[plane.y(ofCell: cell.number)])),
    ]
    if let state = cell.state {
      members.append(.init("state", .string(plane.word(for: state))))
    } else {
      members.append(.init("never", .boolean(cell.figure == .infinity)))
    }
    members += [
      .init(
        plane.statistic.rawValue,
        .optional(cell.figure.flatMap { $0.isFinite ? $0 : nil }, JSONValue.number)),
      .init("low", .optional(cell.low, JSONValue.number)),
      .init("high", .optional(cell.high, JSONValue.number)), .init("seeds", .integer(cell.runs)),
    ]
    return .object(members)
  }
  let document: JSONValue = [
    "schema": .integer(ResultsSchema.current), "scenario": .string(folder.scenario),
    "plan": .string(folder.plan),
    "shard": ["index": .integer(folder.shard.index), "count": .integer(folder.shard.count)],
    "metric": .string(plane.metric), "x": axis(plane.x), "y": axis(plane.y),
    "seeds": ["first": .unsigned(plane.seeds.first), "last": .unsigned(plane.seeds.last)],
    "runs": .integer(folder.cells.runs), "digest": .string(folder.digest),
    "events": .integer(folder.events),
    "verdict": .array(mapVerdict(folder.cells).map { .string(untied(harmless($0))) }),
    "cells": .array(folder.cells.cells.map(value)),
  ]
  return document.text
}
