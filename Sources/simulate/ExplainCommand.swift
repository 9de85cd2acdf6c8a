import ArgumentParser
import Metrics
import Systems

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says what a metric means, its unit and where the notion comes from.")

  @Argument(help: "A metric, such as recover.p99; nothing lists them all.")
  var metric: String?

  func run() throws {
    let width = min(Terminal.width, 100)
    guard let metric else {
      try Output.results(metricDefinitions.map { $0.text(width: width) }.joined(separator: "\n"))
      return
    }
    guard let definition = metricDefinition(of: metric) else {
      if let successor = MetricNames.retired(metric) {
        throw CommandFailure.usage("there is no metric '\(metric)' any more: \(successor)")
      }
      let names = MetricNames.all + metricDefinitions.map(\.name)
      let near = nearest(to: metric, in: names).map { "; did you mean '\($0)'?" }
      throw CommandFailure.usage(
        "there is no metric '\(metric)'\(near ?? "; `simulate explain` lists them")")
    }
    try Output.results(definition.text(width: width))
  }
}

extension MetricDefinition {
  fileprivate func text(width: Int) -> String {
    let source = source.map { wrapped("Source: \($0)", width: width) } ?? ""
    return "\(name) (\(unit))\n" + wrapped(definition, width: width) + source
  }
}
