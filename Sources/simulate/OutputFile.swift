import Foundation
import Store
import Synchronization

extension FilePlace {
  /// The place of a file that an option names.
  /// - Parameter option: as it was typed, such as `--out x`; nil for an argument.
  static func checked(
    _ path: String, as option: String?, _ rule: Rule = .file, besides results: String? = nil
  ) throws(CommandFailure) -> FilePlace {
    let prefix = option.map { "\($0): " } ?? ""
    let place: FilePlace
    do throws(FilePlaceError) {
      place = try FilePlace(path, rule, besides: results)
    } catch {
      throw .usage(prefix + "\(error)")
    }
    if let input = InputFiles.all.first(where: place.isSame) {
      throw .usage("\(prefix)'\(path)' is '\(input)', which is read; name another file")
    }
    return place
  }

  /// Writes the file.
  func fill(
    _ body: (_ take: (String) throws -> Void) throws -> Void
  ) throws(CommandFailure) {
    do {
      try write(body)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw .runtime("cannot write '\(path)': \(error)")
    }
  }
}

/// The files that this process has read: none of them is ever written to.
enum InputFiles {
  private static let paths = Mutex<[String]>([])

  static var all: [String] { paths.withLock { $0 } }

  static func note(_ path: String) { paths.withLock { $0.append(path) } }
}
