import Findings
import Simulator

/// How the lives of clients are written down.
package enum TraceFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// A Mermaid sequence diagram for each client.
  case mermaid
  /// JSON for Perfetto and other viewers of Chrome traces.
  case perfetto
}

/// The lives of the clients that a run has followed.
package struct TraceReport {
  private let experiment: Experiment
  private let result: RunResult

  /// - Parameter experiment: the one that was run.
  package init(_ experiment: Experiment, _ result: RunResult) {
    self.experiment = experiment
    self.result = result
  }

  /// - Parameter width: columns, for people.
  package func text(_ format: TraceFormat, width: Int) -> String {
    format.text(experiment, result, width: width)
  }
}

extension TraceFormat {
  fileprivate func text(_ experiment: Experiment, _ result: RunResult, width: Int) -> String {
    switch self {
    case .text: TraceText(experiment, result, width: width).text
    case .mermaid: TraceMermaid(experiment: experiment, result: result).text
    case .perfetto: PerfettoTrace(experiment: experiment, result: result).text
    }
  }
}
