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

  /// Everything that is written, the scenario's own file and those that it names last.
  /// - Throws: where one of these has the name of another file, or one that the engine cannot take.
  package func folder(for sweep: JobSweep) throws(JobError) -> [JobFile] {
    let own = files(sweep)
    for file in sweep.otherFiles {
      if isContainerised {
        throw JobError(
          "the scenario reads \(file.path), and \(name) mounts no file beside the scenario's: put it "
            + "into the image, and name it by a path that begins with a slash")
      }
      try check(file, "a file that the scenario reads", beside: own)
    }
    guard let carried = sweep.scenarioFile else { return own + sweep.otherFiles }
    try check(carried, "the scenario's file", beside: own)
    if isContainerised, carried.path.contains(":") {
      throw JobError(
        "the scenario's file \(carried.path) has a colon in its path, and \(name) mounts no file at "
          + "such a path; give the scenario's file another name")
    }
    return own + [carried] + sweep.otherFiles
  }

  private func check(
    _ file: JobFile, _ what: String, beside own: [JobFile]
  ) throws(JobError) {
    let first = file.path.split(separator: "/").first { $0 != "." }.map(String.init)
    let taken = own.map(\.path) + ["results", "logs"]
    if let first, taken.contains(first) {
      throw JobError(
        "\(what) goes into the folder under the name \(first), which another file there "
          + "has; give \(what) another name")
    }
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
