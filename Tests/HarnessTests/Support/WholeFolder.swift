import Foundation

/// What is wrong with a results folder, by its own manifest; nothing where it is whole.
///
/// - Parameter ignored: names that may stand in it besides.
func flaws(ofResults folder: String, ignored: Set<String> = []) -> [String] {
  let path = folder + "/manifest.json"
  guard kind(of: path) == .file else { return ["there is no manifest.json"] }
  guard let data = FileManager.default.contents(atPath: path),
    let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
  else { return ["manifest.json does not list files, sizes and hashes"] }
  return manifest.flaws(in: folder, ignored)
}

private struct Manifest: Decodable {
  var files: [String]
  var sizes: [String: Int]
  var hashes: [String: String]

  func flaws(in folder: String, _ ignored: Set<String>) -> [String] {
    var problems: [String] = []
    let found = Set(listing(of: folder)).subtracting(ignored)
    let listed = Set(files).union(["manifest.json"])
    problems += listed.subtracting(found).sorted().map { "\($0) is listed and not there" }
    problems += found.subtracting(listed).sorted().map { "\($0) is there and not listed" }
    // Another one every time.
    let lasting = Set(files).subtracting(["timing.json"])
    if Set(sizes.keys) != lasting { problems.append("sizes of \(sizes.keys.sorted())") }
    if Set(hashes.keys) != lasting.union(["algorithm"]) {
      problems.append("hashes of \(hashes.keys.sorted())")
    }
    if hashes["algorithm"] != "FNV-1a 64" { problems.append("the hashes' algorithm") }
    return problems
      + lasting.intersection(found).sorted().flatMap { self.flaws(of: $0, in: folder) }
  }

  private func flaws(of name: String, in folder: String) -> [String] {
    guard kind(of: "\(folder)/\(name)") == .file,
      let content = try? bytes(of: "\(folder)/\(name)")
    else { return ["\(name) is no file that can be read"] }
    var problems: [String] = []
    if content.count != sizes[name] { problems.append("\(name) has \(content.count) bytes") }
    if hexadecimal(fnv1a(content)) != hashes[name] { problems.append("\(name) has another hash") }
    return problems
  }
}

/// The 64-bit hash of Fowler, Noll and Vo, variant 1a. Written apart from the program's own.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// 16 digits.
func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// The files of a results folder that are the same every time.
func lastingFiles(of folder: String) -> [String: [UInt8]] {
  Snapshot(folder).files.filter { $0.key != "manifest.json" && $0.key != "timing.json" }
}
