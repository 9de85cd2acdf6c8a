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
      file.code.contains("class Simulation<") || file.code.contains("\nextension Simulation ")
    }
    let main = own.filter { $0.code.contains("class Simulation<") }
    fields = main.reduce(0) { $0 + Self.fields(of: $1) }
    lines = main.reduce(0) { $0 + $1.lines }
    methods = own.count(#"^  (private |package |public )?(mutating )?func "#)
    twoWayPairs = Self.pairs(own)
  }

  /// Stored properties stand two columns in and do not end in a brace.
  private static func fields(of file: SourceTree.File) -> Int {
    guard let begin = file.code.range(of: "class Simulation<")?.lowerBound,
      let end = file.code[begin...].range(of: "\n}")?.lowerBound
    else { return 0 }
    let property =
      #"^  (@\S+\s+)*((private|fileprivate|package|public)(\(set\))? )*(let|var) .*[^{\s]$"#
    return Pattern(property).count(in: String(file.code[begin..<end]))
  }

  private static func pairs(_ files: [SourceTree.File]) -> [String] {
    let defined = files.map { Set(Pattern(#"^  func (\w+)"#).groups(in: $0.code)) }
    let called = files.map { file in
      let uses = Pattern(#"func \w+"#).removed(from: file.code)
      return Set(Pattern(#"(?:^|[^.\w]|\bself\.)(\w+)\("#).groups(in: uses))
    }
    func calls(_ one: Int, _ other: Int) -> Bool {
      // A name that both have says nothing.
      !defined[other].subtracting(defined[one]).isDisjoint(with: called[one])
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
