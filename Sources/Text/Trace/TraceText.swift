import Findings
import Primitives
import Scenarios
import Simulator
import Systems
import Words

/// The lives of the clients that a run follows, as text for people.
struct TraceText {
  private let experiment: Experiment
  private let result: RunResult
  private let width: Int

  init(_ experiment: Experiment, _ result: RunResult, width: Int) {
    self.experiment = experiment
    self.result = result
    self.width = max(60, width)
  }

  func write(to take: (String) throws -> Void) rethrows {
    var gap = ""
    for client in experiment.plan.followed {
      guard let life = ClientLife(client, in: result.log.trace) else { continue }
      try take(gap + (head(of: life) + table(of: life)).joined(separator: "\n") + "\n")
      gap = "\n"
    }
  }

  private func head(of life: ClientLife) -> [String] {
    let scenario = experiment.scenario
    var items = ["\(life.system.rawValue) client", "seed \(scenario.seed)"]
    if scenario.clients.mix.count > 1 {
      items.insert("cohort \(harmless(scenario.clients.mix[life.cohort].name))", at: 1)
    }
    let name =
      "client \(life.client) of \(count(result.course.clients))   \(harmless(scenario.name))   "
    let place = ClientPlace(life.client, result.log.ranking)
    let standing = place.sentence(
      hasClear: result.course.clear != nil && result.course.incidentBegin != nil)
    return wrapped(items, gap: "   ", first: name, width: width)
      + paragraph(unbroken(standing), width: width) + [""]
  }

  private func table(of life: ClientLife) -> [String] {
    let lines = LifeLines.lines(of: life, in: experiment.scenario)
    let times = lines.map { seconds($0.at) }
    let timeWidth = times.map(\.count).max() ?? 0
    let whatWidth = min(lines.map(\.what.count).max() ?? 0, width * 4 / 10)
    let stateWidth = lines.compactMap(\.state?.count).max() ?? 0
    return zip(times, lines).flatMap { time, line in
      let state = padded(line.state ?? "", to: stateWidth)
      let first = "  " + paddedLeft(time, to: timeWidth) + "  "
      return rows(line, first: first, whatWidth: whatWidth, state: state)
    }
  }

  /// A line, with the texts that are too long for their columns on the lines below.
  private func rows(_ line: LifeLine, first: String, whatWidth: Int, state: String) -> [String] {
    let indent = String(repeating: " ", count: first.count)
    let whats = wrappedWords(line.what, to: whatWidth)
    let room = max(20, width - first.count - whatWidth - state.count - 4)
    let does = wrappedItems(line.does, to: room)
    return (0..<max(whats.count, does.count, 1)).map { row in
      let what = padded(row < whats.count ? whats[row] : "", to: whatWidth)
      let middle = row == 0 ? state : String(repeating: " ", count: state.count)
      let text =
        (row == 0 ? first : indent) + what + "  " + middle + "  "
        + (row < does.count ? does[row] : "")
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  private func wrappedWords(_ text: String, to width: Int) -> [String] {
    let words = withTiedUnits(text).split(separator: " ").map(String.init)
    return wrapped(words, gap: " ", first: "", width: width).map(untied)
  }

  /// A number stays with its unit.
  private func withTiedUnits(_ text: String) -> String {
    text.replacing(/(\d) (s|min|h)\b/) { unbroken("\($0.1) \($0.2)") }
  }

  private func wrappedItems(_ items: [String], to width: Int) -> [String] {
    items.isEmpty ? [] : wrappedWords(items.joined(separator: ", "), to: width)
  }
}
