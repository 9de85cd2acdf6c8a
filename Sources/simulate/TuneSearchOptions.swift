import ArgumentParser
import Scenarios
import Sessions
import Studies
import Systems
import Words

/// The options for what is searched for, and how long.
struct TuneSearchOptions: ParsableArguments {
  @Option(
    name: .customLong("family"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A formula with parameters such as $cap, or a built-in family: \(Self.builtInNames). "
        + "Repeatable (default: all built-in ones).", valueName: "formula|name"))
  var families: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "What a parameter may be: cap=5s..120s, n=2..9:whole, width=0.5|1. Repeatable.",
      valueName: "name=low..high"))
  var param: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The metric to be best in (default: recover.p99, or downtime.p99 where most clients were back before \
      clear).
      """, valueName: "metric"))
  var objective: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A promise to keep on average: 'peak_arrivals_1s < 2000'. Repeatable (default: recovery, peak "
        + "and attempts no worse than the own formula's).", valueName: "expr"))
  var subjectTo: [String] = []

  @Option(help: ArgumentHelp("Runs the search may make; the test comes on top.", valueName: "runs"))
  var budget = Tuner.standardBudget

  @Option(
    help: ArgumentHelp(
      "Seeds for the formulas that come through, and in the test.", valueName: "n"))
  var replications = Tuner.standardReplications

  @Option(
    help: ArgumentHelp(
      "Runs at a time (default: one for each core). Results do not depend on it.", valueName: "n"))
  var threads: Int?

  private static var builtInNames: String {
    FormulaFamily.builtIn.map(\.name).joined(separator: ", ")
  }

  func validate() throws {
    let checks = [
      ("--budget", budget, Tuner.budgetRange),
      ("--replications", replications, Tuner.replicationsRange),
      ("--threads", threads ?? 1, WorkPool.threadRange),
    ]
    for (name, number, range) in checks where !range.contains(number) {
      throw ValidationError(
        "\(name) \(number) is out of range: \(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// - Throws: where a range or a family cannot be read, or one has nothing of the other.
  func searched() throws(CommandFailure) -> [FormulaFamily] {
    let parameters = try parameters()
    var searched: [FormulaFamily] = []
    for text in families {
      do throws(FormulaError) {
        if let builtIn = FormulaFamily.builtIn(named: text) {
          searched.append(builtIn.replacing(parameters))
        } else {
          searched.append(try FormulaFamily(text, parameters))
        }
      } catch {
        let near = nearest(to: text, in: FormulaFamily.builtIn.map(\.name))
        throw .usage("--family: \(error)" + (near.map { "\n  did you mean '\($0)'?" } ?? ""))
      }
    }
    if families.isEmpty { searched = FormulaFamily.builtIn.map { $0.replacing(parameters) } }
    let used = searched.flatMap { $0.parameters.map(\.name) }
    for parameter in parameters where !used.contains(parameter.name) {
      let near = nearest(to: parameter.name, in: used).map { "; did you mean '\($0)'?" }
      throw .usage("--param \(parameter.name)=...: no family has '$\(parameter.name)'\(near ?? "")")
    }
    for family in searched {
      try CommandFailure.ofUsage { try family.checkCorners() }
    }
    return searched
  }

  private func parameters() throws(CommandFailure) -> [TuningParameter] {
    var parameters: [TuningParameter] = []
    for text in param {
      do throws(QuantityError) {
        let parameter = try parseTuningParameter(text)
        if parameters.contains(where: { $0.name == parameter.name }) {
          throw QuantityError("'\(parameter.name)' is given twice")
        }
        parameters.append(parameter)
      } catch {
        throw .usage("--param: \(error.message)")
      }
    }
    return parameters
  }

  /// - Throws: where there is no such metric.
  /// nil for what coming back is measured by.
  func goal() throws(CommandFailure) -> TuningObjective? {
    guard let objective else { return nil }
    guard let goal = TuningObjective(objective) else {
      throw .usage("--objective: \(MetricNames.noMetric(named: objective))")
    }
    return goal
  }

  /// Returns the promises; nil if none are given.
  func promises() throws(CommandFailure) -> [ServiceLevel]? {
    var levels: [ServiceLevel] = []
    for text in subjectTo {
      do throws(QuantityError) {
        levels.append(try parseServiceLevel(text))
      } catch {
        throw .usage("--subject-to '\(shownOption(text))': \(error.message)")
      }
    }
    return levels.isEmpty ? nil : levels
  }
}
