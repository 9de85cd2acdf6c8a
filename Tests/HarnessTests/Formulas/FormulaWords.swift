extension FormulaWriter {
  static let numbers = [
    "0", "1", "2", "0.5", ".5", "250ms", "100us", "20s", "1h", "1e9", "1e308", "1e309", "1e-320",
    "-1", "9223372036854775808", "4294967296", "3155760000s", "3155760001s",
  ]

  static let variables = ["x", "x", "x", "prev", "elapsed", "retryAfter", "stop"]

  static let operators = [
    " + ", "-", " * ", "/", "^", " < ", "<=", " == ", "!=", ">=", " > ",
  ]

  static let axes = [
    "reset: ready", "reset: open", "reset: uptime(10s)", "reset: idle(2048s)", "reset: every(2m)",
    "reset: resync", "reset: never", "clock: failure", "clock: attemptStart", "attempts: 10",
    "attempts: 0", "attempts: unlimited", "connectTimeout: 10s", "first: 0s",
    // Not these.
    "reset: uptime(0)", "first: 1e300s", "attempts: 1e10", "attempts: 2.5", "reset: maybe",
    "speed: 3",
  ]

  static let names = ["mine=", "a b=", "=", "x=", "stoat-web=", "\u{1B}=", "\u{E9}=", "a=b="]

  static let symbols = ["(", ")", "+", "-", "*", "/", "^", ",", ";", ":", "<", ">", "=", "!"]

  /// What acts on a terminal, on a shell, on `printf`, or only looks like a digit. U+F79B is the
  /// lone byte 9B.
  static let hostile = [
    "\u{1B}[31m", "\u{1B}]0;title\u{7}", "\u{202E}", "\u{2028}", "\n", "\r", "\t", "\u{9B}",
    "\u{7F}", "\u{F79B}", "\u{F7FF}", "\u{1F642}", "\u{301}", "\u{663}", "\u{FF12}", "`", "$(",
    "\"", "'", "\\", "%s", "%n", "@", "#", "\u{200B}",
  ]
}
