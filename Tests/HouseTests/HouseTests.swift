import Testing

/// The figures of the house. Each limit is where the figure stands: whoever betters it lowers the limit.
@Suite("The house")
struct HouseTests {
  private let tree: SourceTree

  init() throws { tree = try SourceTree.shared.get() }

  @Test func theLoopIsSmall() throws {
    let loop = try #require(LoopFigures(tree).figures(of: "Simulation"))
    print("house: Simulation: \(loop.lines) lines, \(loop.fields) fields, \(loop.methods) methods")
    #expect(loop.lines > 50 && loop.fields > 5 && loop.methods > 5, "it was not found")
    #expect(loop.lines <= 250)
    #expect(loop.fields <= 14)
  }

  /// A process that knows more does more than one thing.
  @Test func noProcessHasManyFields() {
    let loop = LoopFigures(tree)
    let processes = loop.classes.filter { $0.name != "Simulation" }
    for one in processes {
      print("house: \(one.name): \(one.fields) fields, \(one.methods) methods")
    }
    #expect(processes.count > 20, "they were not found")
    #expect(processes.filter { $0.fields > 10 }.map(\.name) == [])
  }

  @Test func noTwoFilesOfTheLoopKnowEachOther() {
    #expect(LoopFigures(tree).twoWayPairs == [])
  }

  /// The loop takes over what an event is answered with: nobody else schedules.
  @Test func onlyTheLoopSchedules() {
    let knowing = tree.files(in: "Simulator").filter {
      Pattern(#"\bAgenda\b"#).count(in: $0.code) > 0
    }
    #expect(
      knowing.map(\.path) == ["Simulator/Loop/Agenda.swift", "Simulator/Loop/Simulation.swift"])
  }

  /// What is new must be thought of where it matters: the compiler then names each place.
  @Test func catchAllCasesDoNotSpread() {
    let pattern =
      #"(^|[;{])\s*(@unknown )?default\s*:|case \(?_[,)\s_]*:|case _ where|case let \w+:"#
    let machines = tree.files(in: "Sessions").count(pattern)
    let loop = tree.files(in: "Simulator").count(pattern)
    print("house: catch-all cases: \(machines) in machines, \(loop) in the loop")
    #expect(machines <= 0)
    // Three decode numbers.
    #expect(loop <= 3)
  }

  @Test func unsafeCodeStaysInItsFence() {
    let pattern =
      #"Unsafe\w*Pointer|unsafeBitCast|withUnsafe\w+|\.pointee|Unmanaged|\.(de)?allocate\(|assumingMemoryBound"#
    let fence = [
      "VirtualTime/", "Simulator/Fleet/Column.swift", "Simulator/Fleet/ClientTable.swift",
      "Simulator/Fleet/FixedTable.swift", "Simulator/Statistics/SecondTable.swift",
      "Simulator/Connection/ConnectionState.swift",
      "Measurements/DurationTally.swift",
      "Measurements/SeriesTally.swift", "Measurements/SparseSeries.swift",
      // The list of a turn's actions, formulas that all clients share, and their programs.
      "Sessions/Interface/Turn.swift", "Primitives/Interned.swift", "Backoff/Program.swift",
      // Calls to the operating system.
      "Studies/Replications/UsableCores.swift", "Store/Folder/Disk.swift",
      "Store/Folder/ExchangeNames.swift", "simulate/Output.swift",
      "simulate/ReplayCommand.swift",
      // Records of a sweep's journal.
      "Store/Sweep/CellRecord.swift", "Documents/CSV/CSVRecords.swift",
      "Store/Sweep/SweepJournal.swift",
    ]
    let outside = tree.files.filter { file in !fence.contains { file.path.hasPrefix($0) } }
    #expect(outside.filter { [$0].count(pattern) > 0 }.map(\.path) == [])
  }

  /// Nobody outside the package can use what no product exports.
  @Test func onlyProductsDeclareAnythingPublic() {
    let pattern = #"^\s*(@\w+(\([^)]*\))? )*(public|open) "#
    let targets = [
      "Words", "Charts", "Metrics", "Systems", "Scenarios", "Documents", "Findings", "Studies",
      "Verdicts", "Pages", "Store", "Jobs", "Text", "simulate",
    ]
    for target in targets {
      let files = tree.files(in: target)
      #expect(!files.isEmpty, "\(target) was not found")
      #expect(files.count(pattern) == 0, "public in \(target)")
    }
  }

