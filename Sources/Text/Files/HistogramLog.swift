import Foundation
import Measurements

/// The distributions of a run as a log of HdrHistogram (`.hlog`, V2): one line and one tag for each metric.
///
/// Values are microseconds, and `Interval_Max` is in milliseconds. The one interval of each lasts
/// as long as the run; times count from the begin of virtual time. Infinite values are not in it,
/// but counted in a comment.
/// - Parameter seconds: the duration of the run in virtual time; of several, the longest.
func histogramLog(_ distributions: [NamedDistribution], seconds: Double) -> String {
  var lines = [
    "#[Logged with squall]", "#[Histogram log format version 1.3]",
    "#[StartTime: 0.000 (seconds since epoch), Thu Jan 01 00:00:00 UTC 1970]",
    "#[Values are microseconds of virtual time; maxValueUnitRatio 1000.0 makes milliseconds of them]",
  ]
  lines += distributions.filter { $0.infinite > 0 }.map {
    "#[\($0.metric): \($0.infinite) more are never reached]"
  }
  lines.append(
    "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"")
  lines += distributions.map { distribution in
    let recorder = distribution.recorder
    let fields = String(format: "0.000,%.3f,%.3f,", seconds, Double(recorder.maxMicroseconds) / 1e3)
    return "Tag=\(distribution.metric),\(fields)\(compressed(recorder.encodedCounts()))"
  }
  return lines.joined(separator: "\n") + "\n"
}

/// A payload as a line of a log holds it: its cookie, its length, and the payload in the format of zlib,
/// in Base64.
private func compressed(_ payload: [UInt8]) -> String {
  let stream = zlibStored(payload)
  var bytes: [UInt8] = []
  for number in [0x1c84_9314, UInt32(stream.count)] {
    bytes += bigEndian(number)
  }
  return Data(bytes + stream).base64EncodedString()
}

/// Bytes as a zlib stream (RFC 1950) of stored blocks. The output of a compressor differs from one
/// of its versions to the next, and these are the same bytes everywhere. The counts are packed
/// already.
func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
  // Deflate with a window of 32 KiB; the check digits of the header come out as 1.
  var stream: [UInt8] = [0x78, 0x01]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(0xffff)
    rest = rest.dropFirst(block.count)
    stream.append(rest.isEmpty ? 1 : 0)
    for number in [UInt16(block.count), ~UInt16(block.count)] {
      stream += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
    }
    stream += block
  } while !rest.isEmpty
  return stream + bigEndian(adler32(bytes))
}

/// The checksum of RFC 1950.
private func adler32(_ bytes: [UInt8]) -> UInt32 {
  var (sum, sums): (UInt32, UInt32) = (1, 0)
  for byte in bytes {
    sum = (sum + UInt32(byte)) % 65_521
    sums = (sums + sum) % 65_521
  }
  return sums << 16 | sum
}

private func bigEndian(_ number: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}
