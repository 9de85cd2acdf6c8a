/// Results folders of every kind, as the program makes them: what hostile ones are made of.
struct HonestFolders: Sendable {
  struct Folder: Sendable {
    let name: String
    let files: [String: [UInt8]]
  }

  let all: [Folder]

  private static let commands: [(name: String, words: [String])] = [
    ("run", ["--clients", "60"]),
    ("cohorts", ["mixed-fleet", "--clients", "60"]),
    ("replications", ["--clients", "60", "--replications", "4"]),
    ("comparison", ["compare", "--clients", "60", "--replications", "3", "--backoff", "socketio"]),
    (
      "limits",
      [
        "compare", "--clients", "60", "--replications", "2", "--backoff", "socketio", "--worlds",
        "limits",
      ]
    ),
    (
      "sweep", ["sweep", "--clients", "60", "--vary", "gateway.nodes=1,2,3", "--replications", "2"]
    ),
    (
      "plane",
      [
        "sweep", "--clients", "60", "--vary", "gateway.nodes=1,2", "--vary", "faults.0.for=5s,9s",
        "--replications", "2",
      ]
    ),
    (
      "shard",
      ["sweep", "--clients", "60", "--vary", "gateway.nodes=1,2,3", "--shard", "1/2"]
    ),
    (
      "map",
      [
        "map", "--clients", "60", "--x", "gateway.nodes=1..3", "--y", "faults.0.for=5s..9s",
        "--cells", "3x2", "--replications", "2",
      ]
    ),
    (
      "capacity",
      ["capacity", "--clients", "60", "--least", "gateway.nodes=1..2", "--replications", "2"]
    ),
    (
      "tuning",
      [
        "tune", "ideal-outage", "--clients", "40", "--budget", "60", "--replications", "2",
        "--no-catalogue", "--family", "full",
      ]
    ),
  ]

  init() throws {
    let place = try Place()
    all = try Self.commands.map { name, words in
      let ending = try place.run(
        Launch(words + ["--threads", "2", "--quiet", "--out", name, "--format", "json"]))
      guard let status = ending.status, [0, 3].contains(status) else {
        throw Trouble(ending.description)
      }
      return Folder(name: name, files: Snapshot(place.path(name)).files)
    }
  }
}
