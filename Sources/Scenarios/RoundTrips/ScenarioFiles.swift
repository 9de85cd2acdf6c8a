import Synchronization
import Words

/// The files that scenarios name beside themselves. Each is read once, however many scenarios are made of one text.
package final class ScenarioFiles: Sendable {
  private let opening: @Sendable (FileRequest) throws(FileRefusal) -> FoundFile
  /// Those that were read before, by the keys that name them.
  private let known: [String: RoundTripFile]
  private let read = Mutex<[FileRequest: Result<RoundTripFile, FileProblem>]>([:])

  /// - Parameter open: gives the bytes of a file, or throws what keeps them from being read.
  package init(open: @escaping @Sendable (FileRequest) throws(FileRefusal) -> FoundFile) {
    opening = open
    known = [:]
  }

  init(known: [String: RoundTripFile]) {
    self.known = known
    opening = { (_) throws(FileRefusal) in throw FileRefusal(NamedFiles.none) }
  }

  func roundTrips(_ request: FileRequest) throws(FileProblem) -> RoundTripFile {
    if let file = known[request.key] { return file }
    let found = read.withLock { read in
      if let known = read[request] { return known }
      let found = opened(request)
      read[request] = found
      return found
    }
    return try found.get()
  }

  private func opened(_ request: FileRequest) -> Result<RoundTripFile, FileProblem> {
    do throws(FileProblem) {
      let found: FoundFile
      do throws(FileRefusal) { found = try opening(request) } catch {
        throw .refused(error.message)
      }
      return .success(try RoundTripFile(found, name: splitPath(request.name).name))
    } catch {
      return .failure(error)
    }
  }
}

/// A file that is asked for.
package struct FileRequest: Hashable, Sendable {
  /// The key that names it, such as `network.latency.csv`.
  package let key: String
  /// The name as it was written.
  package let name: String
  /// The same from the working folder: a name in a file begins at that file's folder.
  package let path: String
}

/// A file that was opened.
package struct FoundFile: Sendable {
  /// How problems in it are located.
  package let path: String
  package let bytes: [UInt8]
  /// A hash of the bytes, as manifests have it.
  package let hash: String

  package init(path: String, bytes: [UInt8], hash: String) {
    self.path = path
    self.bytes = bytes
    self.hash = hash
  }
}

/// Why a file cannot be opened.
package struct FileRefusal: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// Why nothing comes of a file that a scenario names.
enum FileProblem: Error {
  /// A message that belongs to the key.
  case refused(String)
  /// A problem at a place in the file.
  case inside(Problem)
}

/// The files that one scenario names, while its keys are read.
final class NamedFiles {
  private let files: ScenarioFiles?
  private(set) var read: [(request: FileRequest, file: RoundTripFile)] = []

  /// The message where no file can be read.
  static let none = "no file can be read here"

  /// - Parameter files: nil where none can be read.
  init(_ files: ScenarioFiles?) { self.files = files }

  /// The round trips of the file that a key names; nil after a problem.
  func roundTrips(_ field: Field) -> RoundTripFile? {
    guard let name = field.text("the name of a file") else { return nil }
    guard !name.isEmpty else {
      field.problem("expected the name of a file, found nothing")
      return nil
    }
    guard let files else {
      field.problem(Self.none)
      return nil
    }
    let request = FileRequest(key: field.path, name: name, path: path(of: name, field))
    do throws(FileProblem) {
      let file = try files.roundTrips(request)
      read.append((request, file))
      return file
    } catch {
      switch error {
      case .refused(let message): field.problem(message)
      case .inside(let problem): field.log.add(problem)
      }
      return nil
    }
  }

  /// A name in a scenario file begins at that file's folder, a name in an option where we are.
  private func path(of name: String, _ field: Field) -> String {
    guard case .file = field.node.place, !name.hasPrefix("/"), field.log.file.contains("/") else {
      return name
    }
    let folder = splitPath(field.log.file).folder
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}
