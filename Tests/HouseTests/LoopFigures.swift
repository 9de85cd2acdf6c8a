/// How the loop and its processes are built.
struct LoopFigures {
  /// A class of the simulator.
  struct Figures {
    let name: String
    /// Of the file that declares it, comments included.
    let lines: Int
    /// Stored properties.
    let fields: Int
    /// Functions of the class and its extensions.
    let methods: Int
  }

  let classes: [Figures]
  /// Pairs of files of the simulator each of which knows what the other declares.
  let twoWayPairs: [String]

  init(_ tree: SourceTree) {
    let files = tree.files(in: "Simulator")
    classes = files.flatMap { file in
      Pattern(#"^(?:package |public )?final class (\w+)"#).groups(in: file.code).map { name in
        Figures(
          name: name, lines: file.lines, fields: Self.fields(of: name, in: file),
          methods: files.filter { Self.opens(name, $0) }
            .count(#"^  (private |package |public )?(mutating )?func "#))
      }
    }
    twoWayPairs = Self.pairs(files)
  }

  func figures(of name: String) -> Figures? { classes.first { $0.name == name } }

  private static func opens(_ name: String, _ file: SourceTree.File) -> Bool {
    Pattern(#"^(?:package |public )?(?:final class|extension) \#(name)\b"#).count(in: file.code) > 0
  }

  /// Stored properties stand two columns in. They have no brace, or a value before it.
  private static func fields(of name: String, in file: SourceTree.File) -> Int {
    guard let begin = file.code.range(of: "final class \(name)")?.lowerBound,
      let end = file.code[begin...].range(of: "\n}")?.lowerBound
    else { return 0 }
    let modifiers = #"(@\S+\s+)*((private|fileprivate|package|public)(\(set\))? )*"#
    let property = #"^  \#(modifiers)(let|var) ([^{\n]*|[^={\n]*= .*)$"#
    return Pattern(property).count(in: String(file.code[begin..<end]))
  }

  // MARK: Who knows whom

  private static func pairs(_ files: [SourceTree.File]) -> [String] {
    let types =
      #"^(?:(?:public|package|private|final|indirect) )*(?:class|struct|enum|protocol) (\w+)"#
    let declared = files.map { Set(Pattern(types).groups(in: $0.code)) }
    let mentioned = files.map { Set(Pattern(#"\b([A-Z]\w+)\b"#).groups(in: $0.code)) }
    let calls = CallsAmongFiles(files)
    func knows(_ one: Int, _ other: Int) -> Bool {
      !declared[other].subtracting(declared[one]).isDisjoint(with: mentioned[one])
        || calls.calls(one, other)
    }
    var pairs: [String] = []
    for one in files.indices {
      for other in files.indices where other > one && knows(one, other) && knows(other, one) {
        // What extends a type knows it, of course: then only the calls count.
        let isOneType = calls.shareType(one, other)
        if isOneType && !(calls.calls(one, other) && calls.calls(other, one)) { continue }
        pairs.append("\(files[one].path) <-> \(files[other].path)")
      }
    }
    return pairs
  }
}

/// Functions of one type that call each other across its files.
private struct CallsAmongFiles {
  private let owners: [Set<String>]
  private let defined: [Set<String>]
  private let called: [Set<String>]

  init(_ files: [SourceTree.File]) {
    owners = files.map {
      Set(
        Pattern(#"^(?:package |public )?(?:final class|struct|extension) (\w+)"#).groups(
          in: $0.code))
    }
    defined = files.map { Set(Pattern(#"^  func (\w+)"#).groups(in: $0.code)) }
    called = files.map { file in
      let uses = Pattern(#"func \w+"#).removed(from: file.code)
      return Set(Pattern(#"(?:^|[^.\w]|\bself\.)(\w+)\("#).groups(in: uses))
    }
  }

  func shareType(_ one: Int, _ other: Int) -> Bool {
    !owners[one].isDisjoint(with: owners[other])
  }

  func calls(_ one: Int, _ other: Int) -> Bool {
    // A name that both have says nothing.
    shareType(one, other)
      && !defined[other].subtracting(defined[one]).isDisjoint(with: called[one])
  }
}
