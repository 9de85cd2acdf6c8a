import Foundation
import Testing

/// The words of studies of more than one run, in one file: `Fixtures/studies.txt` holds what each command below says
/// beside its tables. A change of wording shows there, all at once, and nowhere else. To take over what is said now, run
/// the suite with SQUALL_UPDATE_WORDING=1 and read what `git diff` says of the file.
@Suite("The words of studies", .enabled(if: isOptimised)) struct StudyWordingTests {
  /// Arguments, separated by blanks; `'` holds together what has some.
  private static let commands = [
    "gateway-restart --clients 300 --replications 3",
    "gateway-restart --clients 300 --replications 3 --slo 'recover.p99 < 1s'",
    "compare gateway-restart --clients 300 --backoff a='uniform(0s,5s)' --backoff b=5s --replications 3",
    "compare gateway-restart --clients 300 --backoff phoenix --backoff socketio --backoff signalr",
    "compare gateway-restart --clients 300 --backoff aws-full --backoff '3s' --slo 'recover.p99 < 5s' --replications 8",
    "compare gateway-restart --clients 2000 --backoff slow='uniform(0s,60s)' --backoff eager='uniform(0s,2s), connectTimeout: 3s'"
      + " --set 'gateway={admission: none, auth: {rate: 100/s, time: 20ms}}' --replications 2",
    "compare gateway-restart --clients 200 --worlds limits=20/s --backoff quick='uniform(0s, 2s), connectTimeout: 2s'"
      + " --backoff aws-full --replications 2",
    "capacity gateway-restart --clients 300 --least gateway.nodes=1..8 --backoff aws-full --replications 2"
      + " --slo 'recover.p99 < 60s'",
    "capacity gateway-restart --clients 2000 --least gateway.nodes=1..8 --backoff 'uniform(0s,2s)' --replications 2"
      + " --slo 'recover.p99 < 5s'",
    "capacity gateway-restart --clients 2000 --least gateway.nodes=1..4 --backoff 'uniform(0s,2s)' --replications 2"
      + " --slo 'recover.p99 < 1s'",
    "capacity gateway-restart --most clients.count=100..20k --backoff 'uniform(0s,5s)' --replications 2"
      + " --slo 'recover.p99 < 20s'",
    "capacity gateway-restart --clients 1000 --least gateway.nodes=1..8 --backoff 'uniform(0s,5s)' --replications 2"
      + " --worlds limits=20/s --slo 'recover.p99 < 60s'",
  ]

  /// Studies whose tables say little without their words: all that is printed.
  private static let wholeCommands = [
    "tune gateway-restart --clients 200 --budget 60 --replications 2 --no-catalogue --no-out",
    "tune gateway-restart --clients 200 --budget 60 --replications 2 --no-catalogue --worlds limits=20/s --no-out",
    "map gateway-restart --clients 200 --x gateway.nodes=1..4 --y faults.0.for=10s..60s --out results",
    "map gateway-restart --clients 300 --x gateway.nodes=1..2 --y gateway.auth.time=50ms..3s --cells 2x4 --out results"
      + " --set gateway.auth.workers=4 --backoff 'uniform(0s, 2s), connectTimeout: 3s' --replications 2",
  ]

  /// The arguments of a line.
  private func words(_ line: String) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "'": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words
  }

  /// The lines beside the tables, without the version of the program and the time that it took.
  private func sentences(_ text: String) -> [String] {
    text.components(separatedBy: "\n").filter { line in
      !line.isEmpty && !line.hasPrefix("|") && !line.hasPrefix("seeds ")
        && !line.contains(" events in ")
    }
  }

  private var file: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/studies.txt")
  }

  @Test func areThoseOfTheGoldenFile() throws {
    let place = try Workplace()
    var lines = ["The words of some studies beside their tables: see StudyWordingTests.swift."]
    let all =
      Self.commands.map { ($0, " --no-out --format markdown") }
      + Self.wholeCommands.map { ($0, "") }
    for (command, more) in all {
      let process = try place.start(words(command + " --quiet" + more))
      process.waitUntilExit()
      let ending = try place.ending(of: process)
      lines += ["", "# \(command): \(ending.status)"] + sentences(ending.results)
      lines += sentences(ending.messages)
    }
    if ProcessInfo.processInfo.environment["SQUALL_UPDATE_WORDING"] != nil {
      try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    for (said, expected) in zip(lines + [""], golden) where said != expected {
      Issue.record("\(said)\ninstead of\n\(expected)")
    }
    #expect(golden.count == lines.count + 1)
  }
}
