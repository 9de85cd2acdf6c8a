/// How the loop, `Simulation`, is built.
struct LoopFigures {
  /// Stored properties of the class.
  let fields: Int
  /// Functions of the class and its extensions.
  let methods: Int
  /// Lines of the file that declares it, comments included.
  let lines: Int
  /// Pairs of its files of which each calls functions of the other.
  let twoWayPairs: [String]

  init(_ tree: SourceTree) {
    let own = tree.files(in: "Simulator").filter { file in
      file.lines.contains {
        $0.hasPrefix("extension Simulation ") || $0.contains("class Simulation<")
      }
    }
    let main = own.filter { $0.lines.contains { $0.contains("class Simulation<") } }
    fields = main.reduce(0) { $0 + Self.fields(of: $1) }
    lines = main.reduce(0) { $0 + $1.lines.count }
    methods = own.count(#/^  (private |package |public )?(mutating )?func /#)
    twoWayPairs = Self.pairs(own)
  }

  private static func fields(of file: SourceTree.File) -> Int {
    guard let begin = file.lines.firstIndex(where: { $0.contains("class Simulation<") }),
      let end = file.lines[begin...].firstIndex(of: "}")
    else { return 0 }
    return file.lines[begin..<end].filter { line in
      line.contains(#/^  (@exclusivity\(unchecked\) )?(private |package )?(let|var) /#)
        && !line.hasSuffix("{")
    }.count
  }

  private static func pairs(_ files: [SourceTree.File]) -> [String] {
    let defined = files.map { Set($0.functions) }
    func calls(_ one: Int, _ other: Int) -> Bool {
      // A name that both have says nothing.
      let names = defined[other].subtracting(defined[one])
      return !names.isDisjoint(with: files[one].called)
    }
    var pairs: [String] = []
    for one in files.indices {
      for other in files.indices where other > one {
        if calls(one, other), calls(other, one) {
          pairs.append("\(files[one].path) <-> \(files[other].path)")
        }
      }
    }
    return pairs
  }
}

extension SourceTree.File {
  fileprivate var functions: [String] {
    lines.compactMap { $0.firstMatch(of: #/^  func (\w+)/#).map { String($0.1) } }
  }

  fileprivate var called: Set<String> {
    Set(
      lines.filter { !$0.contains(#/func \w+/#) }
        .flatMap { $0.matches(of: #/(?:^|[^.\w]|\bself\.)(\w+)\(/#).map { String($0.1) } })
  }
}
