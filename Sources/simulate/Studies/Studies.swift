import ArgumentParser
import Pages

/// The studies that there are. A further one is added here, and nowhere else.
enum Studies {
  /// The commands in the order in which the help lists them.
  static let all: [any PagedCommand.Type] = [
    RunCommand.self, CompareCommand.self, TuneCommand.self, SweepCommand.self,
    CapacityCommand.self, MapCommand.self,
  ]

  static var pages: [any PagedStudy.Type] { all.map { $0.results } }
}

/// A command whose results have a page.
protocol PagedCommand: ParsableCommand {
  associatedtype Results: PagedStudy
}

extension PagedCommand {
  fileprivate static var results: any PagedStudy.Type { Results.self }
}
