import Foundation
import Testing

/// Which commit a build says it is of: `Plugins/CommitPlugin/commit.sh`, on source trees made for that.
@Suite("The commit of a build")
struct CommitTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let plugin = "Plugins/CommitPlugin"

  private let place: Workplace

  /// A source tree with what the script looks at.
  init() throws {
    place = try Workplace()
    for folder in ["tree/Sources", "tree/docs", "tree/\(Self.plugin)"] {
      try FileManager.default.createDirectory(
        at: place.url.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    for file in [".gitattributes", "\(Self.plugin)/archived-commit"] {
      try FileManager.default.copyItem(
        at: Self.repository.appendingPathComponent(file),
        to: place.url.appendingPathComponent("tree/\(file)"))
    }
    for file in ["Package.swift", "Sources/main.swift", "docs/page.md"] {
      try place.write("one", to: "tree/\(file)")
    }
  }

  @Test func aCheckoutIsOfItsHead() throws {
    let head = try commit()
    #expect(head.count == 40)
    #expect(try said() == head)
    try place.write("two", to: "tree/docs/page.md")
    #expect(try said() == head, "a page is no part of the program")
    try place.write("two", to: "tree/Sources/main.swift")
    #expect(try said() == "\(head)-dirty")
    let next = try commit()
    #expect(next != head)
    #expect(try said() == next)
    try place.write("new", to: "tree/Sources/other.swift")
    #expect(try said() == "\(next)-dirty", "a file that git does not know is built all the same")
  }

  @Test("a hook of git, which names its own repository, changes nothing")
  func hook() throws {
    let head = try commit()
    #expect(try said(["GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere"]) == head)
  }

  @Test func aFolderWithoutGitIsUnknown() throws {
    #expect(try said() == "unknown")
  }

  @Test("a copy in somebody else's repository is not of that one's commit")
  func copy() throws {
    try git("init", "-q", in: place.url)
    try git("commit", "-q", "--allow-empty", "-m", "theirs", in: place.url)
    #expect(try said() == "unknown")
  }

  @Test func aTarballSaysWhatGitPutIntoIt() throws {
    let head = try commit()
    let tree = place.url.appendingPathComponent("tree")
    try git("archive", "--prefix=unpacked/", "-o", place.path("a.tar"), "HEAD", in: tree)
    #expect(
      try run("/usr/bin/env", ["tar", "-xf", place.path("a.tar")], in: place.url).status == 0)
    #expect(try said(of: "unpacked") == head)
  }

  @Test func theEnvironmentGoesFirst() throws {
    _ = try commit()
    #expect(try said(["SQUALL_COMMIT": "abc1234"]) == "abc1234")
    for wrong in ["a\"b", "a b", "$(id)", "\\"] {
      let ending = try script([place.path("tree")], ["SQUALL_COMMIT": wrong])
      #expect(ending.status == 2)
      #expect(ending.messages.contains("SQUALL_COMMIT is '\(wrong)'"))
    }
  }

  @Test("the file of the build is touched only where the commit is another")
  func file() throws {
    let head = try commit()
    let arguments = [place.path("tree"), place.path("made")]
    #expect(try script(arguments).status == 0)
    #expect(try place.read("made/Version+Commit.swift").contains("static let commit = \"\(head)\""))
    let long = Date(timeIntervalSince1970: 1_000_000)
    func date() throws -> Date? {
      let file = place.path("made/Version+Commit.swift")
      return try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    }
    try FileManager.default.setAttributes(
      [.modificationDate: long], ofItemAtPath: place.path("made/Version+Commit.swift"))
    #expect(try script(arguments).status == 0)
    #expect(try date() == long)
    try place.write("two", to: "tree/Package.swift")
    #expect(try script(arguments).status == 0)
    #expect(try date() != long)
    #expect(try place.read("made/Version+Commit.swift").contains("\(head)-dirty\""))
  }

  /// Not that of this moment: a build may be older than the last commit.
  @Test func theProgramNamesOne() throws {
    let version = try place.simulate("--version").results
    let named = try #require(
      version.wholeMatch(of: /squall [0-9.]+( \(([0-9A-Za-z.+-]+)\))?\n/), "\(version)")
    _ = try place.simulate("--clients", "10", "--out", "results", "--quiet")
    let manifest = try JSONSerialization.jsonObject(
      with: Data(contentsOf: place.url.appendingPathComponent("results/manifest.json")))
    let commit = (manifest as? [String: Any])?["commit"] as? String
    #expect(commit == named.2.map(String.init) ?? "unknown")
  }

  /// Puts all of the tree into a commit; its name.
  private func commit() throws -> String {
    let tree = place.url.appendingPathComponent("tree")
    try git("init", "-q", in: tree)
    try git("add", "-A", in: tree)
    try git("commit", "-q", "-m", "all", in: tree)
    return try git("rev-parse", "HEAD", in: tree)
  }

  @discardableResult
  private func git(_ arguments: String..., in folder: URL) throws -> String {
    let identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.com"]
    let ending = try run("/usr/bin/env", ["git"] + identity + arguments, in: folder)
    try #require(ending.status == 0, "git \(arguments): \(ending.messages)")
    return ending.results.trimmingCharacters(in: .newlines)
  }

  private func said(_ environment: [String: String] = [:], of tree: String = "tree") throws
    -> String
  {
    let ending = try script([place.path(tree)], environment)
    try #require(ending.status == 0, "\(ending.messages)")
    return ending.results.trimmingCharacters(in: .newlines)
  }

  private func script(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> Ending {
    let script = Self.repository.appendingPathComponent("\(Self.plugin)/commit.sh").path
    return try run("/bin/sh", [script] + arguments, environment, in: place.url)
  }

  private func run(
    _ program: String, _ arguments: [String], _ environment: [String: String] = [:], in folder: URL
  ) throws -> Ending {
    for name in [".out", ".err"] { try place.write("", to: name) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // The gate may be told of a commit.
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "SQUALL_COMMIT" }
      .merging(environment) { $1 }
    process.standardOutput = try FileHandle(
      forWritingTo: place.url.appendingPathComponent(".out"))
    process.standardError = try FileHandle(
      forWritingTo: place.url.appendingPathComponent(".err"))
    try process.run()
    process.waitUntilExit()
    return try place.ending(of: process)
  }
}
