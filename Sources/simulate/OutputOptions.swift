import ArgumentParser
import Documents
import Store
import Text

/// The options for the destination of a run's results.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The results folder (default: under results/, by the scenario's name).", valueName: "dir"))
  var out: String?

  @OptionGroup(title: "Output") var replacing: ReplacingOption

  @Flag(help: "Write no results folder.")
  var noOut = false

  @Option(help: "What stdout gets.")
  var format = OutputFormat.usual

  @OptionGroup(title: "Output") var files: ReportFilesOption

  @Option(help: "Progress on stderr; auto: only on a terminal.")
  var progress = ProgressStyle.auto

  @Flag(name: [.short, .long], help: "Nothing on stderr but errors.")
  var quiet = false

  @Flag(
    name: [.customShort("n"), .long],
    help: "Check the scenario, print every value of it, one a line, and run nothing.")
  var printConfig = false

  func validate() throws {
    if out == "" { throw ValidationError("--out needs the name of a folder") }
    if noOut, out != nil { throw ValidationError("--out and --no-out exclude each other") }
  }

  /// Judges before the run whether the formats that are asked for can be had.
  /// - Parameters:
  ///   - kind: of the report that the command will give.
  ///   - place: of the results folder; nil where nothing is written.
  ///   - isJudging: whether there are promises, or a baseline.
  func checkFormats(
    for kind: any Report.Type, _ place: ResultsPlace?, isJudging: Bool = true
  ) throws(CommandFailure) {
    try format.check(kind)
    let formats = [format] + (try files.check(for: kind, besides: place?.path))
    try OutputFormat.check(formats, isJudging: isJudging)
  }

  /// Gives a report to stdout, to the pipeline, and to the files that are asked for.
  /// - Returns: why some of the files could not be written; empty where all are.
  /// - Throws: where stdout cannot take it.
  func write(_ report: some Report) throws -> [String] {
    try format.write(report)
    Pipeline.tell(report)
    return files.write(report)
  }

  /// - Parameters:
  ///   - name: of the folder below results, where no other is named.
  ///   - scenario: whose results they are.
  /// - Returns: nil where nothing is to be written.
  func place(
    for name: String, of scenario: String, _ kind: ResultsKind
  ) throws(CommandFailure) -> ResultsPlace? {
    noOut ? nil : try replacing.place(out ?? "results/\(name)", of: scenario, kind)
  }
}

/// Which earlier results may be replaced.
struct ReplacingOption: ParsableArguments {
  @Flag(help: "Replace earlier results also where they are of another scenario or command.")
  var force = false

  /// Finds out before the first event what would keep results from being written.
  func place(
    _ path: String, of scenario: String, _ kind: ResultsKind
  ) throws(CommandFailure) -> ResultsPlace {
    do throws(ResultsFolderError) {
      return try ResultsPlace(path, kind, of: scenario, isForced: force)
    } catch {
      throw .runtime(error.description)
    }
  }
}
