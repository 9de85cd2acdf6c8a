import Sessions

/// What the clients of each cohort share.
final class Cohorts<Machine: SimulatedSession> {
  let configurations: FixedTable<Machine.Configuration>
  /// What an error calls each cohort's formula.
  let formulas: [String]

  init(_ configurations: [Machine.Configuration], formulas: [String]) {
    self.configurations = FixedTable(count: configurations.count) { configurations[$0] }
    self.formulas = formulas
  }

  /// Whether clients of any cohort contend for the gateway's row.
  var contend: Bool {
    (0..<configurations.count).contains { Machine.fresh(under: configurations[$0]).contends }
  }
}
