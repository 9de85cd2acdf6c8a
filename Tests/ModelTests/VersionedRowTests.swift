import GatewayModel
import Testing

@Suite("A row that is changed by compare-and-set")
struct VersionedRowTests {
  /// Plays reads and writes, `r` or `w` with client and attempt, and returns the row's version with
  /// the outcome of each write.
  private func play(_ script: String) throws -> (version: UInt32, writes: [Bool]) {
    var row = VersionedRow(clients: 3)
    var writes: [Bool] = []
    for word in script.split(separator: " ") {
      let numbers = try word.dropFirst().split(separator: ".").map { try #require(UInt32($0)) }
      if word.first == "r" {
        row.read(by: numbers[0], attempt: numbers[1])
      } else {
        writes.append(row.write(by: numbers[0], attempt: numbers[1]))
      }
    }
    return (row.version, writes)
  }

  @Test(
    arguments: [
      // Only the first of those who read the same version writes.
      ("r0.1 r1.1 r2.1 w1.1 w0.1 w2.1", 1, [true, false, false]),
      // Whoever reads again writes again; a version is written once.
      ("r0.1 w0.1 w0.1 r0.2 w0.2 r1.9 w1.9", 3, [true, false, true, true]),
      // A write that is still queued when its client has left and read again is as good as the new one, as
      // long as the row is as it was; then the new one is too late.
      ("r0.1 r0.2 w0.1 w0.2", 1, [true, false]),
      ("r0.1 r0.2 r0.3 w0.2 w0.1", 1, [true, false]),
      // It is too late where another has written in between, before or after the second read.
      ("r0.1 r1.1 w1.1 r0.2 w0.1 w0.2", 2, [true, false, true]),
      ("r0.1 r1.1 r0.2 w1.1 w0.1 w0.2", 1, [true, false, false]),
      // Whoever has not read cannot write.
      ("w0.1", 0, [false]),
    ] as [(String, UInt32, [Bool])])
  func script(_ script: String, version: UInt32, writes: [Bool]) throws {
    let played = try play(script)
    #expect(played.version == version && played.writes == writes)
  }
}
