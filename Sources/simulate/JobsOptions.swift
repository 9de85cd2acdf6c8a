import ArgumentParser
import Jobs
import Studies
import Text

/// The options that say for which cluster files are to be written, and what the files must know.
struct JobsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Run nothing: judge the whole grid, and write the files that run this sweep on a cluster to \
      --out (default: jobs/<engine>-<scenario>). --threads is then for each shard (default: 1).
      """, valueName: "engine"))
  var jobs: JobEngine?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      With --jobs: in how many shards, 1 to 10,000 (default: at least four cells a thread, and at \
      most 100 shards).
      """, valueName: "n"))
  var shards: String?

  @Option(
    help: ArgumentHelp(
      "With --jobs kubernetes: the image that has simulate (default: squall:\(Version.number)).",
      valueName: "image"))
  var image: String?

  @Option(
    help: ArgumentHelp(
      """
      With --jobs kubernetes: a volume claim that is there already, for the results (default: one \
      is made).
      """, valueName: "name"))
  var claim: String?

  func validate() throws {
    guard let jobs else {
      for (name, value) in [("shards", shards), ("image", image), ("claim", claim)]
      where value != nil {
        throw ValidationError("--\(name) goes with --jobs, and --jobs is not given")
      }
      return
    }
    for (name, value) in [("image", image), ("claim", claim)] {
      if value != nil, !jobs.isContainerised {
        throw ValidationError("--\(name) is for --jobs kubernetes, and --jobs is \(jobs.name)")
      }
      if value == "" { throw ValidationError("--\(name) needs a name") }
    }
    if let image, image.contains(where: \.isWhitespace) {
      throw ValidationError(
        "--image \(image): an image's name has no blanks, for example "
          + "registry.example.com/squall:\(Version.number)")
    }
    if let claim, claim.count > 253 || claim.wholeMatch(of: Self.claimName) == nil {
      throw ValidationError(
        "--claim \(claim): a claim's name has lower-case letters, digits, '-' and '.', and begins "
          + "and ends with a letter or a digit, for example squall-results")
    }
  }

  /// A DNS subdomain, as Kubernetes names most things.
  private static var claimName: Regex<Substring> {
    /[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*/
  }

  /// Returns the number of shards into which a sweep is cut.
  func count(cells: Int, threads: Int) throws(CommandFailure) -> Int {
    guard let shards else { return JobSweep.usualShards(cells: cells, threads: threads) }
    guard let count = Int(shards), Shard.countRange.contains(count) else {
      throw .usage(
        "--shards \(shards): write a whole number from 1 to \(Shard.countRange.upperBound)")
    }
    guard count <= cells else {
      throw .usage("--shards \(shards): the sweep has only \(cells) cell\(cells == 1 ? "" : "s")")
    }
    return count
  }
}

extension JobEngine: ExpressibleByArgument {
  package init?(argument: String) {
    guard let engine = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = engine
  }

  package static var allValueStrings: [String] { all.map(\.name) }
  package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
