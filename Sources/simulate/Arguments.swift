import CArguments

/// The words behind the program's name.
enum Arguments {
  static let all: [String] = {
    let count = squall_argument_count()
    if count == 0 { return Array(CommandLine.arguments.dropFirst()) }
    return (1..<max(count, 1)).map { String(cString: squall_argument($0)) }
  }()
}
