import Documents
import Foundation

/// The records of a file of comma-separated values, of which only a piece is in memory at a time.
///
/// The file is open only while a piece is read, so that thousands of files can be read side by side.
struct FileRecords {
  let path: String
  private let files: any FileSystem
  /// Bytes of a piece.
  private let pieceSize: Int
  private var piece: [UInt8] = []
  /// The number of bytes of the piece that were given already.
  private var given = 0
  /// The position in the file at which the next piece begins.
  private var offset = 0

  /// Bytes of a piece where few files are read at a time.
  static let pieceSize = 1 << 18

  init(_ path: String, pieceSize: Int = Self.pieceSize, _ files: any FileSystem = Disk()) {
    self.path = path
    self.pieceSize = pieceSize
    self.files = files
  }

  /// The bytes of the next records, line ends included; fewer where the file ends.
  mutating func next(_ count: Int = 1) throws(SweepFolderError) -> [UInt8] {
    var scan = RecordScan(count)
    var records: [UInt8] = []
    repeat {
      if try isAtEnd() { return records }
      let own = scan.bytes(of: piece, from: given)
      records += piece[given..<given + own]
      given += own
    } while !scan.isDone
    return records
  }

  /// Returns true if nothing is left.
  mutating func isAtEnd() throws(SweepFolderError) -> Bool {
    if given < piece.count { return false }
    return try !readPiece()
  }

  /// False at the end of the file.
  private mutating func readPiece() throws(SweepFolderError) -> Bool {
    piece = try failing("cannot read \(path)") { () throws(FileError) in
      try files.read(path, at: offset, pieceSize)
    }
    given = 0
    offset += piece.count
    return !piece.isEmpty
  }
}

/// FNV-1a of a file, 16 hexadecimal digits, with a piece of it in memory at a time.
func fileHash(_ path: String, _ files: any FileSystem = Disk()) throws(SweepFolderError) -> String {
  try failing("cannot read \(path)") { () throws(FileError) in
    let file = try files.open(path, .read)
    defer { files.close(file) }
    var hash = FNV1a()
    var offset = 0
    while true {
      let piece = try files.read(file, at: offset, 1 << 20)
      if piece.isEmpty { return hash.text }
      hash.add(piece)
      offset += piece.count
    }
  }
}
