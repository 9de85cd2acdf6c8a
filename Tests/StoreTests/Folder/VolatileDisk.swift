import Foundation
import Synchronization

@testable import Store
@testable import Studies
@testable import Verdicts

/// A file system in memory that keeps apart what was said to it and what has come to the disk.
///
/// What a loss of power leaves: of each file what was synced, or what was written, or its begin; of
/// each folder the names that were synced, and any of the changes since, one without the other.
/// Locks end with the power.
final class VolatileDisk: FileSystem {
  private struct Node: Sendable {
    var isFolder: Bool
    var bytes: [UInt8] = []
    var syncedBytes: [UInt8] = []
    var names: [String: Int] = [:]
    var syncedNames: [String: Int] = [:]
  }

  private struct State: Sendable {
    var nodes: [Node] = [Node(isFolder: true)]
    var open: [Int32: Int] = [:]
    var next: Int32 = 3
    var steps = 0
  }

  private let state = Mutex(State())
  /// After so many operations the power is gone.
  private let limit: Int

  init(stopsAfter limit: Int = .max) { self.limit = limit }

  var steps: Int { state.withLock { $0.steps } }

  // MARK: Losing power

  /// What the disk holds after the power was lost.
  func afterPowerLoss(_ dice: inout TestDice) -> VolatileDisk {
    let left = VolatileDisk()
    let nodes = state.withLock { $0.nodes }.map { node -> Node in
      var node = node
      if node.isFolder {
        node.names = Self.remaining(node, &dice)
        node.syncedNames = node.names
      } else {
        switch dice.roll(3) {
        case 0: node.bytes = node.syncedBytes
        case 1: break
        default: node.bytes = Array(node.bytes.prefix(dice.roll(node.bytes.count + 1)))
        }
        // What was synced and not touched since is safe.
        if node.syncedBytes.count > 0, node.bytes.count < node.syncedBytes.count {
          node.bytes = node.syncedBytes
        }
        node.syncedBytes = node.bytes
      }
      return node
    }
    left.state.withLock { $0.nodes = nodes }
    return left
  }

  private static func remaining(_ node: Node, _ dice: inout TestDice) -> [String: Int] {
    var names = node.syncedNames
    for name in Set(node.names.keys).union(node.syncedNames.keys).sorted()
    where node.names[name] != node.syncedNames[name] && dice.roll(2) == 0 {
      names[name] = node.names[name]
    }
    return names
  }

  /// All files of a folder, by name; nil where there is no folder.
  func content(of folder: String) -> [String: [UInt8]]? {
    state.withLock { state in
      guard let place = Self.find(folder, state), state.nodes[place].isFolder else { return nil }
      return state.nodes[place].names.compactMapValues {
        state.nodes[$0].isFolder ? nil : state.nodes[$0].bytes
      }
    }
  }

  // MARK: Operations

  private static func find(_ path: String, _ state: State) -> Int? {
    var place = 0
    for name in path.split(separator: "/") {
      guard let next = state.nodes[place].names[String(name)] else { return nil }
      place = next
    }
    return place
  }

  private func split(_ path: String) -> (folder: String, name: String) {
    let path = path as NSString
    return (path.deletingLastPathComponent, path.lastPathComponent)
  }