  /// A kind of fault is described in one file and spelled in another: a file that tells apart half of
  /// them or more is one that the next kind must be added to.
  @Test func kindsOfFaultsAreToldApartOnce() {
    let kinds = [
      "outage", "restart", "capacity", "slow", "latency", "loss", "authFailure", "flapping",
      "offline", "background", "handover", "logout",
    ]
    let named = kinds.map { Pattern(#"(?<![\w)\]])\.\#($0)\b"#) }
    let lists = tree.files.filter { file in
      named.count { $0.count(in: file.code) > 0 } >= kinds.count / 2
    }.map(\.path)
    print("house: files that list the kinds of faults: \(lists.count)", lists)
    #expect(lists.contains("Faults/FaultEffects.swift"), "it was not found")
    #expect(lists.count <= 2)
  }

  /// A metric is one declaration: what another file would have to name too, it would have to name
  /// with each new metric.
  @Test(arguments: [
    "attempts", "syn_repeats", "spread", "recover", "downtime", "gave_up", "wasted_work_share",
    "stations", "metastable", "stoat.cache_invalidations", "chatSocket.silence", "primer.reads",
    "appExtension.kills", "optimistic.conflicts",
  ])
  func aMetricIsDeclaredOnce(name: String) {
    let metrics = (tree.files(in: "Metrics") + tree.files(in: "Systems")).filter {
      $0.text.contains("\"\(name)\"") && $0.path.contains("Metrics.swift")
    }
    #expect(metrics.count == 1, "\(name): \(metrics.map(\.path))")
  }

  /// A row has a definition because there is one way to make it, and that asks for one.
  @Test func metricsAreMadeWhereTheyAreDefined() {
    for type in ["MetricRow", "MetricDefinition"] {
      let makers = (tree.files(in: "Metrics") + tree.files(in: "Systems")).filter {
        Pattern(#"\b\#(type)\("#).count(in: $0.code) > 0
      }.map(\.path)
      #expect(makers.contains("Metrics/MetricDeclaration.swift"), "it was not found")
      #expect(
        Set(makers).subtracting([
          "Metrics/MetricDeclaration.swift",
          // Words the definition of a figure, which has none of its own.
          "Systems/Catalogue/MetricDefinitions.swift",
        ]) == [])
    }
  }

  /// A session system is a machine, what the loop knows of it, and a description, each in files of its
  /// own. Beside these, the list of descriptions alone knows its name, in code, in texts or in
  /// comments; and a few texts about two of them.
  @Test(arguments: [("chatSocket", 0), ("appExtension", 0), ("primer", 2), ("optimistic", 3)])
  func aSessionSystemTouchesOneExistingFile(system: String, texts: Int) {
    let name = Pattern("(?i)\(system)")
    let naming = tree.files.filter { file in
      let fileName = file.path.split(separator: "/").last ?? ""
      return name.count(in: file.text) > 0 && name.count(in: String(fileName)) == 0
    }.map(\.path)
    print("house: files that name \(system) beside its own: \(naming.count)", naming)
    #expect(naming.contains("Systems/Systems.swift"), "it was not found")
    #expect(naming.count <= 1 + texts)
  }

  /// An output format is a file of its own and a name in the list. What it writes is up to it: who asks
  /// which format it is would have to be asked again with the next one.
  @Test func outputFormatsAreToldApartOnce() {
    let makers = Pattern(#"static let (\w+)(?:: OutputFormat)? = (?:OutputFormat|\.init|Self)\("#)
    let formats = tree.files(in: "Text/Formats").flatMap { makers.groups(in: $0.code) }
    #expect(formats.count >= 3, "they were not found")
    let names = formats.joined(separator: "|")
    // Not the path of a key, nor a property of something.
    let asking = Pattern(
      #"(?:\bOutputFormat|(?<![\w)\]\\}?!]))\.(?:\#(names))\b|\b[fF]ormat\.name\b"#)
    let users = ["Text", "simulate"].flatMap { tree.files(in: $0) }
    let telling = users.filter { asking.count(in: $0.code) > 0 }.map(\.path)
    print("house: files that name an output format: \(telling.count)", telling)
    #expect(telling == ["Text/Formats/OutputFormat.swift"])
    let switches = Pattern(#"\bswitch [^{\n]*[fF]ormat\b"#)
    #expect(users.filter { switches.count(in: $0.code) > 0 }.map(\.path) == [])
  }

  @Test func filesAreSmall() {
    let long = tree.files.filter { $0.lines > 400 }.map(\.path)
    #expect(long == [])
  }
}
