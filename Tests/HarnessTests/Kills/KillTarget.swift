import Foundation

/// A command that writes a results folder, to be killed at any moment of it.
struct KillTarget: Sendable {
  let name: String
  /// The words before `--seed`.
  private let arguments: [String]
  /// The folder that it writes; the one that it is started in where that is `.`.
  let out: String
  /// What a good end may be: promises may be broken.
  private let goodEnds: Set<Int32> = [0, 3]

  static let all: [KillTarget] = [
    KillTarget("run", ["--clients", "8000", "--quiet"]),
    KillTarget(
      "several runs", ["--clients", "1500", "--replications", "4", "--threads", "2", "--quiet"]),
    KillTarget(
      "comparison",
      [
        "compare", "--clients", "600", "--replications", "4", "--backoff", "socketio", "--threads",
        "2", "--quiet",
      ]),
    KillTarget(
      "tuning",
      [
        "tune", "ideal-outage", "--clients", "60", "--budget", "60", "--replications", "1",
        "--no-catalogue", "--family", "full", "--threads", "2", "--quiet",
      ]),
    KillTarget(
      "sweep",
      [
        "sweep", "--clients", "300", "--vary", "faults.0.for=20s,30s,40s", "--replications", "4",
        "--threads", "2", "--quiet",
      ]),
    KillTarget(
      "map",
      [
        "map", "--clients", "300", "--cells", "4x3", "--replications", "3", "--threads", "2",
        "--quiet",
      ]),
    KillTarget(
      "capacity",
      [
        "capacity", "--clients", "300", "--least", "gateway.nodes=1..8", "--replications", "3",
        "--threads", "2", "--quiet",
      ]),
    KillTarget("merge", ["merge"]),
    KillTarget("run in place", ["--clients", "3000", "--quiet"], "."),
  ]

  private init(_ name: String, _ arguments: [String], _ out: String = "r") {
    self.name = name
    self.arguments = arguments
    self.out = out
  }

  var isInPlace: Bool { out == "." }

  /// - Parameter seed: 1 or 2; results of the one replace those of the other.
  func launch(seed: Int) -> Launch {
    if arguments == ["merge"] {
      return Launch(["merge", "../out-\(seed)-1", "../out-\(seed)-2", "--out", out, "--quiet"])
    }
    return Launch(arguments + ["--seed", "\(seed)", "--out", out])
  }

  func isGood(_ ending: Ending) -> Bool {
    ending.faults.isEmpty && ending.status.map { goodEnds.contains($0) } == true
  }

  /// Puts what the command reads beside the folder that it is started in.
  func prepare(_ place: Place) throws {
    guard arguments == ["merge"] else { return }
    for seed in 1...2 {
      for shard in 1...2 {
        let ending = try place.run(
          "sweep", "--clients", "100", "--vary", "faults.0.for=20s,30s,40s,50s", "--replications",
          "5", "--threads", "2", "--quiet", "--seed", "\(seed)", "--shard", "\(shard)/2", "--out",
          "../out-\(seed)-\(shard)")
        guard ending.status == 0 else { throw Trouble(ending.description) }
      }
    }
  }
}
