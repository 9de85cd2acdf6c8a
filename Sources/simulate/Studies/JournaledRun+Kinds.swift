import Store
import Studies
import Text

extension JournaledRun {
  /// The cells of a sweep that a shard has.
  init(
    _ plan: SweepPlan, _ description: SweepDescription, threads: Int, place: ResultsPlace,
    isQuiet: Bool, progress: ProgressStyle
  ) {
    self.init(
      plan: plan, description: description, place: place, threads: threads, isQuiet: isQuiet,
      progress: progress, unit: "cell", size: plan.cells.count, next: \.pending,
      write: { try $0.write(description, plan, to: place) })
  }

  /// The runs of a map that a shard has.
  init(
    _ plan: MapPlan, _ shard: Shard, threads: Int, place: ResultsPlace, isQuiet: Bool,
    progress: ProgressStyle
  ) {
    let description = SweepDescription(plan, toolVersion: Version.number, commit: Version.commit)
    self.init(
      plan: plan.sweep, description: description, place: place, threads: threads,
      isQuiet: isQuiet, progress: progress, unit: "run", size: nil,
      next: { try $0.wanted(plan, shard) },
      write: { try $0.write(description, plan, shard, to: place) })
  }
}
