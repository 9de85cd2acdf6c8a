import Studies

extension SweepWork {
  /// Takes up the work on a map, or begins it, as that on a sweep.
  package convenience init(
    _ description: SweepDescription, _ plan: MapPlan, _ shard: Shard, place: ResultsPlace,
    restarts: Bool
  ) throws(SweepFolderError) {
    // Which runs a shard needs is known only once others have been made: there is room for all.
    try self.init(
      description, shard, recording: plan.sweep.cells, CellRecord(values: 1), place: place,
      restarts: restarts)
  }
}

extension SweepJournal {
  /// Runs that a shard of a map has to make before it can go on; empty where it is done.
  package func wanted(_ plan: MapPlan, _ shard: Shard) throws(SweepFolderError) -> [Int] {
    plan.wanted(shard, known: try runs(of: plan).known)
  }

  /// Writes the folder of a shard of which every run is done.
  package func write(
    _ description: SweepDescription, _ plan: MapPlan, _ shard: Shard, to place: ResultsPlace
  ) throws(SweepFolderError) {
    try writeMap(try runs(of: plan), shard, head: description.head, to: place)
  }

  private func runs(of plan: MapPlan) throws(SweepFolderError) -> MapRuns {
    var runs: [SweepCell] = []
    try readCells { (cell) throws(SweepFolderError) in runs.append(cell) }
    return MapRuns(plan.plane, runs)
  }
}
