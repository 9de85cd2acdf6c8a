import Systems
import Words

/// All words that `simulate explain` knows.
package struct TopicIndex: Sendable {
  package let topics: [Topic]

  /// - Parameter commands: the verbs and options of the command line, which only it knows.
  package init(commands: [Topic]) {
    let ofScenarios = Topic.keys + Topic.faults + Topic.sessions + Topic.scenarios + Topic.values
    let ofWaiting = Topic.formulaWords + Topic.backoffs
    topics =
      ofScenarios + ofWaiting + Topic.metrics + Topic.findings + Topic.warnings + commands
      + Topic.notions
  }

  /// Returns the topics of a word: those of that name, otherwise those of which it is another name
  /// or the last part of the path. Empty if there are none.
  package func topics(of word: String) -> [Topic] {
    let found = exactTopics(of: Self.withoutNumbers(word))
    if !found.isEmpty { return found }
    // The end of a path: `auth.time`.
    let ends = topics.filter { $0.name.hasSuffix("." + word) }
    if word.contains("."), !ends.isEmpty { return ends }
    // Names have no blanks: `gave up` is gave_up or gave-up.
    guard word.contains(" ") else { return [] }
    return ["_", "-", ""].lazy.map { exactTopics(of: word.replacing(" ", with: $0)) }
      .first { !$0.isEmpty } ?? []
  }

  private func exactTopics(of asked: String) -> [Topic] {
    for isSame in [{ $0 == $1 }, { $0.lowercased() == $1.lowercased() }] as [Comparison] {
      let exact = topics.filter { isSame($0.name, asked) }
      let others = topics.filter { topic in
        !exact.contains { $0.name == topic.name && $0.kind == topic.kind }
          && (topic.aliases + (OtherNames.all[topic.name] ?? [])).contains { isSame($0, asked) }
      }
      // A key's last word is as good as a name of its own; a path is exact.
      let found = asked.contains(".") && !exact.isEmpty ? exact : exact + others
      if !found.isEmpty { return found }
      if let definition = metricDefinition(of: asked) { return [.metric(definition)] }
    }
    return []
  }

  /// The nearest word that is known.
  package func nearestWord(to word: String) -> String? {
    let names =
      topics.flatMap { [$0.name] + $0.aliases } + OtherNames.all.values.flatMap(\.self).sorted()
      + MetricNames.all
    return nearest(to: Self.withoutNumbers(word), in: names)
  }

  private typealias Comparison = (String, String) -> Bool

  /// `faults.0.for` is `faults.for`.
  private static func withoutNumbers(_ word: String) -> String {
    let name = word.hasPrefix("--") ? word : word.hasSuffix(":") ? String(word.dropLast()) : word
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    // A metric such as spread.2.p99 keeps its number.
    guard parts.first == "faults" || parts.starts(with: ["clients", "mix"]) else { return name }
    return parts.filter { Int($0) == nil }.joined(separator: ".")
  }
}
