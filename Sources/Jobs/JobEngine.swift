/// A system that runs the shards of a sweep on many machines: one that `--jobs` names.
package struct JobEngine: Sendable {
  /// All engines, in the order in which help and errors list them.
  package static let all: [JobEngine] = [.slurm, .kubernetes, .snakemake, .parallel]

  /// The name in `--jobs`.
  package let name: String
  /// The name as people write it, with the oldest version that the files are for.
  package let title: String
  /// The command, given in the folder, that starts everything.
  package let start: String
  /// True if its machines share no folder with the one that submits, so that they need an image.
  package let isContainerised: Bool
  /// Returns the place of the future merged folder.
  package func results(of sweep: JobSweep, in folder: String) -> String {
    isContainerised
      ? "on the volume of the claim \(sweep.claim ?? sweep.name), under sweep-\(sweep.scenario)"
      : "\(folder)/\(sweep.results)"
  }

  let files: @Sendable (JobSweep) -> [JobFile]

  /// Everything that is written, the scenario's own file last.
  /// - Throws: where that file has the name of one of the others, or one that the engine cannot take.
  package func folder(for sweep: JobSweep) throws(JobError) -> [JobFile] {
    let own = files(sweep)
    guard let carried = sweep.scenarioFile else { return own }
    let first = carried.path.split(separator: "/").first { $0 != "." }.map(String.init)
    let taken = own.map(\.path) + ["results", "logs"]
    if let first, taken.contains(first) {
      throw JobError(
        "the scenario's file goes into the folder under the name \(first), which another file there "
          + "has; give the scenario's file another name")
    }
    if isContainerised, carried.path.contains(":") {
      throw JobError(
        "the scenario's file \(carried.path) has a colon in its path, and \(name) mounts no file at "
          + "such a path; give the scenario's file another name")
    }
    return own + [carried]
  }
}

/// One of the files that are to be submitted.
package struct JobFile: Hashable, Sendable {
  /// Relative to the folder.
  package let path: String
  /// The description of the file, in a few words.
  package let about: String
  package let bytes: [UInt8]
  package let isExecutable: Bool

  package init(_ path: String, _ about: String, _ bytes: [UInt8], isExecutable: Bool = false) {
    self.path = path
    self.about = about
    self.bytes = bytes
    self.isExecutable = isExecutable
  }

  init(_ path: String, _ about: String, _ text: String, isExecutable: Bool = false) {
    self.init(path, about, Array(text.utf8), isExecutable: isExecutable)
  }
}

/// Why the files cannot be made or written.
package struct JobError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
