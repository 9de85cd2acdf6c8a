extension ScenarioMutator {
  /// What stands in place of a number: too little, too much, none, and some that may be right.
  static let extremes = [
    "0", "-1", "-0", "1e308", "1e400", "1e-320", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "NaN", "nan", ".inf", ".5", "0x10", "1_000", "1e5s", "0s", "-1s",
    "99999999999999999999h", "3155760001s", "0%", "100%", "101%", "-5%", "\u{0663}", "1k", "1M",
    "10G", "999999999999999999", "999999999999999999M", "-999999999999999999M",
    "999999999999999999k/s", "999999999999999999ms", "0.000000000000000001", "1", "2", "3", "17",
    "1us", "1ms", "250ms", "30s", "1h", "31d", "50%", "0.1%", "500/s", "0/s", "1e9/s", "~", "null",
    "true", "''", "[]", "{}", "*a", "!!int 3",
  ]

  /// What is put between two bytes: words of YAML, and bytes that no text file has.
  static let oddities: [[UInt8]] = oddWords.map { Array($0.utf8) } + noText

  private static let oddWords: [String] = [
    "&a ", "*a", "*nobody", "!!int ", "!!binary ", "!<tag:x> ", "{}", "[]", "~", "\"", "'", "|",
    ">-", "? ", "<<: *a", "%YAML 9.9\n", "\n---\n", "\n...\n", "\t", "\r", "\r\n", "#", ": ",
    "- ", "{", "}", "[", "]", ",", "\n", " ", "\u{1B}[31m", "\u{9B}", "\u{202E}", "\u{FEFF}",
    "\u{200B}", "\u{2028}",
    "\u{85}", "\u{FEFF}", "\u{E000}", "\u{0}", "\u{7}", "\u{1F642}",
    String(repeating: "A", count: 100_000), String(repeating: "9", count: 4_000),
  ]

  /// No UTF-8: a lone byte, a character cut off, an overlong slash, half a pair, beyond the last;
  /// and the mark of another encoding.
  private static let noText: [[UInt8]] = [
    [0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xFF, 0xFE, 0x6E, 0x00],
  ]
}
