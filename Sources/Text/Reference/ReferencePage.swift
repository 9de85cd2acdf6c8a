import Findings
import Metrics
import Scenarios
import Sessions
import Store
import Systems
import Verdicts

/// A page of the reference, as Markdown. It is made from the same data that the program itself
/// uses.
package struct ReferencePage: Sendable {
  /// As its file is called: `scenario.md`.
  package let name: String
  package let text: String

  /// The first line of each.
  package static let opening = "<!-- Made by `simulate explain --pages`. -->"

  /// All of them.
  /// - Parameter commands: the verbs and options of the command line.
  package static func all(commands: [Topic]) -> [ReferencePage] {
    [scenario, faults, formulas, metrics, page("commands.md", commandsText(commands))]
  }

  fileprivate static func page(_ name: String, _ text: String) -> ReferencePage {
    ReferencePage(name: name, text: opening + "\n\n" + text)
  }
}

// MARK: The pages

extension ReferencePage {
  private static let scenario = page(
    "scenario.md",
    """
    # Scenario files

    This page lists every key of a scenario file: what it means, what its value may be, and what holds \
    where it is not given. It is for whoever writes one. `simulate explain gateway.nodes` prints the same \
    about one key. `simulate schema` prints a JSON Schema, with which editors complete and check.

    A duration takes a unit: us, ms, s, m, h or d, such as `250ms`. A rate takes `/s`, `/m` or `/h`. A \
    count may be written as `10k` or `1M`. A share is `45%` or `0.45`. `--set gateway.nodes=12` sets a \
    key from the command line. The item of a list is named by its number, from 0: `faults.0.for`.

    """
      + ScenarioReference.groups.filter { !$0.path.hasPrefix("faults") }.map(section).joined()
      + SessionSystem.all.map(settings).joined()
      + "\n## Network profiles\n\n"
      + MarkdownTable(
        ["name", "what it is"],
        ScenarioReference.networkProfiles.map {
          ["`\($0)`", ScenarioReference.profileText($0) ?? ""]
        }
      ).text)

  private static func section(_ path: String, _ group: KeyGroup) -> String {
    "\n## `\(path)`\n\n\(group.meaning)\n\n" + table(group.keys)
  }

  private static func table(_ keys: [KeyWords]) -> String {
    MarkdownTable(
      ["key", "what it means", "value", "default", "example"],
      keys.map { key in
        let source = key.source.map { " Source: \($0)." } ?? ""
        return [
          "`\(key.name)`", key.meaning + source, key.shape.text,
          key.standard ?? "must be given", "`\(key.name): \(key.example)`",
        ]
      }
    ).text
  }

  private static func settings(_ system: SessionSystem) -> String {
    let profiles = system.profiles.map { "- `\($0)`: \(system.about.profiles[$0] ?? "")\n" }
    var text = "\n## Session system `\(system.name.rawValue)`\n\n\(system.about.meaning)\n\n"
    text += "Profiles, of which `\(system.defaultProfile)` is the default:\n\n"
    text += profiles.joined()
    text += "\n`clients.parameters`:\n\n" + table(ScenarioReference.parameters(of: system))
    text += "\n`clients.behaviour`:\n\n" + table(ScenarioReference.behaviour(of: system))
    return text
  }

  private static let faults = page(
    "faults.md",
    """
    # Faults

    This page lists what can go wrong in a scenario, and the keys of each kind of fault. It is for whoever \
    writes the `faults` of a scenario file. `simulate explain outage` prints the same about one kind.

    Faults may overlap. The strictest outage counts, factors multiply, added times add up, and \
    probabilities combine.

    ## The keys of every fault


    """
      + table(FaultKindWords.common) + section("faults.scope", FaultKindWords.scope)
      + FaultKindWords.all.map { kind in
        "\n## `\(kind.name)`\n\n\(kind.meaning)\n\n```yaml\nfaults:\n  - \(kind.example)\n```\n"
          + (kind.keys.isEmpty ? "" : "\n" + table(kind.keys))
          + kind.keys.compactMap(\.shape.group).map { group in
            section(group.name, group)
          }.joined()
      }.joined())

