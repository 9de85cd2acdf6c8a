/// Writes command lines: some that are right, many that are not.
///
/// Nothing that is right runs for long, and nothing writes outside the folder that it is started
/// in.
struct CommandLineWriter {
  private let program: ProgramWords
  private var dice: Dice

  init(_ program: ProgramWords, _ dice: Dice) {
    self.program = program
    self.dice = dice
  }

  /// The words behind the program's name.
  mutating func words() -> [String] {
    let verb = dice.chance(0.93) ? dice.pick(program.verbs + [""]) : dice.pick(Self.hostile)
    var words = verb.isEmpty ? [] : [verb]
    words += subject(of: verb)
    for _ in 0..<dice.pick([0, 1, 1, 2, 2, 3, 4, 6]) { words += option(for: verb) }
    if Self.running.contains(verb) || dice.chance(0.1) { words += bounds(for: verb) }
    return words.map(Self.harmless)
  }

  /// What stands behind the verb.
  private mutating func subject(of verb: String) -> [String] {
    switch verb {
    case _ where Self.running.contains(verb):
      if dice.chance(0.3) { return [] }
      return [dice.chance(0.85) ? dice.pick(Self.scenarios) : dice.pick(Self.hostile)]
    case "merge":
      var folders: [String] = []
      for _ in 0..<dice.below(4) { folders.append(dice.pick(["a", "b", "x", "."] + Self.hostile)) }
      return folders
    case "report", "diff":
      return (0..<dice.between(0, 2)).map { _ in dice.pick(["folder", "a", "f.yaml", "."]) }
    case "init":
      return [dice.pick(["new.yaml", "f.yaml", "folder/new.yaml", "link.yaml", "-", "x"])]
    case "backoffs": return [dice.pick(Self.values["--backoff"]! + Self.hostile)]
    case "replay", "diagram":
      return ["--session", dice.pick(Self.values["--session"]! + Self.hostile)]
    default:
      return dice.chance(0.2)
        ? [] : [dice.pick(Self.scenarios + ["recover.p99", "storm_efficiency"] + Self.hostile)]
    }
  }

  /// An option with a value, without one, or a switch. Mostly one that the verb takes.
  private mutating func option(for verb: String) -> [String] {
    let own = program.options[verb.isEmpty ? "run" : verb] ?? []
    let option =
      !own.isEmpty && dice.chance(0.85)
      ? dice.pick(own) : dice.pick(program.options[dice.pick(program.verbs)]!)
    if option.takesValue == dice.chance(0.05) { return [option.name] }
    let known = Self.values[option.name] ?? ["1", "x", "2s", "50%"]
    let value = dice.chance(0.75) ? dice.pick(known) : dice.pick(Self.hostile)
    return dice.chance(0.8) ? [option.name, value] : ["\(option.name)=\(value)"]
  }

  /// The last word on how much is run: little, or what is no number.
  private mutating func bounds(for verb: String) -> [String] {
    let clients = ["20", "1", "7", "0", "-1", "x", "1e3", "20.5", "9223372036854775808"]
    let threads = ["1", "2", "2", "0", "-1", "x", "300", ""]
    let has = Set((program.options[verb.isEmpty ? "run" : verb] ?? []).map(\.name))
    let bounds: [(option: String, values: [String])] = [
      ("--clients", clients), ("--threads", threads),
      // Sometimes a month of a quiet fleet.
      ("--duration", ["10s", "70s", "1us", "0s", "x", "-1s", "31d", "32d"]),
      ("--replications", ["2", "1", "0", "1001"]), ("--budget", ["44", "60", "0", "x"]),
      ("--cells", ["3x2", "2x2", "0x1", "x"]),
    ]
    return bounds.filter { has.contains($0.option) || dice.chance(0.05) }
      .flatMap { [$0.option, few($0.values)] }
  }

  private mutating func few(_ values: [String]) -> String {
    dice.chance(0.92) ? dice.pick(Array(values.prefix(2))) : dice.pick(values + Self.refused)
  }

  /// Paths lead nowhere else.
  private static func harmless(_ word: String) -> String {
    let path = word.split(separator: "=").last.map(String.init) ?? word
    let leadsAway = path.hasPrefix("~") || (path.hasPrefix("/") && path != "/dev/null")
    return leadsAway || path.split(separator: "/").contains("..") ? "away" : word
  }
}
