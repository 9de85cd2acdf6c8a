/// The place of a process among its like, as a scheduler tells it in the environment.
struct JobArray {
  private enum Scheduler: String, CaseIterable {
    /// The place within the array is (id - min) / step, from 0.
    /// Source: Slurm, "Job Array Support", and the output environment variables of sbatch(1).
    case slurm = "SLURM_ARRAY_TASK_ID"
    /// The index counts from 0. Source: Kubernetes, "Jobs", completion mode Indexed.
    case kubernetes = "JOB_COMPLETION_INDEX"
    /// The sequence number counts from 1. Source: GNU parallel, parallel(1), environment variables.
    case parallel = "PARALLEL_SEQ"
  }

  private static let shards = "SQUALL_SHARDS"
  private let variables: [String: String]

  init(_ environment: [String: String]) { variables = environment.filter { !$0.value.isEmpty } }

  /// - Parameter count: of shards, where it was said; otherwise Slurm or `SQUALL_SHARDS` says it.
  func shard(count: Int?) throws(SweepError) -> Shard {
    let found = Scheduler.allCases.filter { variables[$0.rawValue] != nil }
    guard let scheduler = found.first else {
      let names = Scheduler.allCases.map(\.rawValue).joined(separator: ", ")
      throw SweepError("no job array found: none of \(names) is set; write --shard K/N")
    }
    guard found.count == 1 else {
      let seen = found.map { shown($0.rawValue) }.joined(separator: " and ")
      throw SweepError("several job arrays found: \(seen); unset all but one, or write --shard K/N")
    }
    switch scheduler {
    case .slurm: return try slurm(count: count)
    case .kubernetes: return try numbered(scheduler.rawValue, from: 0, count: count)
    case .parallel: return try numbered(scheduler.rawValue, from: 1, count: count)
    }
  }

  private func numbered(_ name: String, from first: Int, count: Int?) throws(SweepError) -> Shard {
    let said = try self.count(Self.shards)
    guard let count = count ?? said else {
      throw SweepError(
        "\(shown(name)) does not say how many shards there are; write --shard auto/N or set "
          + Self.shards)
    }
    let index = try number(name) - first
    guard (0..<count).contains(index) else {
      throw SweepError(
        "\(shown(name)) is out of range: \(first) to \(first + count - 1) for \(count) shards")
    }
    return Shard(index + 1, of: count)
  }

  private func slurm(count wanted: Int?) throws(SweepError) -> Shard {
    let names = ["MIN", "MAX", "COUNT", "STEP"].map { "SLURM_ARRAY_TASK_\($0)" }
    let first = try number(names[0])
    let step = variables[names[3]] == nil ? 1 : try number(names[3])
    let last = variables[names[1]] == nil ? nil : try number(names[1])
    var count = try self.count(names[2])
    let all = ([Scheduler.slurm.rawValue] + names).filter { variables[$0] != nil }
    let seen = all.map(shown).joined(separator: ", ")
    let irregular = SweepError(
      "\(seen): not an array of evenly spaced tasks, such as --array=1-7; write --shard K/N")
    let said = try self.count(Self.shards)
    let shards = wanted ?? said
    let task = try number(Scheduler.slurm.rawValue)
    // Some tasks of an array, submitted again: --array=4,6 of what was --array=1-6.
    if let count, let shards, shards > count, (1...shards).contains(task) {
      return Shard(task, of: shards)
    }
    if let last {
      guard step > 0, last >= first, (last - first) % step == 0 else { throw irregular }
      let steps = (last - first) / step + 1
      guard count ?? steps == steps else { throw irregular }
      count = steps
    }
    guard let count, Shard.countRange.contains(count) else {
      throw SweepError("\(seen): the number of tasks must be 1 to \(Shard.countRange.upperBound)")
    }
    if let shards, shards != count {
      let name = wanted == nil ? Self.shards : "auto/N"
      throw SweepError("\(seen): \(count) tasks, but \(name) says \(shards) shards")
    }
    let offset = task - first
    guard step > 0, offset >= 0, offset % step == 0, offset / step < count else { throw irregular }
    return Shard(offset / step + 1, of: count)
  }

  private func count(_ name: String) throws(SweepError) -> Int? {
    guard variables[name] != nil else { return nil }
    let count = try number(name)
    guard Shard.countRange.contains(count) else {
      throw SweepError("\(shown(name)) is out of range: 1 to \(Shard.countRange.upperBound)")
    }
    return count
  }

  private func number(_ name: String) throws(SweepError) -> Int {
    guard let text = variables[name] else { throw SweepError("\(name) is not set") }
    guard let number = wholeNumber(text) else {
      throw SweepError("\(shown(name)) is not a whole number")
    }
    return number
  }

  private func shown(_ name: String) -> String { "\(name)=\(variables[name] ?? "")" }
}
