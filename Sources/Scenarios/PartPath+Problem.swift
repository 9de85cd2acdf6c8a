import Metrics
import Simulator
import Systems
import Words

extension PartPath {
  /// Returns the problem with it in this scenario; nil where it is a metric that the run will have.
  package func problem(in clients: ClientsDescription) -> String? {
    let names =
      group == "cohorts"
      ? (clients.mix.count > 1 ? clients.mix.map(\.name) : [])
      : (clients.systemNames.count > 1 ? clients.systemNames.map(\.rawValue) : [])
    if names.contains(part) { return nil }
    if names.isEmpty {
      let what = group == "cohorts" ? "one cohort" : "one session system"
      return "the fleet has only \(what): write \(metric)"
    }
    let hint = nearest(to: part, in: names).map { "did you mean '\($0)'? " } ?? ""
    return "there are no \(group) '\(part)'; \(hint)there are: \(names.joined(separator: ", "))"
  }
}

extension ClientsDescription {
  /// The distinct session systems, in the order of the cohorts.
  fileprivate var systemNames: [SystemName] { mix.map { system(of: $0).name }.withoutRepetition }
}
