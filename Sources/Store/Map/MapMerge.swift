/// All shards of one map, ready to be put together.
package struct MapMerge: Sendable {
  /// The shards in the order of their numbers.
  private let shards: [MapFolder]

  /// Opens the folders and reads every byte of them.
  /// - Throws: where they are not exactly the shards of one map, each finished and unharmed.
  package init(_ paths: [String]) throws(SweepFolderError) {
    var folders: [MapFolder] = []
    for path in paths { folders.append(try MapFolder(path)) }
    shards = try ordered(folders, of: "map")
  }

  package var scenario: String { shards[0].scenario }

  /// Writes the folder that the map would have given as a whole.
  /// - Throws: where it cannot be written.
  package func write(to place: ResultsPlace) throws(SweepFolderError) {
    try check(place, against: shards)
    let runs = MapRuns(shards[0].runs.plane, shards.flatMap(\.runs.runs))
    try writeMap(runs, .whole, head: shards[0].head, to: place)
  }
}
