import Documents
import Foundation
import Measurements
import Primitives
import TestRuns
import Testing

@testable import Findings
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("Histogram log") struct HistogramLogTests {
  private func recorder(_ microseconds: [Int64], isCoarse: Bool = false) -> DurationRecorder {
    var recorder = isCoarse ? DurationRecorder(digits: .two) : DurationRecorder()
    for value in microseconds { recorder.record(Interval(nanoseconds: value * 1_000)) }
    return recorder
  }

  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }

  /// As the reference program in Java packs these values. `highest` is that of our recorders, 24 h.
  @Test func aPayloadToTheByte() {
    let bytes = recorder([1, 5, 5, 1000, 2047, 2048, 5000, 123_456]).encodedCounts()
    #expect(
      hexadecimal(bytes)
        == "1c84931300000011000000000000000300000000000000010000" + "00141dd760003ff0000000000000"
        + "00020504c30f02ab100202c11302cb4a02")
  }

  /// By the definition of the encoding, read back counter by counter.
  @Test("every counter is in its place", arguments: [true, false])
  func counters(isCoarse: Bool) throws {
    let values: [Int64] = [
      0, 0, 1, 2, 127, 128, 255, 256, 999, 1_000_000, 86_400_000_000, 200_000_000_000,
    ]
    let recorder = recorder(values + Array(repeating: 77, count: 300_000), isCoarse: isCoarse)
    let counts = try decoded(recorder.encodedCounts())
    let half = isCoarse ? 128 : 1024
    var expected: [Int: Int64] = [:]
    for value in values + [77] {
      let bucket = max(0, Int.bitWidth - Int(value).leadingZeroBitCount - (half == 128 ? 8 : 11))
      let place = bucket * half + Int(value) >> bucket
      expected[place, default: 0] += value == 77 ? 300_000 : 1
    }
    #expect(counts == expected)
  }

  private func decoded(_ payload: [UInt8]) throws -> [Int: Int64] {
    var rest = payload.dropFirst(40)
    #expect(rest.count == Int(payload[6]) << 8 + Int(payload[7]))
    var counts: [Int: Int64] = [:]
    var place = 0
    while !rest.isEmpty {
      var number: UInt64 = 0
      for group in 0..<9 {
        let next = rest.popFirst()
        let byte = try #require(next)
        number |= UInt64(byte & (group == 8 ? 0xff : 0x7f)) << UInt64(7 * group)
        if group < 8, byte & 0x80 == 0 { break }
      }
      let count = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
      if count > 0 { counts[place] = count }
      place += count < 0 ? Int(-count) : 1
    }
    return counts
  }

  @Test("a stored stream has its bytes, in blocks, and their checksum")
  func stored() {
    let short = zlibStored(Array("Wikipedia".utf8))
    #expect(hexadecimal(short) == "7801010900f6ff" + hexadecimal("Wikipedia".utf8) + "11e60398")
    let long = zlibStored(Array(repeating: 7, count: 70_000))
    #expect(long.count == 2 + 2 * 5 + 70_000 + 4)
    #expect(Array(long[2..<7]) == [0, 0xff, 0xff, 0, 0])
    #expect(hexadecimal(zlibStored([])) == "7801010000ffff00000001")
  }

  @Test("one line and one tag for each distribution of a run")
  func log() throws {
    let summary = try summary(restartRun())
    let text = histogramLog(summary.distributions, seconds: 180)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("Tag=") }
    #expect(
      lines.map { $0.dropFirst(4).prefix { $0 != "," } }.map(String.init)
        == summary.distributions.map(\.metric))
    let recover = try #require(lines.first { $0.hasPrefix("Tag=recover,") })
    #expect(recover.hasPrefix("Tag=recover,0.000,180.000,49996.000,HISTFAA"))
    #expect(
      text.contains("\n#[StartTime: 0.000 (seconds since epoch), Thu Jan 01 00:00:00 UTC 1970]\n"))
  }

  @Test func whatIsNeverReachedIsCounted() {
    let some = NamedDistribution(
      metric: "recover", file: "recover", values: .exact([.seconds(1)], infinite: 3))
    #expect(histogramLog([some], seconds: 1).contains("#[recover: 3 more are never reached]\n"))
  }
}
