import Foundation

/// Makes hostile folders of honest ones: as another program, another version, a broken disk or somebody
/// with bad intentions would.
struct FolderMutator {
  private var dice: Dice

  init(_ dice: Dice) { self.dice = dice }

  /// Numbers that are too large, too small, no whole ones, or none at all.
  private static let numbers = [
    "1e19", "-1e19", "1e308", "-1e308", "5e-324", "0", "-0.0", "-1", "1", "2", "0.5", "1e15",
    "1e16",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
    "18446744073709551616", "9007199254740993", "4294967296", "1000000", "100000000", "1e400",
    "nan",
    "inf", "-inf", "0x10", "1_000", " 1", "+1", "null", "true", "\"\"", "\"x\"", "[]", "{}", "",
  ]

  private static let texts = [
    "", "x", "\\u0000", "\\u001b[31m", "\\ufffe", "\\u202e", "\\u009b", "\\ud83d\\ude00",
    "</script>",
    "<b>&\\\"'", "../../x", "/etc/passwd", "a/b", "inf", "nan", "-1", "1e19", "never", "true",
    "run",
    "sweep", "gateway.nodes", "recover.p99 < 1ms", "1s..9s", "9999999999999999999999", "=", ",",
    "\\n",
    "%s%n", "{{x}}", "\\u2028",
  ]

  mutating func changed(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
    let honest = files
    var files = files
    for _ in 0..<dice.pick([1, 1, 1, 2, 3, 6]) {
      let names = files.keys.filter { isRead($0) }.sorted()
      if names.isEmpty { break }
      let name = dice.pick(names)
      switch dice.below(40) {
      case 0: files[name] = nil
      case 1: files[name] = []
      case 2: files[name] = files[dice.pick(names)]
      default: files[name] = changed(files[name]!, name)
      }
    }
    rehash(&files, honest)
    return files
  }

  /// Makes the hashes of the hostile files anew; some manifests keep the old ones.
  private mutating func rehash(
    _ files: inout [String: [UInt8]], _ honest: [String: [UInt8]]
  ) {
    guard let manifest = files["manifest.json"], dice.chance(0.97) else { return }
    var text = String(decoding: manifest, as: UTF8.self)
    for (name, bytes) in files where name != "manifest.json" && honest[name] != bytes {
      text = text.replacingOccurrences(
        of: "\"\(name)\": \"\(hash(honest[name] ?? []))\"",
        with: "\"\(name)\": \"\(hash(bytes))\"")
    }
    files["manifest.json"] = Array(text.utf8)
  }

  /// FNV-1a, as manifests name it.
  private func hash(_ bytes: [UInt8]) -> String {
    let word = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns true for the files that commands read.
  private func isRead(_ name: String) -> Bool { name.hasSuffix(".json") || name.hasSuffix(".csv") }

  private mutating func changed(_ bytes: [UInt8], _ name: String) -> [UInt8] {
    if bytes.isEmpty { return [0x30] }
    if dice.chance(0.06) { return broken(bytes) }
    return name.hasSuffix(".json") ? changedJSON(bytes) : changedCSV(bytes)
  }

  /// Bytes anywhere, or an end anywhere.
  private mutating func broken(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if dice.chance(0.4) { return Array(bytes.prefix(dice.below(bytes.count))) }
    for _ in 0..<dice.between(1, 5) {
      bytes[dice.below(bytes.count)] = dice.pick([0, 7, 0x1B, 0x22, 0x2C, 0x0A, 0x7B, 0xFF, 0xC3])
    }
    return bytes
  }

  // MARK: JSON

  private mutating func changedJSON(_ bytes: [UInt8]) -> [UInt8] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let place = dice.below(lines.count)
    switch dice.below(12) {
    case 0: lines.remove(at: place)
    case 1: lines.insert(lines[place], at: place)
    case 2: lines.swapAt(place, dice.below(lines.count))
    case 3: lines[place] = lines[place].replacingFirst("\": ", with: "x\": ")
    default: lines[place] = changedLine(lines[place])
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// One value of a line becomes another.
  private mutating func changedLine(_ line: String) -> String {
    let hasComma = line.hasSuffix(",")
    let body = hasComma ? String(line.dropLast()) : line
    let head: Substring
    if let colon = body.range(of: "\": ") {
      head = body[..<colon.upperBound]
    } else {
      head = body.prefix { $0 == " " }
    }
    let value = body.dropFirst(head.count)
    // A line that opens an object or a list stays as it is.
    if value.hasSuffix("{") || value.hasSuffix("[") || value.isEmpty { return line }
    let isText = value.hasPrefix("\"")
    let other =
      isText == dice.chance(0.85) ? "\"\(dice.pick(Self.texts))\"" : dice.pick(Self.numbers)
    return head + other + (hasComma ? "," : "")
  }

  // MARK: CSV

  private mutating func changedCSV(_ bytes: [UInt8]) -> [UInt8] {
    var rows = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let place = dice.below(rows.count)
    switch dice.below(14) {
    case 0: rows.remove(at: place)
    case 1: rows.insert(rows[place], at: place)
    case 2: rows.swapAt(place, dice.below(rows.count))
    case 3: rows = Array(rows.prefix(1))
    case 4: rows = withoutColumn(rows)
    case 5: rows[0] = changedRow(rows[0])
    case 6:
      // A column of one value.
      let column = dice.below(max(1, cells(rows[0]).count))
      let value = dice.pick(Self.numbers)
      rows = rows.enumerated().map { $0.offset == 0 ? $0.element : put(value, column, $0.element) }
    default: rows[place] = changedRow(rows[place])
    }
    return Array(rows.joined(separator: "\n").utf8)
  }

  private func cells(_ row: String) -> [Substring] {
    row.split(separator: ",", omittingEmptySubsequences: false)
  }

  private func put(_ value: String, _ column: Int, _ row: String) -> String {
    var cells = cells(row).map(String.init)
    guard cells.indices.contains(column) else { return row }
    cells[column] = value
    return cells.joined(separator: ",")
  }

  private mutating func changedRow(_ row: String) -> String {
    let value = dice.chance(0.7) ? dice.pick(Self.numbers) : dice.pick(Self.texts)
    return put(value, dice.below(max(1, cells(row).count)), row)
  }

  private mutating func withoutColumn(_ rows: [String]) -> [String] {
    let column = dice.below(max(1, cells(rows[0]).count))
    return rows.map { row in
      var cells = cells(row)
      if cells.indices.contains(column) { cells.remove(at: column) }
      return cells.joined(separator: ",")
    }
  }
}

extension String {
  /// With the first of a text replaced, where it holds one.
  fileprivate func replacingFirst(_ text: String, with other: String) -> String {
    guard let range = range(of: text) else { return self }
    return replacingCharacters(in: range, with: other)
  }
}
