/// The content of `manifest.json`: everything that is needed to make a results folder again, and what lies in it.
///
/// All of it but `wall_clock` is the same for every run of the same study.
package struct Manifest<Study: StudyRecord>: Codable, Sendable {
  @Inlined package var maker: Maker
  @Inlined package var study: Study
  @Inlined package var content: FolderContent
  @Omitted package var wallClock: WallClock?

  /// - Parameter clock: nil where a file of its own says how long it took.
  package init(_ study: Study, _ facts: RunFacts, files: [WrittenFile], clock: WallClock? = nil) {
    maker = Maker(Study.kind, facts)
    self.study = study
    content = FolderContent(files)
    wallClock = clock
  }
}

/// The part of a manifest about one study, between who made it and the files.
package protocol StudyRecord: Codable, Sendable {
  static var kind: ResultsKind { get }
  /// The number of events of all runs together.
  var events: Int { get }
  /// The digest of everything observable, 16 hexadecimal digits.
  var digest: String { get }
}

/// The program that made a folder.
package struct Maker: Codable, Hashable, Sendable {
  package struct Tool: Codable, Hashable, Sendable {
    package var name = "squall"
    package var version: String
  }

  package var schema = ResultsSchema.current
  package var kind: ResultsKind
  package var tool: Tool
  /// The source revision.
  package var commit: String

  package init(_ kind: ResultsKind, _ facts: RunFacts) {
    self.kind = kind
    tool = Tool(version: facts.toolVersion)
    commit = facts.commit
  }
}

/// A hash, and what it is made of.
package struct NamedHash: Codable, Hashable, Sendable {
  package var algorithm = FNV1a.name
  package var of: String
  package var value: String
}

/// A scenario as it was run: its name, every value of it, and how it was written.
package struct ScenarioRecord: Codable, Hashable, Sendable {
  package var scenario: String
  /// Every value by its path, in the order of the reference.
  package var resolved: Members<String>
  package var resolvedHash: NamedHash
  /// nil where it was not made from a file.
  @Omitted package var source: Source?

  /// A scenario's text, and what the command line changed in it.
  package struct Source: Codable, Hashable, Sendable {
    package struct Change: Codable, Hashable, Sendable {
      package var path: String
      /// YAML.
      package var value: String

      package init(path: String, value: String) {
        self.path = path
        self.value = value
      }
    }

    /// A file that the scenario names.
    package struct NamedFile: Codable, Hashable, Sendable {
      /// The key that names it.
      package var key: String
      /// The name as it was written.
      package var file: String
      /// FNV-1a of its bytes, 16 hexadecimal digits.
      package var hash: String
      /// The name of its copy beside the manifest; nil where there is none.
      @Omitted package var copy: String?

      package init(key: String, file: String, hash: String, copy: String?) {
        self.key = key
        self.file = file
        self.hash = hash
        self.copy = copy
      }
    }

    package var file: String
    package var text: String
    package var set: [Change]
    /// Promises of the command line.
    package var slo: [String]
    /// nil where it names none.
    @Omitted package var files: [NamedFile]?

    package init(
      file: String, text: String, set: [Change], slo: [String], files: [NamedFile] = []
    ) {
      self.file = file
      self.text = text
      self.set = set
      self.slo = slo
      self.files = files.isEmpty ? nil : files
    }
  }

  package init(_ scenario: String, resolved: [(path: String, value: String)], source: Source?) {
    self.scenario = scenario
    self.resolved = Members(resolved.map { ($0.path, $0.value) })
    resolvedHash = NamedHash(of: "path=value, one a line, UTF-8, LF", value: scenarioHash(resolved))
    self.source = source
  }
}

/// FNV-1a of the resolved values as `path=value` lines: 16 hexadecimal digits.
///
/// It tells scenarios apart; it does not protect against anybody.
package func scenarioHash(_ resolved: [(path: String, value: String)]) -> String {
  hashText(resolved.map { "\($0.path)=\($0.value)\n" }.joined())
}

/// The files beside a manifest, with their sizes in bytes and their hashes: a folder whose files are not these is not
/// whole. `timing.json`, which is another every time, is listed only.
package struct FolderContent: Codable, Hashable, Sendable {
  package var files: [String]
  package var sizes: Members<Int>
  /// The algorithm first, then the hash of each file.
  package var hashes: Members<String>

  package init(_ files: [WrittenFile]) {
    let lasting = files.filter { $0.name != "timing.json" }
    self.files = files.map(\.name)
    sizes = Members(lasting.map { ($0.name, $0.size) })
    hashes = Members([(Self.algorithm, FNV1a.name)] + lasting.map { ($0.name, $0.hash) })
  }

  static let algorithm = "algorithm"
}

/// The name, the size and the hash of a file beside a manifest.
package struct WrittenFile: Hashable, Sendable {
  package var name: String
  /// Bytes.
  package var size: Int
  /// FNV-1a of its bytes, 16 hexadecimal digits.
  package var hash: String

  package init(name: String, size: Int, hash: String) {
    self.name = name
    self.size = size
    self.hash = hash
  }

  package init(name: String, text: String) {
    self.init(name: name, size: text.utf8.count, hash: hashText(text))
  }
}

/// The facts that differ each time the same study is run.
package struct WallClock: Codable, Hashable, Sendable {
  package var seconds: Double
  package var cpuSeconds: Double?
  package var threads: Int
  package var eventsPerSecond: Double?
  package var peakMemoryBytes: Int?
  package var startedAt: String?
  package var arguments: [String]

  package init(_ facts: RunFacts, events: Int) {
    seconds = facts.wallSeconds
    cpuSeconds = facts.cpuSeconds
    threads = facts.threads
    eventsPerSecond = facts.wallSeconds > 0 ? (Double(events) / facts.wallSeconds).rounded() : nil
    peakMemoryBytes = facts.peakMemoryBytes
    startedAt = facts.startedAt
    arguments = facts.arguments
  }
}
