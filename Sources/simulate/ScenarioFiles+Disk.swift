import Documents
import Scenarios
import Store

extension ScenarioFiles {
  /// The files of the disk.
  /// - Parameter copies: what a manifest records. They take the place of the files that they are copies of.
  convenience init(copies: [RecordedCopy]) {
    self.init { (request) throws(FileRefusal) in
      if let copy = copies.first(where: { $0.isMeant(by: request) }) { return try copy.found() }
      return try FoundFile(reading: request.path)
    }
  }
}

/// The copy of a file that a run was made with, in its results folder.
struct RecordedCopy: Sendable {
  private let recorded: ScenarioRecord.Source.NamedFile
  private let folder: String

  /// - Parameter folder: that of the manifest.
  init(_ recorded: ScenarioRecord.Source.NamedFile, in folder: String) {
    self.recorded = recorded
    self.folder = folder
  }

  /// A key that was changed may name another file.
  func isMeant(by request: FileRequest) -> Bool {
    recorded.key == request.key && recorded.file == request.name
  }

  func found() throws(FileRefusal) -> FoundFile {
    let manifest = "\(folder)/\(ManifestHead.file)"
    guard let name = recorded.copy, !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
      throw FileRefusal("\(manifest) records no copy of \(recorded.file)")
    }
    let found = try FoundFile(reading: "\(folder)/\(name)")
    guard found.hash == recorded.hash else {
      throw FileRefusal(
        "\(found.path) was changed: its hash is \(found.hash), \(manifest) says \(recorded.hash)")
    }
    return found
  }
}

extension FoundFile {
  /// Reads a file, one byte more than it may have at the most.
  fileprivate init(reading path: String) throws(FileRefusal) {
    do throws(FileError) {
      let bytes = [UInt8](try Disk().read(path).prefix(RoundTripFile.mostBytes + 1))
      InputFiles.note(path)
      self.init(path: path, bytes: bytes, hash: hexadecimal(fnv1a(bytes)))
    } catch {
      throw FileRefusal("cannot read '\(path)': \(error)")
    }
  }
}