  private func change(
    _ body: (inout State) throws(FileError) -> Void
  ) throws(FileError) {
    let result = state.withLock { state -> Result<Void, FileError> in
      if state.steps >= limit { return .failure(FileError(code: EIO)) }
      state.steps += 1
      do throws(FileError) {
        try body(&state)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private static func folder(_ path: String, _ state: State) throws(FileError) -> Int {
    guard let place = find(path, state), state.nodes[place].isFolder else {
      throw FileError(code: ENOENT)
    }
    return place
  }

  func kind(of path: String) throws(FileError) -> FileKind? {
    state.withLock { state in
      Self.find(path, state).map { state.nodes[$0].isFolder ? .folder : .file }
    }
  }

  func followed(_ path: String) -> FollowedFile? {
    state.withLock { state in
      Self.find(path, state).map {
        FollowedFile(
          kind: state.nodes[$0].isFolder ? .folder : .file, device: 0, number: UInt64($0))
      }
    }
  }

  func names(in folder: String) throws(FileError) -> [String] {
    state.withLock { state in
      Self.find(folder, state).map { Array(state.nodes[$0].names.keys) } ?? []
    }
  }

  func makeFolder(_ path: String) throws(FileError) {
    let (folder, name) = split(path)
    try change { (state) throws(FileError) in
      let parent = try Self.folder(folder, state)
      if state.nodes[parent].names[name] != nil { throw FileError(code: EEXIST) }
      state.nodes[parent].names[name] = state.nodes.count
      state.nodes.append(Node(isFolder: true))
    }
  }

  func removeFolder(_ path: String) throws(FileError) {
    let (folder, name) = split(path)
    try change { (state) throws(FileError) in
      let own = try Self.folder(path, state)
      if !state.nodes[own].names.isEmpty { throw FileError(code: ENOTEMPTY) }
      state.nodes[try Self.folder(folder, state)].names[name] = nil
    }
  }

  func removeFile(_ path: String) throws(FileError) {
    let (folder, name) = split(path)
    try change { (state) throws(FileError) in
      let parent = try Self.folder(folder, state)
      guard let own = state.nodes[parent].names[name], !state.nodes[own].isFolder else {
        throw FileError(code: ENOENT)
      }
      state.nodes[parent].names[name] = nil
    }
  }

  func rename(_ path: String, to other: String) throws(FileError) {
    let (from, to) = (split(path), split(other))
    try change { (state) throws(FileError) in
      let source = try Self.folder(from.folder, state)
      let target = try Self.folder(to.folder, state)
      guard let own = state.nodes[source].names[from.name] else { throw FileError(code: ENOENT) }
      if let older = state.nodes[target].names[to.name], !state.nodes[older].names.isEmpty {
        throw FileError(code: ENOTEMPTY)
      }
      state.nodes[source].names[from.name] = nil
      state.nodes[target].names[to.name] = own
    }
  }

  /// In one folder, as journalled file systems do: both names change or none.
  func exchange(_ path: String, _ other: String) throws(FileError) {
    let (from, to) = (split(path), split(other))
    try change { (state) throws(FileError) in
      let folder = try Self.folder(from.folder, state)
      guard let a = state.nodes[folder].names[from.name], let b = state.nodes[folder].names[to.name]
      else { throw FileError(code: ENOENT) }
      state.nodes[folder].names[from.name] = b
      state.nodes[folder].names[to.name] = a
    }
  }

  func read(_ path: String) throws(FileError) -> Data {
    let bytes = state.withLock { state in
      Self.find(path, state).map { state.nodes[$0].bytes }
    }
    guard let bytes else { throw FileError(code: ENOENT) }
    return Data(bytes)
  }

  func read(_ file: OpenFile, at offset: Int, _ count: Int) throws(FileError) -> [UInt8] {
    state.withLock { state in
      Array(state.nodes[state.open[file.descriptor]!].bytes.dropFirst(offset).prefix(count))
    }
  }

  func open(_ path: String, _ way: OpenWay) throws(FileError) -> OpenFile {
    let (folder, name) = split(path)
    var descriptor: Int32 = 0
    try change { (state) throws(FileError) in
      var place = Self.find(path, state)
      if [.new, .newProgram].contains(way), place != nil { throw FileError(code: EEXIST) }
      if [.folder, .read, .stream].contains(way), place == nil { throw FileError(code: ENOENT) }
      if place == nil {
        place = state.nodes.count
        state.nodes[try Self.folder(folder, state)].names[name] = place
        state.nodes.append(Node(isFolder: false))
      }
      descriptor = state.next
      state.open[descriptor] = place
      state.next += 1
    }
    return OpenFile(descriptor: descriptor)
  }

  func write(_ bytes: [UInt8], to file: OpenFile) throws(FileError) {
    try change { state in state.nodes[state.open[file.descriptor]!].bytes += bytes }
  }

  func truncate(_ file: OpenFile, to length: Int) throws(FileError) {
    try change { state in
      let place = state.open[file.descriptor]!
      state.nodes[place].bytes = Array(state.nodes[place].bytes.prefix(length))
    }
  }

  func sync(_ file: OpenFile) throws(FileError) {
    try change { state in
      let place = state.open[file.descriptor]!
      state.nodes[place].syncedBytes = state.nodes[place].bytes
      state.nodes[place].syncedNames = state.nodes[place].names
    }
  }

  func lock(_ file: OpenFile) throws(FileError) -> Bool { true }

  func isSame(_ file: OpenFile, as path: String) -> Bool {
    state.withLock { $0.open[file.descriptor] == Self.find(path, $0) }
  }

  func close(_ file: OpenFile) {}
  func isMountPoint(_ folder: String) -> Bool { false }
  func isWorkingFolder(_ folder: String) -> Bool { false }
  func isWritable(_ folder: String) -> Bool { true }
}

/// Draws for a test, from a seed.
struct TestDice {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 77 }

  mutating func roll(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
