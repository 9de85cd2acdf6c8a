import Foundation

/// When the entry of a file last changed, in nanoseconds: its content, or its name.
func changeTime(of path: String) -> Int {
  var facts = stat()
  guard lstat(path, &facts) == 0 else { return 0 }
  #if canImport(Darwin)
    let time = facts.st_ctimespec
  #else
    let time = facts.st_ctim
  #endif
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// Whether the manifest came into a folder after all other files: until then the folder is not
/// whole.
func manifestIsLast(in folder: String) -> Bool {
  let others = listing(of: folder).filter {
    $0 != "manifest.json" && kind(of: "\(folder)/\($0)") == .file
  }
  let latest = others.map { changeTime(of: "\(folder)/\($0)") }.max() ?? 0
  return changeTime(of: folder + "/manifest.json") >= latest
}
