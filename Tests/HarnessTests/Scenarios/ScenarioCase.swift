import Foundation

/// One mutated file: it is judged, and run where it is said to be right.
struct ScenarioCase {
  private let number: Int
  private let file: [UInt8]
  private let tally: Tally

  private static let name = "f.yaml"

  init(_ number: Int, _ corpus: [[UInt8]], _ tally: Tally) {
    self.number = number
    self.tally = tally
    var mutator = ScenarioMutator(corpus, Dice(1, case: number))
    file = mutator.file()
  }

  func findings() throws -> [Finding] {
    let place = try Place()
    try place.write(file, to: Self.name)
    let verdict = try place.run("validate", Self.name)
    var faults = verdict.faults(unless: 0, 2)
    if faults.isEmpty { faults = verdict.status == 2 ? unplaced(verdict) : [] }
    if faults.isEmpty, try place.read(Self.name) != file { faults.append("the file was changed") }
    tally.add(verdict.status == 0 ? "valid" : "refused")
    var findings = Finding.list(number, faults, verdict, files: [Self.name: file])
    if verdict.status == 0 { findings += try run(in: place) }
    return findings
  }

  /// Every problem has a place, and it is one that the file has.
  private func unplaced(_ verdict: Ending) -> [String] {
    let lines = verdict.text.split(separator: "\n", omittingEmptySubsequences: false)
    let problems = lines.filter { $0.hasPrefix(Self.name) }
    if problems.isEmpty { return ["refused without a problem"] }
    if lines.first != problems.first { return ["the first line names no place"] }
    return problems.compactMap { problem -> String? in
      let parts = problem.split(separator: ":", maxSplits: 3)
      guard parts.count == 4, let line = Int(parts[1]), let column = Int(parts[2]) else {
        return "no line and column in: \(problem)"
      }
      let isThere = line >= 1 && line <= lineBreaks + 1 && column >= 1 && column <= file.count + 1
      return isThere ? nil : "the file has no place \(line):\(column)"
    }
  }

  /// As YAML counts them, at the most; the end of a file counts as one where it has none.
  private var lineBreaks: Int {
    let text = String(decoding: file, as: UTF8.self).unicodeScalars
    return text.filter { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) }.count + 1
  }

  /// A short run. A number may have become a heartbeat each microsecond: then it takes long, but
  /// can be interrupted.
  private func run(in place: Place) throws -> [Finding] {
    let arguments = [
      Self.name, "--clients", "20", "--duration", "10s", "--no-out", "--quiet", "--format", "json",
    ]
    let ending = try place.run(Launch(arguments, patience: 6))
    var faults = ending.faults(unless: 0, 1, 2, 3)
    if faults.isEmpty {
      switch ending.status {
      case 1?, 2?: faults = ending.messages.isEmpty ? ["it says nothing"] : []
      default: faults = miscounted(ending)
      }
    }
    if faults.isEmpty, place.names() != [Self.name] { faults.append("it left \(place.names())") }
    tally.add("run \(ending.status ?? -1)")
    return Finding.list(number, faults, ending, files: [Self.name: file])
  }

  private func miscounted(_ ending: Ending) -> [String] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let run = try? decoder.decode(RunOutput.self, from: Data(ending.results)) else {
      return ["stdout is not the JSON of a run"]
    }
    let sum = run.metrics.sum
    if run.clients != 20 { return ["it had \(run.clients) clients"] }
    return sum == 20 ? [] : ["the outcomes of 20 clients sum to \(sum)"]
  }
}

/// What a run prints, as far as it is looked at.
private struct RunOutput: Decodable {
  struct Outcomes: Decodable {
    var recovered: Int
    var gaveUp: Int
    var inError: Int
    var stuck: Int
    var stillTrying: Int

    var sum: Int { recovered + gaveUp + inError + stuck + stillTrying }
  }

  var clients: Int
  var metrics: Outcomes
}
