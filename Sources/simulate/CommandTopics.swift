import ArgumentParser
import Foundation
import Text

/// The verbs and their options, as the argument parser knows them.
enum CommandTopics {
  static var all: [Topic] { commands.map(\.topic) + options(of: commands) }

  /// The verbs that have an option.
  static func verbs(with option: String) -> [String] {
    commands.filter { $0.shown.contains { $0.longName == option } }.map(\.commandName)
  }

  private static let commands: [Help.Command] = {
    guard let data = Simulate._dumpHelp().data(using: .utf8),
      let help = try? JSONDecoder().decode(Help.self, from: data)
    else { preconditionFailure("the argument parser's own description cannot be read") }
    return (help.command.subcommands ?? []).filter { $0.commandName != "help" }
  }()

  /// Each option once, with the commands that have it.
  private static func options(of commands: [Help.Command]) -> [Topic] {
    var names: [String] = []
    var places: [String: (argument: Help.Argument, commands: [String])] = [:]
    for command in commands {
      for argument in command.shown where argument.kind != "positional" {
        let name = argument.form
        if places[name] == nil { names.append(name) }
        places[name, default: (argument, [])].commands.append(command.commandName)
      }
    }
    return names.map { name in
      let (argument, commands) = places[name]!
      return Topic(
        argument.longName, .flag, argument.text,
        facts: [
          ("form", name), ("default", argument.defaultValue),
          ("commands", commands.joined(separator: ", ")),
        ], aliases: argument.otherNames)
    }
  }
}

/// The argument parser's description of a command line, as far as it is needed.
private struct Help: Decodable {
  let command: Command

  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?

    var shown: [Argument] {
      (arguments ?? []).filter {
        $0.shouldDisplay && !["--help", "--version"].contains($0.longName)
      }
    }

    var topic: Topic {
      Topic(
        commandName, .command, abstract ?? "", facts: [("details", discussion)],
        members: shown.map { ($0.form, $0.textWithDefault) })
    }
  }

  struct Argument: Decodable {
    let kind: String
    let shouldDisplay: Bool
    let isRepeating: Bool?
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let discussion: String?
    let defaultValue: String?

    struct Name: Decodable {
      let kind: String
      let name: String

      var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    /// `--clients`; the name of its value where it has none.
    var longName: String { names?.first { $0.kind == "long" }?.text ?? valueName ?? "" }

    var otherNames: [String] {
      (names ?? []).flatMap { [$0.text, $0.name] }.filter { $0 != longName }
    }

    /// `--clients <n>`.
    var form: String {
      let value = valueName.map { "<\($0)>" } ?? ""
      switch kind {
      case "positional": return value
      case "flag": return (names ?? []).map(\.text).joined(separator: ", ")
      default: return (names ?? []).map(\.text).joined(separator: ", ") + " " + value
      }
    }

    var text: String { [abstract, discussion].compactMap(\.self).joined(separator: " ") }

    var textWithDefault: String { defaultValue.map { "\(text) Default: \($0)." } ?? text }
  }
}
