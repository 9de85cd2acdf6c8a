import Foundation

/// What a command comes to where nobody kills it, and how long it takes.
struct KillReference: Sendable {
  let target: KillTarget
  /// The lasting files, by seed.
  private let files: [Int: [String: [UInt8]]]
  let seconds: Double

  init(_ target: KillTarget) throws {
    self.target = target
    var files: [Int: [String: [UInt8]]] = [:]
    var seconds = 0.0
    for seed in 1...2 {
      let place = try Place()
      try target.prepare(place)
      let ending = try place.run(target.launch(seed: seed))
      guard target.isGood(ending) else { throw Trouble(ending.description) }
      files[seed] = lastingFiles(of: place.path(target.out))
      seconds = max(seconds, ending.seconds)
    }
    self.files = files
    self.seconds = seconds
  }

  /// What is wrong with the results that stand in a folder: they are those of one of the seeds,
  /// whole.
  func faults(in folder: String, seeds: [Int], ignored: Set<String> = []) -> [String] {
    let problems = flaws(ofResults: folder, ignored: ignored)
    if !problems.isEmpty { return problems }
    let found = lastingFiles(of: folder).filter { !ignored.contains(Self.top(of: $0.key)) }
    return seeds.contains { files[$0] == found }
      ? [] : ["other results than those of seed \(seeds)"]
  }

  private static func top(of path: String) -> String { String(path.prefix { $0 != "/" }) }
}