  private static let formulas = page(
    "formulas.md",
    """
    # Formulas

    This page lists the words of the language in which a backoff is written. It is for whoever writes one \
    of their own. `simulate backoffs 'FORMULA'` prints the delays that it gives, failure by failure.

    A formula gives seconds. It is evaluated anew after each failure, for each client. A bare number is \
    seconds; units are us, ms, s, m and h. Operators are `+ - * / ^`, and `< <= > >= == !=`, which give 1 \
    or 0. A power goes before a sign, a product before a sum. Behind the formula stand axes, with commas \
    between: `min(20s, 2^x), reset: open, attempts: 10`. `mine=` in front gives it a name. A delay must be \
    0 or more, and at most 100 years.


    """
      + FormulaWord.Kind.allCases.map { kind in
        "## \(kind.title)\n\n"
          + MarkdownTable(
            ["form", "what it means", "example"],
            FormulaWord.all.filter { $0.kind == kind }.map {
              ["`\($0.form)`", $0.meaning, "`\($0.example)`"]
            }
          ).text + "\n"
      }.joined()
        + """
        ## The catalogue

        Backoffs of real clients, as read in their sources in November 2026. A name brings the formula and \
        every axis that the client states.


        """
      + MarkdownTable(
        ["name", "client", "formula", "note"],
        Catalogue.entries.map {
          ["`\($0.name)`", $0.title, "`\($0.policy.formula.text)`", $0.note ?? ""]
        }
      ).text)

  private static let metrics = page(
    "metrics.md",
    """
    # Metrics and findings

    This page lists all that a run measures, and the findings that its verdict is made of. It is for \
    whoever reads results, or writes promises. `simulate explain recover.p99` prints the same about one.

    A distribution stands for a count and several times in seconds: count, p50, p90, p95, p99, p999, max \
    and mean. A figure is `never` where the client at that rank did not come back. The third column says \
    which way a metric gets better. Where it is empty, neither way is: `--baseline` judges such a metric \
    only where `--tolerance` names it.

    ## Metrics


    """
      + MarkdownTable(
        ["metric", "unit", "better", "what it means"],
        metricDefinitions.map { definition in
          let source = definition.source.map { " Source: \($0)." } ?? ""
          let better = definition.better == .neither ? "" : definition.better.rawValue
          return ["`\(definition.name)`", definition.unit, better, definition.definition + source]
        }
      ).text + "\n## Findings\n\n"
      + MarkdownTable(
        ["finding", "it holds where"], FindingCode.all.map { ["`\($0.rawValue)`", $0.meaning] }
      ).text)

  private static func commandsText(_ commands: [Topic]) -> String {
    """
    # Commands

    This page lists the commands of `simulate` and their options. It is for whoever writes a script, or \
    looks for an option. `simulate help run` prints the same about one command.

    Results go to stdout, messages and progress to stderr. Exit codes: 0 all is well, 1 the run failed, 2 \
    wrong usage or a bad scenario. 3 says that a promise is broken, 4 that a metric is worse than its \
    `--baseline` allows. 5 says that two runs differed (`--check-determinism`), 130 that it was interrupted.

    """
      + commands.filter { $0.kind == .command }.map { command in
        "\n## `simulate \(command.name)`\n\n\(command.meaning)\n"
          + (command.members.isEmpty ? "" : "\n")
          + MarkdownTable(
            ["option", "what it means"], command.members.map { ["`\($0.name)`", $0.text] }
          ).text
      }.joined()
  }
}

extension FormulaWord.Kind {
  fileprivate var title: String {
    switch self {
    case .variable: "Variables"
    case .function: "Functions"
    case .draw: "Random draws"
    case .choice: "Choices"
    case .axis: "Axes: the rules around a formula"
    }
  }
}

/// A table of Markdown.
struct MarkdownTable {
  let text: String

  /// - Parameters:
  ///   - head: one cell a column.
  ///   - rows: as many cells each; without rows there is no table.
  init(_ head: [String], _ rows: [[String]]) {
    guard !rows.isEmpty else {
      text = ""
      return
    }
    let lines = [head, head.map { _ in "---" }] + rows.map { $0.map(Self.escaped) }
    text = lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  private static func escaped(_ cell: String) -> String {
    cell.split(whereSeparator: \.isNewline).joined(separator: " ")
      .replacing("|", with: "\\|")
  }
}
