import Documents
import Mustache
import Words

/// A file in Mustache. A value in two braces is put in as it is: `JobContent` has quoted it.
struct JobTemplate: Sendable {
  private let template: MustacheTemplate

  init(_ text: String) {
    do {
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT}}" + text)
    } catch {
      fatalError("the templates are a part of the program: \(error)")
    }
  }

  func text(_ sweep: JobSweep) -> String { template.render(JobContent(sweep)) }
}

/// The values of a sweep that templates show, quoted for their place.
private struct JobContent {
  let name: String
  let shards: Int
  let threads: Int
  let mebibytes: Int
  let gibibytes: Int
  let progress: String
  /// How many jobs at a time a machine runs, in percent of its cores.
  let jobs: Int
  let image: String
  let claim: String
  let ownClaim: Bool
  let results: String
  /// Words of a shell.
  let words: [String]
  let pattern: String
  let scenarioWord: String?
  /// Strings of YAML, in which Kubernetes puts in no variables.
  let strings: [String]
  let patternString: String
  let scenarioString: String?

  init(_ sweep: JobSweep) {
    name = sweep.name
    shards = sweep.shards
    threads = sweep.threads
    mebibytes = sweep.mebibytes
    gibibytes = sweep.gibibytes
    progress = sweep.progress
    jobs = max(1, 100 / sweep.threads)
    image = yamlString(sweep.image)
    claim = yamlString(sweep.claim ?? sweep.name)
    ownClaim = sweep.claim == nil
    results = shellWord(sweep.results)
    words = sweep.arguments.map(shellWord)
    pattern = shellWord(sweep.shardFolders)
    scenarioWord = sweep.scenarioFile.map { shellWord($0.path) }
    strings = sweep.arguments.map { yamlString(withoutVariables($0)) }
    patternString = yamlString(withoutVariables(sweep.shardFolders))
    scenarioString = sweep.scenarioFile.map { yamlString("/sweep/" + withoutDots($0.path)) }
  }
}

/// Returns a text as Kubernetes takes it in a command: `$(NAME)` would be a variable, and `$$` is a
/// dollar sign.
private func withoutVariables(_ text: String) -> String { text.replacing("$", with: "$$") }

/// A path without the steps that stay where they are.
private func withoutDots(_ path: String) -> String {
  path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
}

/// A string of YAML in double quotes. YAML takes those of JSON, except that it has more line breaks,
/// and characters that it refuses.
func yamlString(_ text: String) -> String {
  var quoted = ""
  for scalar in JSONValue.string(text).line.unicodeScalars {
    switch scalar.value {
    case 0x80...0x9f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff:
      let digits = String(scalar.value, radix: 16)
      quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    case _: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted
}
