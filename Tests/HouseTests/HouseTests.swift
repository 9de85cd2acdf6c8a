import Testing

/// The figures of the house. Each limit is where the figure stands: whoever betters it lowers the limit.
@Suite("The house")
struct HouseTests {
  private let tree: SourceTree

  init() throws { tree = try SourceTree.shared.get() }

  @Test func theLoopIsSmall() {
    let loop = LoopFigures(tree)
    print("house: Simulation: \(loop.lines) lines, \(loop.fields) fields, \(loop.methods) methods")
    print("house: two-way pairs: \(loop.twoWayPairs.count)", loop.twoWayPairs)
    #expect(loop.lines > 50 && loop.fields > 5 && loop.methods > 5, "it was not found")
    #expect(loop.lines <= 271)
    #expect(loop.fields <= 29)
    #expect(loop.methods <= 213)
    #expect(loop.twoWayPairs.count <= 18)
  }

  /// What is new must be thought of where it matters: the compiler then names each place.
  @Test func catchAllCasesDoNotSpread() {
    let pattern =
      #"(^|[;{])\s*(@unknown )?default\s*:|case \(?_[,)\s_]*:|case _ where|case let \w+:"#
    let machines = tree.files(in: "Sessions").count(pattern)
    let loop = tree.files(in: "Simulator").count(pattern)
    print("house: catch-all cases: \(machines) in machines, \(loop) in the loop")
    #expect(machines <= 0)
    #expect(loop <= 4)
  }

  @Test func unsafeCodeStaysInItsFence() {
    let pattern =
      #"Unsafe\w*Pointer|unsafeBitCast|withUnsafe\w+|\.pointee|Unmanaged|\.(de)?allocate\(|assumingMemoryBound"#
    let fence = [
      "VirtualTime/", "Simulator/Fleet/ClientTable.swift", "Simulator/Fleet/FixedTable.swift",
    ]
    let outside = tree.files.filter { file in !fence.contains { file.path.hasPrefix($0) } }
    let simulator = outside.filter { $0.path.hasPrefix("Simulator/") }.count(pattern)
    let others = outside.filter { !$0.path.hasPrefix("Simulator/") }.count(pattern)
    print("house: unsafe uses outside the fence: \(simulator) in Simulator, \(others) elsewhere")
    #expect(simulator <= 323)
    #expect(others <= 43)
  }

  /// Nobody outside the package can use what no product exports.
  @Test func onlyProductsDeclareAnythingPublic() {
    let pattern = #"^\s*(@\w+(\([^)]*\))? )*(public|open) "#
    let targets = [
      "Metrics", "Systems", "Scenarios", "Campaigns", "ResultFiles", "SweepStore", "Reporting",
      "simulate",
    ]
    for target in targets {
      let files = tree.files(in: target)
      #expect(!files.isEmpty, "\(target) was not found")
      #expect(files.count(pattern) == 0, "public in \(target)")
    }
  }

  @Test func filesAreSmall() {
    let long = tree.files.filter { $0.lines > 400 }.map(\.path)
    #expect(long == [])
  }
}
