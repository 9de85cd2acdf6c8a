import ArgumentParser
import Sessions
import Text
import Words

struct BackoffsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backoffs", abstract: "Lists the backoffs of real clients, or the delays of one.",
    usage: "simulate backoffs [NAME|FORMULA] [options]",
    discussion: """
      With a name or a formula: the delays of 20,000 clients whose attempts take no time, after
      each number of failures. No reset rule applies.
      """)

  @Argument(help: "A name of the catalogue or a formula; nothing lists the catalogue.")
  var policy: String?

  @Option(help: ArgumentHelp("Rows of the table of delays.", valueName: "n"))
  var failures = 12

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of the draws, decimal or 0x...", valueName: "s"))
  var seed = "1"

  @Option(help: "What stdout gets.")
  var format = OutputFormat.usual

  func validate() throws {
    guard (1...1_000).contains(failures) else {
      throw ValidationError("--failures \(failures) is out of range: 1 to 1000")
    }
  }

  func run() throws {
    guard let policy else {
      try format.write(CatalogueReport(width: Terminal.width))
      return
    }
    guard let number = UInt64(decimalSeed(seed)) else {
      throw CommandFailure.usage("--seed \(seed): write a whole number from 0 to \(UInt64.max)")
    }
    if let file = formulaFile(policy) {
      throw CommandFailure.usage("\(shownOption(policy)): \(file)")
    }
    do {
      let parsed = try BackoffPolicy.parse(policy)
      Output.warn(parsed.warnings())
      let rows = try delayTable(policy: parsed, failures: failures, seed: number)
      try format.write(DelayReport(parsed, rows, width: Terminal.width))
    } catch let error as FormulaError {
      throw CommandFailure.usage(error.description)
    } catch let error as InvalidDelay {
      throw CommandFailure.runtime(error.description)
    }
  }
}
