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

  /// Gives the text piece by piece: that of a long run is larger than the run.
  /// - Parameter width: columns, for people.
  package func write(
    _ format: TraceFormat, width: Int, to take: (String) throws -> Void
  ) rethrows {
    try format.write(experiment, result, width, take)
  }
}

extension TraceFormat {
  fileprivate func write(
    _ experiment: Experiment, _ result: RunResult, _ width: Int, _ take: (String) throws -> Void
  ) rethrows {
    switch self {
    case .text: try TraceText(experiment, result, width: width).write(to: take)
    case .mermaid: try TraceMermaid(experiment: experiment, result: result).write(to: take)
    case .perfetto: try PerfettoTrace(experiment: experiment, result: result).write(to: take)
    }
  }
}
